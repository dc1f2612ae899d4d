package hook

import (
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"agentconnector/pkg/host"
	"agentconnector/pkg/regex"
	"agentconnector/pkg/wire"
)

// What a host's name of an MCP tool may stand for. Three things get lost on the
// way from server and tool to the one name:
//
//   - where the server's name ends, if it or the tool's may hold the separator;
//     Cursor's MCP:tool names no server at all, nor does Kimi CLI's bare one;
//   - characters: many hosts put "_" for those that a model's API does not take,
//     so that any "_" may have been another one; OMP puts one for several, and none
//     at the ends, makes small letters of all, and leaves the server's name out of
//     the tool's;
//   - the middle or the end, of a name that was longer than the API takes.
//
// A reading is one way to undo that. A guard that somebody wrote for the true
// name must fire, so it is held to all of them.

// foreign says whether a tool that does not come apart is one of an MCP server
// all the same.
func foreign(ev *wire.HandlerEvent) bool {
	h := host.FindCaller(ev.Host)
	if h == nil || h.MCPTool == "" || ownTool(h, ev.NativeTool) {
		return false
	}
	prefix, sep := marks(h.MCPTool)
	if h.MCPTool == host.MCPAlone {
		return ev.NativeTool != ""
	}
	if prefix == "" {
		return isCut(h, ev.NativeTool) || sep != "" && strings.Contains(ev.NativeTool, sep)
	}
	return strings.HasPrefix(ev.NativeTool, prefix)
}

// mayMean says whether one of the names, canonical or bare, that the tool may
// really have is one that is looked for.
func mayMean(ev *wire.HandlerEvent, wanted func(name []rune) bool) bool {
	h := host.FindCaller(ev.Host)
	if h == nil {
		return false
	}
	for r := range readings(h, ev) {
		name := slices.Concat([]rune("mcp__"), r.server, []rune("__"), r.tool)
		if wanted(name) || !r.full && !r.builtin() && wanted(r.tool) {
			return true
		}
	}
	return false
}

// mayBe says whether a name may have been that one.
func mayBe(name []rune, one string) bool {
	for i, c := range name {
		if c == regex.Losts {
			for {
				if mayBe(name[i+1:], one) {
					return true
				}
				r, n := utf8.DecodeRuneInString(one)
				if n == 0 || cleaned(string(r), false) != "_" {
					return false
				}
				one = one[n:]
			}
		}
		if c == regex.Anything {
			rest := name[i+1:]
			if len(rest) == 0 {
				return true
			}
			for j := range len(one) + 1 {
				if mayBe(rest, one[j:]) {
					return true
				}
			}
			return false
		}
		r, n := utf8.DecodeRuneInString(one)
		if n == 0 || c != r && (c != regex.Lost || cleaned(string(r), false) != "_") {
			return false
		}
		one = one[n:]
	}
	return one == ""
}

// reading is a server and its tool, with what is not known of them.
type reading struct {
	server, tool []rune
	full         bool // only a guard that names the server is held to it
}

// unknown says whether nothing is known of a name. A guard of the hosts' own
// tools has nothing to do with it.
func unknown(name []rune) bool { return len(name) == 1 && name[0] == regex.Anything }

// builtin says whether the tool's name is a canonical one, which as such means
// the host's own tool.
func (r reading) builtin() bool {
	if name, ok := bare(r.tool); ok {
		return slices.ContainsFunc(builtin[:], func(b string) bool { return strings.EqualFold(b, name) })
	}
	return slices.Contains(builtin[:], string(r.tool))
}

// bare is a name without what may have stood around it, which only MCPJoined
// takes off.
func bare(name []rune) (string, bool) {
	if n := len(name); n > 1 && name[0] == regex.Losts && name[n-1] == regex.Losts {
		return string(name[1 : n-1]), true
	}
	return "", false
}

