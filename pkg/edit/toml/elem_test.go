package toml

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/wire"
)

var post = edit.Path{"hooks", "PostToolUse"}

// upserts are tried on every file of the corpus.
var upserts = []struct {
	at  edit.Path
	id  wire.Identity
	raw string
}{
	{post, wire.Identity{Path: []string{"hooks", "*", "command"}, Value: "x"}, `{"matcher":"m","hooks":[{"type":"command","command":"x"}]}`},
	{post, wire.Identity{Path: []string{"hooks", "*", "command"}, Value: "y"}, `{"hooks":[{"command":"y","env":{"A":"1"}}]}`},
	{post, wire.Identity{Path: []string{"matcher"}, Value: "a"}, `{"matcher":"a","n":1}`},
	{edit.Path{"a", "b"}, wire.Identity{Path: []string{"c", "d"}, Value: "v"}, `{"c":{"d":"v"}}`},
	{edit.Path{"mcp_servers"}, wire.Identity{Path: []string{"name"}, Value: "a"}, `{"name":"a"}`},
}

// upsertLaws holds every promise of Upsert, Revert and RemoveElem.
func upsertLaws(t testing.TB, src []byte, at edit.Path, id wire.Identity, raw wire.Raw) bool {
	t.Helper()
	d := mustOpen(t, src)
	e, err := d.Upsert(at, id, raw)
	if err != nil {
		if bad := new(edit.Error); !errors.As(err, &bad) {
			t.Fatalf("not an *edit.Error: %v", err)
		}
		same(t, "refused but changed", d.Bytes(), src)
		return false
	}
	out := d.Bytes()
	before, after := meaning(t, src), meaning(t, out)
	pick(before, at)
	pick(after, at)
	if !reflect.DeepEqual(before, after) {
		t.Fatalf("the rest changed\n%s\n---\n%s", src, out)
	}
	again, err := d.Upsert(at, id, raw)
	if err != nil || again.Changed {
		t.Fatalf("second Upsert: changed=%v err=%v\n%s", again.Changed, err, out)
	}
	same(t, "second Upsert", d.Bytes(), out)
	if err := d.Revert(thaw(t, e)); err != nil {
		t.Fatalf("Revert: %v\n%s", err, out)
	}
	same(t, "undo of "+string(out), d.Bytes(), src)
	if e.Old == nil && e.Changed {
		d = mustOpen(t, out)
		if err := d.RemoveElem(at, id); err != nil {
			t.Fatalf("RemoveElem: %v\n%s", err, out)
		}
		before, after := meaning(t, src), meaning(t, d.Bytes())
		if _, had := pick(before, at); !had {
			pick(after, at)
		} else {
			before, after = meaning(t, src), meaning(t, d.Bytes())
		}
		if !reflect.DeepEqual(before, after) {
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
	if made < 400 {
		t.Errorf("only %d were made", made)
	}
}

const twoHooks = `[[hooks.PostToolUse]]
matcher = "Bash"

[[hooks.PostToolUse.hooks]]
command = "theirs" # keep

[[hooks.PostToolUse.hooks]]
command = "ours" # note
timeout = 5

[other]
k = 1
`

func TestUpsertTouchesOnlyTheElementThatIsNamed(t *testing.T) {
	ours := wire.Identity{Path: []string{"hooks", "*", "command"}, Value: "ours"}
	alone := strings.Replace(twoHooks, "[[hooks.PostToolUse.hooks]]\ncommand = \"theirs\" # keep\n\n", "", 1)
	for _, c := range []struct {
		name, src, value string
		id               wire.Identity
		want             string
	}{
		{"inner beside others", twoHooks, `{"matcher":"*","hooks":[{"command":"ours","timeout":9}]}`, ours,
			strings.Replace(twoHooks, "timeout = 5", "timeout = 9", 1)},
		{"outer when alone", alone, `{"matcher":"*","hooks":[{"command":"ours","timeout":9}]}`, ours,
			strings.NewReplacer("timeout = 5", "timeout = 9", `"Bash"`, `"*"`).Replace(alone)},
		{"new", twoHooks, `{"matcher":"m","hooks":[{"command":"new"}]}`, wire.Identity{Path: ours.Path, Value: "new"},
			strings.Replace(twoHooks, "\n[other]", "\n[[hooks.PostToolUse]]\nmatcher = \"m\"\n\n[[hooks.PostToolUse.hooks]]\ncommand = \"new\"\n\n[other]", 1)},
		{"first", "model = \"m\"\n", `{"hooks":[{"command":"ours"}]}`, ours,
			"model = \"m\"\n\n[[hooks.PostToolUse]]\n\n[[hooks.PostToolUse.hooks]]\ncommand = \"ours\"\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustOpen(t, []byte(c.src))
			e, err := d.Upsert(post, c.id, wire.Raw(c.value))
			if err != nil {
				t.Fatal(err)
			}
			same(t, "upsert", d.Bytes(), []byte(c.want))
			if err := d.Revert(e); err != nil {
				t.Fatal(err)
			}
			same(t, "undo", d.Bytes(), []byte(c.src))
		})
	}
}

func TestRemoveElemTakesTheGroupWithItsLastElement(t *testing.T) {
	d := mustOpen(t, []byte(twoHooks))
	id := wire.Identity{Path: []string{"hooks", "*", "command"}, Value: "ours"}
	if err := d.RemoveElem(post, id); err != nil {
		t.Fatal(err)
	}
	one := strings.Replace(twoHooks, "[[hooks.PostToolUse.hooks]]\ncommand = \"ours\" # note\ntimeout = 5\n\n", "", 1)
	same(t, "the first", d.Bytes(), []byte(one))
	id.Value = "theirs"
	if err := d.RemoveElem(post, id); err != nil {
		t.Fatal(err)
	}
	same(t, "the last", d.Bytes(), []byte("\n[other]\nk = 1\n"))
	if err := d.RemoveElem(post, id); err != nil {
		t.Fatal("nothing there is no error:", err)
	}
}

func TestInlineArraysAreRefusedWithTheManualEdit(t *testing.T) {
	id := wire.Identity{Path: []string{"name"}, Value: "x"}
	inner := wire.Identity{Path: []string{"hooks", "*", "command"}, Value: "y"}
	for _, c := range []struct {
		src string
		at  edit.Path
		id  wire.Identity
		raw string
	}{
		{"k = 1\nx = [{ name = \"y\" }]\n", edit.Path{"x"}, id, `{"name":"x"}`},
		{"k = 1\nx = []\n", edit.Path{"x"}, id, `{"name":"x"}`},
		{"k = 1\nx = { }\n", edit.Path{"x", "y"}, id, `{"name":"x"}`},
		{"[[x]]\nhooks = [{ command = \"z\" }, { command = \"y\" }]\n", edit.Path{"x"}, inner, `{"hooks":[{"command":"y","n":1}]}`},
	} {
		d := mustOpen(t, []byte(c.src))
		_, err := d.Upsert(c.at, c.id, wire.Raw(c.raw))
		var e *edit.Error
		if !errors.As(err, &e) || e.Kind != edit.Hard || e.Line != 2 || !strings.Contains(e.Hint, "by hand") {
			t.Errorf("%q: %v %+v", c.src, err, e)
		}
		same(t, "refused", d.Bytes(), []byte(c.src))
	}
	d := mustOpen(t, []byte("x = [{ name = \"x\" }]\n"))
	if err := d.RemoveElem(edit.Path{"x"}, id); err == nil {
		t.Error("RemoveElem of an inline array must be refused")
	}
}
