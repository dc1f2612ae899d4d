package hook

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"unicode/utf16"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

func TestMatcher(t *testing.T) {
	bash := &wire.HandlerEvent{Connector: "acme", Tool: "Bash", NativeTool: "Shell"}
	output := &wire.HandlerEvent{Connector: "acme", Tool: "BashOutput", NativeTool: "BashOutput"}
	namesake := &wire.HandlerEvent{Connector: "acme", Tool: "Bash", NativeTool: "mcp__x__Bash", MCPServer: "x"}
	mcp := &wire.HandlerEvent{Connector: "acme", Tool: "Bash2", NativeTool: "mcp__x__Bash2", MCPServer: "x"}
	unnamed := &wire.HandlerEvent{Connector: "acme", Tool: "write", NativeTool: "MCP:write"}
	none := &wire.HandlerEvent{Connector: "acme"}
	single := &wire.HandlerEvent{Host: "opencode", Connector: "acme", Tool: "hub_create_issue", NativeTool: "git_hub_create_issue", MCPServer: "git"}
	clean := &wire.HandlerEvent{Host: "pi", Connector: "acme", Tool: "list", NativeTool: "mcp__my_db__list", MCPServer: "my_db"}
	joined := &wire.HandlerEvent{Host: "omp", Connector: "acme", Tool: "create_issue", NativeTool: "mcp__git_hub_create_issue", MCPServer: "git_hub"}
	patch := &wire.HandlerEvent{Host: "opencode", Connector: "acme", Tool: "Edit", NativeTool: "apply_patch"}
	for _, c := range []struct {
		matcher string
		ev      *wire.HandlerEvent
		want    bool
	}{
		{"", bash, true}, {"*", bash, true}, {"Bash", bash, true}, {"Shell", bash, true}, {"bash", bash, false},
		{"Bash", output, false}, {"Bash", mcp, false}, {"Bas", bash, false}, {"ash", bash, false},
		{"Read|Bash", bash, true}, {"Read|Bash", output, false}, {"Read|Write", bash, false}, {"|", bash, false},
		{"Bash.*", output, true}, {"B(a)sh", bash, true}, {"Re.d|Bash", output, false}, {"(?i)bash", bash, true},
		{"Bash", namesake, false}, {"B.sh", namesake, false}, {"mcp__x__Bash", namesake, true}, {".*", namesake, true},
		{"mcp__x__Bash2", mcp, true}, {"mcp__x__.*", mcp, true}, {"mcp__y__.*", mcp, false}, {"Bash2", mcp, true},
		{"mcp__acme__write", unnamed, true}, {"mcp__other__write", unnamed, false}, {"MCP:write", unnamed, true},
		{"Bash", none, true}, {".*", none, true},
		{"mcp__git_hub__create_issue", single, true}, {"mcp__git.hub__create_issue", single, true}, {"mcp__git__hub_create_issue", single, true},
		{"mcp__git_hub__create|mcp__x__y", single, false}, {"mcp__git_hub__.*", single, true}, {"mcp__lab__.*", single, false},
		{"mcp__my-db__list", clean, true}, {"mcp__my.db__list", clean, true}, {"mcp__your-db__list", clean, false},
		{"mcp__Git-Hub__create-issue", joined, true}, {"mcp__git__hub_create_issue", joined, true}, {"mcp__git_hub__git_hub_create_issue", joined, true},
		{"mcp__git_hub__create", joined, false}, {"mcp__GitHub__.*", joined, false}, {"mcp__Git.*__create.*", joined, true}, {"mcp__hub__.*", joined, false}, {"createIssue", joined, false},
		{"mcp__apply__patch", patch, true}, {"mcp__apply__.*", patch, false}, {"Edit", patch, true},
	} {
		if got, err := matches(c.matcher, c.ev); err != nil || got != c.want {
			t.Errorf("%q on %s: %v, %v", c.matcher, c.ev.Tool, got, err)
		}
	}
	if ok, err := matches("(Bash", bash); ok || err == nil {
		t.Error("a broken matcher matches, or is no error")
	}
}

