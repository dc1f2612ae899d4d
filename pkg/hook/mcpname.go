package hook

import (
	"slices"
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// How hosts spell the name of an MCP tool, and back. Some spellings can be read
// in several ways, or have lost characters. Then the connector's own server is
// tried first, whose entry bears the connector's id, and a matcher is held to
// all readings: rather a handler too often than a guard that never fires.

// marks are what stands in front of an MCP tool's name and between server and
// tool. Nothing in front: only that it is none of the host's own tools tells it.
func marks(form host.ToolName) (prefix, sep string) {
	switch form {
	case host.MCPDouble, host.MCPDoubleClean:
		return "mcp__", "__"
	case host.MCPSingle:
		return "mcp_", "_"
	case host.MCPAt:
		return "@", "/"
	case host.MCPPlain:
		return "", "__"
	case host.MCPTriple:
		return "", "___"
	case host.MCPDash:
		return "", "-"
	case host.MCPBare:
		return "", "_"
	}
	return "", ""
}

// splitMCP takes the host's name of an MCP tool apart. A server may have the
// separator in its own name, so the payload's word for it (known) is asked
// first, then the connector, whose server bears its id (own).
func splitMCP(h *host.Host, native, known, own string) (tool, server string, ok bool) {
	form := h.MCPTool
	if form == host.MCPColon { // it names no server
		tool, ok = strings.CutPrefix(native, "MCP:")
		return tool, known, ok
	}
	prefix, sep := marks(form)
	rest, ok := strings.CutPrefix(native, prefix)
	if !ok || sep == "" || prefix == "" && (findTool(h, native) != nil || slices.Contains(h.Unmapped, native)) {
		return "", "", false
	}
	for _, server := range [...]string{known, own} {
		spelled := server
		if form == host.MCPDoubleClean || form == host.MCPBare {
			spelled = cleaned(form, server)
		}
		if tool, ok := strings.CutPrefix(rest, spelled+sep); ok && server != "" {
			return tool, server, true
		}
	}
	if form == host.MCPDash {
		return splitDash(rest)
	}
	server, tool, ok = strings.Cut(rest, sep)
	return tool, server, ok && (prefix != "" || server != "" && tool != "")
}

// splitDash: servers have the dash in their names more often than tools have.
func splitDash(name string) (tool, server string, ok bool) {
	if server, tool, ok = strings.Cut(name, "/"); ok { // so in permissionRequest of Copilot CLI 1.0.102 (observed)
		return tool, server, true
	}
	i := strings.LastIndexByte(name, '-')
	if i <= 0 {
		return "", "", false
	}
	return name[i+1:], name[:i], true
}

// cleaned is a server's or tool's name without what the spelling cannot hold.
func cleaned(form host.ToolName, name string) string {
	return strings.Map(func(r rune) rune {
		letter := r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
		if letter || r == '-' && form == host.MCPBare {
			return r
		}
		return '_'
	}, name)
}

// lossy is the spelling of a host whose names cannot be read back with
// certainty, else "".
func lossy(ev *wire.HandlerEvent) host.ToolName {
	if h := host.Find(ev.Host); h != nil && (h.MCPTool == host.MCPDoubleClean || h.MCPTool == host.MCPBare) {
		return h.MCPTool
	}
	return ""
}

// spelled says whether the host spells mcp__server__tool so, at whichever "__"
// the server's name may end.
func spelled(name string, ev *wire.HandlerEvent) bool {
	rest, ok := strings.CutPrefix(name, "mcp__")
	if !ok {
		return false
	}
	switch form := lossy(ev); form {
	case host.MCPDoubleClean:
		return cleaned(form, name) == ev.NativeTool
	case host.MCPBare:
		for i := 0; ; i++ {
			j := strings.Index(rest[i:], "__")
			if j < 0 {
				return false
			}
			i += j
			if cleaned(form, rest[:i])+"_"+cleaned(form, rest[i+2:]) == ev.NativeTool {
				return true
			}
		}
	}
	return false
}

// readings are the names mcp__server__tool that the host's one may stand for,
// as far as no character was lost.
func readings(ev *wire.HandlerEvent) (all []string) {
	if lossy(ev) != host.MCPBare {
		return nil
	}
	for i := 1; i < len(ev.NativeTool)-1; i++ {
		if ev.NativeTool[i] == '_' {
			all = append(all, "mcp__"+ev.NativeTool[:i]+"__"+ev.NativeTool[i+1:])
		}
	}
	return all
}
