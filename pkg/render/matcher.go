package render

import (
	"slices"
	"strings"

	"agentconnector/pkg/host"
)

// nativeMatcher is what stands in a host's file for the matchers of all hooks
// of an event; "" means every tool. It may only over-approximate: ac-hook tries
// the real matcher again, on three names of the tool, so a tool that is missing
// here is lost, and one too many only costs a start.
func nativeMatcher(h *host.Host, matchers []string) string {
	var names []string
	for _, m := range matchers {
		literals := alternation(m)
		if literals == nil || h.Hooks.Matcher != host.MatchRegex {
			return ""
		}
		for _, l := range literals {
			names = addNew(names, nativeNames(h, l)...)
		}
	}
	return strings.Join(names, "|")
}

// alternation gives the words of a matcher such as Bash|acme_write, or nil if
// it is any other expression.
func alternation(m string) []string {
	// Matchers are anchored anyway: anchors and a group around all change nothing.
	m = strings.TrimSuffix(strings.TrimPrefix(m, "^"), "$")
	if in, ok := strings.CutPrefix(m, "(?:"); ok && strings.HasSuffix(in, ")") {
		m = strings.TrimSuffix(in, ")")
	}
	words := strings.Split(m, "|")
	for _, w := range words {
		if w == "" || strings.Trim(w, literal) != "" {
			return nil
		}
	}
	return words
}

// literal are the characters that mean themselves in every dialect.
const literal = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-:"

// nativeNames are all names under which a host may report a tool that matches
// the word: the word itself, the host's names for it if it is a canonical one,
// and a tool of that name of any MCP server.
func nativeNames(h *host.Host, word string) []string {
	names := []string{word}
	for _, t := range h.Tools {
		if t.Canonical == word {
			names = addNew(names, t.Native)
		}
	}
	switch h.MCPTool {
	case host.MCPDouble:
		if !strings.HasPrefix(word, "mcp__") {
			names = append(names, "mcp__.*__"+word)
		}
	case host.MCPSingle:
		if rest, ok := strings.CutPrefix(word, "mcp__"); ok {
			names = append(names, "mcp_"+strings.ReplaceAll(rest, "__", "_{1,2}")) // a server's name may hold one, too
		} else {
			names = append(names, "mcp_.*_"+word)
		}
	case host.MCPPlain, host.MCPTriple, host.MCPDash:
		sep := map[host.ToolName]string{host.MCPPlain: "__", host.MCPTriple: "___", host.MCPDash: "[-/]"}[h.MCPTool]
		if rest, ok := strings.CutPrefix(word, "mcp__"); ok {
			names = append(names, strings.ReplaceAll(rest, "__", "(__|"+sep+")")) // a server's name may hold one, too
		} else {
			names = append(names, ".*"+sep+word)
		}
	case host.MCPColon:
		for _, tool := range mcpTools(word) {
			names = addNew(names, "MCP:"+tool)
		}
	}
	return names
}

// mcpTools are the bare tool names that a word can mean: itself, or, of
// mcp__server__tool, everything behind a "__", because a server's name may hold
// one too.
func mcpTools(word string) []string {
	rest, ok := strings.CutPrefix(word, "mcp__")
	if !ok {
		if strings.HasPrefix(word, "MCP:") {
			return nil
		}
		return []string{word}
	}
	var tools []string
	for {
		_, tool, ok := strings.Cut(rest, "__")
		if !ok {
			break
		}
		tools = append(tools, tool)
		rest = tool
	}
	slices.Reverse(tools)
	return tools
}
