package hook

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/host"
	"agentconnector/pkg/regex"
	"agentconnector/pkg/wire"
)

// inPayload is what a host sends of a tool before it runs, as far as we read it.
func inPayload(h *host.Caller, native, server, tool string) (event string, o object) {
	f := familyOf(h.Hooks.Payload)
	for e := range h.EventsOf(wire.PreToolUse) {
		event = e.Native // the last one: with an event for each kind of tool that of MCP tools
	}
	put := func(ways, text string) {
		way, _, _ := strings.Cut(ways, "|")
		keys := strings.Split(way, ".")
		v := appendString(nil, text)
		for i := len(keys) - 1; i > 0; i-- {
			v = encode(object{{keys[i], v}})
		}
		at := slices.IndexFunc(o, func(m member) bool { return m.key == keys[0] })
		if at < 0 || len(keys) == 1 {
			o = append(o, member{keys[0], v})
			return
		}
		o[at].value = raw(strings.TrimSuffix(string(o[at].value), "}") + "," + string(v[1:]))
	}
	put(f.event, event)
	put(f.tool, native)
	if server != "" {
		put(f.server, server)
		if f.own != "" {
			put(f.own, tool)
		}
	}
	return event, o
}

// spellings are what a host may make of a tool's name: as it is, and with "_"
// for what a model's API might not take.
func spellings(h *host.Caller, server, tool string) (all []string) {
	for _, clean := range []func(string) string{
		func(s string) string { return s },
		func(s string) string { return cleaned(s, true) },
		func(s string) string { return cleaned(s, false) },
	} {
		server, tool := clean(server), clean(tool)
		prefix, sep := marks(h.MCPTool)
		switch h.MCPTool {
		case host.MCPColon:
			all = append(all, "MCP:"+tool)
			continue
		case host.MCPJoined:
			server, tool = squeezed(server), squeezed(tool)
			if server == "" || tool == "" {
				continue // OMP makes "server" and "tool" of it
			}
			name := "mcp__" + server + "_" + strings.TrimPrefix(tool, server+"_")
			if len(name) > h.MCPMax {
				name = name[:h.MCPMax-9] + "_0a1b2c3d"
			}
			all = append(all, name)
			continue
		case "", host.MCPAlone:
			all = append(all, tool)
			continue
		}
		name := prefix + server + sep + tool
		if h.MCPTool == host.MCPAfter {
			name = tool + sep + server
		}
		all = append(all, name)
		if h.MCPTool == host.MCPDash {
			all = append(all, server+"/"+tool)
		}
		if len(name) > h.MCPMax && h.MCPMax > 0 && h.MCPTool == host.MCPAfter { // Auggie's way
			all[len(all)-1] = name[:h.MCPMax]
		} else if len(name) > h.MCPMax && h.MCPMax > 0 { // the ways of Gemini CLI, Qwen Code and Codex, and the plain one
			all = append(all[:len(all)-1], (name[:30] + "..." + name[len(name)-30:] + "x")[:h.MCPMax], (name[:28] + "___" + name[len(name)-32:] + "x")[:h.MCPMax],
				(name[:h.MCPKept] + strings.Repeat("0a", 40))[:h.MCPMax], name[:h.MCPMax])
		}
	}
	return all
}

// tells are the hosts whose payload has the server's name.
var tells = []string{"claude-code", "gemini-cli", "windsurf"}

// unnamed are the hosts with hooks of which nobody knows how they spell an MCP
// tool: they fire none for one, or the payload has server and tool apart.
var unnamed = []string{"antigravity", "antigravity-cli", "windsurf"}