func TestSplitMCP(t *testing.T) {
	for _, c := range []struct {
		form                        host.ToolName
		native, known, tool, server string
		ok                          bool
	}{
		{host.MCPDouble, "mcp__acme__echo", "", "echo", "acme", true},
		{host.MCPDouble, "mcp__acme__db__echo", "acme__db", "echo", "acme__db", true},
		{host.MCPDouble, "mcp__acme__db__echo", "", "db__echo", "acme", true},
		{host.MCPDouble, "mcp__acme", "", "", "acme", false},
		{host.MCPDouble, "Bash", "", "", "", false},
		{host.MCPColon, "MCP:echo", "", "echo", "", true},
		{host.MCPColon, "MCP:echo", "acme", "echo", "acme", true},
		{host.MCPColon, "MCP", "", "MCP", "", false},
		{host.MCPAlone, "echo", "", "echo", "", true},
		{host.MCPAlone, "", "", "", "", false},
		{host.MCPDoubleClean, "mcp__acme_db__echo", "", "echo", "acme-db", true}, // the connector's own
		{host.MCPDoubleClean, "mcp__other__echo", "", "echo", "other", true},
		{host.MCPSingle, "mcp_acme-db_my_echo", "", "my_echo", "acme-db", true},
		{host.MCPSingle, "mcp_a_b_echo", "a_b", "echo", "a_b", true},
		{host.MCPAt, "@srv/echo", "", "echo", "srv", true},
		{host.MCPPlain, "probe__probe_echo", "", "probe_echo", "probe", true},
		{host.MCPTriple, "probe___probe_echo", "", "probe_echo", "probe", true},
		{host.MCPDash, "acme-db-my-echo", "", "my-echo", "acme-db", true},
		{host.MCPDash, "my-srv-echo", "", "echo", "my-srv", true},
		{host.MCPDash, "probe/probe_echo", "", "probe_echo", "probe", true},
		{host.MCPJoined, "mcp__acme_db_my_echo", "", "my_echo", "acme-db", true},
		{host.MCPJoined, "mcp__other_my_echo", "", "my_echo", "other", true},
		{host.MCPJoined, "todo_read", "", "", "", false},
		{host.MCPBare, "acme-db_echo", "", "echo", "acme-db", true},
		{host.MCPBare, "todo_read", "", "", "", false}, // the host's own
		{host.MCPBare, "_x", "", "", "", false},
		{host.MCPAfter, "my_echo_acme-db", "", "my_echo", "acme-db", true},
		{host.MCPAfter, "my_echo_acme_db", "", "my_echo", "acme-db", true}, // the connector's own
		{host.MCPAfter, "my_echo_a_b", "a_b", "my_echo", "a_b", true},
		{host.MCPAfter, "my_echo_other", "", "my_echo", "other", true},
		{host.MCPAfter, "todo_read", "", "", "", false},
		{host.MCPAfter, "x_", "", "", "", false},
	} {
		tool, server, ok := splitMCP(&host.Caller{MCPTool: c.form, Unmapped: []string{"todo_read"}}, c.native, c.known, "acme-db")
		if ok != c.ok || ok && (tool != c.tool || server != c.server) {
			t.Errorf("%s %s: %q %q %v", c.form, c.native, tool, server, ok)
		}
	}
}

