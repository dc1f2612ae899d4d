package hook

import (
	"encoding/json"
	"strings"
	"testing"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// forms gives every form of every host with an event that it is for.
func forms(yield func(h *host.Caller, e *host.Event, s *host.Say)) {
	for _, h := range host.Callers {
		for i := range h.Hooks.Events {
			e := &h.Hooks.Events[i]
			for k := range e.Says {
				yield(h, e, &e.Says[k])
			}
		}
	}
}

// hostile is text that would break out of a JSON string, or look like a form.
const hostile = "a\"b\\c\n\u2028$input,}{$reason\x00\xff😀"

// TestFormsAreJSON: whatever is filled in, and whatever is missing, a form that
// is an object stays one JSON object, and what was filled in comes out again.
func TestFormsAreJSON(t *testing.T) {
	forms(func(h *host.Caller, e *host.Event, s *host.Say) {
		ev := &wire.HandlerEvent{NativeEvent: e.Native, Connector: "acme"}
		for _, d := range []decision{
			{kind: s.Decision},
			{kind: s.Decision, reason: hostile, context: hostile, input: raw(`{"command":"x,}"}`), output: raw(`[{"a":"}"}]`), grant: true},
		} {
			f := filler{h: h, ev: ev, d: &d}
			text := f.fill(s.Form)
			if !strings.HasPrefix(string(s.Form), "{") {
				continue
			}
			var o map[string]any
			if err := json.Unmarshal([]byte(text), &o); err != nil || strings.Contains(text, ":$") {
				t.Errorf("%s %s %s: %s: %v", h.ID, e.Native, s.Decision, text, err)
			}
			want := strings.ToValidUTF8(hostile, "\ufffd")
			if d.reason != "" && strings.Contains(string(s.Form), "$reason") && !holds(o, want) {
				t.Errorf("%s %s %s: the reason is not in %s", h.ID, e.Native, s.Decision, text)
			}
		}
	})
}

// holds says whether a string stands anywhere in a value.
func holds(v any, want string) bool {
	switch v := v.(type) {
	case string:
		return v == want
	case map[string]any:
		for _, x := range v {
			if holds(x, want) {
				return true
			}
		}
	}
	return false
}

// TestFormsNameWhatTheySay: a decision that changes something must have the
// place for the change, and every name in a form must be one that is filled in.
func TestFormsNameWhatTheySay(t *testing.T) {
	need := map[string]string{wire.Context: "$context"}
	known := []string{"$event", "$reason", "$input", "$output", "$text", "$context", "$grant"}
	forms(func(h *host.Caller, e *host.Event, s *host.Say) {
		form := string(s.Form)
		if n := need[s.Decision]; n != "" && !strings.Contains(form, n) {
			t.Errorf("%s %s: %s without %s: %s", h.ID, e.Native, s.Decision, n, form)
		}
		if s.Decision == wire.Modify && !strings.Contains(form, "$input") && !strings.Contains(form, "$output") && !strings.Contains(form, "$text") {
			t.Errorf("%s %s: modify without a change: %s", h.ID, e.Native, form)
		}
		for _, k := range known {
			form = strings.ReplaceAll(form, k, "")
		}
		if strings.Contains(form, "$") {
			t.Errorf("%s %s: unknown name in %s", h.ID, e.Native, s.Form)
		}
	})
}

func TestAppendString(t *testing.T) {
	for _, s := range []string{"", "a", hostile, "\t\r\b\f\x01\x1f\x7f", "\xff\xfe", "ü\u2029"} {
		var back string
		if err := json.Unmarshal(appendString(nil, s), &back); err != nil || back != strings.ToValidUTF8(s, "\ufffd") && !strings.Contains(s, "\xff") {
			t.Errorf("%q: %s: %v", s, appendString(nil, s), err)
		}
		if want := string(marshal(t, s)); string(appendString(nil, s)) != want {
			t.Errorf("%q: %s, encoding/json says %s", s, appendString(nil, s), want)
		}
	}
}
