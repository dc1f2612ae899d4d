package render

import (
	"slices"
	"testing"

	"agentconnector/pkg/connector"
	"agentconnector/pkg/host"
)

// tooled is a host with two tools of its own.
func tooled(c host.Content) (*host.Host, *host.Content) {
	return &host.Host{Caller: &host.Caller{MCPTool: host.MCPSingle, Tools: []host.Tool{{Native: "sh", Canonical: host.Bash}, {Native: "look", Canonical: host.Read},
		{Native: "old_look", Canonical: host.Read, Alias: true}}}}, &c
}

// Each form, with all that an item can say.
func TestForms(t *testing.T) {
	all := host.ContentField{Name: "name", Description: "description", ArgumentHint: "argument-hint", Model: "model", AllowTools: "tools", DenyTools: "not-tools",
		ReadOnly: "readonly", NoModel: "disable-model-invocation", Subtask: "context: fork", ToolSep: ", "}
	command := item{name: "go", description: "d", hint: "[x]", model: "m-1", body: "Do $ARGUMENTS.", command: true, subtask: true,
		tools: &connector.ToolPolicy{Allow: []string{host.Bash, host.Read, host.Grep, "mcp__db__q"}, Deny: []string{host.Read}}, extra: map[string]any{"name": "other", "x": "1"}}
	agent := item{name: "a", description: "d", body: "p", readOnly: true, model: "inherit"}
	list, rules, said := all, all, all
	list.ToolSep, rules.ToolSep, rules.AllowTools, rules.DenyTools = host.ToolList, host.ToolRules, "permission", "permission"
	said.ReadOnly, said.DenyTools, said.Model, said.Always = "mode: read-only", "t.remove", "ai.model", "a: 1\nb: {c: true}"
	for name, c := range map[string]struct {
		c    host.Content
		it   item
		path string
		want string
	}{
		"markdown": {host.Content{Form: host.MarkdownFrontmatter, Fields: all, Args: "$ARGUMENTS"}, command, "go.md",
			"---\nname: go\ndescription: d\nargument-hint: \"[x]\"\ntools: sh, look, Grep, mcp_db_q\nnot-tools: look\nmodel: m-1\ncontext: fork\nx: \"1\"\n---\n\nDo $ARGUMENTS.\n"},
		"a list, another ending, other arguments": {host.Content{Form: host.MarkdownFrontmatter, Ext: ".agent.md", Fields: list, Args: "{{args}}"}, command, "go.agent.md",
			"---\nname: go\ndescription: d\nargument-hint: \"[x]\"\ntools: [sh, look, Grep, mcp_db_q]\nnot-tools: [look]\nmodel: m-1\ncontext: fork\nx: \"1\"\n---\n\nDo {{args}}.\n"},
		"rules": {host.Content{Form: host.MarkdownFrontmatter, Fields: rules}, command, "go.md",
			"---\nname: go\ndescription: d\nargument-hint: \"[x]\"\npermission: {\"*\": deny, sh: allow, Grep: allow, mcp_db_q: allow, look: deny}\nmodel: m-1\ncontext: fork\nx: \"1\"\n---\n\nDo what the user wrote after the command.\n"},
		"strict": {host.Content{Form: host.MarkdownFrontmatter, Fields: list, Strict: true, MCPTool: host.MCPSlash}, command, "go.md",
			"---\nname: go\ndescription: d\nargument-hint: \"[x]\"\ntools: [sh, look, db/q]\nnot-tools: [look]\nmodel: m-1\ncontext: fork\n---\n\nDo what the user wrote after the command.\n"},
		"lines and members": {host.Content{Form: host.MarkdownFrontmatter, Fields: said}, agent, "a.md",
			"---\nname: a\ndescription: d\nmode: read-only\na: 1\nb: {c: true}\n---\n\np\n"},
		"body": {host.Content{Form: host.MarkdownBody}, command, "go.md", "Do what the user wrote after the command.\n"},
		"toml": {host.Content{Form: host.CommandTOML, Args: "{{args}}"}, command, "go.toml", "description = \"d\"\nprompt = \"\"\"\nDo {{args}}.\n\"\"\"\n"},
		"skill from a command": {host.Content{Form: host.CommandAsSkill, Fields: common, Open: true, Args: "$ARGUMENTS"}, item{name: "go", body: "Do $ARGUMENTS.", command: true}, "go/SKILL.md",
			"---\nname: go\ndescription: The command go.\ndisable-model-invocation: true\n---\n\nDo what the user wrote after the command.\n"},
		"codex": {host.Content{Form: host.CodexAgentTOML, Fields: said}, agent, "a.toml", "name = \"a\"\ndescription = \"d\"\nmode = \"read-only\"\ndeveloper_instructions = \"p\"\n"},
		"json": {host.Content{Form: host.AgentJSON, Fields: host.ContentField{Name: "name", Description: "description", Model: "model", AllowTools: "tools", AllTools: "*", Always: "legacy: true"}}, agent, "a.json",
			"{\n  \"name\": \"a\",\n  \"description\": \"d\",\n  \"prompt\": \"p\",\n  \"tools\": [\n    \"*\"\n  ],\n  \"legacy\": true\n}\n"},
	} {
		h, content := tooled(c.c)
		out := write(h, content, content.Fields, c.it)
		if len(out) != 1 || out[0].rel != c.path || string(out[0].data) != c.want {
			t.Errorf("%s: %s\n%s\nwant %s\n%s", name, out[0].rel, out[0].data, c.path, c.want)
		}
	}
}