// TestGuardsNeverMiss: whatever way a host spells a tool of any server, a
// matcher for that tool takes it, and so does one for its server.
func TestGuardsNeverMiss(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 5))
	name := func() string {
		b := make([]byte, 1+rnd.IntN(9)*(1+rnd.IntN(9)))
		for i := range b {
			b[i] = "abcxyz019__--./ "[rnd.IntN(16)]
		}
		return string(b)
	}
	for _, h := range host.Callers {
		if len(h.Hooks.Events) == 0 {
			continue
		}
		if h.MCPTool == "" && !slices.Contains(unnamed, h.ID) {
			t.Errorf("%s has hooks and no spelling of MCP tools", h.ID)
		}
		for range 10 {
			server, tool, own := name(), name(), "acme"
			if rnd.IntN(2) == 0 { // the connector's own server looks like a part of it
				own = server[:1+rnd.IntN(len(server))]
			}
			for _, native := range spellings(h, server, tool) {
				if t.Failed() {
					return
				}
				prefix, sep := marks(h.MCPTool)
				// Of a server whose name was cut behind a separator in it only a guard that
				// names a server fires.
				left := prefix + cleaned(server, false)
				if h.MCPTool == host.MCPJoined {
					left = prefix + squeezed(server)
				}
				parted := len(native) == h.MCPMax && len(left)+len(sep) > h.MCPKept && strings.Contains(left[len(prefix):min(len(left), h.MCPKept)], sep)
				if ownTool(h, native) {
					continue
				}
				heldTo(t, h, own, native, "", server, tool, parted)
				if slices.Contains(tells, h.ID) {
					heldTo(t, h, own, native, server, server, tool, false)
				}
			}
		}
	}
}

// heldTo holds every matcher that means a tool to the event that its host makes
// of it. known: the server, if the payload has it.
func heldTo(t *testing.T, h *host.Caller, own, native, known, server, tool string, parted bool) {
	t.Helper()
	if h.MCPTool == "" && known == "" {
		return
	}
	event, o := inPayload(h, native, known, tool)
	payload := encode(o)
	ev := normalise(h, own, event, payload, o)
	found := false
	for r := range readings(h, ev) {
		found = found || mayBe(r.server, server) && mayBe(r.tool, tool)
	}
	if !found {
		t.Errorf("%s: %q of %q is not among the readings of %s (%s)", h.ID, tool, server, native, payload)
		return
	}
	full := "mcp__" + server + "__" + tool
	for _, m := range []string{tool, full, native, "nothing|" + tool, "nothing|" + full,
		regexp.QuoteMeta(tool), regexp.QuoteMeta(full), "(?i)" + regexp.QuoteMeta(strings.ToUpper(full)),
		"mcp__" + regexp.QuoteMeta(server) + "__.*", "mcp__.*__" + regexp.QuoteMeta(tool), "mcp__.*", ".*" + regexp.QuoteMeta(tool),
		fmt.Sprintf("mcp__%s__(%s|x{3})", regexp.QuoteMeta(server), regexp.QuoteMeta(tool))} {
		if !literal(m) {
			if _, err := regexp.Compile(m); err != nil {
				continue // a name that is no expression, written as if it were one
			}
		}
		if re, err := regexp.Compile("^(?:" + m + ")$"); err == nil && !re.MatchString(tool) && !re.MatchString(full) && m != native {
			continue // a dot or the like: it means something else
		}
		if parted && !strings.HasPrefix(m, "mcp__") && !strings.HasPrefix(m, "nothing|mcp__") && m != regexp.QuoteMeta(full) {
			continue
		}
		if ok, err := matches(m, ev); !ok || err != nil {
			t.Errorf("%s, connector %s: %q misses %s, which is %q of %q: %v", h.ID, own, m, native, tool, server, err)
		}
	}
}

