package jsonc

import (
	"bytes"
	"strings"
	"testing"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/wire"
)

func TestOpenRefuses(t *testing.T) {
	case02 := "{\n  \"n\": 12,\n  \"p\": { \"/w/p\": { \"t\": [] } },\n  \"q\": 1,\n  \"mcpServers\": {},\n}\n"
	for _, c := range []struct {
		strict   bool
		kind     edit.Kind
		in, want string
	}{
		{true, edit.Syntax, case02, "6:1: found } after a comma, expected one more entry"},
		{true, edit.Syntax, "// c\n", "1:1: found a comment, which strict JSON does not have"},
		{false, edit.Syntax, "/* c", "1:1: found a comment that is never closed, expected */"},
		{false, edit.Syntax, "{} /", "1:4: found /, expected a comment or a value"},
		{false, edit.Syntax, "// a\r{}", "1:5: found the character U+000D inside a line comment: programs disagree on where the comment ends"},
		{true, edit.Syntax, "{\n \"a\": [1\n", "3:1: found the end of the file, expected , or ]: the [ of line 2 is not closed"},
		{true, edit.Syntax, `{"a" 1}`, "1:6: found 1, expected : after the key"},
		{true, edit.Syntax, `{a:1}`, "1:2: found a, expected a key in double quotes"},
		{true, edit.Syntax, `{"a":01}`, "1:6: found 01, expected a value"},
		{true, edit.Syntax, `{"a":tru}`, "1:6: found tru, expected a value"},
		{true, edit.Syntax, `{"a":}`, "1:6: found }, expected a value"},
		{true, edit.Syntax, `{"a":1}}`, "1:8: found } after the end of the document"},
		{true, edit.Syntax, `{"a":1 "b":2}`, "1:8: found \", expected , or }"},
		{true, edit.Syntax, `{,}`, "1:2: found ,, expected a key in double quotes"},
		{false, edit.Syntax, `[1,,]`, "1:4: found ,, expected a value"},
		{true, edit.Syntax, "{\"a\":\"\t\"}", "1:7: found the character U+0009 inside a string, expected an escape such as \\t"},
		{true, edit.Syntax, "{\"a\":\"x\n\"}", "1:6: found a string that is not closed on its line"},
		{true, edit.Syntax, `{"a":"x`, "1:6: found a string that is never closed"},
		{true, edit.Syntax, `{"a":"\x"}`, "1:7: found a backslash that begins no escape"},
		{true, edit.Syntax, `{"a":"\u12g4"}`, "1:7: found a backslash that begins no escape"},
		{true, edit.Syntax, "{\xff}", "1:2: found the byte 0xFF, expected a key in double quotes"},
		{true, edit.Root, "null\n", "1:1: root is null, expected an object"},
		{true, edit.Root, "\n42", "2:1: root is a number, expected an object"},
		{true, edit.Root, `"hello"`, "1:1: root is a string, expected an object"},
		{true, edit.Root, `true`, "1:1: root is true, expected an object"},
	} {
		_, err := Open([]byte(c.in), c.strict)
		if k, _ := kind(err); err == nil || err.Error() != c.want || k != c.kind {
			t.Errorf("%q:\ngot  %v\nwant %s", c.in, err, c.want)
		}
	}
}