// A limit is kept in the words that a host has, or told as lost.
func TestLimits(t *testing.T) {
	allow := &connector.ToolPolicy{Allow: []string{host.Read, host.Bash}}
	both := &connector.ToolPolicy{Allow: []string{host.Read, host.Bash}, Deny: []string{host.Bash}}
	deny := &connector.ToolPolicy{Deny: []string{host.Bash}}
	for name, c := range map[string]struct {
		f           host.ContentField
		it          item
		allow, deny []string
		lost        []string
	}{
		"both lists":               {host.ContentField{AllowTools: "a", DenyTools: "d"}, item{tools: both}, both.Allow, both.Deny, nil},
		"one for both":             {host.ContentField{AllowTools: "a"}, item{tools: both}, []string{host.Read}, nil, nil},
		"only what is denied":      {host.ContentField{AllowTools: "a"}, item{tools: deny}, nil, deny.Deny, []string{"tools.deny"}},
		"no list":                  {host.ContentField{}, item{tools: both}, both.Allow, both.Deny, []string{"tools.allow", "tools.deny"}},
		"read-only, a word":        {host.ContentField{ReadOnly: "r", DenyTools: "d"}, item{readOnly: true}, nil, nil, nil},
		"read-only, denied":        {host.ContentField{DenyTools: "d"}, item{readOnly: true}, nil, changing, nil},
		"read-only, less allowed":  {host.ContentField{AllowTools: "a"}, item{tools: allow, readOnly: true}, []string{host.Read}, nil, nil},
		"read-only, all allowed":   {host.ContentField{AllowTools: "a"}, item{readOnly: true}, nil, nil, []string{"readonly"}},
		"nothing would be left":    {host.ContentField{AllowTools: "a"}, item{tools: &connector.ToolPolicy{Allow: deny.Deny, Deny: deny.Deny}}, deny.Deny, deny.Deny, []string{"tools.deny"}},
		"nothing is said of tools": {host.ContentField{}, item{}, nil, nil, nil},
	} {
		l := limitsOf(c.f, c.it)
		lost, severe := missing(&host.Content{Form: host.MarkdownFrontmatter, Fields: c.f}, c.it)
		if !slices.Equal(l.allow, c.allow) || !slices.Equal(l.deny, c.deny) || !slices.Equal(lost, c.lost) || severe != (len(c.lost) > 0) {
			t.Errorf("%s: %q, %q, lost %q (severe: %v)", name, l.allow, l.deny, lost, severe)
		}
	}
}

func TestModels(t *testing.T) {
	for _, c := range []struct {
		models []string
		model  string
		want   string
	}{
		{nil, "gpt-5", "gpt-5"}, {nil, "sonnet", ""}, {nil, "inherit", ""}, {nil, "", ""},
		{[]string{"sonnet*", "*claude*"}, "sonnet", "sonnet"}, {[]string{"sonnet*", "*claude*"}, "eu.anthropic.claude-x/1", "eu.anthropic.claude-x/1"},
		{[]string{"sonnet*"}, "gpt-5", ""}, {[]string{"*/*"}, "a/b/c", "a/b/c"}, {[]string{"*/*"}, "gpt-5", ""},
	} {
		if got := modelOf(&host.Content{Models: c.models}, host.ContentField{}, c.model); got != c.want {
			t.Errorf("%q of %q: %q", c.model, c.models, got)
		}
	}
	if got := modelOf(&host.Content{Models: []string{"x"}}, host.ContentField{Inherit: true}, "inherit"); got != "inherit" {
		t.Errorf("%q", got)
	}
}

// Names of tools of MCP servers, where a list can spell one.
func TestNamesOfMCPTools(t *testing.T) {
	for form, want := range map[host.ToolName]string{host.MCPSingle: "mcp_s_t__u", host.MCPPlain: "s__t__u", host.MCPTriple: "s___t__u", host.MCPDash: "s-t__u",
		host.MCPAt: "@s/t__u", host.MCPSlash: "s/t__u", host.MCPDouble: "", host.MCPAlone: "", "": ""} {
		if got := mcpName(form, "mcp__s__t__u"); got != want {
			t.Errorf("%s: %q, want %q", form, got, want)
		}
	}
	if got := mcpName(host.MCPAt, "Bash") + mcpName(host.MCPAt, "mcp__s"); got != "" {
		t.Errorf("%q", got)
	}
}

// Of two hosts that read one file, each is told what the file does not have for it.
func TestLossOfASharedFile(t *testing.T) {
	own := host.ContentField{Name: "name", Description: "description", AllowTools: "tools", Model: "model"}
	if got := both(own, host.ContentField{Name: "name", Description: "description", AllowTools: "allowed-tools"}); got.AllowTools+got.Model != "" || got.Description == "" {
		t.Errorf("%+v", got)
	}
}
