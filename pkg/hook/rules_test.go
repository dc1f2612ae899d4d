package hook

import (
	"encoding/json"
	"strings"
	"testing"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

func hosts(t testing.TB) []*host.Caller { return host.Callers }

var subjectEvent = &wire.HandlerEvent{
	Event: wire.PreToolUse, Tool: "Bash", Cwd: "/w/acme", IsError: true, DurationMS: 9007199254740993,
	ToolInput: raw(`{"command":"sudo rm -rf /","n":1.0,"list":["a",{"b":2}],"null":null,"path":"C:\\w\\a.env"}`),
}

func TestRuleTests(t *testing.T) {
	for _, c := range []struct {
		cond string
		want bool
		err  string
	}{
		{cond: ``, want: true},
		{cond: `{}`, want: true},
		{cond: `{"tool":{"equals":"Bash"}}`, want: true},
		{cond: `{"tool":{"equals":"Bas"}}`},
		{cond: `{"tool":{"equals":"Bash"},"cwd":{"equals":"/x"}}`},
		{cond: `{"toolInput.command":{"matches":"rm -rf"}}`, want: true},
		{cond: `{"toolInput.command":{"matches":"^rm -rf"}}`},
		{cond: `{"toolInput.n":{"equals":1}}`, want: true},
		{cond: `{"toolInput.n":{"equals":"1"}}`},
		{cond: `{"toolInput.n":{"equals":10e-1}}`, want: true},
		{cond: `{"durationMs":{"equals":9007199254740993}}`, want: true},
		{cond: `{"durationMs":{"equals":9007199254740992}}`},
		{cond: `{"toolInput.list":{"equals":["a",{"b":2.0}]}}`, want: true},
		{cond: `{"toolInput.list.1.b":{"equals":2}}`, want: true},
		{cond: `{"toolInput.list.2":{"exists":true}}`},
		{cond: `{"toolInput.list.-1":{"exists":true}}`},
		{cond: `{"toolInput.list":{"matches":"a"}}`},
		{cond: `{"toolInput.null":{"exists":false}}`, want: true},
		{cond: `{"isError":{"equals":true}}`, want: true},
		{cond: `{"isError":{"matches":"true"}}`, want: true},
		{cond: `{"prompt":{"exists":true}}`},
		{cond: `{"prompt":{"matches":""}}`},
		{cond: `{"prompt":{"not":{"matches":"x"}}}`, want: true},
		{cond: `{"tool.deeper":{"exists":true}}`},
		{cond: `{"cwd":{"glob":"/w/*"}}`, want: true},
		{cond: `{"cwd":{"glob":"/w"}}`},
		{cond: `{"toolInput.path":{"glob":"**/*.env"}}`, want: true},
		{cond: `{"tool":{"in":["Read","Bash"]}}`, want: true},
		{cond: `{"tool":{"in":[]}}`},
		{cond: `{"tool":{"all":[{"matches":"^B"},{"matches":"h$"}]}}`, want: true},
		{cond: `{"tool":{"any":[{"equals":"Read"},{"equals":"Bash"}]}}`, want: true},
		{cond: `{"tool":{"any":[]}}`},
		{cond: `{"tool":{"all":[]}}`, want: true},
		{cond: `{"any":[{"tool":{"equals":"Read"}},{"cwd":{"glob":"/w/**"}}]}`, want: true},
		{cond: `{"all":[{"tool":{"equals":"Read"}},{"cwd":{"glob":"/w/**"}}]}`},
		{cond: `{"not":{"tool":{"equals":"Read"}}}`, want: true},

		{cond: `[]`, err: "if is no object"},
		{cond: `{"tool":"Bash"}`, err: "test is no object"},
		{cond: `{"tool":{"matches":"("}}`, err: "missing closing )"},
		{cond: `{"prompt":{"matches":"("}}`, err: "missing closing )"},
		{cond: `{"not":{"tool":{"matches":"("}}}`, err: "missing closing )"},
		{cond: `{"tool":{"matches":1}}`, err: "takes a string"},
		{cond: `{"tool":{"in":"Bash"}}`, err: "takes an array"},
		{cond: `{"tool":{"exists":1}}`, err: "takes true or false"},
		{cond: `{"tool":{"startsWith":"B"}}`, err: `unknown test "startsWith"`},
		{cond: `{"all":{}}`, err: "all is no array"},
		{cond: nestedNot(maxRuleDepth), want: true},
		{cond: nestedNot(maxRuleDepth + 1), err: "nested more than"},
	} {
		s := &subject{ev: subjectEvent}
		got, err := s.holds(raw(c.cond), 0)
		if got != c.want || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: %v, error %v; expected %v, error %q", c.cond, got, err, c.want, c.err)
		}
	}
}

