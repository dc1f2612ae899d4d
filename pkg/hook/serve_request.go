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
