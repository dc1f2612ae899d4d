package hook

import (
	"errors"

	"agentconnector/pkg/home"
	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

// A host that has one file for each event calls it for all connectors at once:
// --all. They are asked in the order of their ids and merged as the handlers of
// one are; each counts whose marker says that it was installed through such a
// file (package render writes it). Without a word from the pointer it is the
// marker, too, that says whether a fault denies.

// fromAll answers a call for all connectors.
func fromAll(w *world.World, h *host.Caller, args arguments) int {
	if over := host.FindCaller(w.Getenv(hostVar)); over != nil {
		h = over
	}
	c := newCall(w, h, args.names[1], "", false)
	c.shared = args.shared
	for _, o := range args.odd {
		c.log.warnf("argument %q is not understood, and left out", o)
	}
	a := c.all()
	c.say(w.Stdout, a.text)
	c.say(w.Stderr, a.stderr)
	return a.exit
}

// all asks those that have a say, and records what each has said.
func (c *call) all() (a answer) {
	defer func() {
		if r := recover(); r != nil {
			a = c.crashed(r)
		}
	}()
	ids := (&definitions{home: c.home, now: c.w.Now}).installed()
	o, err := c.read()
	if err != nil { // whom it would concern is not known: the strictest counts
		for _, id := range ids {
			c.deny = c.deny || world.Exists(home.Under(home.Connector(c.home, id, ""), wire.HookedDir, c.host.ID+wire.HookedDeny))
		}
		return c.fault(err)
	}
	var calls []*call
	for _, id := range ids {
		m, bad := c.one(id, o)
		if bad != nil {
			return *bad
		}
		if m != nil {
			calls = append(calls, m)
		}
	}
	switch len(calls) {
	case 0:
		return c.silence()
	case 1:
		a = calls[0].decided()
		calls[0].account(&a)
		return a
	}
	return (&server{}).decide(calls)
}

// one is the call for a connector; nil if it has no say here. bad: it cannot be
// asked, and its policy is to deny then.
func (c *call) one(id string, o object) (m *call, bad *answer) {
	one, log := *c, *c.log
	one.connector, one.log = id, &log
	log.fields.connector = id
	one.ev = normalise(c.host, id, c.event, c.ev.Raw, o)
	if one.ev.ProjectDir == "" {
		one.ev.ProjectDir = c.projectVar()
	}
	m = &one
	var err error
	m.installed, err = find(c.home, id, m.ev)
	switch {
	case errors.Is(err, errNotInstalled), !m.through():
		return nil, nil
	case err == nil:
		return m, nil
	}
	m.deny = world.Exists(home.Under(m.dir, wire.HookedDir, m.host.ID+wire.HookedDeny))
	a := m.fault(err)
	if !m.deny {
		return nil, nil
	}
	return nil, &a
}

// through says whether the connector was installed through the file that calls:
// the user's, or that of the project, which leaves to the user's what that one
// calls, too.
func (c *call) through() bool {
	if !c.shared {
		return world.Exists(home.Under(home.Connector(c.home, c.connector, ""), wire.HookedDir, c.host.ID))
	}
	return c.scope == wire.ScopeProject && world.Exists(home.Under(c.dir, wire.HookedDir, c.host.ID)) && (c.file == nil || !c.own())
}
