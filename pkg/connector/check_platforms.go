package connector

import (
	"maps"
	"slices"
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/lazy"
	"agentconnector/pkg/wire"
)

// The words of enumerations. System, profile and managed scopes are only read.
var (
	Scopes      = []string{wire.ScopeUser, wire.ScopeProject}
	MemoryModes = []string{"block", "agents-import"}
)

// KeyPattern is one segment of a configPatch's key.
const KeyPattern = `^[A-Za-z0-9_-]+$`

var keyPattern = lazy.Regexp(KeyPattern)

// modelled are keys of hosts' settings that surfaces of ours write; the tables
// that pkg/host names for a host are guarded too.
var modelled = map[string]string{
	"hooks": wire.Hooks, "mcpServers": wire.Server, "mcp_servers": wire.Server, "statusLine": wire.Statusline,
	"enableAllProjectMcpServers": wire.Server, "enabledMcpjsonServers": wire.Server, "disabledMcpjsonServers": wire.Server,
}

func (k *checker) platforms() {
	for _, id := range slices.Sorted(maps.Keys(k.c.Platforms)) {
		at, p := member("platforms", id), k.c.Platforms[id]
		k.hostID(at, id, true)
		k.serverOverride(member(at, "server"), p.Server)
		if hooks, ok := k.typed[member(at, "hooks")].(*map[string]HookList); ok {
			k.hooks(member(at, "hooks"), *hooks)
		}
		k.nativeHooks(member(at, "nativeHooks"), p.NativeHooks)
		if extra := member(at, "extra"); len(p.Extra) > 0 && k.c.Server == nil && !p.Server.Set() {
			k.warn(extra, "fields of a server's entry", "a server", "the connector has none: nothing is written of them")
		}
		k.memoryPlace(member(at, "memory"), host.Find(id))
		k.oneOf(member(at, "scope"), p.Scope, Scopes)
		k.patches(member(at, "configPatch"), p.ConfigPatch, host.Find(id))
	}
}

// serverOverride checks the server as the host will see it.
func (k *checker) serverOverride(at string, s Switch[Server]) {
	if !s.Set() || k.bad["server"] || k.badServer {
		return
	}
	merged, err := mergeServer(k.c.Server, s.Raw)
	if err != nil { // a field of a wrong type, which was reported: look at the others
		k.details(at, k.typed[at].(*Server))
		return
	}
	before := len(k.problems)
	k.server(at, merged)
	if k.c.Server == nil && len(k.problems) > before && k.problems[before].Hint == "" {
		k.problems[before].Hint = "the connector itself has no server whose fields this could override"
	}
}

func (k *checker) memoryPlace(at string, h *host.Host) {
	m, ok := k.typed[at].(*MemoryPlace)
	if !ok {
		return
	}
	k.oneOf(member(at, "mode"), m.Mode, MemoryModes)
	if m.Mode == "agents-import" && h != nil && !h.Memory.Imports {
		k.warn(member(at, "mode"), quoted(m.Mode), `"block"`, "guidance of "+h.Name+" cannot bring in another file: it gets a block")
	}
	if path := member(at, "path"); k.fits(path) {
		if p := unsafePath(strings.TrimPrefix(m.Path, "~/")); p != nil {
			k.report(path, quoted(m.Path), "a path relative to the project, or ~/…", p.Hint)
		}
	}
}

func (k *checker) patches(at string, patches []ConfigPatch, h *host.Host) {
	seen := map[string]string{}
	for i := range patches {
		p, at := &patches[i], index(at, i)
		if key := member(at, "key"); k.needed(at, "key", "a dotted path") {
			k.patchKey(key, p.Key, h)
			k.unique(key, p.Key, seen)
			k.inside(key, p.Key, seen)
		}
		k.needed(at, "value", "the value to set")
		k.filled(at, "reason", p.Reason, "why it is needed, for the person who would set it by hand")
		k.webAddress(member(at, "docsUrl"), p.DocsURL)
	}
}

func (k *checker) patchKey(at, key string, h *host.Host) {
	segments := strings.Split(key, ".")
	for _, s := range segments {
		if !keyPattern().MatchString(s) {
			k.wrong(at, "a dotted path of letters, digits, - and _", "")
			return
		}
	}
	surface := modelled[segments[0]]
	if surface == "" && h != nil {
		surface = written(h, key)
	}
	if surface != "" {
		k.wrong(at, "a key that no surface of a connector writes", "declare it as "+quoted(surface))
	}
}

// written is the surface that writes a key of a host's settings, or what lies in
// it, or "". Of servers and hooks everything is theirs that stands beside them.
func written(h *host.Host, key string) string {
	for _, s := range []struct {
		surface string
		way     []string
	}{{wire.Server, h.Server.Root}, {wire.Hooks, h.Hooks.Root}, {wire.Statusline, h.Status.At}, {wire.Actions, h.Actions.At}} {
		way := strings.Join(s.way, ".")
		if s.surface == wire.Server || s.surface == wire.Hooks {
			way = strings.Join(s.way[:min(1, len(s.way))], ".")
		}
		if way != "" && (key == way || strings.HasPrefix(key, way+".")) {
			return s.surface
		}
	}
	return ""
}

// inside reports a key below another one: the second edit would find the
// first, not what the user had.
func (k *checker) inside(at, key string, seen map[string]string) {
	for _, other := range slices.Sorted(maps.Keys(seen)) {
		if strings.HasPrefix(key, other+".") || strings.HasPrefix(other, key+".") {
			k.report(at, quoted(key), "keys that do not lie inside each other", "the other is at "+seen[other])
		}
	}
}
