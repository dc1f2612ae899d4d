package doctor

import (
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/lazy"
	"agentconnector/pkg/wire"
)

// pointer is what a host is told to run: the host and event that the command
// names, and the connector.
var pointer = lazy.Regexp(`ac-hook.*?([a-z0-9-]+)["']?\s+["']?([A-Za-z0-9_.-]+)["']?\s+["']?--connector["']?\s+["']?([a-z0-9-]+)`)

// modulePointer is how a module of a plugin host names its connector.
var modulePointer = lazy.Regexp(`"host":"([a-z0-9-]+)","connector":"([a-z0-9-]+)","program":`)

// everyone is who is asked by the file of a host that has one for each event.
const everyone = "every connector"

// filePointer is what stands in such a file.
var filePointer = lazy.Regexp(`ac-hook\S* ([a-z0-9-]+) ([A-Za-z_]+) --all`)

// site is one place where a host is told to run something.
type site struct {
	source
	at        []string // of the element that holds the command
	table     string   // the event's part of the file
	native    string   // the event as the table names it
	named     string   // the host that the pointer names
	event     string
	connector string
	words     []string // the command, if it is none of ours
}

// hooks finds what a host runs twice.
func (d *look) hooks(h wire.Host, def *host.Host) {
	var all []site
	for _, s := range d.sources(h, wire.Hooks, func(string) []string { return def.Hooks.AlsoRuns }) {
		all = append(all, sites(s, d.open(h, wire.Hooks, s))...)
	}
	own := map[string][]site{} // connector, event
	for _, s := range all {
		if s.connector != "" && s.named == def.Named() {
			k := s.connector + " " + s.event + " " + s.native
			own[k] = append(own[k], s)
		}
	}
	for _, k := range slices.Sorted(maps.Keys(own)) {
		d.repeated(h, own[k])
	}
	d.elsewhere(h, def, all)
	d.byHand(h, all)
}

// repeated tells of pointers of one connector to one event, if there are more
// than an installation for the user and one for the project make.
func (d *look) repeated(h wire.Host, same []site) {
	wanted := 0
	for _, scope := range []string{wire.ScopeUser, wire.ScopeProject} {
		in := func(s site) bool { return (s.scope == wire.ScopeUser) == (scope == wire.ScopeUser) }
		if slices.ContainsFunc(same, func(s site) bool { return in(s) && d.ours(s) }) {
			wanted++
		}
	}
	if len(same) <= max(1, wanted) {
		return
	}
	d.tell(wire.Finding{Level: wire.LevelWarn, Host: h.ID, Surface: wire.Hooks, Connector: same[0].connector, Places: spots(same),
		Message: "the hook on " + same[0].event + " is registered " + times(len(same)) + ": each runs its handlers",
		Fix:     "remove the copies that were not installed by ac-apply" + d.foreign(same)})
}

// elsewhere tells of a connector that a host finds in its own files and in those
// of another host.
func (d *look) elsewhere(h wire.Host, def *host.Host, all []site) {
	told := map[string]bool{}
	for _, other := range all {
		id := other.connector
		mine := slices.ContainsFunc(all, func(s site) bool { return s.connector == id && s.named == def.Named() && s.event == other.event })
		if id == "" || other.named == def.Named() || !mine || told[id+other.path] {
			continue
		}
		told[id+other.path] = true
		d.tell(wire.Finding{Level: wire.LevelInfo, Host: h.ID, Surface: wire.Hooks, Connector: id, Places: []string{other.path},
			Message: h.Name + " runs hooks in files of " + other.owner.Name + ", too: ac-hook answers each call in one of them and records it once"})
	}
}

// byHand tells of entries that run the command of a handler which a connector's
// hook runs on the same host.
func (d *look) byHand(h wire.Host, all []site) {
	for _, s := range all {
		for _, id := range slices.Sorted(maps.Keys(d.Handlers)) {
			points := slices.ContainsFunc(all, func(o site) bool { return o.connector == id })
			if len(s.words) == 0 || !points || !slices.ContainsFunc(d.Handlers[id], func(argv []string) bool { return sameCommand(s.words, argv) }) {
				continue
			}
			d.tell(wire.Finding{Level: wire.LevelWarn, Host: h.ID, Surface: wire.Hooks, Connector: id, Places: []string{spot(s.path, s.at)},
				Message: "runs the command of a handler of " + id + ", which its hooks run as well: it runs twice",
				Fix:     "remove this entry"})
		}
	}
}