func nestedNot(n int) string {
	return strings.Repeat(`{"not":`, n) + `{}` + strings.Repeat(`}`, n)
}

func TestFirstRuleThatHolds(t *testing.T) {
	rules := []wire.Rule{
		{If: raw(`{"tool":{"equals":"Read"}}`), Decision: wire.Ask},
		{If: raw(`{"tool":{"equals":"Bash"}}`), Decision: wire.Deny, Reason: "second"},
		{Decision: wire.Allow, Reason: "always"},
	}
	r, err := applyRules(rules, subjectEvent)
	if err != nil || r.Decision != wire.Deny || r.Reason != "second" {
		t.Fatalf("%+v, %v", r, err)
	}
	if r, err = applyRules(rules[:1], subjectEvent); err != nil || r.Decision != "" {
		t.Fatalf("no rule holds: %+v, %v", r, err)
	}
	if _, err = applyRules([]wire.Rule{{If: raw(`{"tool":{"x":1}}`)}, {Decision: wire.Deny}}, subjectEvent); err == nil || !strings.Contains(err.Error(), "rule 0: tool") {
		t.Fatalf("error %v does not name the rule", err)
	}
}

func TestGlob(t *testing.T) {
	for _, c := range []struct {
		glob, text string
		want       bool
	}{
		{"*.go", "a.go", true}, {"*.go", "x/a.go", false}, {"**/*.go", "a.go", true}, {"**/*.go", "x/y/a.go", true},
		{"/w/**", "/w/a/b", true}, {"/w/**", "/w", false}, {"a?c", "abc", true}, {"a?c", "a/c", false},
		{"[a-c]x", "bx", true}, {"[!a-c]x", "bx", false}, {"[!a-c]x", "dx", true}, {"[]x", "[]x", true}, {"[a", "[a", true},
		{"a.b", "axb", false}, {"(a|b)+", "(a|b)+", true}, {"é*", "éa", true}, {"", "", true}, {"", "a", false}, {"*", "a\nb", true},
	} {
		target := target{value{text: c.text, isText: true}}
		got, err := target.pattern("glob", encode(c.glob))
		if err != nil || got != c.want {
			t.Errorf("glob %q on %q: %v, %v", c.glob, c.text, got, err)
		}
	}
}

// FuzzRules: a condition never crashes or hangs, decides the same twice, and
// not turns around whatever it is put before.
func FuzzRules(f *testing.F) {
	for _, s := range []string{`{}`, `{"tool":{"equals":"Bash"}}`, `{"any":[{"toolInput.command":{"matches":"rm"}},{"cwd":{"glob":"/w/[a-z]*"}}]}`, `{"toolInput.n":{"in":[1,"1",null]}}`, `{"a":{"not":{"exists":true}}}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, cond string) {
		first, err1 := (&subject{ev: subjectEvent}).holds(raw(cond), 0)
		again, err2 := (&subject{ev: subjectEvent}).holds(raw(cond), 0)
		if first != again || (err1 == nil) != (err2 == nil) {
			t.Fatalf("%q: %v %v, then %v %v", cond, first, err1, again, err2)
		}
		if err1 != nil || cond == "" || !json.Valid([]byte(cond)) {
			return
		}
		not, err := (&subject{ev: subjectEvent}).holds(raw(`{"not":`+cond+`}`), 0)
		if err == nil && not == first {
			t.Fatalf("%q: not does not turn it around", cond)
		}
	})
}
