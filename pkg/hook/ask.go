package hook

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"agentconnector/pkg/wire"
)

// decide asks every definition that matches, in order, and merges what they
// say.
func (c *call) decide() decision {
	var d decision
	ev := &c.changed // the next handler sees what the last one changed
	*ev = *c.ev
	c.consult(ev, &d)
	d.done()
	return d
}

// consult asks every definition that matches and adds what they say to
// decisions, which they are not the only ones to make if there are several.
func (c *call) consult(ev *wire.HandlerEvent, into ...*decision) {
	defs := c.file.on("", ev.Event)
	for i := range defs {
		def := &defs[i]
		if len(def.Hosts) > 0 && !slices.Contains(def.Hosts, c.host.ID) {
			continue
		}
		r, ran := c.ask(def, ev)
		if !ran {
			continue
		}
		c.asked++
		if len(r.UpdatedInput) > 0 {
			ev.ToolInput = r.UpdatedInput
		}
		if len(into) > 1 && r.Decision == wire.Deny && r.Reason == "" {
			r.Reason = "refused by " + c.connector
		}
		for _, d := range into {
			d.add(r, def.Handler.Fallback)
		}
	}
}

// ask puts the event to one definition. What goes wrong is its policy's.
func (c *call) ask(def *wire.HookDef, ev *wire.HandlerEvent) (r wire.HandlerReply, ran bool) {
	ok, err := matches(def.Matcher, ev)
	if err == nil && !ok {
		return r, false
	}
	if err == nil {
		switch h := &def.Handler; {
		case len(h.Command) > 0:
			r, err = c.command(h, ev)
		case len(h.Rules) > 0:
			r, err = applyRules(h.Rules, ev)
		default: // what this program does not know must not pass for an allow
			err = errors.New("has neither command nor rules: upgrade agent-connector")
		}
	}
	if err == nil {
		r, err = checkReply(r, ev.Event)
	}
	if err != nil {
		return c.failed(&def.Handler, err), true
	}
	return r, true
}

// failed is the reply of a handler that gave none.
func (c *call) failed(h *wire.Handler, err error) wire.HandlerReply {
	c.log.errorf("%s: %v", title(h), err)
	policy, name := h.OnError, "onError"
	if errors.Is(err, errTimeout) && h.OnTimeout != "" {
		policy, name = h.OnTimeout, "onTimeout"
	}
	if policy != wire.Deny {
		return wire.HandlerReply{Decision: wire.Allow}
	}
	return wire.HandlerReply{Decision: wire.Deny, Reason: fmt.Sprintf("a hook of %s failed, and its %s is deny: %v", c.connector, name, err)}
}

// title names a handler in the log.
func title(h *wire.Handler) string {
	if len(h.Command) > 0 {
		return h.Command[0]
	}
	return "rules"
}

// command runs a handler command and reads its reply.
func (c *call) command(h *wire.Handler, ev *wire.HandlerEvent) (wire.HandlerReply, error) {
	start := c.w.Now()
	res := c.runCommand(h.Command, ev, append(encode(ev), '\n'), min(limitOf(h.TimeoutMS, defaultTimeout), c.left()))
	c.spent += c.w.Now().Sub(start)

	r, noise, err := replyIn(res.stdout)
	c.chatter(h, noise, res.stderr)
	switch {
	case res.err == nil:
		return r, err
	case err == nil && (r.Decision == wire.Deny || r.Decision == wire.Ask):
		c.log.warnf("%s: %v, after its reply", title(h), res.err)
		return r, nil
	case len(res.stderr) > 0:
		return r, fmt.Errorf("%w: %s", res.err, bytes.TrimSpace(res.stderr))
	}
	return r, res.err
}

// chatter moves what a handler printed beside its reply to the log and to
// stderr; stdout is the host's.
func (c *call) chatter(h *wire.Handler, noise, stderr []byte) {
	if len(noise) > 0 {
		c.log.infof("%s printed beside its reply: %s", title(h), noise)
		fmt.Fprintf(c.w.Stderr, "%s: %s printed: %s\n", tool, title(h), clip(string(noise)))
	}
	if len(stderr) > 0 {
		c.log.infof("%s said: %s", title(h), bytes.TrimSpace(stderr))
	}
}