// TestReadings is a table of what each way of spelling may stand for.
func TestReadings(t *testing.T) {
	for _, c := range []struct{ host, payload, want string }{
		{"claude-code", `{"tool_name":"mcp__a__b__c"}`, "a:b??c a??b:c"},
		{"claude-code", `{"tool_name":"mcp__a__b__c","mcp_server":{"name":"a__b"}}`, "a__b:c"},
		{"claude-code", `{"tool_name":"mcp__my_srv__c","mcp_server":{"name":"my srv"}}`, "my srv:c"},
		{"claude-code", `{"tool_name":"Bash"}`, ""},
		{"codex", `{"tool_name":"mcp__github__create_pull_0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0"}`, "github:create?pull?0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0 github:create?pull* github??create?pull*:* (full)"},
		{"codex", `{"tool_name":"mcp__my__server_of_the_m0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a"}`, "my:server?of?the?m0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a my:server?of?the?m* my??server?of?the?m*:* (full)"},
		{"gemini-cli", `{"hook_event_name":"BeforeTool","tool_name":"mcp_a_b...c","mcp_context":{"server_name":"a_","tool_name":"bc"}}`, "a_:bc"},
		{"gemini-cli", `{"hook_event_name":"BeforeTool","tool_name":"mcp_a_b"}`, "a:b"},
		{"crush", `{"tool_name":"mcp_my_srv_do_it"}`, "my:srv?do?it my?srv:do?it my?srv?do:it"},
		{"droid", `{"tool_name":"a___b____c"}`, "a:b????c a???b:?c a???b?:c"},
		{"cline", `{"preToolUse":{"toolName":"a__b"}}`, "a:b"},
		{"copilot-cli", `{"toolName":"my-srv-do_it"}`, "my:srv-do?it my-srv:do?it"},
		{"copilot-cli", `{"toolName":"my-srv/do_it"}`, "my:srv/do?it my-srv:do?it"},
		{"copilot-cli", `{"toolName":"io.example/my-srv-do_it"}`, "io.example:my-srv-do?it io.example/my:srv-do?it io.example/my-srv:do?it"},
		{"copilot-cli", `{"toolName":"io.example/my-srv/do_it"}`, "io.example:my-srv/do?it io.example/my:srv/do?it io.example/my-srv:do?it"},
		{"cursor", `{"hook_event_name":"preToolUse","tool_name":"MCP:do_it"}`, "*:do?it"},
		{"opencode", `{"event":"tool.execute.before","input":{"tool":"a_b_c"}}`, "a:b?c a?b:c"},
		{"amazon-q", `{"tool_name":"@a/b/c"}`, "a:b/c a/b:c"},
		{"omp", `{"toolName":"mcp__a_b_c"}`, "~a~:~b?~c~ ~a~:~a~?~b?~c~ ~a?~b~:~c~ ~a?~b~:~a?~b~?~c~"},
		{"omp", `{"toolName":"bash"}`, ""},
		{"windsurf", `{"agent_action_name":"pre_mcp_tool_use","tool_info":{"mcp_server_name":"a","mcp_tool_name":"b"}}`, "a:b"},
	} {
		h := host.FindCaller(c.host)
		o, err := parseObject([]byte(c.payload))
		if err != nil {
			t.Fatal(err)
		}
		ev := normalise(h, "acme", h.Event(wire.PreToolUse).Native, raw(c.payload), o)
		var got []string
		for r := range readings(h, ev) {
			one := shown(r.server) + ":" + shown(r.tool)
			if r.full {
				one += " (full)"
			}
			got = append(got, one)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s %s: %q, want %q", c.host, c.payload, got, c.want)
		}
	}
}

// shown is a name with "?" for a character and "*" for a text that is not known.
func shown(name []rune) string {
	var b strings.Builder
	for _, c := range name {
		switch c {
		case regex.Lost:
			c = '?'
		case regex.Losts:
			c = '~'
		case regex.Anything:
			c = '*'
		}
		b.WriteRune(c)
	}
	return b.String()
}

