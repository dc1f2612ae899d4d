package connector

import (
	"bytes"
	"encoding/json"
	"regexp/syntax"
	"strings"

	"agentconnector/pkg/jsonl"
	"agentconnector/pkg/wire"
)

// plainDef is a definition as ac-hook reads it: with the defaults filled in, and
// with expressions that need no tables of Unicode.
func plainDef(h Hook, hosts []string) wire.HookDef {
	d := wire.HookDef{Matcher: plainRegexp(h.Matcher), Hosts: hosts, Handler: withDefaults(h.Handler)}
	if len(d.Handler.Rules) > 0 {
		rules := make([]wire.Rule, len(d.Handler.Rules))
		for i, r := range d.Handler.Rules {
			r.If = plainCondition(r.If)
			rules[i] = r
		}
		d.Handler.Rules = rules
	}
	return d
}

// plainRegexp writes out the characters of \p{Greek} and its like; an
// expression without them stays as it is.
func plainRegexp(expr string) string {
	if !strings.Contains(expr, `\p`) && !strings.Contains(expr, `\P`) {
		return expr
	}
	tree, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return expr // reported before
	}
	return tree.String()
}

// plainCondition does the same in the tests of a condition.
func plainCondition(cond wire.Raw) wire.Raw {
	if !bytes.Contains(cond, []byte(`\p`)) && !bytes.Contains(cond, []byte(`\P`)) {
		return cond
	}
	d := json.NewDecoder(bytes.NewReader(cond))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return cond
	}
	b, err := jsonl.Encode(plainTests("", v))
	if err != nil {
		return cond
	}
	return bytes.TrimSpace(b)
}

func plainTests(key string, v any) any {
	switch v := v.(type) {
	case string:
		if key == "matches" {
			return plainRegexp(v)
		}
	case []any:
		if key == "all" || key == "any" {
			for i := range v {
				v[i] = plainTests("", v[i])
			}
		}
	case map[string]any:
		if key != "equals" && key != "in" {
			for k := range v {
				v[k] = plainTests(k, v[k])
			}
		}
	}
	return v
}
