package hook

import (
	"strings"
	"testing"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// TestNewOutputForModules: what may stand in the place of a tool's result where
// a module of ours puts it there.
func TestNewOutputForModules(t *testing.T) {
	const text, blocks, object = `"O"`, `[{"type":"text","text":"O"}]`, `{"stdout":"O"}`
	for _, c := range []struct {
		host, event, tool, output string
		reply, why                string
	}{
		{"opencode", "tool.execute.after", "bash", text, `{"output":"O","context":"C"}`, ""},
		{"opencode", "tool.execute.after", "bash", blocks, `{"context":"C"}`, "no text"},
		{"opencode", "tool.execute.after", "bash", object, `{"context":"C"}`, "no text"},
		{"opencode", "tool.execute.after", "acme_echo", text, `{"output":"O","context":"C"}`, ""},
		{"opencode", "tool.execute.after", "acme_echo", blocks, `{"output":` + blocks + `,"context":"C"}`, ""},
		{"kilo-cli", "tool.execute.after", "acme_echo", object, `{"context":"C"}`, "no text"},
		{"mimo-code", "tool.execute.after", "acme_echo", text, `{"output":"O","context":"C"}`, ""},
		{"pi", "tool_result", "bash", text, `{"output":"O","context":"C"}`, ""},
		{"pi", "tool_result", "bash", blocks, `{"output":` + blocks + `,"context":"C"}`, ""},
		{"amp", "tool.result", "shell_command", text, `{"output":"O","context":"C"}`, ""},
		{"amp", "tool.result", "shell_command", object, `{"context":"C"}`, "no text"},
		{"pi", "tool_result", "mcp__acme__echo", object, `{"context":"C"}`, "no text"},
	} {
		h := host.FindCaller(c.host)
		ev := &wire.HandlerEvent{Host: h.ID, Connector: "acme", NativeEvent: c.event, Event: wire.PostToolUse, NativeTool: c.tool}
		nameTool(h, ev)
		a := reply(h, ev, &decision{kind: wire.Modify, output: raw(c.output), context: "C"})
		if a.text != c.reply || !strings.Contains(a.why, c.why) || a.honored() != (c.why == "") {
			t.Errorf("%s %s %s: %s (%s)", c.host, c.tool, c.output, a.text, a.why)
		}
	}
}

// TestSubagentsOfOMP: what happens in a subagent's session is the subagent's, and
// of the main one what another event tells is not told twice.
func TestSubagentsOfOMP(t *testing.T) {
	const sub = `,"agent":{"kind":"sub","id":"0-Explore","name":"explore","depth":1,"parentId":"Main"}}`
	const main = `,"agent":{"kind":"main","id":"Main","name":"main","depth":0}}`
	for _, c := range []struct{ payload, event, agent string }{
		{`{"type":"session_start"` + main, wire.SessionStart, ""},
		{`{"type":"session_start"` + sub, wire.SubagentStart, "explore"},
		{`{"type":"agent_end"` + sub, wire.SubagentStop, "explore"},
		{`{"type":"agent_end","willContinue":true` + sub, "agent_end", "explore"},
		{`{"type":"agent_end"` + main, "agent_end", ""},
		{`{"type":"agent_end"}`, "agent_end", ""}, // before 18.3
		{`{"type":"session_shutdown"` + sub, "session_shutdown", "explore"},
		{`{"type":"session_shutdown"` + main, wire.SessionEnd, ""},
		{`{"type":"before_agent_start","prompt":"p","known":false` + main, wire.UserPromptSubmit, ""},
		{`{"type":"before_agent_start","prompt":"p","known":true` + main, "before_agent_start", ""},
		{`{"type":"before_agent_start","prompt":"p","known":false` + sub, "before_agent_start", "explore"},
		{`{"type":"tool_call","toolName":"bash","input":{}` + sub, wire.PreToolUse, "explore"},
	} {
		o, err := parseObject(raw(c.payload))
		if err != nil {
			t.Fatal(err)
		}
		ev := normalise(host.FindCaller("omp"), "acme", "", raw(c.payload), o)
		if ev.Event != c.event || ev.AgentType != c.agent || (ev.AgentID != "") != (c.agent != "") {
			t.Errorf("%s: %s of %q (%q)", c.payload, ev.Event, ev.AgentType, ev.AgentID)
		}
	}
}
