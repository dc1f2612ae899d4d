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

// An array that is written inline gets its elements inline: a header of the same
// name would be a second definition.
func TestInlineArraysAreFilledWhereTheyStand(t *testing.T) {
	id := wire.Identity{Path: []string{"name"}, Value: "x"}
	inner := wire.Identity{Path: []string{"hooks", "*", "command"}, Value: "y"}
	x, y := edit.Path{"x"}, edit.Path{"x", "y"}
	named := `{"name":"x","n":{"k":[1]}}`
	for _, c := range []struct {
		name, src string
		at        edit.Path
		id        wire.Identity
		raw, want string
	}{
		{"empty", "k = 1\nx = [] # c\n", x, id, named, "k = 1\nx = [{ name = \"x\", n = { k = [1] } }] # c\n"},
		{"empty with a comment", "x = [ # none\n]\n", x, id, `{"name":"x"}`, "x = [{ name = \"x\" } # none\n]\n"},
		{"behind another one", "x = [ { name = \"y\" } ]\n", x, id, `{"name":"x"}`, "x = [ { name = \"y\" }, { name = \"x\" } ]\n"},
		{"before a comma", "x = [{ name = \"y\" },]\n", x, id, `{"name":"x"}`, "x = [{ name = \"y\" }, { name = \"x\" },]\n"},
		{"on a line of its own", "x = [\n\t{ name = \"y\" },\n]\n", x, id, `{"name":"x"}`, "x = [\n\t{ name = \"y\" },\n\t{ name = \"x\" },\n]\n"},
		{"with the ends of its lines", "x = [\r\n  { name = \"y\" }\r\n]\r\n", x, id, `{"name":"x"}`, "x = [\r\n  { name = \"y\" },\r\n  { name = \"x\" }\r\n]\r\n"},
		{"a comment stays at its line", "x = [\n  { name = \"y\" }, # his\n]\n", x, id, `{"name":"x"}`, "x = [\n  { name = \"y\" }, { name = \"x\" }, # his\n]\n"},
		{"replaced", "x = [{ name = \"y\" }, {name=\"x\"}, {}]\n", x, id, `{"name":"x","k":1}`, "x = [{ name = \"y\" }, { name = \"x\", k = 1 }, {}]\n"},
		{"none yet in an inline table", "x = {}\n", y, id, `{"name":"x"}`, "x = { y = [{ name = \"x\" }] }\n"},
		{"in an inline table", "x = {y=[]}\n", y, id, `{"name":"x"}`, "x = {y=[{ name = \"x\" }]}\n"},
		{"in a table", "[x]\ny = []\n[z]\n", y, id, `{"name":"x"}`, "[x]\ny = [{ name = \"x\" }]\n[z]\n"},
		{"inner one of a block", "[[x]]\nhooks = [{ command = \"z\" }, { command = \"y\" }]\n", x, inner, `{"hooks":[{"command":"y","n":1}]}`,
			"[[x]]\nhooks = [{ command = \"z\" }, { command = \"y\", n = 1 }]\n"},
		{"inner one", "x = [{ a = 1 }, { m = \"t\", hooks = [{ command = \"z\" }, { command = \"y\" }] }]\n", x, inner, `{"m":"new","hooks":[{"command":"y","n":1}]}`,
			"x = [{ a = 1 }, { m = \"t\", hooks = [{ command = \"z\" }, { command = \"y\", n = 1 }] }]\n"},
		{"outer one when alone in it", "x = [{ a = 1 }, { m = \"t\", hooks = [{ command = \"y\" }] }]\n", x, inner, `{"m":"new","hooks":[{"command":"y"}]}`,
			"x = [{ a = 1 }, { m = \"new\", hooks = [{ command = \"y\" }] }]\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustOpen(t, []byte(c.src))
			if _, err := d.Upsert(c.at, c.id, wire.Raw(c.raw)); err != nil {
				t.Fatal(err)
			}
			same(t, "Upsert", d.Bytes(), []byte(c.want))
			if !upsertLaws(t, []byte(c.src), c.at, c.id, wire.Raw(c.raw)) {
				t.Error("refused")
			}
		})
	}
}

// What others do to an inline array does not hide ours from its undo.
func TestInlineElementsAreFoundWhereOthersHavePutThem(t *testing.T) {
	src := "x = []\n"
	d := mustOpen(t, []byte(src))
	e, err := d.Upsert(edit.Path{"x"}, wire.Identity{Path: []string{"name"}, Value: "x"}, wire.Raw(`{"name":"x"}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, now, want string }{
		{"one behind it", "x = [{ name = \"x\" }, { name = \"y\" }]\n", "x = [{ name = \"y\" }]\n"},
		{"one before it", "x = [{ name = \"y\" }, { name = \"x\" }]\n", "x = [{ name = \"y\" }]\n"},
		{"a key inside", "x = [{ name = \"x\", k = 1 }]\n", src},
		{"on lines", "x = [\n  { name = \"x\" }, # ours\n  { name = \"y\" }, # his\n]\n", "x = [\n   # ours\n  { name = \"y\" }, # his\n]\n"},
		{"as a block", "[[x]]\nname = \"y\"\n\n[[x]]\nname = \"x\"\n", "[[x]]\nname = \"y\"\n"},
		{"gone", src, src},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustOpen(t, []byte(c.now))
			if err := d.Revert(thaw(t, e)); err != nil {
				t.Fatal(err)
			}
			same(t, "Revert", d.Bytes(), []byte(c.want))
		})
	}
}

func TestArraysOfOtherThingsAreRefused(t *testing.T) {
	for _, src := range []string{"x = [1]\n", "x = [{ name = \"y\" }, \"x\"]\n", "x = [[]]\n", "x = 1\n", "x = {}\n", "[x]\n"} {
		d := mustOpen(t, []byte(src))
		_, err := d.Upsert(edit.Path{"x"}, wire.Identity{Path: []string{"name"}, Value: "x"}, wire.Raw(`{"name":"x"}`))
		var e *edit.Error
		if !errors.As(err, &e) || e.Kind != edit.Shape || e.Line != 1 || !strings.Contains(e.Msg, "not an array of tables") || !strings.Contains(e.Hint, "by hand") {
			t.Errorf("%q: %v %+v", src, err, e)
		}
		same(t, "refused", d.Bytes(), []byte(src))
	}
}
