package render

import (
	"slices"
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/interp"
	"agentconnector/pkg/lazy"
)

// word is what a host takes for a variable that reads any word behind a "$" as one.
// No variable begins with a digit.
var word = lazy.Regexp(`\$[A-Za-z_{]`)

const capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_"

// misread says whether a host would take a part of the text itself for a
// variable, which it has no escape for.
func misread(e host.Expand, s string) bool {
	if e == host.ExpandShellRun {
		return mayRun(s)
	}
	for _, p := range interp.Parse(s) {
		if p.Name != "" {
			continue
		}
		switch e {
		case host.ExpandCapitals:
			for rest := p.Text; ; {
				_, after, found := strings.Cut(rest, "$")
				if !found {
					break
				}
				if after != "" && strings.Contains(capitals, after[:1]) {
					return true
				}
				rest = after
			}
		case host.ExpandWords, host.ExpandWordsDefault:
			if word().MatchString(p.Text) {
				return true
			}
		case host.ExpandFileText, host.ExpandKept, host.ExpandPluginRoot, host.ExpandSecrets, host.ExpandAllSet:
			if slices.ContainsFunc(marks(e), func(m string) bool { return strings.Contains(p.Text, m) }) {
				return true
			}
		}
	}
	return false
}

// mayRun says whether a text begins with "!", or may once its references have
// their values; what a user has in his variables is his own business.
func mayRun(s string) bool {
	for _, p := range interp.Parse(s) {
		if strings.HasPrefix(p.Text, "!") || strings.HasPrefix(p.Default, "!") {
			return true
		}
		if p.Name == "" {
			return false
		}
	}
	return false
}

// marks are what a host reads as more than text, so that neither what stands
// beside a node nor the value of a variable may hold it.
func marks(e host.Expand) []string {
	switch e {
	case host.ExpandShell, host.ExpandEnvDefault, host.ExpandEnv, host.ExpandKept, host.ExpandCapitalBraces, host.ExpandAllSet:
		return []string{"${"}
	case host.ExpandPluginRoot:
		return []string{"${PLUGIN_ROOT}"}
	case host.ExpandPlain, host.ExpandCapitals, host.ExpandWords, host.ExpandWordsDefault, host.ExpandListed:
		return []string{"$"}
	case host.ExpandBraces:
		return []string{"{env:", "{file:"}
	case host.ExpandDollar:
		return []string{"$", "!"}
	case host.ExpandDocument:
		return []string{"$", "`", `\`}
	case host.ExpandFileText:
		return []string{"${", "{{"}
	case host.ExpandSecrets:
		return []string{"${{"}
	case host.ExpandShellRun:
		return []string{"${", "!"}
	}
	return nil
}

// clashes says whether what stands beside the references, or comes in their
// place, would be read as more than text.
func clashes(e host.Expand, v any) bool {
	bad := false
	eachText(v, func(s string) {
		for _, p := range interp.Parse(s) {
			if p.Name != "" {
				p.Text = p.Default
			}
			bad = bad || slices.ContainsFunc(marks(e), func(m string) bool { return strings.Contains(p.Text, m) })
		}
	})
	return bad
}

// eachText goes through the strings of a JSON value.
func eachText(v any, f func(string)) {
	switch v := v.(type) {
	case string:
		f(v)
	case []string:
		for _, s := range v {
			f(s)
		}
	case []any:
		for _, x := range v {
			eachText(x, f)
		}
	case map[string]any:
		for _, x := range v {
			eachText(x, f)
		}
	}
}
