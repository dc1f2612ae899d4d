package yaml

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
	msg       string
}{
	{"tab", "a: 1\nb:\n  \tc: 1\n", edit.Syntax, 3, 3, "tab in the indentation"},
	{"flow not closed (badhooks)", "k: m\na: {b: 1\n", edit.Syntax, 3, 1, "',' or '}'"},
	{"two colons", "a: b: c\n", edit.Syntax, 1, 5, "mapping values"},
	{"bad indentation", "é: é\n  b: 1\n", edit.Syntax, 2, 4, "mapping values"},
	{"unknown alias", "k: é\na: [é, *x]\n", edit.Syntax, 2, 9, "unknown anchor"},
	{"control character", "a: 1\nb: \x01\n", edit.Syntax, 2, 4, "0x01"},
	{"not UTF-8", "a: \"\xff\"\n", edit.Syntax, 1, 5, "0xFF"},
	{"UTF-16", "\xff\xfea\x00", edit.Syntax, 1, 1, "0xFF"},
	{"another byte order mark", "a: 1\n\ufeffb: 2\n", edit.Syntax, 2, 1, ""},
	{"list", "# top\n- a\n", edit.Root, 2, 1, "not a mapping"},
	{"scalar", "text\n", edit.Root, 1, 1, "not a mapping"},
	{"null word", "~\n", edit.Root, 1, 1, "not a mapping"},
	{"two documents", "a: 1\n---\nb: 1\n", edit.Hard, 2, 1, "several documents"},
	{"two empty documents", "---\n---\n", edit.Hard, 2, 1, "several documents"},
	{"too deep", strings.Repeat("[", edit.MaxDepth+1), edit.Limit, 1, edit.MaxDepth + 1, "max depth"},
	{"other version", "%YAML 2.0\n---\na: 1\n", edit.Syntax, 1, 1, "incompatible"},
}

func TestOpenRefusesAndNamesThePlace(t *testing.T) {
	for _, c := range refused {
		t.Run(c.name, func(t *testing.T) {
			_, err := Open([]byte(c.src))
			var e *edit.Error
			if !errors.As(err, &e) {
				t.Fatalf("got %v", err)
			}
			if e.Kind != c.kind || e.Line != c.line || e.Col != c.col || e.Hint == "" || !strings.Contains(e.Msg, c.msg) {
				t.Errorf("got kind %d at %d:%d %q hint %q", e.Kind, e.Line, e.Col, e.Msg, e.Hint)
			}
		})
	}
}

const shared = `base: &b
  a: 1
  list: &l [x]
text: plain
use: *b
sub:
  <<: *b
  own: 2
twice: 1
twice: 2
free: &f {k: *l}
lone: &lone
  k: 1
? odd
: 1
inf: .inf
deep: {a: {b: 1}} # c
`

