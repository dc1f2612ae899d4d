package toml

import (
	"errors"
	"strings"
	"testing"

	"agentconnector/pkg/wire"

	"agentconnector/pkg/edit"
)

// refused are documents that Open must not take, with the place it must name.
var refused = []struct {
	name, src string
	kind      edit.Kind
	line, col int
}{
	{"no bracket (tomlbad)", "model = \"x\"\n[mcp_servers.a\ncommand=1\n", edit.Syntax, 2, 15},
	{"key twice (tomldup)", "model = \"x\"\nmodel = \"y\"\n[notice]\nhide=true\n", edit.Duplicate, 2, 1},
	{"table twice", "[a]\n[b]\n[a]\n", edit.Duplicate, 3, 2},
	{"header for dotted keys", "[a]\nb.c=1\n[a.b]\n", edit.Duplicate, 3, 2},
	{"inline table reopened", "a={b=1}\n\n[a.c]\n", edit.Duplicate, 3, 2},
	{"array and array of tables", "a=[1]\n[[a]]\n", edit.Duplicate, 2, 3},
	{"template (both-unparsable)", "model = \"m\"\n{{ if .x }}\n[a]\n{{ end }}\n", edit.Syntax, 2, 1},
	{"no value", "a =", edit.Syntax, 1, 3},
	{"integer too large", "a = 99999999999999999999\n", edit.Syntax, 1, 5},
	{"no such day", "a = 2026-13-01\n", edit.Syntax, 1, 10},
	{"two values on a line", "a = 1 b = 2\n", edit.Syntax, 1, 7},
	{"not UTF-8", "a = \"\xff\"\n", edit.Syntax, 1, 6},
	{"UTF-16", "\xff\xfea\x00", edit.Syntax, 1, 1},
	{"JSON", "{\"a\": 1}\n", edit.Syntax, 1, 1},
	{"typographic quotes (case 53)", "[a]\nargs = [“-y”]\n", edit.Syntax, 2, 9},
}

func TestTheCharacterIsNamedNotItsFirstByte(t *testing.T) {
	_, err := Open([]byte("[a]\nargs = [“-y”]\n"))
	if err == nil || !strings.Contains(err.Error(), "2:9: unexpected character U+201C '“'") {
		t.Errorf("got %v", err)
	}
}

func TestOpenRefusesAndNamesThePlace(t *testing.T) {
	for _, c := range refused {
		t.Run(c.name, func(t *testing.T) {
			_, err := Open([]byte(c.src))
			var e *edit.Error
			if !errors.As(err, &e) {
				t.Fatalf("got %v", err)
			}
			if e.Kind != c.kind || e.Line != c.line || e.Col != c.col || e.Hint == "" {
				t.Errorf("got kind %d at %d:%d %q hint %q", e.Kind, e.Line, e.Col, e.Msg, e.Hint)
			}
		})
	}
}

func TestTOML11IsReadAndLeftAsItIs(t *testing.T) {
	src := "model = \"x\"\nt = { a = 1,\n b = 2,\n}\n"
	d := mustOpen(t, []byte(src))
	e, err := d.Set(serverAt, wire.Raw(server))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(d.Bytes()), src) {
		t.Errorf("changed:\n%s", d.Bytes())
	}
	if err := d.Revert(e); err != nil {
		t.Fatal(err)
	}
	same(t, "undo", d.Bytes(), []byte(src))
}

func TestSetRefusesWhatTOMLCannotHold(t *testing.T) {
	src := "model = \"m\"\nn = nan\n\n[[list]]\nk = 1\n"
	deep := strings.Repeat("[", edit.MaxDepth+1) + strings.Repeat("]", edit.MaxDepth+1)
	for _, c := range []struct {
		name string
		at   edit.Path
		raw  string
		kind edit.Kind
	}{
		{"null", edit.Path{"x"}, `null`, edit.Shape},
		{"inner null", edit.Path{"x"}, `{"a":[null]}`, edit.Shape},
		{"large integer", edit.Path{"x"}, `9223372036854775808`, edit.Shape},
		{"large float", edit.Path{"x"}, `1e999`, edit.Shape},
		{"key twice", edit.Path{"x"}, `{"a":1,"a":2}`, edit.Shape},
		{"not JSON", edit.Path{"x"}, `{"a"`, edit.Shape},
		{"two values", edit.Path{"x"}, `1 2`, edit.Shape},
		{"through a string", edit.Path{"model", "x"}, `1`, edit.Shape},
		{"through an array of tables", edit.Path{"list", "k"}, `1`, edit.Shape},
		{"over nan", edit.Path{"n"}, `1`, edit.Shape},
		{"root", edit.Path{}, `[]`, edit.Root},
		{"key not UTF-8", edit.Path{"\xff"}, `1`, edit.Shape},
		{"too deep", edit.Path{"x"}, deep, edit.Limit},
		{"key too long", edit.Path{strings.Repeat("k", edit.MaxKey+1)}, `1`, edit.Limit},
		{"inner key too long", edit.Path{"x"}, `{"` + strings.Repeat("k", edit.MaxKey+1) + `":1}`, edit.Limit},
		{"path too deep", make(edit.Path, edit.MaxDepth+1), `1`, edit.Limit},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustOpen(t, []byte(src))
			_, err := d.Set(c.at, wire.Raw(c.raw))
			var e *edit.Error
			if !errors.As(err, &e) || e.Kind != c.kind {
				t.Fatalf("got %v", err)
			}
			same(t, "refused", d.Bytes(), []byte(src))
		})
	}
}

