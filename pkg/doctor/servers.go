package doctor

import (
	"maps"
	"slices"
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// entry is one server in a file.
type entry struct {
	source
	name   string
	launch string // what it is, without our proxy in front
	id     string // the connector that the proxy measures it for
}

// servers finds a connector's server that a host has under two names: the agent
// sees each of its tools twice. Under one name in two files it is one server.
func (d *look) servers(h wire.Host, def *host.Host) {
	var all []entry
	also := func(scope string) []string {
		switch {
		case scope == wire.ScopeUser:
			return def.Server.AlsoUser
		case def.Server.ProjectOf != "":
			return append(slices.Clone(def.Server.AlsoProject), def.Server.ProjectOf)
		}
		return def.Server.AlsoProject
	}
	for _, s := range d.sources(h, wire.Server, also) {
		switch v := d.open(h, wire.Server, s).(type) {
		case map[string]any:
			for _, name := range slices.Sorted(maps.Keys(v)) {
				all = append(all, started(s, name, v[name]))
			}
		case []any: // a list of servers that have their names inside
			for _, x := range v {
				if m, ok := x.(map[string]any); ok {
					name, _ := m["name"].(string)
					all = append(all, started(s, name, m))
				}
			}
		}
	}
	for _, i := range d.Installed {
		var names, places []string
		first := slices.IndexFunc(all, func(e entry) bool { return e.name == i.ID || e.id == i.ID })
		if first < 0 || all[first].launch == "" {
			continue
		}
		for _, e := range all {
			if e.launch == all[first].launch && !slices.Contains(names, e.name) {
				names, places = append(names, e.name), append(places, spot(e.path, append(slices.Clone(e.root), e.name)))
			}
		}
		if len(names) > 1 {
			d.tell(wire.Finding{Level: wire.LevelWarn, Host: h.ID, Surface: wire.Server, Connector: i.ID, Places: places,
				Message: "the same server has " + times(len(names)) + " an entry, as " + strings.Join(names, " and ") + ": its tools are there " + times(len(names)),
				Fix:     "remove the entry that was not installed by ac-apply"})
		}
	}
}

// started reads what an entry starts, or where it is.
func started(s source, name string, v any) entry {
	e := entry{source: s, name: name}
	m, _ := v.(map[string]any)
	if inner, ok := m["transport"].(map[string]any); ok { // Cline's own form
		m = inner
	}
	var argv []string
	for _, f := range []host.Fields{s.owner.Server.Stdio, s.owner.Server.HTTP} {
		for _, k := range []string{f.Command, f.Argv, f.Args, f.Line, f.URL, f.SSEURL} {
			if k != "" {
				argv = append(argv, texts(m[k])...)
			}
		}
		if len(argv) > 0 {
			break
		}
	}
	if len(argv) > 0 && strings.Contains(argv[0], "ac-proxy") {
		if i := slices.Index(argv, "--connector"); i > 0 && i+1 < len(argv) {
			e.id = argv[i+1]
		}
		if i := slices.Index(argv, "--"); i > 0 {
			argv = argv[i+1:]
		} else if i := slices.Index(argv, "--url"); i > 0 {
			argv = argv[i+1:]
		}
	}
	e.launch = strings.Join(argv, "\x00")
	return e
}

// texts are the words of a text or of a list of texts.
func texts(v any) (all []string) {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		for _, x := range v {
			if s, ok := x.(string); ok {
				all = append(all, s)
			}
		}
	}
	return all
}