func TestSetAndRemoveRefuse(t *testing.T) {
	deep := strings.Repeat("[", edit.MaxDepth+1) + strings.Repeat("]", edit.MaxDepth+1)
	for _, c := range []struct {
		name string
		at   edit.Path
		raw  string // "" to remove
		kind edit.Kind
		line int
	}{
		{"inside an anchor in use", edit.Path{"base", "a"}, `2`, edit.Hard, 1},
		{"an anchor in use", edit.Path{"base"}, ``, edit.Hard, 1},
		{"new in an anchor in use", edit.Path{"base", "n"}, `2`, edit.Hard, 1},
		{"with an inner anchor in use", edit.Path{"base", "list"}, `[]`, edit.Hard, 1},
		{"through an alias", edit.Path{"use", "n"}, `2`, edit.Hard, 5},
		{"through a merge key", edit.Path{"sub", "list", "x"}, `2`, edit.Hard, 6},
		{"out of a merge key", edit.Path{"sub", "a"}, ``, edit.Hard, 1},
		{"out of an alias", edit.Path{"use", "a"}, ``, edit.Hard, 5},
		{"key twice", edit.Path{"twice"}, `2`, edit.Duplicate, 10},
		{"remove a key that is there twice", edit.Path{"twice"}, ``, edit.Duplicate, 10},
		{"question mark", edit.Path{"odd"}, `2`, edit.Hard, 14},
		{"remove a question mark", edit.Path{"odd"}, ``, edit.Hard, 14},
		{"through a string", edit.Path{"text", "x"}, `1`, edit.Shape, 4},
		{"over inf", edit.Path{"inf"}, `1`, edit.Shape, 16},
		{"root", edit.Path{}, `{}`, edit.Root, 0},
		{"remove the root", edit.Path{}, ``, edit.Root, 0},
		{"not JSON", edit.Path{"x"}, `{"a"`, edit.Shape, 0},
		{"two values", edit.Path{"x"}, `1 2`, edit.Shape, 0},
		{"key of the value twice", edit.Path{"x"}, `{"a":1,"a":2}`, edit.Shape, 0},
		{"large float", edit.Path{"x"}, `1e999`, edit.Shape, 0},
		{"key not UTF-8", edit.Path{"\xff"}, `1`, edit.Shape, 0},
		{"too deep", edit.Path{"x"}, deep, edit.Limit, 0},
		{"inner key too long", edit.Path{"x"}, `{"` + strings.Repeat("k", maxLineKey+1) + `":1}`, edit.Limit, 0},
		{"key too long with its escapes", edit.Path{strings.Repeat("\n", maxLineKey/2+1)}, `1`, edit.Limit, 0},
		{"path too deep", make(edit.Path, edit.MaxDepth+1), `1`, edit.Limit, 0},
		{"key too long for a line", edit.Path{"x", strings.Repeat("k", maxLineKey+1)}, `1`, edit.Limit, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustOpen(t, []byte(shared))
			var err error
			if c.raw == "" {
				err = d.Remove(c.at)
			} else {
				_, err = d.Set(c.at, wire.Raw(c.raw))
			}
			var e *edit.Error
			if !errors.As(err, &e) || e.Kind != c.kind || e.Line != c.line {
				t.Fatalf("got %v %+v", err, e)
			}
			if e.Kind == edit.Hard && !strings.Contains(e.Hint, "by hand") {
				t.Errorf("hint %q", e.Hint)
			}
			equalBytes(t, "refused", d.Bytes(), []byte(shared))
		})
	}
}

// Beside anchors and aliases everything can be edited, and the rest of the file
// keeps every byte.
func TestEditsBesideAnchors(t *testing.T) {
	src := strings.Replace(shared, "twice: 2\n", "", 1)
	for _, c := range []struct {
		at       edit.Path
		raw      string
		was, now string
	}{
		{edit.Path{"new"}, `1`, "# c\n", "# c\nnew: 1\n"},
		{edit.Path{"sub", "own"}, `3`, "own: 2", "own: 3"},
		{edit.Path{"sub", "a"}, `5`, "own: 2\n", "own: 2\n  a: 5\n"},
		{edit.Path{"use"}, `1`, "use: *b", "use: 1"},
		{edit.Path{"free", "k"}, `1`, "{k: *l}", "{k: 1}"},
		{edit.Path{"free"}, `{"k2":1}`, "{k: *l}", "{k2: 1}"},
		{edit.Path{"lone", "k"}, `2`, "lone: &lone\n  k: 1", "lone: &lone\n  k: 2"},
		{edit.Path{"lone"}, `"x"`, "lone: &lone\n  k: 1", "lone: x"},
		{edit.Path{"deep", "a", "c"}, `"y"`, "{b: 1}", "{b: 1, c: \"y\"}"},
	} {
		d := mustOpen(t, []byte(src))
		e, err := d.Set(c.at, wire.Raw(c.raw))
		if err != nil {
			t.Errorf("%v: %v", c.at, err)
			continue
		}
		equalBytes(t, strings.Join(c.at, "."), d.Bytes(), []byte(strings.Replace(src, c.was, c.now, 1)))
		if err := d.Revert(e); err != nil {
			t.Error(err)
		}
		equalBytes(t, "undo", d.Bytes(), []byte(src))
	}
}

