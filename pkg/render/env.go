package render

import (
	"slices"
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/interp"
	"agentconnector/pkg/lazy"
	"agentconnector/pkg/shell"
)

// spell writes a string with its references in the host's own syntax. Not ok:
// the host cannot expand one of them, and would take it for plain text.
func spell(e host.Expand, s string) (spelled string, ok bool) {
	switch e { // where plain text is not always itself
	case host.ExpandDollar:
		return spellDollar(s)
	case host.ExpandDocument:
		return spellDocument(s)
	case host.ExpandCapitals:
		return spellCapitals(s)
	case host.ExpandCapitalBraces:
		return spellBraces(s)
	case host.ExpandFileText, host.ExpandPluginRoot, host.ExpandAllSet:
		return s, !interp.HasRef(s) && !misread(e, s)
	case host.ExpandKept, host.ExpandWords:
		plain, ok := spell(host.ExpandPlain, s)
		return plain, ok && !misread(e, s)
	case host.ExpandWordsDefault:
		full, ok := spell(host.ExpandShell, s)
		return full, ok && !misread(e, s)
	case host.ExpandListed:
		plain, ok := spell(host.ExpandPlain, s)
		names := interp.Names(s)
		lower := func(n string) bool { return strings.Trim(n, capitals+"0123456789") != "" }
		return plain, ok && !slices.ContainsFunc(names, lower) && !mentions(s, names)
	case host.ExpandShellRun, host.ExpandSecrets:
		if misread(e, s) {
			return s, false
		}
	}
	if !interp.HasRef(s) {
		return s, true
	}
	return spellRefs(e, s)
}

// spellRefs is spell where all that is no reference stands for itself.
func spellRefs(e host.Expand, s string) (spelled string, ok bool) {
	switch e {
	case host.ExpandSecrets:
		return named(s, "${{ secrets.", " }}")
	case host.ExpandShell, host.ExpandShellRun:
		return interp.Rewrite(s, func(name, def string, hasDef bool) string {
			if hasDef {
				return "${" + name + ":-" + def + "}"
			}
			return "${" + name + "}"
		}), true
	case host.ExpandPlain:
		return named(s, "${", "}")
	case host.ExpandEnvDefault:
		return s, true // the connector's own spelling
	case host.ExpandEnv:
		return s, !slices.ContainsFunc(interp.Parse(s), func(p interp.Part) bool { return p.HasDefault })
	case host.ExpandBraces:
		return named(s, "{env:", "}")
	}
	return s, false
}

// named writes each reference as its name between two texts. Not ok: one has a
// default, which that has no place for.
func named(s, before, after string) (spelled string, ok bool) {
	ok = true
	spelled = interp.Rewrite(s, func(name, _ string, hasDef bool) string {
		ok = ok && !hasDef
		return before + name + after
	})
	if !ok {
		return s, false
	}
	return spelled, true
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

// braced is what a host reads as a variable, or with one "$" more as the text of
// one.
var braced = lazy.Regexp(`\$\{[A-Z_][A-Z0-9_]*\}`)

func spellBraces(s string) (spelled string, ok bool) {
	var b strings.Builder
	for _, p := range interp.Parse(s) {
		if p.Name == "" {
			b.WriteString(braced().ReplaceAllString(p.Text, "$$$0"))
			continue
		}
		// A "$" right before would make text of the reference.
		ref := "${" + p.Name + "}"
		if p.HasDefault || braced().FindString(ref) != ref || strings.HasSuffix(b.String(), "$") {
			return s, false
		}
		b.WriteString(ref)
	}
	return b.String(), true
}

// documentText takes from characters what they mean in a here-document.
var documentText = strings.NewReplacer(`\`, `\\`, "$", `\$`, "`", "\\`")

func spellDocument(s string) (spelled string, ok bool) {
	var b strings.Builder
	for _, p := range interp.Parse(s) {
		switch {
		case p.Name == "":
			b.WriteString(documentText.Replace(p.Text))
		case p.HasDefault && strings.Trim(p.Default, shell.Plain+" =") != "": // quotes and braces mean something there
			return s, false
		case p.HasDefault:
			b.WriteString("${" + p.Name + ":-" + p.Default + "}")
		default:
			b.WriteString("${" + p.Name + "}")
		}
	}
	return b.String(), true
}

func spellCapitals(s string) (spelled string, ok bool) {
	var b strings.Builder
	parts := interp.Parse(s)
	for i, p := range parts {
		if p.Name == "" {
			b.WriteString(p.Text)
			continue
		}
		joined := i+1 < len(parts) && strings.Trim(parts[i+1].Text[:1], capitals+"0123456789") == ""
		if p.HasDefault || joined || strings.Trim(p.Name, capitals+"0123456789") != "" {
			return s, false
		}
		b.WriteString("$" + p.Name)
	}
	return b.String(), !misread(host.ExpandCapitals, s)
}

// outside is what a host expands in an entry beside environment and headers.
func outside(h *host.Host) host.Expand {
	switch {
	case h.Server.ExpandEnvOnly:
		return host.ExpandNothing
	case h.Server.Expand == host.ExpandShellRun:
		return host.ExpandShell
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
