package hook

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// FuzzFamilies: whatever a host sends, of any family and on any event, becomes
// an event, the same each time, of bounded size, on one line that reads back;
// and every decision about it becomes a reply that is JSON where it begins so.
func FuzzFamilies(f *testing.F) {
	for i, h := range host.Callers {
		files, _ := filepath.Glob(filepath.Join("testdata", "payloads", h.Named(), "*.json"))
		for k, file := range files {
			if b, err := os.ReadFile(file); err == nil {
				f.Add(byte(i), byte(k), b)
			}
		}
	}
	f.Add(byte(0), byte(0), []byte(`{"hook_event_name":5,"tool_name":["x"],"tool_input":"{\"a\":1}","mcp_server":{"name":{}},"duration_ms":-1e400,"stop_hook_active":"yes"}`))
	f.Fuzz(func(t *testing.T, which, event byte, payload []byte) {
		h := host.Callers[int(which)%len(host.Callers)]
		name := ""
		if n := len(h.Hooks.Events); n > 0 && int(event)%(n+1) < n {
			name = h.Hooks.Events[int(event)%(n+1)].Native
		}
		payload = clean(payload)
		o, err := parseObject(payload)
		if err != nil {
			return
		}
		ev := normalise(h, "acme", name, payload, o)
		if again := normalise(h, "acme", name, payload, o); !reflect.DeepEqual(ev, again) {
			t.Fatalf("%s %s: once %+v, then %+v", h.ID, name, ev, again)
		}
		readsBack(t, ev, len(payload))
		s := &subject{ev: ev}
		for _, field := range eventFields(ev) {
			s.field(strings.TrimSuffix(field.name, "?") + ".a.0.b")
		}
		for _, q := range asked {
			d := q.d
			a := reply(h, ev, &d)
			if strings.HasPrefix(a.text, "{") && !json.Valid([]byte(a.text)) {
				t.Fatalf("%s %s %s: %s", h.ID, name, q.name, a.text)
			}
		}
	})
}

// readsBack holds the line that a handler gets to the event that it is of.
func readsBack(t *testing.T, ev *wire.HandlerEvent, payload int) {
	line := encode(ev)
	// Each field may hold all of the payload, each byte of it as six.
	if len(line) > 10_000+6*29*payload || bytes.ContainsAny(line, "\n\r") {
		t.Fatalf("%d bytes of a payload of %d: %.200s", len(line), payload, line)
	}
	var back wire.HandlerEvent
	if err := json.Unmarshal(line, &back); err != nil {
		t.Fatalf("%v: %s", err, line)
	}
	want := *ev
	for _, p := range [...][2]*wire.Raw{{&want.ToolInput, &back.ToolInput}, {&want.ToolOutput, &back.ToolOutput}, {&want.Raw, &back.Raw}} {
		if compact := appendCompact(nil, *p[0]); !bytes.Equal(compact, *p[1]) {
			t.Fatalf("%s became %s", *p[0], *p[1])
		}
		*p[0], *p[1] = nil, nil
	}
	if !reflect.DeepEqual(want, back) {
		t.Fatalf("%+v became %+v", want, back)
	}
}
