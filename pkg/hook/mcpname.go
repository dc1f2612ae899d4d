package hook

import (
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// How hosts spell the name of an MCP tool, and back. Some spellings can be read
// in several ways, or have lost characters. Then the connector's own server is
// tried first, whose entry bears the connector's id, and a matcher is held to
// all readings: rather a handler too often than a guard that never fires.

// splitMCP takes the host's name of an MCP tool apart. A server may have the
// separator in its own name, so the payload's word for it is asked first; own is
// the connector.
func splitMCP(form host.ToolName, native, known, own string) (tool, server string, ok bool) {
	switch form {
	case host.MCPDouble, host.MCPDoubleClean:
		rest, ok := strings.CutPrefix(native, "mcp__")
		if !ok {
			return "", "", false
		}
		if t, ok := strings.CutPrefix(rest, known+"__"); ok && known != "" {
			return t, known, true
		}
		if t, ok := strings.CutPrefix(rest, cleaned(form, own)+"__"); ok && form == host.MCPDoubleClean {
			return t, own, true
		}
		server, tool, ok = strings.Cut(rest, "__")
		return tool, server, ok
	case host.MCPSingle:
		rest, ok := strings.CutPrefix(native, "mcp_")
		if !ok {
			return "", "", false
		}
		if t, ok := strings.CutPrefix(rest, known+"_"); ok && known != "" {
			return t, known, true
		}
		server, tool, ok = strings.Cut(rest, "_")
		return tool, server, ok
	case host.MCPAt:
		rest, ok := strings.CutPrefix(native, "@")
		if !ok {
			return "", "", false
		}
		server, tool, ok = strings.Cut(rest, "/")
		return tool, server, ok
	case host.MCPColon:
		tool, ok = strings.CutPrefix(native, "MCP:")
		return tool, known, ok
	}
	return "", "", false
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
