package render

import (
	"slices"

	"agentconnector/pkg/host"
	"agentconnector/pkg/interp"
)

// spell writes the references of a string in the host's own syntax. Not ok:
// the host expands nothing, and would take the reference for plain text.
func spell(e host.Expand, s string) (spelled string, ok bool) {
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
	}
	return s, false
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
