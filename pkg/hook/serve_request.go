package hook

import (
	"bytes"
	"errors"
	"slices"
	"strconv"

	"agentconnector/pkg/wire"
)

// request is one line of the module: {"id":1,"event":"tool.execute.before",
// "onError":"deny","payload":{…}}. Payload stands last, so that the beginning of
// a line that is too long still tells whose it is.
type request struct {
	id      raw
	event   string
	payload raw
	deny    bool
}

// What can be wrong with a request.
var (
	errNoEvent   = errors.New("request has no event")
	errNoPayload = errors.New("request has no payload that is an object")
	errBusy      = errors.New("more than 1016 requests at once")
)

const maxID = 128 // bytes of an id

var null = raw("null")

// parseRequest reads a line. What can be told of a bad one is told.
func (s *server) parseRequest(line []byte, tooBig error) (r request, err error) {
	r = request{id: null, deny: s.deny}
	text := line
	if tooBig != nil {
		text = head(line)
	}
	o, err := parseObject(clean(text))
	if err != nil {
		return r, errors.Join(tooBig, err)
	}
	if id, ok := o.get("id"); ok && len(id) <= maxID && (id[0] == '"' || isNumber(id)) {
		r.id = id
	}
	r.event = o.str("event")
	switch o.str("onError") {
	case wire.Deny:
		r.deny = true
	case wire.Allow:
		r.deny = false
	}
	r.payload = o.first("payload")
	switch {
	case tooBig != nil:
		return r, tooBig
	case r.event == "":
		return r, errNoEvent
	case len(r.payload) == 0 || r.payload[0] != '{':
		return r, errNoPayload
	}
	return r, nil
}

// head makes an object of the beginning of one that ends with the payload.
func head(line []byte) []byte {
	before, _, ok := bytes.Cut(line, []byte(`,"payload":`))
	if !ok {
		return line
	}
	return append(slices.Clone(before), '}')
}

// take answers a request, or starts what will.
func (s *server) take(line []byte, tooBig error) {
	r, err := s.parseRequest(line, tooBig)
	c := s.call(&r)
	if err != nil {
		s.answer(r.id, c.fault(err), false)
		return
	}
	calls, a := s.calls(c, &r)
	switch {
	case a != nil:
		s.answer(r.id, *a, false)
	case !slices.ContainsFunc(calls, (*call).slow):
		s.answer(r.id, s.decide(calls), false)
	default:
		s.later(r.id, calls)
	}
}

// later decides in a goroutine of its own, once there is room.
func (s *server) later(id raw, calls []*call) {
	select {
	case s.queue <- struct{}{}:
	default:
		s.answer(id, calls[0].fault(errBusy), false)
		return
	}
	s.busy.Add(1)
	go func() {
		defer s.busy.Done()
		defer func() { <-s.queue }()
		s.slots <- struct{}{}
		defer func() { <-s.slots }()
		s.answer(id, s.decide(calls), true)
	}()
}

// call is a call for a request.
func (s *server) call(r *request) *call {
	log := *s.log
	log.fields.event = r.event
	c := &call{w: s.w, log: &log, home: s.home, host: s.host, event: r.event, connector: s.connector,
		deny: r.deny, shared: s.shared, start: s.w.Now(), batch: &s.events}
	c.ev = &wire.HandlerEvent{Host: s.host.ID, Connector: s.connector}
	c.ev.NativeEvent, c.ev.Event = eventNames(s.host, r.event, "")
	return c
}

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

// answer writes the answer of a request. now: nobody else will flush it.
func (s *server) answer(id raw, a answer, now bool) {
	out := make([]byte, 0, 128+len(a.text))
	out = append(append(out, `{"id":`...), id...)
	if a.text != "" {
		out = append(out, `,"reply":`...)
		if a.verbatim {
			out = append(out[:len(out)-len(`"reply":`)], `"return":`...)
		}
		if a.text[0] == '{' {
			out = appendCompact(out, raw(a.text))
		} else {
			out = appendString(out, a.text)
		}
	}
	if a.exit != 0 {
		out = append(strconv.AppendInt(append(out, `,"exit":`...), int64(a.exit), 10), `,"stderr":`...)
		out = appendString(out, a.stderr)
	}
	if a.err != "" {
		out = appendString(append(out, `,"error":`...), a.err)
	}
	s.send(append(out, "}\n"...), now)
}
