package render

import (
	"encoding/json"
	"strings"
	"testing"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// Files that a host runs, on Windows: Cline reads what stands behind "#!", splits it
// at white space, and puts the file behind it. A program whose path has a space in it
// cannot stand there, so that then there is no file, and a notice says what to do.
func TestHookFilesOnWindows(t *testing.T) {
	c := parse(t, `"hooks": {"PreToolUse": {"handler": {"rules": [{"decision": "deny", "reason": "no"}]}}}`)
	for _, x := range []struct {
		name, home, scope, first string // the first line; empty: no file
		told                     string
	}{
		{"the user's", `C:\Users\jo`, "user", `#!C:\Users\jo\.agent-connector\bin\ac-hook.exe cline PreToolUse --all --file`, ""},
		{"a space in the path", `C:\Users\Jo Doe`, "user", "", "cannot start a program whose path needs quotes"},
		{"a shared one", `C:\Users\Jo Doe`, "project", "#!/bin/sh", "are written for sh: on Windows they run where Cline finds one"},
	} {
		m := machines[2]
		m.Home = x.home
		r := render(t, on(t, m, host.Find("cline")), c, Options{Scope: x.scope})
		first := ""
		for _, p := range r.Plan.Patches {
			if p.Surface != wire.Hooks {
				continue
			}
			var text string
			if err := json.Unmarshal(p.Value, &text); err != nil || !strings.HasSuffix(p.Path, `\.cline\hooks\PreToolUse`) {
				t.Fatalf("%s: %s, %v", x.name, p.Path, err)
			}
			first, _, _ = strings.Cut(text, "\n")
		}
		if first != x.first {
			t.Errorf("%s: %q, want %q", x.name, first, x.first)
		}
		told := ""
		for _, n := range r.Plan.Notices {
			told += n.Message + "\n" + n.ManualEdit + "\n"
		}
		if !strings.Contains(told, x.told) || x.first == "" && !strings.Contains(told, "move our folder with AGENT_CONNECTOR_DATA_DIR to a path without spaces") {
			t.Errorf("%s: told %s", x.name, told)
		}
	}
}
