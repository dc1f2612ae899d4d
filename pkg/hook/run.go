package hook

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"agentconnector/pkg/home"
	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

// hostVar says which host is running, over all detection.
const hostVar = "AGENT_CONNECTOR_HOST"

// call is one call by a host.
type call struct {
	w         *world.World
	log       *journal
	home      string // our own folder
	host      *host.Caller
	event     string // as the pointer names it
	connector string
	deny      bool   // --on-error deny
	shared    bool   // --shared
	plugin    string // folder of the plugin that calls
	start     time.Time

	installed                    // once found
	ev        *wire.HandlerEvent // once the payload is read
	batch     *eventLog          // serve's; nil: each event is written at once
	asked     int                // handlers that ran
	spent     time.Duration      // in them
	stopped   error              // no more of them are to be started

	// What the pointers lead to at first: in one piece of memory with the call,
	// since the first of each size costs two page faults.
	journal                 journal
	known, payload, changed wire.HandlerEvent
}

// newCall is a call as the command line tells it.
func newCall(w *world.World, h *host.Caller, event, connector string, deny bool) *call {
	c := &call{w: w, host: h, event: event, connector: connector, deny: deny, start: w.Now(), home: home.Dir(w)}
	c.log = &c.journal
	*c.log = newJournal(w, c.home)
	c.log.fields = logLine{host: h.ID, event: event, connector: connector}
	c.ev = &c.known
	*c.ev = wire.HandlerEvent{Host: h.ID, Connector: connector} // what is known without a payload
	c.ev.NativeEvent, c.ev.Event = eventNames(h, event, "")
	return c
}

// answer reads the payload and works out the reply. It never panics: a bug of
// ours is a fault like any other, and a crash of a Go program exits with 2,
// which hosts take for a denial.
func (c *call) answer() (a answer) {
	defer func() {
		if r := recover(); r != nil {
			a = c.crashed(r)
		}
	}()
	o, err := c.read()
	if err != nil {
		return c.fault(err)
	}
	real := c.realHost(o)
	moved := real != c.host
	if moved {
		c.host, c.log.fields.host = real, real.ID
		c.ev = normalise(real, c.connector, c.event, c.ev.Raw, o)
	}
	if root := c.projectVar(); c.ev.ProjectDir == "" {
		c.ev.ProjectDir = root
	}
	if c.file == nil { // simulate brings it
		c.installed, err = find(c.home, c.connector, c.ev)
		if c.plugin != "" && (err != nil || !c.own()) {
			c.installed, err = c.inPlugin()
		}
	}
	if a := c.aside(err, moved); a != nil {
		return *a
	}
	return c.decided()
}

// aside is the answer where there is nothing to decide: the definition could not
// be had, or another pointer answers. moved: another host calls than the pointer
// says.
func (c *call) aside(err error, moved bool) *answer {
	switch {
	case c.shared && errors.Is(err, errNotInstalled):
	case err != nil:
		a := c.fault(err)
		return &a
	case moved && c.pointed(true), c.shared && c.own():
	default:
		return nil
	}
	a := c.silence()
	return &a
}

// decided asks the handlers: those of the host's own event, if the connector
// has such, else those of the canonical one.
func (c *call) decided() answer {
	if defs := c.file.on(c.host.ID, c.ev.NativeEvent); len(defs) > 0 {
		return c.verbatim(defs)
	}
	d := c.decide()
	return reply(c.host, c.ev, &d)
}

// silence is the answer of a pointer that has nothing to do with the call.
func (c *call) silence() answer {
	return answer{decision: wire.Allow, text: c.host.Quiet(c.ev.NativeEvent), silent: true}
}

// read gets the payload and normalises it.
func (c *call) read() (object, error) {
	b, err := readPayload(c.w.Stdin, min(maxWait, c.hostTimeout()/2))
	if err != nil {
		return nil, err
	}
	b = clean(b)
	o, err := parseObject(b)
	if err != nil {
		return nil, fmt.Errorf("payload: %w", err)
	}
	c.ev = &c.payload
	normaliseTo(c.ev, c.host, c.connector, c.event, b, o)
	return o, nil
}

// fault is the answer when something of ours went wrong.
func (c *call) fault(err error) answer {
	c.log.errorf("%v", err)
	a := answer{decision: wire.Allow, text: c.host.Quiet(c.ev.NativeEvent), why: err.Error(), err: err.Error()}
	if !c.deny || errors.Is(err, errEmpty) || errors.Is(err, errNotObject) || errors.Is(err, errNoPayload) {
		return a
	}
	a = reply(c.host, c.ev, &decision{kind: wire.Deny, reason: fmt.Sprintf(
		"the hook of %s could not decide, and its policy is to deny then: %v", c.connector, err)})
	a.err = err.Error()
	return a
}

// crashed is the fault of a panic; one more in there leaves nothing to say.
func (c *call) crashed(r any) (a answer) {
	defer func() {
		if recover() != nil {
			a = answer{decision: wire.Allow, text: c.host.Quiet(c.ev.NativeEvent)}
		}
	}()
	return c.fault(fmt.Errorf("panic: %v", r))
}

// realHost is the host that really calls: some run the hooks in another's files,
// too (differences F). It must say so in its file, show itself in the
// environment, and send what the other does not: an event of a name that it
// does not have, or one of the marks, or lack what the other always has. The environment alone proves nothing: a
// host started from another's shell inherits it.
func (c *call) realHost(o object) *host.Caller {
	if h := host.FindCaller(c.w.Getenv(hostVar)); h != nil {
		return h
	}
	for _, h := range host.Callers {
		if !slices.Contains(h.Hooks.AlsoRuns, c.host.ID) || !signalled(c.w, h) {
			continue
		}
		name := o.text(familyOf(h.Hooks.Payload).event)
		if h.Native(name) != nil && (c.host.Native(name) == nil || marked(h, o)) {
			return h
		}
	}
	return c.host
}

func marked(h *host.Caller, o object) bool {
	there := func(k string) bool { return o.first(k) != nil }
	return slices.ContainsFunc(h.Hooks.Marks, there) || len(h.Hooks.Misses) > 0 && !slices.ContainsFunc(h.Hooks.Misses, there)
}

func signalled(w *world.World, h *host.Caller) bool {
	for _, s := range h.Runtime {
		if v := w.Getenv(s.Var); v != "" && (s.Value == "" || s.Value == v) {
			return true
		}
	}
	return false
}

// projectVar is the project's root as the host says it in the environment.
func (c *call) projectVar() string {
	if c.host.Hooks.ProjectVar == "" {
		return ""
	}
	return c.w.Getenv(c.host.Hooks.ProjectVar)
}

// hostTimeout is how long the host waits for us: what the pointer was written
// with, else the host's own default.
func (c *call) hostTimeout() time.Duration {
	ms := c.host.Hooks.DefaultTimeoutMS
	e := c.host.Native(c.ev.NativeEvent)
	if e != nil && e.TimeoutMS > 0 {
		ms = e.TimeoutMS
	}
	if c.file != nil && c.file.Timeouts[c.ev.Event] > 0 {
		ms = c.file.Timeouts[c.ev.Event]
	}
	if e != nil && e.MaxMS > 0 {
		ms = min(ms, e.MaxMS)
	}
	return time.Duration(ms) * time.Millisecond
}

// left is how long handlers may still take. A quarter of the host's time, a
// second at most, is kept back for the reply.
func (c *call) left() time.Duration {
	all := c.hostTimeout()
	return all - min(time.Second, all/4) - c.w.Now().Sub(c.start)
}
