package render

import (
	"slices"
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/interp"
)

// spell writes a string with its references in the host's own syntax. Not ok:
// the host cannot expand one of them, and would take it for plain text.
func spell(e host.Expand, s string) (spelled string, ok bool) {
	if e == host.ExpandDollar { // here plain text is not always itself
		return spellDollar(s)
	}
	if !interp.HasRef(s) {
		return s, true
	}
	switch e {
	case host.ExpandShell:
		return interp.Rewrite(s, func(name, def string, hasDef bool) string {
			if hasDef {
				return "${" + name + ":-" + def + "}"
			}
			return "${" + name + "}"
		}), true
	case host.ExpandPlain:
		all := true
		plain := interp.Rewrite(s, func(name, _ string, hasDef bool) string {
			all = all && !hasDef
			return "${" + name + "}"
		})
		if !all {
			return s, false
		}
		return plain, true
	case host.ExpandEnvDefault:
		return s, true // the connector's own spelling
	case host.ExpandEnv:
		for _, p := range interp.Parse(s) {
			if p.HasDefault {
				return s, false
			}
		}
		return s, true
	case host.ExpandBraces:
		ok = true
		braced := interp.Rewrite(s, func(name, _ string, hasDef bool) string {
			ok = ok && !hasDef
			return "{env:" + name + "}"
		})
		if ok {
			return braced, true
		}
	}
	return s, false
}

func spellDollar(s string) (spelled string, ok bool) {
	var b strings.Builder
	for i, p := range interp.Parse(s) {
		switch {
		case p.HasDefault:
			return s, false
		case p.Name != "":
			b.WriteString("${" + p.Name + "}")
		default:
			if i == 0 && strings.HasPrefix(p.Text, "!") {
				b.WriteByte('$')
			}
			b.WriteString(strings.ReplaceAll(p.Text, "$", "$$"))
		}
	}
	return b.String(), true
}

// outside is what a host expands in an entry beside environment and headers.
func outside(h *host.Host) host.Expand {
	if h.Server.ExpandEnvOnly {
		return host.ExpandNothing
	}
	return h.Server.Expand
}

// spellAny is spell for every string inside a JSON value. Not ok: one of them
// cannot be spelled.
func spellAny(e host.Expand, v any) (any, bool) {
	switch v := v.(type) {
	case string:
		return spell(e, v)
	case []any:
		out, all := make([]any, len(v)), true
		for i := range v {
			s, ok := spellAny(e, v[i])
			out[i], all = s, all && ok
		}
		return out, all
	case map[string]any:
		out, all := make(map[string]any, len(v)), true
		for k := range v {
			s, ok := spellAny(e, v[k])
			out[k], all = s, all && ok
		}
		return out, all
	}
	return v, true
}

// addNew appends those names that a list does not have.
func addNew(list []string, names ...string) []string {
	for _, n := range names {
		if !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	return list
}
