package hook

import (
	"bytes"
	"fmt"
	"time"

	"agentconnector/pkg/wire"
)

// verbatim runs the definitions that the connector has for an event of this
// host alone: the payload goes in as it came, the answer goes out as it is. All
// of them run, in order; the first that answers is the answer, since nothing is
// known that could merge two. Rules have no words of the host's: what they
// decide is said in the event's forms, like any other decision.
func (c *call) verbatim(defs []wire.HookDef) answer {
	var first *answer
	var d decision
	for i := range defs {
		def := &defs[i]
		if len(def.Handler.Command) == 0 {
			if r, ran := c.ask(def, c.ev); ran {
				c.asked++
				d.add(r, def.Handler.Fallback)
			}
			continue
		}
		ok, err := matches(def.Matcher, c.ev)
		if err == nil && !ok {
			continue
		}
		c.asked++
		var text []byte
		if err == nil {
			text, err = c.native(&def.Handler)
		}
		switch {
		case err != nil:
			d.add(c.failed(&def.Handler, err), nil)
		case len(text) == 0:
		case first != nil:
			c.log.warnf("%s: a second answer to %s is left out", title(&def.Handler), c.ev.NativeEvent)
		default:
			first = &answer{text: string(text), decision: wire.Allow, verbatim: true}
		}
	}
	d.done()
	if first == nil || d.kind == wire.Deny {
		return reply(c.host, c.ev, &d)
	}
	return *first
}

// native runs a command and gives its answer: one JSON object, or nothing.
// Anything else on stdout would not be one to the host either.
func (c *call) native(h *wire.Handler) ([]byte, error) {
	start := c.w.Now()
	res := c.runCommand(h.Command, c.ev, append(bytes.TrimSpace(c.ev.Raw), '\n'), min(limitOf(h.TimeoutMS, defaultTimeout), c.left()))
	c.spent += c.w.Now().Sub(start)
	out := bytes.TrimSpace(res.stdout)
	switch {
	case res.err != nil:
		c.chatter(h, nil, res.stderr)
		return nil, res.err
	case len(out) > 0 && !isObject(out):
		c.chatter(h, out, res.stderr)
		return nil, fmt.Errorf("its answer is no JSON object")
	}
	c.chatter(h, nil, res.stderr)
	return out, nil
}

// limitOf is the time that a command has.
func limitOf(ms int64, or time.Duration) time.Duration {
	if ms > 0 {
		return time.Duration(ms) * time.Millisecond
	}
	return or
}
