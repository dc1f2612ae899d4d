package host

import "testing"

// What a host calls is the same list as the hosts, in the same order.
func TestCallersAreThoseOfAll(t *testing.T) {
	if len(Callers) != len(All) {
		t.Fatalf("%d callers, %d hosts", len(Callers), len(All))
	}
	for i, h := range All {
		if h.Caller != Callers[i] {
			t.Errorf("host %s stands where caller %s does", h.ID, Callers[i].ID)
		}
	}
}

func TestHostsByTheNameThatTheirClientsGive(t *testing.T) {
	for name, want := range map[string]string{
		"claude-code": "claude-code", "codex-mcp-client": "codex", "qwen-cli-mcp-client-acme": "qwen-code", "opencode": "opencode", "factory-cli": "droid",
	} {
		if h := ByClient(name); h == nil || h.ID != want {
			t.Errorf("%s: %v", name, h)
		}
	}
	for _, name := range []string{"", "era-driver", "claude-codex", "Claude-Code"} {
		if h := ByClient(name); h != nil {
			t.Errorf("%q is taken for %s", name, h.ID)
		}
	}
}