func TestReplyInOutput(t *testing.T) {
	deny := `{"decision":"deny","reason":"no"}`
	for _, c := range []struct {
		name, out, noise string
		decision         string
		err              string
	}{
		{name: "nothing"},
		{name: "white space", out: " \n"},
		{name: "reply", out: deny + "\n", decision: wire.Deny},
		{name: "pretty", out: "{\n  \"decision\": \"deny\"\n}\n", decision: wire.Deny},
		{name: "empty object", out: "{}"},
		{name: "only a reason", out: `{"reason":"fine"}`},
		{name: "banner before", out: "Shell ready\n" + deny, noise: "Shell ready", decision: wire.Deny},
		{name: "banner without a newline", out: "$ " + deny, noise: "$", decision: wire.Deny},
		{name: "noise after", out: deny + "\nbye", noise: "bye", decision: wire.Deny},
		{name: "the last one counts", out: `{"decision":"ask"}` + "\n" + deny, noise: `{"decision":"ask"}`, decision: wire.Deny},
		{name: "an object without a field of ours is noise", out: deny + "\n{\"level\":\"info\"}", noise: `{"level":"info"}`, decision: wire.Deny},
		{name: "an echoed event is noise", out: deny + "\n" + `{"event":"SessionEnd","reason":"other"}`, noise: `{"event":"SessionEnd","reason":"other"}`, decision: wire.Deny},
		{name: "braces in noise", out: "set {a {b\n" + deny, noise: "set {a {b", decision: wire.Deny},
		{name: "no JSON between braces", out: "func() { return }\n" + deny, noise: "func() { return }", decision: wire.Deny},
		{name: "a reply inside another object is none", out: `x {"a":` + deny + `}`, noise: `x {"a":` + deny + `}`, err: "no reply"},
		{name: "text alone", out: "done", noise: "done", err: "no reply"},
		{name: "cut", out: deny[:20], noise: deny[:20], err: "no reply"},
		{name: "another JSON value", out: `"deny"`, noise: `"deny"`, err: "no reply"},
		{name: "wrong type", out: `{"decision":5}`, err: "found a number"},
		{name: "byte order mark", out: "\xef\xbb\xbf" + deny, decision: wire.Deny},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, noise, err := replyIn([]byte(c.out))
			if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
				t.Fatalf("error %v, expected %q", err, c.err)
			}
			if string(noise) != c.noise || c.err == "" && r.Decision != c.decision {
				t.Fatalf("decision %q, noise %q", r.Decision, noise)
			}
		})
	}
	// an answer behind more unfinished braces than are tried is not found, in bounded time
	if _, _, err := replyIn([]byte(strings.Repeat("{", maxStarts) + deny)); !errors.Is(err, errNoReply) {
		t.Error(err)
	}
	if r, _, err := replyIn([]byte(strings.Repeat("{", maxStarts-1) + deny)); err != nil || r.Decision != wire.Deny {
		t.Error(r, err)
	}
}

func TestCheckReply(t *testing.T) {
	in := raw(`{"a":1}`)
	for _, c := range []struct {
		name  string
		r     wire.HandlerReply
		event string
		kind  string
		grant bool
		err   string
	}{
		{name: "empty", kind: wire.Allow},
		{name: "allow", r: wire.HandlerReply{Decision: wire.Allow}, kind: wire.Allow},
		{name: "allow of a permission grants it", r: wire.HandlerReply{Decision: wire.Allow}, event: wire.PermissionRequest, kind: wire.Allow, grant: true},
		{name: "silence about a permission does not", event: wire.PermissionRequest, kind: wire.Allow},
		{name: "context without saying so", r: wire.HandlerReply{AdditionalContext: "c"}, kind: wire.Context},
		{name: "allow and context", r: wire.HandlerReply{Decision: wire.Allow, AdditionalContext: "c"}, kind: wire.Context},
		{name: "input without saying so", r: wire.HandlerReply{UpdatedInput: in}, kind: wire.Modify},
		{name: "input and context", r: wire.HandlerReply{UpdatedInput: in, AdditionalContext: "c"}, kind: wire.Modify},
		{name: "deny carries nothing else", r: wire.HandlerReply{Decision: wire.Deny, UpdatedInput: in}, kind: wire.Deny},
		{name: "modify without anything", r: wire.HandlerReply{Decision: wire.Modify}, err: "without updatedInput"},
		{name: "context without any", r: wire.HandlerReply{Decision: wire.Context}, err: "without additionalContext"},
		{name: "unknown", r: wire.HandlerReply{Decision: "block"}, err: `decision is "block"`},
		{name: "input is a string", r: wire.HandlerReply{UpdatedInput: raw(`"x"`)}, err: "no JSON object"},
	} {
		r, err := checkReply(c.r, c.event)
		if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: error %v", c.name, err)
		}
		if err == nil && (r.Decision != c.kind || r.Grant != c.grant) {
			t.Errorf("%s: %+v", c.name, r)
		}
	}
}