func TestLimitsHoldAndWhatIsJustInsidePasses(t *testing.T) {
	nested := func(n int) string { return "a: " + strings.Repeat("[", n) + strings.Repeat("]", n) + "\n" }
	for n, ok := range map[int]bool{edit.MaxDepth - 2: true, edit.MaxDepth + 1: false} {
		d, err := Open([]byte(nested(n)))
		if ok != (err == nil) {
			t.Fatalf("%d levels: %v", n, err)
		}
		if ok {
			if e, err := d.Set(edit.Path{"b"}, wire.Raw(nested(n)[3:])); err != nil || !e.Changed {
				t.Error(err)
			}
		}
	}
	const lots = 100_000
	for name, src := range map[string]string{"flow": nested(lots), "dashes": "a:\n" + strings.Repeat("- ", lots) + "x\n",
		"mappings": "a: " + strings.Repeat("{a: ", lots), "question marks": strings.Repeat("? ", lots) + "\n"} {
		_, err := Open([]byte(src))
		if e := new(edit.Error); !errors.As(err, &e) || e.Kind != edit.Limit {
			t.Errorf("%d levels of %s: %v", lots, name, err)
		}
	}
	if _, err := Open(make([]byte, edit.MaxFile+1)); err == nil {
		t.Error("a file over the limit was opened")
	}
	key := strings.Repeat("k", maxLineKey)
	if e, err := mustOpen(t, nil).Set(edit.Path{key}, wire.Raw(`1`)); err != nil || !e.Changed {
		t.Error(err)
	}
}

// Aliases can name each other to give any size: Get ends all the same.
func TestGetEndsOnBombsAndCircles(t *testing.T) {
	var bomb strings.Builder
	bomb.WriteString("a0: &a0 [x]\n")
	for i := range 40 {
		p, n := string(rune('0'+i%10))+strings.Repeat("_", i/10), string(rune('0'+(i+1)%10))+strings.Repeat("_", (i+1)/10)
		bomb.WriteString("a" + n + ": &a" + n + " [*a" + p + ", *a" + p + "]\n")
	}
	for at, src := range map[string]string{"a0____": bomb.String(), "c": "c: &c [*c]\n", "m": "m: &m\n  <<: *m\n  k: *m\n"} {
		d, err := Open([]byte(src))
		if err != nil {
			continue // the parser may refuse it
		}
		if _, _, err := d.Get(edit.Path{at}); err == nil {
			t.Errorf("%s: Get gave a value", at)
		}
		if _, err := d.Set(edit.Path{"beside"}, wire.Raw(`1`)); err != nil {
			t.Errorf("%s: %v", at, err)
		}
	}
}

// The net under every edit: the file as before, the place, the text to write.
func TestAnImpossibleEditIsRefusedWithTheManualEdit(t *testing.T) {
	src := "k: 1\nmcp_servers:\n  a: {x: 1}\n"
	at := edit.Path{"mcp_servers", "acme"}
	d := mustOpen(t, []byte(src)).(*doc)
	for name, do := range map[string]func() error{
		"does not parse": func() error { d.splice(0, 0, "["); return d.check() },
		"others change":  func() error { d.splice(3, 1, "7"); return d.check() },
	} {
		old := *d
		err := d.change(do, func() bool { return sameBut(old.root, d.root, steps(at), steps(at)) })
		v, _ := rules.Parse(wire.Raw(`{"command":"npx","args":["-y"]}`), 0)
		var e *edit.Error
		if err = d.byHand(err, at, v); !errors.As(err, &e) || e.Kind != edit.Hard {
			t.Fatalf("%s: %v", name, err)
		}
		if e.Line != 2 || e.Col != 1 || e.Hint != "write this by hand:\nmcp_servers:\n  acme:\n    command: npx\n    args:\n      - -y" {
			t.Errorf("%s: %d:%d %q", name, e.Line, e.Col, e.Hint)
		}
		equalBytes(t, name, d.Bytes(), []byte(src))
	}
}