// readings are all those of an event's tool; none if it is of no MCP server.
func readings(h *host.Caller, ev *wire.HandlerEvent) iter.Seq[reading] {
	return func(yield func(reading) bool) {
		prefix, sep := marks(h.MCPTool)
		rest, ok := strings.CutPrefix(ev.NativeTool, prefix)
		switch server, tool := told(h, ev); {
		case tool != "":
			yield(reading{server: []rune(server), tool: []rune(tool)})
			return
		case server != "":
			if yield(reading{server: []rune(server), tool: blurred(ev.Tool)}) && isCut(h, ev.NativeTool) {
				yield(reading{server: []rune(server), tool: []rune{regex.Anything}})
			}
			return
		case h.MCPTool == host.MCPColon:
			if tool, ok := strings.CutPrefix(ev.NativeTool, "MCP:"); ok {
				yield(reading{server: []rune{regex.Anything}, tool: blurred(tool)})
			}
			return
		case h.MCPTool == host.MCPAlone:
			if !ownTool(h, ev.NativeTool) {
				yield(reading{server: []rune{regex.Anything}, tool: blurred(ev.NativeTool)})
			}
			return
		case !ok || sep == "":
			return
		}
		whole := func(r reading) bool { return len(r.tool) == 0 || yield(r) }
		if !split(rest, sep, h.MCPTool, whole) || !isCut(h, ev.NativeTool) {
			return
		}
		head, parted := rest[:h.MCPKept-len(prefix)], false
		more := split(head, sep, h.MCPTool, func(r reading) bool {
			if strings.Trim(string(r.tool), string([]rune{regex.Losts})) == "" {
				return true // nothing is left of it, as in the last reading below
			}
			parted = true
			if h.MCPTool == host.MCPAfter {
				return yield(reading{append(r.server, regex.Anything), r.tool, false})
			}
			return yield(reading{r.server, append(r.tool, regex.Anything), false})
		})
		// The server's name may go on where the rest was cut. That may be any tool, and
		// would call every guard of a bare name: those only if there is nothing better,
		// which leaves out a server of a long name with the separator in it.
		if more && h.MCPTool == host.MCPAfter {
			yield(reading{[]rune{regex.Anything}, append(lost(h.MCPTool, strings.TrimRight(head, "_-")), regex.Anything), parted})
		} else if more {
			yield(reading{append(lost(h.MCPTool, strings.TrimRight(head, "_-/")), regex.Anything), []rune{regex.Anything}, parted})
		}
	}
}

// isCut says whether a name is as long as those that the host has cut.
func isCut(h *host.Caller, native string) bool { return len(native) == h.MCPMax && h.MCPMax > 0 }

// split yields what a name may be, parted at each separator.
func split(name, sep string, form host.ToolName, yield func(reading) bool) bool {
	for i := range name {
		at := sep
		if form == host.MCPDash && name[i] == '/' { // so in permissionRequest of Copilot CLI 1.0.102 (observed)
			at = "/"
		}
		tool, ok := strings.CutPrefix(name[i:], at)
		if !ok || i == 0 {
			continue
		}
		r := reading{server: lost(form, name[:i]), tool: lost(form, tool)}
		if form == host.MCPAfter {
			r.server, r.tool = r.tool, r.server
		}
		if !yield(r) {
			return false
		}
		if form == host.MCPJoined {
			if r.tool = slices.Concat(r.server, []rune{regex.Lost}, r.tool); !yield(r) {
				return false
			}
		}
	}
	return true
}

// lost is what a name may have been, in the way of a spelling.
func lost(form host.ToolName, name string) []rune {
	if form != host.MCPJoined {
		return blurred(name)
	}
	b := []rune{regex.Losts}
	for _, c := range name {
		if c == '_' {
			b = append(b, regex.Lost, regex.Losts)
		} else {
			b = append(b, c)
		}
	}
	return append(b, regex.Losts)
}

// foldsCase says whether a host makes small letters of the names of MCP tools.
func foldsCase(ev *wire.HandlerEvent) bool {
	h := host.FindCaller(ev.Host)
	return h != nil && h.MCPTool == host.MCPJoined
}

// blurred is a name in which every "_" may have been another character.
func blurred(name string) []rune {
	b := []rune(name)
	for i, c := range b {
		if c == '_' {
			b[i] = regex.Lost
		}
	}
	return b
}

// told are the server and the tool as the payload names them, if it does.
func told(h *host.Caller, ev *wire.HandlerEvent) (server, tool string) {
	f := familyOf(h.Hooks.Payload)
	if f.server == "" || ev.MCPServer == "" {
		return "", ""
	}
	o, err := parseObject(ev.Raw)
	if err != nil {
		return "", ""
	}
	if server = o.text(f.server); server != "" {
		tool = o.text(f.own)
	}
	return server, tool
}
