package hook

import (
	"math/bits"
	"strconv"
	"strings"
	"testing"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// What the log tells of each tool's input, at standard and at minimal.
func TestMeta(t *testing.T) {
	for name, c := range map[string]struct {
		tool, input, output, cwd string
		standard, minimal        string
	}{
		"a command": {"Bash", `{"command":"curl -u me:hunter2b https://e.com","description":"get it","timeout":5000,"run_in_background":true}`, `{"exitCode":3}`, "/src",
			`{"command":"curl -u me:[REDACTED] https://e.com","description":"get it","timeout_ms":5000,"background":true,"exit_code":3,SIM}`, `{"timeout_ms":5000,"background":true,"exit_code":3,SIM}`},
		"a command's end in a text": {"Bash", `{"command":"ls"}`, `"Exit code: 0\nWall time: 1s\n"`, "/src", `{"command":"ls","exit_code":0,SIM}`, `{"exit_code":0,SIM}`},
		"a file":                    {"Read", `{"file_path":"src/../a.go","offset":10,"limit":20}`, ``, "/src", `{"file_path":"/src/a.go","offset":10,"limit":20,SIM}`, `{"offset":10,"limit":20,SIM}`},
		"a new file":                {"Write", `{"file_path":"/src/a.go","content":"a\nb\nsecret\n"}`, ``, "/src", `{"file_path":"/src/a.go","content_bytes":11,"lines_added":3,SIM}`, `{"content_bytes":11,"lines_added":3,SIM}`},
		"an edit":                   {"Edit", `{"file_path":"file:///src/a%20b.go","old_string":"x","new_string":"y\nz"}`, ``, "/src", `{"file_path":"/src/a b.go","old_bytes":1,"new_bytes":3,"lines_added":2,"lines_removed":1,SIM}`, `{"old_bytes":1,"new_bytes":3,"lines_added":2,"lines_removed":1,SIM}`},
		"several edits":             {"MultiEdit", `{"file_path":"a.go","edits":[{"old_string":"x","new_string":"y\nz"},{"old_string":"1\n2\n3","new_string":""}]}`, ``, "/src", `{"file_path":"/src/a.go","old_bytes":6,"new_bytes":3,"lines_added":2,"lines_removed":4,"replacements":2,SIM}`, `{"old_bytes":6,"new_bytes":3,"lines_added":2,"lines_removed":4,"replacements":2,SIM}`},
		"a patch": {"Edit", `{"command":"*** Begin Patch\n*** Add File: a.go\n+x\n+y\n*** Update File: b.go\n@@\n-x\n+y\n z\n*** End Patch"}`, ``, "/src",
			`{"file_path":"/src/a.go","files":["/src/a.go","/src/b.go"],"file_count":2,"old_bytes":1,"new_bytes":3,"lines_added":3,"lines_removed":1,SIM}`, `{"file_count":2,"old_bytes":1,"new_bytes":3,"lines_added":3,"lines_removed":1,SIM}`},
		"a patch of one file": {"Edit", `{"patchText":"*** Begin Patch\n*** Update File: b.go\n-x\n*** End Patch"}`, ``, "/src", `{"file_path":"/src/b.go","file_count":1,"old_bytes":1,"lines_removed":1,SIM}`, `{"file_count":1,"old_bytes":1,"lines_removed":1,SIM}`},
		"a search":            {"Grep", `{"pattern":"API_KEY=abc123def","path":"/src","output_mode":"content"}`, ``, "/src", `{"pattern":"API_KEY=[REDACTED]","path":"/src","output_mode":"content",SIM}`, `{"output_mode":"content",SIM}`},
		"an agent":            {"Agent", `{"description":"find it","prompt":"12345","subagent_type":"Explore"}`, ``, "/src", `{"description":"find it","subagent_type":"Explore","prompt_bytes":5,SIM}`, `{"subagent_type":"Explore","prompt_bytes":5,SIM}`},
		"a skill":             {"Skill", `{"skill":"acme","args":"a b"}`, ``, "/src", `{"skill":"acme","skill_args_bytes":3,SIM}`, `{"skill":"acme","skill_args_bytes":3,SIM}`},
		"a page":              {"WebFetch", `{"url":"https://me:pw@Docs.Example.com:8443/a?token=x","prompt":"12"}`, ``, "/src", `{"prompt_bytes":2,"url_host":"docs.example.com",SIM}`, `{"prompt_bytes":2,SIM}`},
		"a question":          {"WebSearch", `{"query":"abc"}`, ``, "/src", `{"query_bytes":3,SIM}`, `{"query_bytes":3,SIM}`},
		"a list of things":    {"TodoWrite", `{"todos":[{},{}]}`, ``, "/src", `{"items":2,SIM}`, `{"items":2,SIM}`},
		"Windows":             {"Read", `{"file_path":"src\\a.go"}`, ``, `C:\work`, `{"file_path":"C:/work/src/a.go",SIM}`, `{SIM}`},
		"Windows, whole":      {"Read", `{"file_path":"c:\\work\\.\\a.go"}`, ``, `C:\work`, `{"file_path":"C:/work/a.go",SIM}`, `{SIM}`},
		"an edit of all":      {"Edit", `{"file_path":"a.go","old_string":"x","new_string":"","replace_all":true}`, ``, "/src", `{"file_path":"/src/a.go","old_bytes":1,"lines_removed":1,"replace_all":true,SIM}`, `{"old_bytes":1,"lines_removed":1,"replace_all":true,SIM}`},
		"edits of several files": {"Edit", `{"replacements":[{"filePath":"/src/a.go","oldString":"x","newString":"y"},{"filePath":"/src/b.go"},{"filePath":"b.go"}]}`, ``, "/src",
			`{"file_path":"/src/a.go","files":["/src/a.go","/src/b.go"],"file_count":2,"old_bytes":1,"new_bytes":1,"lines_added":1,"lines_removed":1,"replacements":3,SIM}`,
			`{"file_count":2,"old_bytes":1,"new_bytes":1,"lines_added":1,"lines_removed":1,"replacements":3,SIM}`},
		"parts that are replaced": {"MultiEdit", `{"file_path":"/src/a.go","ReplacementChunks":[{"TargetContent":"x\ny","ReplacementContent":"z","AllowMultiple":true}]}`, ``, "/src",
			`{"file_path":"/src/a.go","old_bytes":3,"new_bytes":1,"lines_added":1,"lines_removed":2,"replacements":1,"replace_all":true,SIM}`, `{"old_bytes":3,"new_bytes":1,"lines_added":1,"lines_removed":2,"replacements":1,"replace_all":true,SIM}`},
		"one edit in an object":     {"Edit", `{"file_path":"a","edit":{"old":"x","new":"y"}}`, ``, "/src", `{"file_path":"/src/a","old_bytes":1,"new_bytes":1,"lines_added":1,"lines_removed":1,SIM}`, `{"old_bytes":1,"new_bytes":1,"lines_added":1,"lines_removed":1,SIM}`},
		"a replacement by writing":  {"Write", `{"file_path":"a","command":"str_replace","old_string":"x","new_string":"y"}`, ``, "/src", `{"file_path":"/src/a","old_bytes":1,"new_bytes":1,"lines_added":1,"lines_removed":1,SIM}`, `{"old_bytes":1,"new_bytes":1,"lines_added":1,"lines_removed":1,SIM}`},
		"a patch cut in the middle": {"Edit", `{"input":"*** Begin Patch"}`, ``, "/src", `{SIM}`, `{SIM}`},
		"a patch that moves a file": {"Edit", `{"input":"*** Begin Patch\r\n*** Update File: a.go\r\n*** Move to: b.go\r\n@@\r\n-x\r\n+y\r\n*** Delete File: c.go\r\n*** End Patch"}`, ``, "/src", `{"file_path":"/src/a.go","files":["/src/a.go","/src/b.go","/src/c.go"],"file_count":3,"old_bytes":1,"new_bytes":1,"lines_added":1,"lines_removed":1,SIM}`, `{"file_count":3,"old_bytes":1,"new_bytes":1,"lines_added":1,"lines_removed":1,SIM}`},
		"several files are read":    {"Read", `{"operations":[{"mode":"Line","path":"/src/a"},{"path":"b"},{"path":"/src/x/../b"}]}`, ``, "/src", `{"file_path":"/src/a","files":["/src/a","/src/b"],"file_count":2,SIM}`, `{"file_count":2,SIM}`},
		"from a line to another":    {"Read", `{"file_path":"/a","startLine":11,"endLine":20}`, ``, "/src", `{"file_path":"/a","offset":11,"limit":10,SIM}`, `{"offset":11,"limit":10,SIM}`},
		"what a search found":       {"Grep", `{"pattern":"x"}`, `{"matchCount":5,"content":[]}`, "/src", `{"pattern":"x","matches":5,SIM}`, `{"matches":5,SIM}`},
		"the files that were found": {"Glob", `{"pattern":"*"}`, `{"filenames":["a","b"]}`, "/src", `{"pattern":"*","matches":2,SIM}`, `{"matches":2,SIM}`},
		"what an agent answered":    {"Agent", `{"prompt":"x","name":"scout","model":"haiku","isolation":"worktree"}`, `{"agentId":"a1","content":[{"type":"text","text":"done"}]}`, "/src", `{"agent_name":"scout","agent_model":"haiku","isolation":"worktree","spawned_agent_id":"a1","prompt_bytes":1,"result_bytes":4,SIM}`, `{"agent_name":"scout","agent_model":"haiku","isolation":"worktree","spawned_agent_id":"a1","prompt_bytes":1,"result_bytes":4,SIM}`},
		"an item of a list":         {"TaskUpdate", `{"taskId":"3","status":"completed","subject":"ship it"}`, ``, "/src", `{"description":"ship it","task_id":"3","task_status":"completed",SIM}`, `{"task_id":"3","task_status":"completed",SIM}`},
		"an unknown tool":           {"Frobnicate", `{"command":"x","content":"y"}`, ``, "/src", `{SIM}`, `{SIM}`},
	} {
		ev := &wire.HandlerEvent{Event: wire.PostToolUse, Tool: c.tool, ToolInput: raw(c.input), ToolOutput: raw(c.output), Cwd: c.cwd}
		readOutcome(host.FindCaller("codex"), ev, nil)
		for level, want := range map[string]string{wire.ObserveStandard: c.standard, wire.ObserveMinimal: c.minimal} {
			m := metaOf(ev, level, canonical(nil, ev.ToolInput))
			fields := metaFields(m)
			want = strings.Replace(want, "SIM", `"simhash":"`+m.Simhash+`"`, 1)
			if got := string(appendFields(nil, fields[:]...)); got != want || len(m.Simhash) != 16 {
				t.Errorf("%s, %s:\n got %s\nwant %s", name, level, got, want)
			}
		}
		if metaOf(ev, "", nil) != nil {
			t.Errorf("%s: something is told though nobody asked", name)
		}
		ev.MCPServer = "acme"
		if metaOf(ev, wire.ObserveStandard, nil) != nil {
			t.Errorf("%s: something is told of a tool of a server", name)
		}
	}
}

// What the user withholds is left out, and the rest told.
func TestWithheld(t *testing.T) {
	ev := &wire.HandlerEvent{Tool: "Grep", ToolInput: raw(`{"pattern":"x","path":"/src"}`)}
	for want, kinds := range map[string][]string{"x /src": nil, " /src": {wire.WithholdCommands}, "x ": {wire.WithholdPaths}, " ": {wire.WithholdPaths, wire.WithholdCommands}} {
		m := metaOf(ev, wire.ObserveStandard, canonical(nil, ev.ToolInput), kinds...)
		if m.Pattern+" "+m.Path != want {
			t.Errorf("%q: %q %q", kinds, m.Pattern, m.Path)
		}
	}
}

// Inputs that are alike differ in few bits, others in about half.
func TestSimhash(t *testing.T) {
	apart := func(a, b string) int {
		x, _ := strconv.ParseUint(simhash([]byte(a)), 16, 64)
		y, _ := strconv.ParseUint(simhash([]byte(b)), 16, 64)
		return bits.OnesCount64(x ^ y)
	}
	words := strings.Fields("go test ./pkg/apply -run TestUndoInAnyOrder -count 1 -timeout 60s with a great many further words so that one of them is a small part of the whole text that is compared here")
	one := strings.Join(words, " ")
	words[3] = "TestUndoTwice"
	if d := apart(one, strings.Join(words, " ")); d > 16 {
		t.Errorf("%d bits between two texts that are nearly the same", d)
	}
	if d := apart(one, "cat README.md and then look at what the other file has to say about it, which is something else"); d < 20 {
		t.Errorf("%d bits between two texts that have nothing in common", d)
	}
	if apart(one, one) != 0 || simhash([]byte(`{}`)) != "" {
		t.Error("the same is not the same")
	}
}