func TestLimitsHoldAndWhatIsJustInsidePasses(t *testing.T) {
	nested := func(n int) string { return "a = " + strings.Repeat("[", n) + strings.Repeat("]", n) + "\n" }
	dotted := func(n int) string { return strings.Repeat("a.", n-1) + "a = 1\n" }
	key := func(n int) string { return strings.Repeat("k", n) + " = 1\n" }
	for _, c := range []struct {
		name string
		src  string
		ok   bool
	}{
		{"nesting below the limit", nested(edit.MaxDepth - 1), true},
		{"nesting at the limit", nested(edit.MaxDepth), true},
		{"nesting over it", nested(edit.MaxDepth + 1), false},
		{"dotted at the limit", dotted(edit.MaxDepth), true},
		{"dotted over it", dotted(edit.MaxDepth + 1), false},
		{"very deep arrays", nested(100_000), false},
		{"very deep inline tables", "a = " + strings.Repeat("{a=", 100_000) + "1" + strings.Repeat("}", 100_000), false},
		{"very long dotted key", dotted(100_000), false},
		{"very long header", "[" + strings.Repeat("a.", 100_000) + "a]", false},
		{"very deep and cut short", "a = " + strings.Repeat("[", 100_000), false},
		{"key below the limit", key(edit.MaxKey - 1), true},
		{"key at the limit", key(edit.MaxKey), true},
		{"key over it", key(edit.MaxKey + 1), false},
	} {
		_, err := Open([]byte(c.src))
		var e *edit.Error
		if c.ok != (err == nil) || err != nil && (!errors.As(err, &e) || e.Kind != edit.Limit) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if _, err := Open(make([]byte, edit.MaxFile+1)); err == nil {
		t.Error("a file over the limit was opened")
	}
}

func TestGetRefusesInfAndNan(t *testing.T) {
	d := mustOpen(t, []byte("a = 1\n[t]\nx = -inf\n"))
	_, ok, err := d.Get(edit.Path{"t"})
	var e *edit.Error
	if ok || !errors.As(err, &e) || e.Kind != edit.Shape || e.Line != 2 {
		t.Errorf("%v %v", ok, err)
	}
	if raw, ok, err := d.Get(edit.Path{"a"}); string(raw) != "1" || !ok || err != nil {
		t.Errorf("%s %v %v", raw, ok, err)
	}
}

// No document is known for which Set finds no valid form; if there is one, the
// net under it must hold: the file as before, the place, the text to write.
func TestAnImpossibleEditIsRefusedWithTheManualEdit(t *testing.T) {
	src := "k = 1\n[mcp_servers.a]\nx = 1\n"
	d := mustOpen(t, []byte(src)).(*doc)
	for name, do := range map[string]func() error{
		"does not parse": func() error { d.splice(0, 0, "["); return nil },
		"key twice":      func() error { return d.addLines(0, "k = 2\n") },
		"others change":  func() error { d.splice(4, 1, "7"); return nil },
	} {
		old := *d
		err := d.change(do, func() bool { return sameBut(old.root, d.root, serverAt) })
		v, _ := rules.Parse(wire.Raw(server), 0)
		var e *edit.Error
		if err = d.byHand(err, serverAt, v); !errors.As(err, &e) || e.Kind != edit.Hard {
			t.Fatalf("%s: %v", name, err)
		}
		if e.Line != 2 || e.Col != 1 || e.Hint != "write this by hand:\n"+strings.TrimSuffix(block, "\n") {
			t.Errorf("%s: %d:%d %q", name, e.Line, e.Col, e.Hint)
		}
		same(t, name, d.Bytes(), []byte(src))
	}
}
