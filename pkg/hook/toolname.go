package hook

import (
	"slices"
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// splitPlain takes apart a name of an MCP tool that nothing in front marks as
// one: it is if it has the separator and is none of the host's own tools. A
// server's name can have the separator inside, so the connector's own, whose
// server bears its id, is tried first.
func splitPlain(h *host.Host, ev *wire.HandlerEvent) (tool, server string, ok bool) {
	sep := ""
	switch h.MCPTool {
	case host.MCPPlain:
		sep = "__"
	case host.MCPTriple:
		sep = "___"
	case host.MCPDash:
		sep = "-"
	case host.MCPBare:
		sep = "_"
	}
	name, own := ev.NativeTool, ev.Connector
	if h.MCPTool == host.MCPBare {
		own = cleaned(h.MCPTool, own)
	}
	if sep == "" || findTool(h, name) != nil || slices.Contains(h.Unmapped, name) {
		return "", "", false
	}
	if tool, ok = strings.CutPrefix(name, own+sep); ok {
		return tool, ev.Connector, true
	}
	if sep != "-" {
		server, tool, ok = strings.Cut(name, sep)
		return tool, server, ok && server != "" && tool != ""
	}
	if server, tool, ok = strings.Cut(name, "/"); ok { // so in permissionRequest of Copilot CLI 1.0.102 (observed)
		return tool, server, true
	}
	// Servers are called like that more often than tools are.
	i := strings.LastIndexByte(name, '-')
	if i <= 0 {
		return "", "", false
	}
	return name[i+1:], name[:i], true
}
