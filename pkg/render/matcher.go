package render

import (
	"fmt"
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
// and those of a tool of any MCP server that the word may mean.
func nativeNames(h *host.Host, word string) []string {
	names := []string{word}
	canonical := false
	for _, t := range h.Tools {
		if t.Canonical == word {
			canonical = true
			names = addNew(names, t.Native)
		}
	}
	long := h.MCPMax > 0 && !canonical // the name may be one that the host cuts
	switch rest, full := strings.CutPrefix(word, "mcp__"); {
	case full && h.MCPTool == host.MCPColon:
		for _, tool := range mcpTools(word) {
			names = addNew(names, "MCP:"+blurred(tool))
		}
	case full && h.MCPTool == host.MCPAlone:
		for _, tool := range mcpTools(word) {
			names = addNew(names, blurred(tool))
		}
	case full && h.MCPTool == host.MCPAfter:
		for _, tool := range mcpTools(word) {
			names = addNew(names, blurred(tool)+"_.*")
		}
	case h.MCPTool == host.MCPAfter:
		names = addNew(names, blurred(word)+"_.*")
	case h.MCPTool == host.MCPAlone:
		names = addNew(names, blurred(word))
	case full:
		if prefix, sep, ok := around(h.MCPTool); ok { // a server's name may hold a "__", too
			names = addNew(names, prefix+strings.ReplaceAll(blurred(rest), "__", either(sep)))
		}
		long = long && len(word) > h.MCPMax-len("__")
	case h.MCPTool == host.MCPColon:
		if !strings.HasPrefix(word, "MCP:") {
			names = addNew(names, "MCP:"+blurred(word))
		}
	default:
		if prefix, sep, ok := around(h.MCPTool); ok {
			names = addNew(names, prefix+".*"+sep+blurred(word))
		}
	}
	if long {
		names = addNew(names, fmt.Sprintf(".{%d}", h.MCPMax))
	}
	return names
}

// around are the expressions for what stands in front of an MCP tool's name, and
// between server and tool.
func around(form host.ToolName) (prefix, sep string, ok bool) {
	switch form {
	case host.MCPDouble, host.MCPDoubleClean:
		return "mcp__", "__", true
	case host.MCPSingle:
		return "mcp_", "_", true
	case host.MCPPlain:
		return "", "__", true
	case host.MCPTriple:
		return "", "___", true
	case host.MCPDash:
		return "", "[-/]", true
	}
	return "", "", false
}

// either is the expression for "__" or the host's own separator.
func either(sep string) string {
	switch sep {
	case "__":
		return sep
	case "_":
		return "_{1,2}"
	}
	return "(__|" + sep + ")"
}

// blurred is the expression for a name in which the host may have put "_" for
// some characters.
func blurred(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, ":", "[:_]"), "-", "[-_]")
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
