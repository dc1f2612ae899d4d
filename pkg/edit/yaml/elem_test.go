package yaml

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/wire"
)

var post = edit.Path{"hooks", "PostToolUse"}

func named(v string, path ...string) wire.Identity { return wire.Identity{Path: path, Value: v} }

// upserts are tried on every file of the corpus.
var upserts = []struct {
	at  edit.Path
	id  wire.Identity
	raw string
}{
	{post, named("x", "hooks", "*", "command"), `{"matcher":"m","hooks":[{"type":"command","command":"x"}]}`},
	{post, named("y", "hooks", "*", "command"), `{"hooks":[{"command":"y","env":{"A":"1"}}]}`},
	{post, named("a", "matcher"), `{"matcher":"a","n":1}`},
	{edit.Path{"mcpServers"}, named("a", "name"), `{"name":"a","command":"npx","args":["-y","x"]}`},
	{edit.Path{"mcpServers"}, named("new", "name"), `{"name":"new","command":"npx","args":["-y","@x/y"],"env":{"K":"on"}}`},
	{edit.Path{"a", "b"}, named("v", "c", "d"), `{"c":{"d":"v"}}`},
	{edit.Path{"a"}, named("1", "b"), `{"b":"1"}`},
	{edit.Path{"extensions"}, named("a", "name"), `{"name":"a"}`},
	{edit.Path{"plugins", "enabled"}, named("p", "n"), `{"n":"p"}`},
}

// upsertLaws holds every promise of Upsert, Revert and RemoveElem.
func upsertLaws(t testing.TB, src []byte, at edit.Path, id wire.Identity, raw wire.Raw) bool {
	t.Helper()
	d := mustOpen(t, src)
	e, err := d.Upsert(at, id, raw)
	if err != nil {
		refusal(t, err, d, src)
		return false
	}
	out := d.Bytes()
	before, after := meaning(t, src), meaning(t, out)
	was, had := pick(before, at)
	is, _ := pick(after, at)
	if !reflect.DeepEqual(before, after) {
		t.Fatalf("the rest changed\n%s\n---\n%s", src, out)
	}
	if e.Changed && e.Old == nil {
		list, _ := was.([]any)
		if !reflect.DeepEqual(is, append(list[:len(list):len(list)], fromJSON(t, raw))) {
			t.Fatalf("%v became %v, want one more: %s\n%s", was, is, raw, out)
		}
	}
	again, err := d.Upsert(at, id, raw)
	if err != nil || again.Changed {
		t.Fatalf("second Upsert: changed=%v err=%v\n%s", again.Changed, err, out)
	}
	equalBytes(t, "second Upsert", d.Bytes(), out)
	if err := d.Revert(thaw(t, e)); err != nil {
		t.Fatalf("Revert: %v\n%s", err, out)
	}
	equalBytes(t, "undo of "+string(out), d.Bytes(), src)
	if e.Old == nil && e.Changed {
		d = mustOpen(t, out)
		if err := d.RemoveElem(at, id); err != nil {
			refusal(t, err, d, out)
			return true
		}
		after := meaning(t, d.Bytes())
		if is, _ := pick(after, at); had && was != nil && !reflect.DeepEqual(was, is) || !reflect.DeepEqual(before, after) {
			t.Fatalf("RemoveElem left\n%s\nof\n%s", d.Bytes(), out)
		}
	}
	return true
}

func TestEveryUpsertKeepsTheLawsOnEveryFile(t *testing.T) {
	made := 0
	for name, src := range corpus(t) {
		for _, u := range upserts {
			t.Run(name+u.raw, func(t *testing.T) {
				if upsertLaws(t, src, u.at, u.id, wire.Raw(u.raw)) {
					made++
				}
			})
		}
	}
	if made < 1100 {
		t.Errorf("only %d were made", made)
	}
}

const twoHooks = `hooks:
  PostToolUse:
  # the first
  - matcher: Bash
    hooks:
    - command: theirs # keep
    # about ours
    - command: ours # note
      timeout: 5
other: 1
`

