package doctor

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// machine is one on which these files stand, with all hosts in it.
func machine(files map[string]string) *World {
	w := &World{Handlers: map[string][][]string{"acme": {{"node", "hooks/guard.mjs"}}}}
	env := host.Env{OS: "linux", Home: "/h", Project: "/p", Getenv: func(string) string { return "" }}
	for _, h := range host.All {
		r := h.Record(env, func(p string) bool { return files[p] != "" })
		r.Installed = true
		w.Hosts = append(w.Hosts, r)
	}
	w.Read = func(path, format string) (wire.Raw, bool, error) {
		text, ok := files[path]
		if ok && format == string(host.File) {
			b, err := json.Marshal(text)
			return b, true, err
		}
		return wire.Raw(text), ok, nil
	}
	w.Files = func(dir string) (all []string) {
		for p := range files {
			if filepath.Dir(p) == dir {
				all = append(all, p)
			}
		}
		slices.Sort(all)
		return all
	}
	w.Folders = func(dir string) (all []string) {
		for p := range files {
			if filepath.Dir(filepath.Dir(p)) == dir {
				all = append(all, filepath.Dir(p))
			}
		}
		slices.Sort(all)
		return slices.Compact(all)
	}
	return w
}

func ours(path, surface string) wire.Verified {
	return wire.Verified{Connector: "acme", Path: path, Surface: surface, Status: "ok"}
}

