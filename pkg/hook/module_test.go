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
		h := host.Find(c.host)
		ev := &wire.HandlerEvent{Host: h.ID, Connector: "acme", NativeEvent: c.event, Event: wire.PostToolUse, NativeTool: c.tool}
		nameTool(h, ev)
		a := reply(h, ev, &decision{kind: wire.Modify, output: raw(c.output), context: "C"})
		if a.text != c.reply || !strings.Contains(a.why, c.why) || a.honored() != (c.why == "") {
			t.Errorf("%s %s %s: %s (%s)", c.host, c.tool, c.output, a.text, a.why)
		}
	}
}
