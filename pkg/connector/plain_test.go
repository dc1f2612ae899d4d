package connector

import (
	"encoding/json"
	"regexp"
	"testing"

	"agentconnector/pkg/regex"
	"agentconnector/pkg/wire"
)

// TestPlainRegexp: what is written out matches what was meant, and ac-hook's own
// matcher can run it.
func TestPlainRegexp(t *testing.T) {
	for _, expr := range []string{`\p{Greek}+x`, `(?i)\p{Lu}`, `[\pN_-]{2}$`, `^\P{L}`, `(?s:.)\pZ|a\\pb`, `[^\p{Han}\d]`, `(?m)^\p{Cyrillic}$`, `\p{L}*?\b`, `\p{letter}`, `\p{Any}`, `(?i:k)\PL`} {
		want := regexp.MustCompile(expr)
		got, err := regex.Parse(plainRegexp(expr))
		if err != nil {
			t.Errorf("%s: %v", expr, err)
			continue
		}
		for _, s := range []string{"", "x", "αx", "Α", "a", "A", "é", "1_", "٣-", "漢", "漢字1", "Ж", "ж\nЖ", "\n ", "a\\pb", "K", "\u212a1", "  ", "ǅ"} {
			if got.Match(s) != want.MatchString(s) {
				t.Errorf("%s on %q: %v", expr, s, got.Match(s))
			}
		}
	}
	if e := `\brm\s+-rf`; plainRegexp(e) != e {
		t.Error("an expression without tables was rewritten")
	}
}

// TestPlainDef: expressions in a condition, however deep, and nothing else.
func TestPlainDef(t *testing.T) {
	h := Hook{Matcher: `mcp__\pN`, Handler: wire.Handler{Rules: []wire.Rule{
		{If: wire.Raw(`{"all":[{"prompt":{"not":{"matches":"\\pN"}}},{"tool":{"equals":{"matches":"\\pN"}}}],"n":{"in":["\\pN",1.0,9007199254740993]}}`), Decision: "deny"},
		{If: wire.Raw(`{ "tool": {"equals": "x"} }`)}}}}
	before := string(h.Handler.Rules[0].If)
	d := plainDef(h, nil)
	var cond struct {
		All []map[string]map[string]any
		N   struct{ In []wire.Raw }
	}
	if err := json.Unmarshal(d.Handler.Rules[0].If, &cond); err != nil {
		t.Fatal(err)
	}
	if m := cond.All[0]["prompt"]["not"].(map[string]any)["matches"].(string); m == `\pN` || !regexp.MustCompile(m).MatchString("٣") {
		t.Errorf("matches is %s", m)
	}
	if m := cond.All[1]["tool"]["equals"].(map[string]any)["matches"]; m != `\pN` || string(cond.N.In[0]) != `"\\pN"` || string(cond.N.In[2]) != "9007199254740993" {
		t.Errorf("data was rewritten: %v %s", m, cond.N.In)
	}
	if string(d.Handler.Rules[1].If) != `{ "tool": {"equals": "x"} }` || string(h.Handler.Rules[0].If) != before || d.Matcher == h.Matcher {
		t.Errorf("%s; %s; %s", d.Handler.Rules[1].If, h.Handler.Rules[0].If, d.Matcher)
	}
}