func TestTwice(t *testing.T) {
	claude := `{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"/b/ac-hook claude-code PreToolUse --connector acme"}]}]}}`
	plugin := `const settings = {"host":"openclaw","connector":"acme","program":"/b/ac-hook","plugin":"agent-connector-acme"};`
	module := `const settings = {"host":"opencode","connector":"acme","program":"/b/ac-hook"};`
	for _, c := range []struct {
		name      string
		files     map[string]string
		edits     []wire.Verified
		installed bool
		want      []string // level host: a part of the message
	}{
		{name: "nothing"},
		{name: "once", files: map[string]string{"/h/.codex/hooks.json": `{"hooks":{"Stop":[{"hooks":[{"command":"/b/ac-hook codex Stop --connector acme"}]}]}}`}},
		{name: "two connectors, two events, two shells", files: map[string]string{"/h/.codex/hooks.json": `{"hooks":{
			"Stop":[{"hooks":[{"command":"/b/ac-hook codex Stop --connector acme","commandWindows":"ac-hook.exe codex Stop --connector acme"}]},{"hooks":[{"command":"/b/ac-hook codex Stop --connector beta"}]}],
			"SessionEnd":[{"hooks":[{"command":"/b/ac-hook codex SessionEnd --connector acme"}]}]}}`}},
		{name: "for the user and in the project", files: map[string]string{"/h/.claude/settings.json": claude, "/p/.claude/settings.json": claude},
			edits: []wire.Verified{ours("/h/.claude/settings.json", wire.Hooks), ours("/p/.claude/settings.json", wire.Hooks)}},
		{name: "copied into the project", files: map[string]string{"/h/.claude/settings.json": claude, "/p/.claude/settings.json": claude},
			edits: []wire.Verified{ours("/h/.claude/settings.json", wire.Hooks)}, want: []string{"warn claude-code: PreToolUse is registered twice"}},
		{name: "in the committed and the uncommitted file", files: map[string]string{"/p/.claude/settings.local.json": claude, "/p/.claude/settings.json": claude},
			edits: []wire.Verified{ours("/p/.claude/settings.json", wire.Hooks), ours("/p/.claude/settings.local.json", wire.Hooks)},
			want:  []string{"warn claude-code: PreToolUse is registered twice"}},
		{name: "through another host's file", files: map[string]string{"/h/.claude/settings.json": claude,
			"/h/.cursor/hooks.json": `{"hooks":{"preToolUse":[{"command":"/b/ac-hook cursor PreToolUse --connector acme"}]}}`},
			want: []string{"info cursor: ac-hook answers each call in one of them"}},
		{name: "one kind of tool for each event", files: map[string]string{"/h/.codeium/windsurf/hooks.json": `{"hooks":{
			"pre_run_command":[{"command":"/b/ac-hook windsurf PreToolUse --connector acme"}],"pre_read_code":[{"command":"/b/ac-hook windsurf PreToolUse --connector acme"}]}}`}},
		{name: "a list with the events inside", files: map[string]string{"/h/.kiro/hooks/agent-connector.json": `{"hooks":[
			{"name":"a","trigger":"PreToolUse","action":{"type":"command","command":"/b/ac-hook kiro PreToolUse --connector acme"}},
			{"name":"b","trigger":"PreToolUse","action":{"type":"command","command":"/b/ac-hook kiro PreToolUse --connector acme"}}]}`},
			want: []string{"warn kiro: PreToolUse is registered twice"}},
		{name: "modules", files: map[string]string{"/h/.config/opencode/plugins/agent-connector-acme.js": module, "/h/.config/opencode/plugins/copy.js": module},
			edits: []wire.Verified{ours("/h/.config/opencode/plugins/agent-connector-acme.js", wire.Hooks)}, want: []string{"warn opencode: all events is registered twice"}},
		{name: "a plugin in two folders", files: map[string]string{"/h/.openclaw/extensions/agent-connector-acme/index.js": plugin, "/h/.openclaw/extensions/copy/index.js": plugin},
			edits: []wire.Verified{ours("/h/.openclaw/extensions/agent-connector-acme/index.js", wire.Hooks)}, want: []string{"warn openclaw: all events is registered twice"}},
		{name: "a file for each event, of the user and of the project", files: map[string]string{
			"/h/.cline/hooks/PreToolUse": "#!/bin/sh\nexec /b/ac-hook cline PreToolUse --all\n", "/h/.cline/hooks/TaskStart": "#!/bin/sh\nexec /b/ac-hook cline TaskStart --all\n",
			"/p/.cline/hooks/PreToolUse": "#!/bin/sh\nexec sh -c 'h=/b/ac-hook; exec $h cline PreToolUse --all --shared; exit 0'\n"},
			edits: []wire.Verified{ours("/h/.cline/hooks/PreToolUse", wire.Hooks), ours("/p/.cline/hooks/PreToolUse", wire.Hooks)}},
		{name: "a file for each event, and a copy", files: map[string]string{
			"/h/.cline/hooks/PreToolUse": "#!/bin/sh\nexec /b/ac-hook cline PreToolUse --all\n", "/h/.cline/hooks/PreToolUse.sh": "exec /b/ac-hook cline PreToolUse --all\n"},
			edits: []wire.Verified{ours("/h/.cline/hooks/PreToolUse", wire.Hooks)}, want: []string{"warn cline: PreToolUse is registered twice"}},
		{name: "the handler itself", files: map[string]string{"/h/.claude/settings.json": `{"hooks":{"PreToolUse":[
			{"hooks":[{"command":"/b/ac-hook claude-code PreToolUse --connector acme"}]},{"hooks":[{"command":"node \"/h/acme/hooks/guard.mjs\""}]},{"hooks":[{"command":"node other.mjs"}]}]}}`},
			want: []string{"warn claude-code: runs the command of a handler of acme"}},
		{name: "one server, two names", installed: true, files: map[string]string{"/h/.cursor/mcp.json": `{"mcpServers":{
			"acme":{"command":"/b/ac-proxy","args":["--connector","acme","--","npx","acme"]},"my-acme":{"command":"npx","args":["acme"]},"other":{"command":"npx","args":["other"]}}}`},
			want: []string{"warn cursor: as acme and my-acme"}},
		{name: "one address, two names, two files", installed: true, files: map[string]string{
			"/h/.cursor/mcp.json": `{"mcpServers":{"acme":{"url":"https://a/mcp"}}}`, "/p/.cursor/mcp.json": `{"mcpServers":{"b":{"url":"https://a/mcp"}}}`},
			want: []string{"warn cursor: as acme and b"}},
		{name: "one name, two files", installed: true, files: map[string]string{
			"/h/.cursor/mcp.json": `{"mcpServers":{"acme":{"url":"https://a/mcp"}}}`, "/p/.cursor/mcp.json": `{"mcpServers":{"acme":{"url":"https://a/mcp"}}}`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := machine(c.files)
			w.Edits = c.edits
			if c.installed {
				w.Installed = []wire.Installed{{ID: "acme"}}
			}
			var got []string
			for _, f := range Look(w) {
				got = append(got, f.Level+" "+f.Host+": "+f.Message)
			}
			for _, want := range c.want {
				head, part, _ := strings.Cut(want, ": ")
				if !slices.ContainsFunc(got, func(g string) bool { return strings.HasPrefix(g, head+": ") && strings.Contains(g, part) }) {
					t.Errorf("%q is not among %q", want, got)
				}
			}
			level := "warn "
			if !slices.ContainsFunc(c.want, func(w string) bool { return strings.HasPrefix(w, level) }) && slices.ContainsFunc(got, func(g string) bool { return strings.HasPrefix(g, level) }) {
				t.Errorf("found %q", got)
			}
		})
	}
}
