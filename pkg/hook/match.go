package hook

import (
	"fmt"
	"slices"
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// matches says whether a matcher takes the event: RE2, fully anchored, tried on
// the canonical tool name, the host's own and mcp__server__tool. Empty or "*"
// takes all. An event without a tool has nothing to compare: it is taken.
//
// The bare name of an MCP tool does not count if it is a canonical tool's: a
// guard of Bash has nothing to do with mcp__x__Bash.
//
// Cursor's preToolUse does not say which server has an MCP tool. There the
// connector's own server is assumed, whose entry bears the connector's id:
// rather a handler too often than a guard that never fires.
func matches(matcher string, ev *wire.HandlerEvent) (bool, error) {
	if matcher == "" || matcher == "*" || ev.Tool == "" {
		return true, nil
	}
	names := [3]string{ev.Tool, ev.NativeTool, mcpName(ev)}
	if names[2] != "" && slices.Contains(builtin[:], ev.Tool) {
		names[0] = ""
	}
	if literal(matcher) {
		for alt := range strings.SplitSeq(matcher, "|") {
			for _, n := range names {
				if n == alt && n != "" {
					return true, nil
				}
			}
			if names[2] != "" && spelled(alt, ev) {
				return true, nil
			}
		}
		return false, nil
	}
	re, err := compile("^(?:" + matcher + ")$")
	if err != nil {
		return false, fmt.Errorf("matcher %q: %w", matcher, err)
	}
	all := names[:]
	if names[2] != "" {
		all = append(all, readings(ev)...)
	}
	return slices.ContainsFunc(all, func(n string) bool { return n != "" && re.Match(n) }), nil
}

// builtin are the canonical tool names.
var builtin = [...]string{host.Read, host.Write, host.Edit, host.MultiEdit, host.Delete, host.Bash, host.Grep, host.Glob,
	host.Agent, host.WebFetch, host.WebSearch, host.TodoWrite}

// mcpName is mcp__server__tool, empty for a tool that is none of an MCP server.
func mcpName(ev *wire.HandlerEvent) string {
	switch {
	case ev.MCPServer != "":
		return "mcp__" + ev.MCPServer + "__" + ev.Tool
	case strings.HasPrefix(ev.NativeTool, "MCP:"):
		return "mcp__" + ev.Connector + "__" + ev.Tool
	}
	return ""
}

// literal says whether a matcher is a list of plain names. Most are, and need
// no regular expression to be compiled at every tool call.
func literal(matcher string) bool {
	return !strings.ContainsAny(matcher, `\.+*?()[]{}^$`)
}