func TestUpsertTouchesOnlyTheElementThatIsNamed(t *testing.T) {
	ours := named("ours", "hooks", "*", "command")
	alone := strings.Replace(twoHooks, "    - command: theirs # keep\n", "", 1)
	for _, c := range []struct {
		name, src, value string
		id               wire.Identity
		want             string
	}{
		{"inner beside others", twoHooks, `{"matcher":"*","hooks":[{"command":"ours","timeout":9}]}`, ours,
			strings.Replace(twoHooks, "timeout: 5", "timeout: 9", 1)},
		{"outer when alone", alone, `{"matcher":"*","hooks":[{"command":"ours","timeout":9}]}`, ours,
			strings.NewReplacer("timeout: 5", "timeout: 9", `Bash`, `"*"`).Replace(alone)},
		{"new", twoHooks, `{"matcher":"m","hooks":[{"command":"new"}]}`, named("new", "hooks", "*", "command"),
			strings.Replace(twoHooks, "other", "  - matcher: m\n    hooks:\n    - command: new\nother", 1)},
		{"first", "model: m\n", `{"hooks":[{"command":"ours"}]}`, ours,
			"model: m\nhooks:\n  PostToolUse:\n    - hooks:\n        - command: ours\n"},
		{"in flow", "hooks: {PostToolUse: [{hooks: [{command: theirs}, {command: ours}]}]}\n",
			`{"hooks":[{"command":"ours","x":"a, b"}]}`, ours,
			"hooks: {PostToolUse: [{hooks: [{command: theirs}, {command: ours, x: \"a, b\"}]}]}\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustOpen(t, []byte(c.src))
			e, err := d.Upsert(post, c.id, wire.Raw(c.value))
			if err != nil {
				t.Fatal(err)
			}
			equalBytes(t, "upsert", d.Bytes(), []byte(c.want))
			if err := d.Revert(e); err != nil {
				t.Fatal(err)
			}
			equalBytes(t, "undo", d.Bytes(), []byte(c.src))
		})
	}
}

func TestRemoveElemTakesTheGroupWithItsLastElement(t *testing.T) {
	d := mustOpen(t, []byte(twoHooks))
	for _, c := range []struct{ id, want string }{
		{"ours", strings.Replace(twoHooks, "    - command: ours # note\n      timeout: 5\n", "", 1)},
		{"theirs", "hooks:\n  PostToolUse: []\n  # the first\nother: 1\n"},
		{"theirs", "hooks:\n  PostToolUse: []\n  # the first\nother: 1\n"},
	} {
		if err := d.RemoveElem(post, named(c.id, "hooks", "*", "command")); err != nil {
			t.Fatal(err)
		}
		equalBytes(t, c.id, d.Bytes(), []byte(c.want))
	}
}

func TestUpsertRefusesWhatIsNoList(t *testing.T) {
	for _, c := range []struct {
		src, raw string
		kind     edit.Kind
		line     int
	}{
		{"k: 1\nx: {y: 1}\n", `{"name":"x"}`, edit.Shape, 2},
		{"k: 1\nx: text\n", `{"name":"x"}`, edit.Shape, 2},
		{"k: &a []\nx: *a\n", `{"name":"x"}`, edit.Hard, 2},
		{"x: &a\n- b: 1\ny: *a\n", `{"name":"x"}`, edit.Hard, 1},
		{"x: []\n", `{"name":"y"}`, edit.Shape, 0},
		{"x: []\n", `["x"]`, edit.Shape, 0},
		{"x: []\n", `{"name":`, edit.Shape, 0},
	} {
		d := mustOpen(t, []byte(c.src))
		_, err := d.Upsert(edit.Path{"x"}, named("x", "name"), wire.Raw(c.raw))
		var e *edit.Error
		if !errors.As(err, &e) || e.Kind != c.kind || e.Line != c.line {
			t.Errorf("%q: %v %+v", c.src, err, e)
		}
		if c.kind == edit.Hard && !strings.Contains(e.Hint, "by hand:\nx:\n  - name: x") {
			t.Errorf("hint %q", e.Hint)
		}
		equalBytes(t, "refused", d.Bytes(), []byte(c.src))
	}
}
