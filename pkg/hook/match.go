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
// Where the host's name of an MCP tool does not say for certain which tool of
// which server it is, every reading counts (reading.go): rather a handler too
// often than a guard that never fires.
func matches(matcher string, ev *wire.HandlerEvent) (bool, error) {
	if matcher == "" || matcher == "*" || ev.Tool == "" {
		return true, nil
	}
	names := [3]string{ev.Tool, ev.NativeTool, mcpName(ev)}
	mcp := names[2] != "" || foreign(ev)
	if mcp && slices.Contains(builtin[:], ev.Tool) {
		names[0] = ""
	}
	if literal(matcher) {
		for alt := range strings.SplitSeq(matcher, "|") {
			for _, n := range names {
				if n == alt && n != "" {
					return true, nil
				}
			}
		}
		if !mcp && !strings.Contains(matcher, "mcp__") {
			return false, nil
		}
		fold := foldsCase(ev)
		return mayMean(ev, func(name []rune) bool {
			for alt := range strings.SplitSeq(matcher, "|") {
				one := alt
				if fold {
					one = strings.ToLower(alt)
				}
				if (mcp || strings.HasPrefix(alt, "mcp__")) && mayBe(name, one) && !(unknown(name) && slices.Contains(builtin[:], alt)) {
					return true
				}
			}
			return false
		}), nil
	}
	re, err := compile("^(?:" + matcher + ")$")
	if err != nil {
		return false, fmt.Errorf("matcher %q: %w", matcher, err)
	}
	for _, n := range names {
		if n != "" && re.Match(n) {
			return true, nil
		}
	}
	if mcp && foldsCase(ev) {
		if re, err = compile("(?i)^(?:" + matcher + ")$"); err != nil {
			return false, fmt.Errorf("matcher %q: %w", matcher, err)
		}
	}
	return mcp && mayMean(ev, func(name []rune) bool {
		return re.Could(name) && !(unknown(name) && slices.ContainsFunc(builtin[:], re.Match))
	}), nil
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
