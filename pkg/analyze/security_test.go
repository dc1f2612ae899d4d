package analyze

import (
	"fmt"
	"testing"

	"agentconnector/pkg/wire"
)

func event(name, tool, id, hash string, m wire.EventMeta) *wire.Event {
	return &wire.Event{TS: 1, Host: "codex", SessionID: "s", Event: name, Tool: tool, ToolUseID: id, InputHash: hash, Meta: &m}
}

func TestSecurity(t *testing.T) {
	rm, ls := wire.EventMeta{Command: "cd x && rm -rf y"}, wire.EventMeta{Command: "ls"}
	for name, c := range map[string]struct {
		events []*wire.Event
		want   []string
	}{
		"before and behind are one": {[]*wire.Event{event("PreToolUse", "Bash", "1", "a", rm), event("PermissionRequest", "Bash", "1", "a", rm), event("PostToolUse", "Bash", "1", "a", rm)},
			[]string{"command critical destructive_command rm fs-op"}},
		"only behind":            {[]*wire.Event{event("PostToolUseFailure", "Bash", "1", "a", rm)}, []string{"command critical destructive_command rm fs-op"}},
		"two calls":              {[]*wire.Event{event("PreToolUse", "Bash", "1", "a", ls), event("PreToolUse", "Bash", "2", "a", ls)}, []string{"command   ls fs-op", "command   ls fs-op"}},
		"without ids":            {[]*wire.Event{event("PreToolUse", "Bash", "", "a", ls), event("PostToolUse", "Bash", "", "a", ls), event("PreToolUse", "Bash", "", "a", ls), event("PostToolUse", "Bash", "", "a", ls)}, []string{"command   ls fs-op", "command   ls fs-op"}},
		"without ids, behind":    {[]*wire.Event{event("PostToolUse", "Bash", "", "a", ls), event("PostToolUse", "Bash", "", "a", ls)}, []string{"command   ls fs-op", "command   ls fs-op"}},
		"a secret file":          {[]*wire.Event{event("PreToolUse", "Read", "1", "a", wire.EventMeta{FilePath: "/src/.env"})}, []string{"read high sensitive_file  "}},
		"a secret file, patched": {[]*wire.Event{event("PreToolUse", "Edit", "1", "a", wire.EventMeta{FilePath: "/a.go", Files: []string{"/a.go", "/.env"}})}, []string{"edit high sensitive_file  "}},
		"a deleted file":         {[]*wire.Event{event("PreToolUse", "Delete", "1", "a", wire.EventMeta{FilePath: "/a.go"})}, []string{"delete medium file_deletion  "}},
		"a file":                 {[]*wire.Event{event("PreToolUse", "Write", "1", "a", wire.EventMeta{FilePath: "/a.go"})}, []string{"write    "}},
		"no tool of that kind":   {[]*wire.Event{event("PreToolUse", "Grep", "1", "a", wire.EventMeta{Pattern: "x"}), event("Stop", "", "", "", ls)}, nil},
		"nothing is known of it": {[]*wire.Event{{Event: "PreToolUse", Tool: "Bash"}}, nil},
	} {
		s, got := NewSecurity(), []string(nil)
		for _, e := range c.events {
			if a, ok := s.Add(e); ok {
				got = append(got, fmt.Sprintf("%s %s %s %s %s", a.Action, a.Severity, a.AlertType, a.Leading, a.Category))
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