func TestMerge(t *testing.T) {
	deny := wire.HandlerReply{Decision: wire.Deny, Reason: "D"}
	deny2 := wire.HandlerReply{Decision: wire.Deny, Reason: "D2"}
	ask := wire.HandlerReply{Decision: wire.Ask, Reason: "A"}
	ctx := wire.HandlerReply{Decision: wire.Context, AdditionalContext: "C"}
	ctx2 := wire.HandlerReply{Decision: wire.Context, AdditionalContext: "C2"}
	edit := wire.HandlerReply{Decision: wire.Modify, UpdatedInput: raw(`{"n":1}`)}
	edit2 := wire.HandlerReply{Decision: wire.Modify, UpdatedInput: raw(`{"n":2}`), AdditionalContext: "E"}
	give := wire.HandlerReply{Decision: wire.Allow, Grant: true}
	for _, c := range []struct {
		name                         string
		replies                      []wire.HandlerReply
		kind, reason, input, context string
		grant                        bool
	}{
		{name: "none", kind: wire.Allow},
		{name: "deny beats all, wherever it stands", replies: []wire.HandlerReply{ctx, give, deny, ask, edit}, kind: wire.Deny, reason: "D", input: `{"n":1}`, context: "C"},
		{name: "the first deny's reason", replies: []wire.HandlerReply{ask, deny, deny2}, kind: wire.Deny, reason: "D"},
		{name: "ask beats modify", replies: []wire.HandlerReply{edit, ask, give}, kind: wire.Ask, reason: "A", input: `{"n":1}`},
		{name: "the last change, contexts joined", replies: []wire.HandlerReply{ctx, edit, edit2, ctx2}, kind: wire.Modify, input: `{"n":2}`, context: "C\n\nE\n\nC2"},
		{name: "contexts in order", replies: []wire.HandlerReply{ctx2, ctx}, kind: wire.Context, context: "C2\n\nC"},
		{name: "a permission nobody objects to", replies: []wire.HandlerReply{give, ctx}, kind: wire.Context, context: "C", grant: true},
	} {
		var d decision
		for _, r := range c.replies {
			d.add(r, nil)
		}
		d.done()
		if d.kind != c.kind || d.reason != c.reason || string(d.input) != c.input || d.context != c.context || d.grant != c.grant {
			t.Errorf("%s: %+v", c.name, d)
		}
	}
}

// TestFallback: what a host cannot honour becomes what the handler says.
func TestFallback(t *testing.T) {
	codex := host.FindCaller("codex")
	pre := &wire.HandlerEvent{NativeEvent: "PreToolUse", Event: wire.PreToolUse, Connector: "acme", Tool: "Bash", NativeTool: "Bash"}
	post := &wire.HandlerEvent{NativeEvent: "PostToolUse", Event: wire.PostToolUse, Connector: "acme", Tool: "Bash", NativeTool: "Bash"}
	stop := &wire.HandlerEvent{NativeEvent: "Stop", Event: wire.Stop, Connector: "acme"}
	change := decision{kind: wire.Modify, output: raw(`{}`)}
	for _, c := range []struct {
		name     string
		ev       *wire.HandlerEvent
		d        decision
		f        wire.Fallback
		degraded string
		text     string
	}{
		{"ask is deny", pre, decision{kind: wire.Ask, reason: "sure?"}, wire.Fallback{}, wire.Deny, "sure?"},
		{"ask may be allow", pre, decision{kind: wire.Ask}, wire.Fallback{Ask: wire.Allow}, wire.Allow, ""},
		{"ask may be allow, its context stands", pre, decision{kind: wire.Ask, context: "C"}, wire.Fallback{Ask: wire.Allow}, wire.Context, `"additionalContext":"C"`},
		{"modify is dropped", post, change, wire.Fallback{}, wire.Allow, ""},
		{"modify may be deny", post, change, wire.Fallback{Modify: wire.Deny}, wire.Deny, "refused by acme"},
		{"context is dropped", stop, decision{kind: wire.Context, context: "C"}, wire.Fallback{}, wire.Allow, ""},
		{"context may be deny", stop, decision{kind: wire.Context, context: "C"}, wire.Fallback{Context: wire.Deny}, wire.Deny, "refused by acme"},
	} {
		c.d.fallback = c.f
		a := reply(codex, c.ev, &c.d)
		if a.degraded != c.degraded || a.decision != c.d.kind || a.why == "" {
			t.Errorf("%s: %+v", c.name, a)
		}
		if (c.text == "") != (a.text == "") || !strings.Contains(a.text, c.text) {
			t.Errorf("%s: text %q", c.name, a.text)
		}
	}
}