// ours says whether ac-apply has written a pointer there.
func (d *look) ours(s site) bool {
	return slices.ContainsFunc(d.Edits, func(v wire.Verified) bool {
		return (v.Connector == s.connector || s.connector == everyone) && v.Path == s.path && (v.Surface == wire.Hooks || v.Surface == wire.NativeHooks) && v.Status != "missing"
	})
}

// foreign names the files in which nothing was installed.
func (d *look) foreign(same []site) string {
	var paths []string
	for _, s := range same {
		if !d.ours(s) && !slices.Contains(paths, s.path) {
			paths = append(paths, s.path)
		}
	}
	if len(paths) == 0 {
		return ""
	}
	return ": " + strings.Join(paths, ", ")
}

func spots(all []site) (places []string) {
	for _, s := range all {
		places = append(places, spot(s.path, s.at))
	}
	return places
}

// sites are all places in the hooks of a file at which something is run.
func sites(s source, v any) (all []site) {
	if text, ok := v.(string); ok && s.format == string(host.File) {
		if strings.HasSuffix(s.path, ".actions.js") || strings.HasSuffix(filepath.Dir(s.path), "_actions") {
			return nil // our module for the actions, which no event calls
		}
		for _, m := range modulePointer().FindAllStringSubmatch(text, -1) {
			all = append(all, site{source: s, named: m[1], connector: m[2], event: "all events"})
		}
		for _, m := range filePointer().FindAllStringSubmatch(strings.ReplaceAll(text, "exec $h", "ac-hook"), -1) {
			all = append(all, site{source: s, named: m[1], connector: everyone, event: m[2]})
		}
		return all
	}
	walk(v, s.root, func(at []string, m map[string]any) {
		for _, k := range slices.Sorted(maps.Keys(m)) {
			text, ok := m[k].(string)
			if !ok || !strings.Contains(strings.ToLower(k), "command") {
				continue
			}
			x := site{source: s, at: at, table: table(at), native: table(at)}
			for _, key := range []string{"event", "trigger", s.owner.Hooks.EventKey} {
				if name, ok := m[key].(string); ok {
					x.native = name
				}
			}
			if p := pointer().FindStringSubmatch(text); p != nil {
				x.named, x.event, x.connector = p[1], p[2], p[3]
			} else {
				x.words = words(text)
			}
			all = append(all, x)
			return // a command for Windows beside it belongs to the same hook
		}
	})
	return all
}

// walk goes to every object below a value.
func walk(v any, at []string, visit func(at []string, m map[string]any)) {
	switch v := v.(type) {
	case map[string]any:
		visit(at, v)
		for _, k := range slices.Sorted(maps.Keys(v)) {
			walk(v[k], append(slices.Clone(at), k), visit)
		}
	case []any:
		for i, e := range v {
			walk(e, append(slices.Clone(at), strconv.Itoa(i)), visit)
		}
	}
}

// table is the part of the way before the first index.
func table(at []string) string {
	i := slices.IndexFunc(at, func(k string) bool { _, err := strconv.Atoi(k); return err == nil })
	if i < 0 {
		i = len(at)
	}
	return strings.Join(at[:i], ".")
}

// words are those of a simple command, without the quotes around them.
func words(line string) []string {
	ws := strings.Fields(line)
	for i, w := range ws {
		ws[i] = strings.Trim(w, `"'`)
	}
	return ws
}

// sameCommand says whether a command line starts what a handler's does, whose
// path may be one in the connector's own folder.
func sameCommand(ws, argv []string) bool {
	if len(ws) != len(argv) {
		return false
	}
	for i := range ws {
		a, b := strings.ReplaceAll(ws[i], `\`, "/"), strings.ReplaceAll(argv[i], `\`, "/")
		if a != b && !strings.HasSuffix(a, "/"+path.Clean(b)) && !strings.HasSuffix(b, "/"+a) {
			return false
		}
	}
	return true
}
