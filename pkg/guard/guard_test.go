package guard

import (
	"strings"
	"testing"

	"agentconnector/pkg/bashcmd"
	"agentconnector/pkg/guard/policy"
	"agentconnector/pkg/wire"
)

func TestDecide(t *testing.T) {
	all, err := policy.Parse([]string{"destructive=deny", "sensitive=ask", "network=ask", "deletion=allow"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		p            policy.Policy
		event, input string
		server       string
		want, reason string
	}{
		{policy.Default(), "PreToolUse", `{"command":"cd x && rm -rf y"}`, "", wire.Ask, "destructive_command (critical): rm -rf y"},
		{policy.Default(), "PreToolUse", `{"command":"git commit -m 'rm -rf y'"}`, "", "", ""},
		{policy.Default(), "PreToolUse", `{"command":"curl https://example.com"}`, "", "", ""},
		{policy.Default(), "PostToolUse", `{"command":"rm -rf y"}`, "", "", ""},
		{policy.Default(), "PreToolUse", `{"command":"rm -rf y"}`, "acme", "", ""}, // a tool of a server has its own meaning of the key
		{all, "PreToolUse", `{"command":"rm -rf y"}`, "", wire.Deny, "rm -rf y"},
		{all, "PermissionRequest", `{"command":"cat .env"}`, "", wire.Ask, "sensitive_file (high): cat .env"},
		{all, "PreToolUse", `{"file_path":"/a/.env.local","content":"x"}`, "", wire.Ask, "sensitive_file (high): /a/.env.local"},
		{all, "PreToolUse", `{"file_path":"/a/.env.example"}`, "", "", ""},
		{all, "PreToolUse", `{"command":"curl https://example.com"}`, "", wire.Ask, "external_network (medium)"},
		{all, "PreToolUse", `{"command":"rm a"}`, "", "", ""},
		{all, "PreToolUse", `{"command":"` + strings.Repeat("rm -rf a ", 1000) + `"}`, "", wire.Deny, "…"},
		// A command of another tool is none of a shell's.
		{all, "PreToolUse", `{"command":"create","file_path":"/a/rm.txt"}`, "", "", ""},
		{all, "PreToolUse", `{"command":"*** Begin Patch\n*** Add File: a.sh\n+rm -rf y\n*** End Patch"}`, "", "", ""},
		{all, "PreToolUse", `{"command":"*** Begin Patch\n*** Update File: a.go\n*** Move to: .env\n*** End Patch"}`, "", wire.Ask, "sensitive_file (high): .env"},
		{all, "PreToolUse", `[]`, "", "", ""},
		{all, "PreToolUse", ``, "", "", ""},
	} {
		tool := "Bash"
		switch {
		case strings.Contains(c.input, "file_path"):
			tool = "Write"
		case strings.Contains(c.input, "Begin Patch"):
			tool = "Edit"
		}
		got := Decide(c.p, &wire.HandlerEvent{Event: c.event, Tool: tool, ToolInput: wire.Raw(c.input), MCPServer: c.server})
		if got.Decision != c.want || !strings.Contains(got.Reason, c.reason) {
			t.Errorf("%s %s: %+v, want %q %q", c.event, c.input, got, c.want, c.reason)
		}
	}
}

// The words of a policy are all alerts that there are.
func TestPolicySpeaksOfEveryAlert(t *testing.T) {
	all := map[bashcmd.Alert]bool{bashcmd.Destructive: true, bashcmd.SensitiveFile: true, bashcmd.ExternalNet: true, bashcmd.FileDeletion: true}
	for _, w := range policy.Words() {
		p, err := policy.Parse([]string{w + "=deny"})
		if err != nil {
			t.Fatal(err)
		}
		for alert := range p {
			delete(all, bashcmd.Alert(alert))
		}
	}
	if len(all) > 0 {
		t.Errorf("no word for %v", all)
	}
}

func TestParsePolicyRefuses(t *testing.T) {
	for _, bad := range []string{"", "destructive", "destructive=maybe", "all=deny", "=deny"} {
		if _, err := policy.Parse([]string{bad}); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}