// TestInputRoundTrip: keys that a host spells in its own way come back as they
// went.
func TestInputRoundTrip(t *testing.T) {
	codex := host.FindCaller("codex")
	native := raw(`{"cmd":"ls","yield_time_ms":1000}`)
	canonical := canonicalInput(codex, "exec_command", native)
	if string(canonical) != `{"command":"ls","yield_time_ms":1000}` {
		t.Fatalf("%s", canonical)
	}
	if back := nativeInput(codex, "exec_command", canonical); !bytes.Equal(back, native) {
		t.Fatalf("%s", back)
	}
	for _, h := range host.Callers {
		for _, tool := range h.Tools {
			o := object{{"other", raw("1")}}
			for _, in := range tool.Inputs {
				v := raw(`"x"`)
				if in.List {
					v = listed(v, in.Each)
				}
				o = append(o, member{in.Native, v})
			}
			if back := nativeInput(h, tool.Native, canonicalInput(h, tool.Native, encode(o))); !bytes.Equal(back, encode(o)) {
				t.Errorf("%s %s: %s", h.ID, tool.Native, back)
			}
		}
	}
}

// TestListsOfInputs: what a tool is given as a list is one text to a rule, a line for
// each; what is no such list stays as it is.
func TestListsOfInputs(t *testing.T) {
	cline := host.FindCaller("cline")
	for _, c := range []struct{ tool, native, want string }{
		{"run_commands", `{"commands":["ls","rm x"]}`, `{"command":"ls\nrm x"}`},
		{"run_commands", `{"commands":[1]}`, `{"command":[1]}`},
		{"read_files", `{"files":[{"path":"/p/a","start_line":3},{"path":"/p/.env"}]}`, `{"file_path":"/p/a\n/p/.env"}`},
		{"read_files", `{"files":["/p/a"]}`, `{"file_path":"/p/a"}`},
		{"read_files", `{"files":[{"start_line":3}]}`, `{"file_path":[{"start_line":3}]}`},
		{"read_files", `{"files":"/p/a"}`, `{"file_path":"/p/a"}`},
	} {
		if got := canonicalInput(cline, c.tool, raw(c.native)); string(got) != c.want {
			t.Errorf("%s %s: %s, expected %s", c.tool, c.native, got, c.want)
		}
	}
}

func TestClipUTF16(t *testing.T) {
	f := filler{h: &host.Caller{Hooks: host.Hooks{MaxContext: 10}}}
	for _, s := range []string{strings.Repeat("a", 11), strings.Repeat("é", 11), strings.Repeat("😀", 11), "aaaaaaaaa😀"} {
		got := f.clip(s)
		if n := len(utf16.Encode([]rune(got))); n > 10 || n < 9 || !strings.HasPrefix(s, got) {
			t.Errorf("%q: %d units", got, n)
		}
	}
	if s := strings.Repeat("😀", 5); f.clip(s) != s {
		t.Error("what fits was cut")
	}
}
