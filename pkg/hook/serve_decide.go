package hook

import (
	"errors"
	"slices"

	"agentconnector/pkg/wire"
)

// Who has a say in a request, and what they say together.

// calls gives a call for each connector that has a say, with its definition; or
// the answer, if there is nothing to decide.
func (s *server) calls(c *call, r *request) (calls []*call, a *answer) {
	defer func() {
		if x := recover(); x != nil {
			bad := c.crashed(x)
			a = &bad
		}
	}()
	o, err := parseObject(r.payload)
	if err != nil {
		bad := c.fault(err)
		return nil, &bad
	}
	ids := []string{s.connector}
	if s.connector == "" {
		ids = s.defs.installed()
	}
	for _, id := range ids {
		m, log := *c, *c.log
		m.connector, m.log = id, &log
		log.fields.connector = id
		m.ev = normalise(s.host, id, r.event, r.payload, o)
		m.installed, err = s.defs.find(id, m.ev)
		if s.pluginDir != "" && (err != nil || !m.own()) {
			m.plugin = s.pluginDir
			m.installed, err = m.inPlugin()
		}
		if s.connector != "" {
			a = m.aside(err, false)
		} else if a = m.others(err); a != nil && a.silent {
			a = nil
			continue
		}
		if a != nil {
			return nil, a
		}
		calls = append(calls, &m)
	}
	if len(calls) == 0 {
		quiet := c.silence()
		a = &quiet
	}
	return calls, a
}

// others is aside for one of all connectors: those that are not installed here,
// or not for this host, have no say.
func (c *call) others(err error) *answer {
	if err == nil && (len(c.file.Hosts) == 0 || slices.Contains(c.file.Hosts, c.host.ID)) {
		return nil
	}
	if err == nil || errors.Is(err, errNotInstalled) || !c.deny {
		if err != nil && !errors.Is(err, errNotInstalled) {
			c.log.errorf("%v", err)
		}
		quiet := c.silence()
		return &quiet
	}
	bad := c.fault(err)
	return &bad
}

// slow says whether a handler of the call has to be started.
func (c *call) slow() bool {
	for _, defs := range [...][]wire.HookDef{c.file.on(c.host.ID, c.ev.NativeEvent), c.file.on("", c.ev.Event)} {
		for i := range defs {
			if d := &defs[i]; len(d.Handler.Command) > 0 {
				if ok, err := matches(d.Matcher, c.ev); ok || err != nil {
					return true
				}
			}
		}
	}
	return false
}

// decide asks the handlers of one connector, or of all.
func (s *server) decide(calls []*call) (a answer) {
	c := calls[0]
	defer func() {
		if r := recover(); r != nil {
			a = c.crashed(r)
		}
	}()
	if s.connector != "" {
		a = c.decided()
		c.account(&a)
		return a
	}
	var all decision
	input := c.ev.ToolInput
	for _, c := range calls {
		if defs := c.file.on(c.host.ID, c.ev.NativeEvent); len(defs) > 0 { // with several, only what can be merged of it
			if a := c.verbatim(defs); a.verbatim {
				c.log.warnf("the hooks on %s answer in the host's own words, which is left out beside other connectors", c.ev.NativeEvent)
			} else if a.decision == wire.Deny {
				all.add(wire.HandlerReply{Decision: wire.Deny, Reason: "refused by " + c.connector}, nil)
			}
			c.record(&answer{decision: wire.Allow})
			continue
		}
		var own decision
		ev := *c.ev
		ev.ToolInput = input // as the connectors before have changed it
		c.consult(&ev, &own, &all)
		input = ev.ToolInput
		own.done()
		if c.asked > 0 {
			c.record(&answer{decision: own.kind})
		}
	}
	all.done()
	a = reply(c.host, c.ev, &all)
	c.report(&a)
	return a
}