// TestGuardsOfLongNames: a name that the host has cut still calls the guard of its
// tool, also where the server's own name holds what parts it from the tool's.
func TestGuardsOfLongNames(t *testing.T) {
	for _, c := range []struct {
		host, payload, matcher string
		want                   bool
	}{
		// the whole name of the server is left, longer than the 24 characters of Codex
		{"omp", `{"toolName":"mcp__a_connector_of_some_length_drop_all_of_the_tables__0a1b2c3d"}`, "drop_all_of_the_tables_of_this_database", true},
		{"omp", `{"toolName":"mcp__a_connector_of_some_length_drop_all_of_the_tables__0a1b2c3d"}`, "keep_all_of_the_tables_of_this_database", false},
		// it was cut itself: a guard that names it fires, and a bare one does not
		{"codex", `{"tool_name":"mcp__my__server_of_the_m0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a"}`, "mcp__my__server_of_the_month__drop", true},
		{"codex", `{"tool_name":"mcp__my__server_of_the_m0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a"}`, "mcp__my__server_of_the_year__drop", false},
		{"codex", `{"tool_name":"mcp__my__server_of_the_m0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a"}`, "drop", false},
	} {
		h := host.FindCaller(c.host)
		o, _ := parseObject([]byte(c.payload))
		ev := normalise(h, "acme", h.Event(wire.PreToolUse).Native, raw(c.payload), o)
		if ok, err := matches(c.matcher, ev); ok != c.want || err != nil {
			t.Errorf("%s: %s takes %s: %v (%v)", c.host, c.matcher, c.payload, ok, err)
		}
	}
}

// TestGuardsOfOthersStaySilent: what is uncertain is no excuse for everything.
func TestGuardsOfOthersStaySilent(t *testing.T) {
	for _, c := range []struct{ host, payload, matcher string }{
		{"crush", `{"tool_name":"mcp_github_create_issue"}`, "Bash|Write"},
		{"crush", `{"tool_name":"mcp_github_create_issue"}`, "mcp__gitlab__.*|mcp__github__delete_.*"},
		{"crush", `{"tool_name":"mcp_github_create_issue"}`, "create_issues|issu"},
		{"crush", `{"tool_name":"mcp_srv_Bash"}`, "Bash"},
		{"cursor", `{"hook_event_name":"preToolUse","tool_name":"MCP:write"}`, "mcp__fs__read|mcp__fs__.*_file|Write"},
		{"claude-code", `{"tool_name":"mcp__a__b","mcp_server":{"name":"a"}}`, "mcp__c__b|a__b"},
		{"opencode", `{"event":"tool.execute.before","input":{"tool":"apply_patch"}}`, "mcp__.*|patch"},
		{"omp", `{"toolName":"mcp__github_create_issue"}`, "Bash|mcp__gitlab__.*|mcp__github__delete_.*|issue2|mcp__hub__.*"},
		{"omp", `{"toolName":"mcp__srv_bash"}`, "Bash|Edit"},
		{"codex", `{"tool_name":"mcp__github__create_pull_0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0"}`, "Bash|mcp__gitlab__.*|delete_repo|mcp__github__delete_.*"},
		{"codex", `{"tool_name":"mcp__a-server-of-a-very-0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0"}`, "Bash|mcp__gitlab__.*"},
	} {
		h := host.FindCaller(c.host)
		o, _ := parseObject([]byte(c.payload))
		ev := normalise(h, "acme", h.Event(wire.PreToolUse).Native, raw(c.payload), o)
		for _, m := range []string{c.matcher, "(" + c.matcher + ")"} {
			if ok, err := matches(m, ev); ok || err != nil {
				t.Errorf("%s: %s takes %s (%v)", c.host, m, c.payload, err)
			}
		}
	}
}

// TestUnplugged: a server of a plugin of ours has its own name, any other the host's.
func TestUnplugged(t *testing.T) {
	for _, c := range []struct{ form, server, want string }{
		{"plugin_$id_$id", "plugin_acme-db_acme-db", "acme-db"},
		{"plugin_$id_$id", "plugin_a_b", "plugin_a_b"},
		{"plugin_$id_$id", "plugin_a_b_a_b", "a_b"},
		{"plugin_$id_$id", "plugin__", "plugin__"},
		{"plugin_$id_$id", "acme-db", "acme-db"},
		{"plugin_$id_$id", "", ""},
		{"$id in a plugin", "x in a plugin", "x"},
		{"", "plugin_a_a", "plugin_a_a"},
	} {
		if got := unplugged(c.form, c.server); got != c.want {
			t.Errorf("%q of %q is %q, want %q", c.server, c.form, got, c.want)
		}
	}
}
