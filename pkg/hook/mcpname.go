package hook

import (
	"slices"
	"strings"

	"agentconnector/pkg/host"
)

// How hosts spell the name of an MCP tool, and back. Most spellings can be read
// in several ways, or have lost characters. Where the payload does not tell the
// server, the connector's own is tried first, whose entry bears the connector's
// id. That is what handlers are told; a matcher is held to all readings
// (reading.go).

// marks are what stands in front of an MCP tool's name and between server and
// tool. Nothing in front: only that it is none of the host's own tools tells it.
func marks(form host.ToolName) (prefix, sep string) {
	switch form {
	case host.MCPDouble, host.MCPDoubleClean:
		return "mcp__", "__"
	case host.MCPJoined:
		return "mcp__", "_"
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
	case host.MCPBare, host.MCPAfter:
		return "", "_"
	}
	return "", ""
}

// splitMCP takes the host's name of an MCP tool apart. A server may have the
// separator in its own name, so the payload's word for it (known) is asked
// first, then the connector, whose server bears its id (own).
func splitMCP(h *host.Caller, native, known, own string) (tool, server string, ok bool) {
	form := h.MCPTool
	if form == host.MCPColon { // it names no server
		tool, ok = strings.CutPrefix(native, "MCP:")
		return tool, known, ok
	}
	if form == host.MCPAlone {
		return native, known, native != "" && !ownTool(h, native)
	}
	if form == host.MCPAfter {
		return splitAfter(h, native, known, own)
	}
	prefix, sep := marks(form)
	rest, ok := strings.CutPrefix(native, prefix)
	if !ok || sep == "" || prefix == "" && ownTool(h, native) {
		return "", "", false
	}
	rest = strings.TrimPrefix(rest, h.MCPProject)
	for _, server := range [...]string{known, own} {
		for _, spelled := range [...]string{server, cleaned(server, true), cleaned(server, false), squeezed(server)} {
			if tool, ok := strings.CutPrefix(rest, spelled+sep); ok && server != "" && tool != "" {
				return tool, server, true
			}
		}
	}
	if form == host.MCPDash {
		return splitDash(rest)
	}
	server, tool, ok = strings.Cut(rest, sep)
	server = unplugged(h.MCPPlugin, server)
	return tool, server, ok && (prefix != "" || server != "" && tool != "")
}

// unplugged is the name of a server that bears its plugin's name too, as those of
// our plugins do, without what the host makes of it: form is the host's way.
func unplugged(form, server string) string {
	n := strings.Count(form, "$id")
	if n == 0 {
		return server
	}
	first, size := strings.Index(form, "$id"), (len(server)-len(form))/n+len("$id")
	if size <= 0 || first+size > len(server) {
		return server
	}
	if id := server[first : first+size]; strings.ReplaceAll(form, "$id", id) == server {
		return id
	}
	return server
}

// ownTool says whether a name is one of the host's own tools.
func ownTool(h *host.Caller, native string) bool {
	return findTool(h, native) != nil || slices.Contains(h.Unmapped, native)
}

// splitAfter takes a name apart that has the server behind the tool. Where neither
// of the two is known, the server is what stands behind the last separator.
func splitAfter(h *host.Caller, native, known, own string) (tool, server string, ok bool) {
	if ownTool(h, native) {
		return "", "", false
	}
	for _, server := range [...]string{known, own} {
		for _, spelled := range [...]string{server, cleaned(server, true), cleaned(server, false)} {
			if tool, ok := strings.CutSuffix(native, "_"+spelled); ok && server != "" && tool != "" {
				return tool, server, true
			}
		}
	}
	i := strings.LastIndexByte(native, '_')
	if i <= 0 || i == len(native)-1 {
		return "", "", false
	}
	return native[:i], native[i+1:], true
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

// cleaned is a name with "_" for whatever a spelling might not hold.
func cleaned(name string, dash bool) string {
	return strings.Map(func(r rune) rune {
		letter := r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
		if letter || r == '-' && dash {
			return r
		}
		return '_'
	}, name)
}

// squeezed is a name as MCPJoined has it.
func squeezed(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return (r < 'a' || 'z' < r) && (r < '0' || '9' < r) })
	return strings.Join(words, "_")
}
