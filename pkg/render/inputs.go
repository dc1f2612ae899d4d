package render

import (
	"maps"
	"slices"

	"agentconnector/pkg/connector"
	"agentconnector/pkg/host"
	"agentconnector/pkg/lazy"
	"agentconnector/pkg/wire"
)

// inputRef is how VS Code spells a value that it asks the user for.
var inputRef = lazy.Regexp(`\$\{input:([^}]*)\}`)

// inputsKey is where it keeps what it asks, beside the servers. A connector says it
// among its extra fields, which it is none of.
const inputsKey = "inputs"

// inputs are the values that a server wants its host to ask for, in their order.
func inputs(s *connector.Server) (ids []string) {
	texts := append([]string{s.Command, s.Cwd, s.URL}, s.Args...)
	for _, m := range []map[string]string{s.Env, s.Headers} {
		for _, k := range slices.Sorted(maps.Keys(m)) {
			texts = append(texts, m[k])
		}
	}
	for _, text := range texts {
		for _, m := range inputRef().FindAllStringSubmatch(text, -1) {
			ids = addNew(ids, m[1])
		}
	}
	return ids
}

// asks tells of a server whose values the user is to be asked for. No file that we
// write is one of which a host asks anything: true if there must be no server
// therefore, else the text goes to it as it stands.
func (b *builder) asks(t *target) bool {
	ids := inputs(t.c.Server)
	extra, told := t.c.Platforms[t.h.ID].Extra[inputsKey]
	if len(ids) == 0 && !(told && t.h.Server.Asks != nil) {
		return false
	}
	as := t.h.Server.Asks
	switch {
	case len(ids) == 0:
		b.lose(t, wire.Server, "platforms.%s.extra.%s is dropped: no value of the server is one of ${input:ID}", t.h.ID, inputsKey)
		return false
	case as == nil:
		b.lose(t, wire.Server, "%s asks the user for no values: the server gets the text ${input:%s} as it stands", t.h.Name, ids[0])
		return false
	}
	b.loseManual(t, wire.Server, "add to "+b.askFile(as)+": "+string(askEntry(b.c.ID, t.c.Server, as, ids, extra).bytes()),
		"%s asks for ${input:%s} only for servers of its deprecated Local agent, and its own does not load those: no server is written", t.h.Name, ids[0])
	b.despite(t)
	return true
}

// askFile is where the user puts a server with such values.
func (b *builder) askFile(as *host.Server) string {
	if b.scope == wire.ScopeProject {
		return as.Project.Path
	}
	m := &b.in.Machine
	return as.User.Resolve(host.Env{OS: m.OS, Home: m.Home, Getenv: func(string) string { return "" }})
}

// askEntry is what stands there. References are spelled as in a connector.
func askEntry(id string, s *connector.Server, as *host.Server, ids []string, given any) object {
	var entry object
	kind, _ := spelling(&host.Host{Server: *as}, s.Transport)
	entry.put(kind.key, kind.value)
	f := as.HTTP
	if s.Transport == "stdio" {
		f = as.Stdio
		entry.put(f.Command, s.Command)
		if len(s.Args) > 0 {
			entry.put(f.Args, s.Args)
		}
		if len(s.Env) > 0 {
			entry.put(f.Env, s.Env)
		}
		if s.Cwd != "" {
			entry.put(f.Cwd, s.Cwd)
		}
	} else {
		entry.put(f.URL, s.URL)
		if len(s.Headers) > 0 {
			entry.put(f.Headers, s.Headers)
		}
	}
	if given == nil {
		var all []wire.Raw
		for _, name := range ids {
			o := object{{"type", raw("promptString")}, {"id", raw(name)}, {"description", raw(name)}, {"password", raw(true)}}
			all = append(all, o.bytes())
		}
		given = all
	}
	servers := object{{id, entry.bytes()}}
	return object{{inputsKey, valueOf(given)}, {as.Root[0], servers.bytes()}}
}