func TestLimits(t *testing.T) {
	nest := func(n int) []byte {
		return []byte(`{"a":` + strings.Repeat("[", n-1) + strings.Repeat("]", n-1) + "}")
	}
	key := func(n int) []byte { return []byte(`{"` + strings.Repeat("k", n) + `":1}`) }
	for _, c := range []struct {
		name string
		in   []byte
		ok   bool
	}{
		{"depth-1", nest(edit.MaxDepth - 1), true}, {"depth", nest(edit.MaxDepth), true}, {"depth+1", nest(edit.MaxDepth + 1), false}, {"deep", nest(100_000), false},
		{"deep objects", bytes.Repeat([]byte(`{"a":`), 100_000), false},
		{"key-1", key(edit.MaxKey - 1), true}, {"key", key(edit.MaxKey), true}, {"key+1", key(edit.MaxKey + 1), false},
		{"size+1", make([]byte, edit.MaxFile+1), false},
	} {
		_, err := Open(c.in, true)
		if k, _ := kind(err); (err == nil) != c.ok || err != nil && k != edit.Limit {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if sized(edit.MaxFile) != nil || sized(edit.MaxFile-1) != nil {
		t.Error("a file of the largest size is refused")
	}
	for n, ok := range map[int]bool{edit.MaxDepth: true, edit.MaxDepth + 1: false, 100_000: false} {
		in := "{a:" + strings.Repeat("[", n-1) + strings.Repeat("]", n-1) + "}"
		if _, err := OpenWith([]byte(in), json5Lang.opt); (err == nil) != ok {
			t.Errorf("%d levels of JSON5: %v", n, err)
		}
	}
	for n, ok := range map[int]bool{edit.MaxKey - 1: true, edit.MaxKey: true, edit.MaxKey + 1: false} {
		if _, err := OpenWith([]byte("{"+strings.Repeat("k", n)+":1}"), json5Lang.opt); (err == nil) != ok {
			t.Errorf("a bare key of %d bytes: %v", n, err)
		}
	}
	const one = `{"x":1}` // what goes in stays on its line, without the indentation of 10,000 levels
	d := open(t, []byte(one))
	for at, v := range map[string]string{"deep": string(nest(edit.MaxDepth - 1)), strings.Repeat("k", edit.MaxKey+1): "1"} {
		if _, err := d.Set(edit.Path{at}, wire.Raw(v)); err == nil || string(d.Bytes()) != one {
			t.Errorf("set %.10s: %v", at, err)
		} else if k, _ := kind(err); k != edit.Limit {
			t.Errorf("set %.10s: %v", at, err)
		}
	}
	if _, err := d.Set(edit.Path{"a"}, nest(edit.MaxDepth-2)); err != nil {
		t.Error(err)
	}
	if _, err := Open(d.Bytes(), true); err != nil {
		t.Error(err)
	}
}

func TestEditRefuses(t *testing.T) {
	src := "{\n  \"mcpServers\": {\"a\": 1},\n  \"mcpServers\": {\"b\": [2]},\n  \"h\": {\"l\": {}, \"n\": null}\n}"
	id := wire.Identity{Path: []string{"command"}, Value: "x"}
	set := func(at, v string) func(edit.Doc) error {
		return func(d edit.Doc) error {
			_, err := d.Set(strings.FieldsFunc(at, func(r rune) bool { return r == '.' }), wire.Raw(v))
			return err
		}
	}
	upsert := func(at, v string) func(edit.Doc) error {
		return func(d edit.Doc) error {
			_, err := d.Upsert(strings.Split(at, "."), id, wire.Raw(v))
			return err
		}
	}
	for _, c := range []struct {
		do   func(edit.Doc) error
		kind edit.Kind
		want string
	}{
		{set("mcpServers.x", "1"), edit.Duplicate, "3:3: key \"mcpServers\" appears twice, lines 2 and 3"},
		{set("h.n.x", "1"), edit.Shape, "4:23: h.n is null, expected an object"},
		{set("h.l.x", ""), edit.Syntax, "the value to write is empty"},
		{set("h.l.x", "{,}"), edit.Syntax, "the value to write is not JSON: 1:2: found ,, expected a key in double quotes"},
		{set("h.l.x", "\"\xe9\""), edit.Syntax, "the value to write is not valid UTF-8"},
		{set("h.\xe9", "1"), edit.Syntax, "the path is not valid UTF-8"},
		{set("", "1"), edit.Shape, "the path is empty: the root itself cannot be set"},
		{upsert("h.l", `{"command":"x"}`), edit.Shape, "4:14: h.l is an object, expected an array"},
		{upsert("h.z", `{"command":"y"}`), edit.Shape, "the element to write does not have its own identity x"},
	} {
		d := open(t, []byte(src))
		err := c.do(d)
		if k, _ := kind(err); err == nil || err.Error() != c.want || k != c.kind {
			t.Errorf("got  %v\nwant %s", err, c.want)
		}
		if string(d.Bytes()) != src {
			t.Errorf("after %q the text is %q", c.want, d.Bytes())
		}
	}
	d := open(t, []byte(src))
	if _, _, err := d.Get(edit.Path{"mcpServers"}); err == nil {
		t.Error("Get reads one of two")
	}
	if err := d.Remove(edit.Path{"h", "n", "x"}); err != nil {
		t.Errorf("what cannot be there cannot be removed: %v", err)
	}
}

func TestOptions(t *testing.T) {
	dup := []byte("{\"a\": {\"x\": 1}, \"b\": 0, \"\\u0061\": {\"y\": 1}}")
	d, err := OpenWith(dup, Options{Strict: true, LastWins: true})
	if err != nil {
		t.Fatal(err)
	}
	e, err := d.Set(edit.Path{"a", "z"}, wire.Raw("2"))
	if want := "{\"a\": {\"x\": 1}, \"b\": 0, \"\\u0061\": {\"y\": 1, \"z\": 2}}"; err != nil || string(d.Bytes()) != want {
		t.Errorf("%v, %s", err, d.Bytes())
	}
	if err := d.Revert(e); err != nil || !bytes.Equal(d.Bytes(), dup) {
		t.Errorf("%v, %s", err, d.Bytes())
	}
	if err := d.Remove(edit.Path{"a"}); err != nil || string(d.Bytes()) != `{"a": {"x": 1}, "b": 0}` {
		t.Errorf("%v, %s", err, d.Bytes())
	}

	d, err = OpenWith([]byte(" null\n"), Options{Strict: true, NullRoot: true})
	if err != nil {
		t.Fatal(err)
	}
	e, err = d.Set(edit.Path{"a"}, wire.Raw("1"))
	if err != nil || string(d.Bytes()) != " {\n  \"a\": 1\n}\n" {
		t.Errorf("%v, %q", err, d.Bytes())
	}
	if err := d.Revert(e); err != nil || string(d.Bytes()) != " null\n" {
		t.Errorf("%v, %q", err, d.Bytes())
	}
	d, err = OpenWith([]byte("[]"), Options{NullRoot: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Set(edit.Path{"a"}, wire.Raw("1")); err == nil {
		t.Error("an array root is taken for null")
	}
}

// What the root has to be, the edit says: a path needs an object, the empty path
// of an element an array.
func TestRootOfTheOtherKind(t *testing.T) {
	id := wire.Identity{Value: "x"}
	for _, c := range []struct{ in, want string }{
		{"\n[1, 2]\n", "2:1: root is an array, expected an object"},
		{" {}", "1:2: root is an object, expected an array"},
	} {
		array := strings.Contains(c.in, "[")
		for name, do := range map[string]func(edit.Doc) error{
			"get":    func(d edit.Doc) error { _, _, err := d.Get(edit.Path{"a"}); return err },
			"set":    func(d edit.Doc) error { _, err := d.Set(edit.Path{"a", "b"}, wire.Raw("1")); return err },
			"remove": func(d edit.Doc) error { return d.Remove(edit.Path{"a"}) },
			"upsert": func(d edit.Doc) error { _, err := d.Upsert(nil, id, wire.Raw(`"x"`)); return err },
			"take":   func(d edit.Doc) error { return d.RemoveElem(nil, id) },
			"revert": func(d edit.Doc) error { return d.Revert(edit.Edit{Identity: &id, Changed: true}) },
		} {
			d := open(t, []byte(c.in))
			err := do(d)
			if inArray := name == "upsert" || name == "take" || name == "revert"; inArray == array {
				if err != nil {
					t.Errorf("%s in %q: %v", name, c.in, err)
				}
				continue
			}
			if k, _ := kind(err); err == nil || err.Error() != c.want || k != edit.Root || string(d.Bytes()) != c.in {
				t.Errorf("%s in %q: %v, %q", name, c.in, err, d.Bytes())
			}
		}
	}
	d := open(t, []byte("[1,\n2]"))
	if v, ok, err := d.Get(nil); string(v) != "[1,2]" || !ok || err != nil {
		t.Errorf("the root is %s, %v, %v", v, ok, err)
	}
}
