package hook

import (
	"strconv"
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// maxDigits bounds an exit code in a text.
const maxDigits = 10

// readOutcome says by the host's own rule whether a tool has failed, with what exit
// code, and of what kind the failure is where it is not the tool's own. Only behind a
// tool there is one.
func readOutcome(h *host.Caller, ev *wire.HandlerEvent, payload object) {
	ev.IsError = ev.Event == wire.PostToolUseFailure
	if !ev.IsError && ev.Event != wire.PostToolUse || h.Outcome == nil {
		return
	}
	if code, ok := exitCode(h, ev, payload); ok {
		ev.ExitCode = &code
		ev.IsError = ev.IsError || code != 0
	}
	s := seen(h.Outcome.Output, ev.ToolOutput)
	for i := range h.Outcome.Payload {
		if p := &h.Outcome.Payload[i]; s == nil && means(p, payload.at(p.At)) {
			s = p
		}
	}
	if s != nil {
		ev.IsError, ev.ErrorType = true, s.Error
	}
}

// seen is the first sign that an output has.
func seen(signs []host.Sign, out raw) *host.Sign {
	if !isObject(out) && !isArray(out) {
		return nil
	}
	for i := range signs {
		s := &signs[i]
		if lookUp(out, s.At, func(v raw) bool { return means(s, v) }) {
			return s
		}
	}
	return nil
}

func means(s *host.Sign, v raw) bool {
	if s.Is != "" {
		return string(v) == s.Is
	}
	return len(v) > 0 && !isNull(v) && string(v) != `""`
}

// exitCode is what a tool of the host's own, a shell command mostly, ended with,
// where the host tells it.
func exitCode(h *host.Caller, ev *wire.HandlerEvent, payload object) (code int64, ok bool) {
	if ev.MCPServer != "" || h.Outcome == nil {
		return 0, false
	}
	number := func(v raw) bool {
		digits, isText := text(v) // Amazon Q writes it as a text
		if !isText {
			digits = string(v)
		}
		n, err := strconv.ParseInt(digits, 10, 64)
		code = n
		return err == nil
	}
	out := unwrap(ev.ToolOutput)
	if way := h.Outcome.Exit; way != "" && (lookUp(out, way, number) || number(payload.at(way))) {
		return code, true
	}
	for i := range h.Outcome.ExitText {
		t := &h.Outcome.ExitText[i]
		words := func(v raw) bool {
			s, isText := text(v)
			code, ok = exitIn(t, s)
			return isText && ok
		}
		if (t.At == "" && len(out) > 0 && words(out) || lookUp(out, t.At, words)) || len(out) == 0 && words(appendString(nil, ev.Error)) {
			return code, true
		}
	}
	return 0, false
}

// exitIn finds the code in a text.
func exitIn(t *host.ExitText, s string) (int64, bool) {
	if t.After == "" {
		rest, ok := strings.CutPrefix(s, t.Before)
		n := 0
		for n < min(len(rest), maxDigits) && '0' <= rest[n] && rest[n] <= '9' {
			n++
		}
		code, err := strconv.ParseInt(rest[:n], 10, 64)
		return code, ok && err == nil
	}
	rest, ok := strings.CutSuffix(strings.TrimRight(s, " \r\n"), t.After)
	at := strings.LastIndex(rest, t.Before)
	if !ok || at < 0 {
		return 0, false
	}
	code, err := strconv.ParseInt(rest[at+len(t.Before):], 10, 64)
	return code, err == nil
}

// lookUp shows what the ways lead to, through lists to all of their elements, until
// somebody has seen enough.
func lookUp(v raw, ways string, enough func(raw) bool) bool {
	for ways != "" {
		var way string
		way, ways, _ = strings.Cut(ways, "|")
		if follow(v, way, enough) {
			return true
		}
	}
	return false
}

func follow(v raw, way string, enough func(raw) bool) (done bool) {
	switch {
	case len(v) == 0:
		return false
	case isArray(v) && way != "":
		_ = eachElement(v, func(one raw) { done = done || follow(one, way, enough) })
		return done
	case way == "":
		return enough(v)
	case !isObject(v):
		return false
	}
	key, rest, _ := strings.Cut(way, ".")
	_ = eachMember(v, func(name string, value raw) {
		if name == key && !done {
			done = follow(value, rest, enough)
		}
	})
	return done
}
