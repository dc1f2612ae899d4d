package hook

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agentconnector/pkg/connector"
	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// TestObservingDecidesNothing: on each event of each host the observing connector is
// answered for as a connector that has no hook there. An allow of its own would give
// the permission that a PermissionRequest asks for.
func TestObservingDecidesNothing(t *testing.T) {
	c, err := connector.Observer("1.0.0", wire.ObserveStandard, nil)
	if err != nil {
		t.Fatal(err)
	}
	file := c.HookFile()
	file.Connector, file.Telemetry = "acme", false
	observing := encoded(t, &file)
	silent := encoded(t, &wire.HookFile{Schema: file.Schema, Connector: "acme"})
	permissions := 0
	for _, h := range host.Callers {
		events := map[string][]string{} // name in the pointer → payloads
		for _, e := range h.Hooks.Events {
			events[e.Native] = append(events[e.Native], strings.ReplaceAll(prePayload, wire.PreToolUse, e.Native))
			if e.Canonical == wire.PermissionRequest {
				permissions++
			}
		}
		if len(events) > 0 {
			for _, f := range payloads(t, h) {
				b, err := os.ReadFile(f)
				if err != nil {
					t.Fatal(err)
				}
				name, _, _ := strings.Cut(filepath.Base(f), ".")
				events[name] = append(events[name], string(b))
			}
		}
		for name, texts := range events {
			for _, text := range texts {
				said := func(hookJSON string) (string, int) {
					w, out := sandbox(t, hookJSON, text, h.ID, name, "--connector", "acme")
					code := Main(w)
					return out.String(), code
				}
				got, code := said(observing)
				if want, wantCode := said(silent); got != want || code != wantCode {
					t.Errorf("%s %s: it answers %q, exit status %d; without a hook %q, %d\n%s", h.ID, name, got, code, want, wantCode, text)
				}
			}
		}
	}
	if permissions < 5 {
		t.Errorf("%d hosts ask for permissions", permissions)
	}
}

func encoded(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
