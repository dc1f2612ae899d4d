package jsonc

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/edit/laws"
	"agentconnector/pkg/wire"
)

var json5Lang = lang{opt: Options{JSON5: true}, read: func(b []byte) (any, error) {
	switch v, err := laws.ReadJSON5(b); v := v.(type) {
	case map[string]any, []any, laws.None:
		return v, err
	default:
		return nil, errors.Join(err, fmt.Errorf("the root is %T", v))
	}
}}

// Every row is a text, a path and a value, and the text that Set makes.
var styles5 = []struct{ name, in, at, v, out string }{
	{"names without quotes", "{\n  mcp: {\n    servers: {\n      old: {command: \"x\"},\n    },\n  },\n}\n", "mcp.servers.g", server,
		"{\n  mcp: {\n    servers: {\n      old: {command: \"x\"},\n      g: {\n        command: \"npx\",\n        args: [\n          \"-y\",\n          \"g\"\n        ]\n      },\n    },\n  },\n}\n"},
	{"a key that is no name", "{\n  a: 'x'\n}", "my-server", `{"b c":1,"d":"y"}`, "{\n  a: 'x',\n  'my-server': {\n    'b c': 1,\n    d: 'y'\n  }\n}"},
	{"a key that needs its quotes is no habit", "{\n  a: {\n    \"x-y\": 1\n  }\n}", "a.b", "2", "{\n  a: {\n    \"x-y\": 1,\n    b: 2\n  }\n}"},
	{"quoted names stay quoted", "{\n  'a': 1\n}", "b", "2", "{\n  'a': 1,\n  'b': 2\n}"},
	{"double quotes", "{\n  a: \"x\"\n}", "b-c", `"y"`, "{\n  a: \"x\",\n  \"b-c\": \"y\"\n}"},
	{"single quotes, the fewest escapes", "{a: 'x'}", "b", `["it's", "say \"x\"", "\"'\\", "\u00e9\n"]`, `{a: 'x', b: ["it's", 'say "x"', '"\'\\', '\u00e9\n']}`},
	{"a string that holds a quote is no habit", `{a: 'x', b: "it's"}`, "c", `"y"`, `{a: 'x', b: "it's", c: 'y'}`},
	{"nearest first", "{\n  \"a\": \"x\",\n  b: {\n    c: 'y',\n  },\n}", "b.d", `"z"`, "{\n  \"a\": \"x\",\n  b: {\n    c: 'y',\n    d: 'z',\n  },\n}"},
	{"nothing to copy: JSON", "// mine\n", "a", `{"b":"c"}`, "// mine\n{\n  \"a\": {\n    \"b\": \"c\"\n  }\n}\n"},
	{"only letters of ASCII are bare", "{a: 1}", "é", "2", "{a: 1, \"é\": 2}"},
	{"reserved words are names", "{a: 1}", "null", "true", "{a: 1, null: true}"},
	{"escaped names are found", `{\u0061b: {}}`, "ab.c", "1", `{\u0061b: {c: 1}}`},
	{"odd white space", "{\u00a0a:\ufeff1}", "b", "2", "{\u00a0a:\ufeff1, b: 2}"},
	{"blanks that are no spaces indent", "{\n\u00a0\u00a0a: 1\n}", "b", "2", "{\n\u00a0\u00a0a: 1,\n\u00a0\u00a0b: 2\n}"},
	{"a comment that U+2028 ends", "{a: 1 // x\u2028}", "b", "2", "{a: 1, // x\nb: 2\u2028}"},
	{"a comment that CR ends", "{a: {// x\r}}", "a.b", "2", "{a: {// x\n  b: 2\n}}"},
	{"equal in another spelling", "{a: {n: 0xff, s: 'x\\\ny', f: +.5, k: [1,],}}", "a", `{"f":0.5,"k":[1.0],"n":255,"s":"xy"}`, "{a: {n: 0xff, s: 'x\\\ny', f: +.5, k: [1,],}}"},
	{"no number of JSON is equal to NaN", "{a: NaN}", "a", "null", "{a: null}"},
	{"numbers beside ours stay", "{a: 0xFF, b: +1., c: .5, d: -Infinity}", "e", "1", "{a: 0xFF, b: +1., c: .5, d: -Infinity, e: 1}"},
	{"single quotes in an array", "{a: ['x', 'y']}", "a", `["x","z"]`, "{a: ['x', 'z']}"},
	{"brackets in strings", "{a: '}]', b: \"{'[\"}", "c", "[]", "{a: '}]', b: \"{'[\", c: []}"},
	{"file unit from a bare key", "{a: {\n    b: 1}, c: {}}", "c.d", "1", "{a: {\n    b: 1}, c: {\n        d: 1\n    }}"},
}

func TestJSON5Style(t *testing.T) {
	for _, c := range styles5 {
		t.Run(c.name, func(t *testing.T) {
			d := json5Lang.open(t, []byte(c.in))
			e, err := d.Set(strings.Split(c.at, "."), wire.Raw(c.v))
			if err != nil || string(d.Bytes()) != c.out {
				t.Fatalf("%v\ngot  %q\nwant %q", err, d.Bytes(), c.out)
			}
			if e.Changed != (c.in != c.out) {
				t.Errorf("Changed is %v", e.Changed)
			}
			json5Lang.tree(t, d.Bytes())
			if err := d.Revert(e); err != nil || string(d.Bytes()) != c.in {
				t.Errorf("revert: %v, %q", err, d.Bytes())
			}
		})
	}
}

// Whatever the spelling, what is read is JSON; what JSON has keeps its own.
func TestJSON5Get(t *testing.T) {
	for in, want := range map[string]string{
		`0xFF`: "255", `-0Xff`: "-255", `+0x0`: "0", `0x1fffffffffffffffff`: "590295810358705651711",
		`+1`: "1", `.5`: "0.5", `-.5e2`: "-0.5e2", `5.`: "5", `5.e-3`: "5e-3", `1.50`: "1.50", `0`: "0",
		`'a"b'`: `"a\"b"`, `"\u0041\/"`: `"\u0041\/"`, `'\'\x41\v\0\q\é'`: `"'A\u000b\u0000qé"`, "'a\\\r\nb\\\nc\\\u2028d\\\re'": `"abcde"`,
		"'\t'": `"\t"`, "\"a\u2028b\"": "\"a\u2028b\"", `'\ud83d\ude00'`: `"\ud83d\ude00"`, `''`: `""`, "'\\\"'": `"\""`, `'\xe9'`: `"é"`,
		`{a: 1, 'b': [2,], "c": null, $_\u0064: true,}`: `{"a":1,"b":[2],"c":null,"$_\u0064":true}`,
		`{NaN: NaN, Infinity: [+Infinity]}`:             `{"NaN":null,"Infinity":[null]}`,
	} {
		got, ok, err := json5Lang.open(t, []byte("{x:"+in+"}")).Get(edit.Path{"x"})
		if string(got) != want || !ok || err != nil {
			t.Errorf("%s is read %s, %v, expected %s", in, got, err, want)
		}
	}
	for _, in := range []string{"Infinity", "-Infinity", "NaN", "+NaN"} {
		_, _, err := json5Lang.open(t, []byte("{\n x: "+in+"}")).Get(edit.Path{"x"})
		if k, _ := kind(err); err == nil || k != edit.Shape || err.Error() != "2:5: x is "+in+", which JSON does not have" {
			t.Errorf("%s: %v", in, err)
		}
	}
}

func TestJSON5Accepts(t *testing.T) {
	for _, in := range []string{
		"", "\ufeff", "\u2028//x", "{}", "\ufeff{}\u00a0", "{é:1,ñ_1$:2,\\u00e9b:3,ⅷ:4,a\u200db:5}", "{a:'\u2029'}", "{/**/}", "{a:1,}\v\f", "{true:1,'':2}",
		"{a:-0,b:0e0,c:0.,d:.0}", "//x\r{}", "{a:\"\x01\"}", "{a:'\xff'}",
	} {
		if _, err := OpenWith([]byte(in), json5Lang.opt); err != nil {
			t.Errorf("%q: %v", in, err)
		}
	}
}

func TestJSON5Refuses(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"{a:1,,}", "1:6: found ,, expected a key: a name or a string"},
		{"{1a:1}", "1:2: found 1a, expected a key: a name or a string"},
		{"{a-b:1}", "1:2: found a-b, expected a key: a name or a string"},
		{"{\\x61:1}", "1:2: found \\x61, expected a key: a name or a string"},
		{"{\\u0031:1}", "1:2: found \\u0031, expected a key: a name or a string"},
		{"{a 1}", "1:4: found 1, expected : after the key"},
		{"{a:b}", "1:4: found b, expected a value"},
		{"{a:01}", "1:4: found 01, expected a value"},
		{"{a:0x}", "1:4: found 0x, expected a value"},
		{"{a:.}", "1:4: found ., expected a value"},
		{"{a:+-1}", "1:4: found +-1, expected a value"},
		{"{a:+}", "1:4: found +, expected a value"},
		{"{a:1_000}", "1:4: found 1_000, expected a value"},
		{"{a:infinity}", "1:4: found infinity, expected a value"},
		{"{a:'x}", "1:4: found a string that is never closed"},
		{"{a:'x\ny'}", "1:4: found a string that is not closed on its line"},
		{"{a:'\\1'}", "1:5: found a backslash that begins no escape"},
		{"{a:'\\01'}", "1:5: found a backslash that begins no escape"},
		{"{a:'\\x4'}", "1:5: found a backslash that begins no escape"},
		{"{a:'\\u12'}", "1:5: found a backslash that begins no escape"},
		{"{a:`x`}", "1:4: found `x`, expected a value"},
		{"{a:“x”}", "1:4: found “ (U+201C), expected a value"},
		{"{a:1 b:2}", "1:6: found b, expected , or }"},
		{"{a:1\n", "2:1: found the end of the file, expected , or }: the { of line 1 is not closed"},
		{"{} x", "1:4: found x after the end of the document"},
		{"'a'", "1:1: root is a string, expected an object"},
		{"{a:0x" + strings.Repeat("f", maxHex+1) + "}", "1:4: a hexadecimal number of more than 4096 digits"},
	} {
		_, err := OpenWith([]byte(c.in), json5Lang.opt)
		if err == nil || err.Error() != c.want {
			t.Errorf("%.40q:\ngot  %v\nwant %s", c.in, err, c.want)
		}
	}
	if _, err := OpenWith([]byte("{a:0x"+strings.Repeat("f", maxHex)+"}"), json5Lang.opt); err != nil {
		t.Error(err)
	}
}

var removals5 = []struct{ name, in, at, out string }{
	{"a bare line", "{\n  a: 'x', // c\n  b: 0xF,\n}\n", "b", "{\n  a: 'x', // c\n}\n"},
	{"an escaped name", "{a: 1, \\u0062: 2}", "b", "{a: 1}"},
	{"the only one among odd spaces", "{\u00a0a: {\ufeffb: 1\u2028}}", "a.b", "{\u00a0a: {}}"},
	{"behind a comment that U+2028 ends", "{a: 1, // x\u2028b: 2}", "b", "{a: 1 // x\u2028}"},
	{"before one that CR ends", "{ // x\ra: 1, b: 2}", "a", "{ // x\rb: 2}"},
	{"a string that goes on", "{\n  a: 'x\\\n  y',\n  b: 1\n}", "a", "{\n  b: 1\n}"},
}

func TestJSON5Remove(t *testing.T) {
	for _, c := range removals5 {
		t.Run(c.name, func(t *testing.T) {
			d := json5Lang.open(t, []byte(c.in))
			if err := d.Remove(strings.Split(c.at, ".")); err != nil || string(d.Bytes()) != c.out {
				t.Errorf("%v\ngot  %q\nwant %q", err, d.Bytes(), c.out)
			}
		})
	}
}

// An element of single quotes is known by its identity all the same.
func TestJSON5Elements(t *testing.T) {
	const in = "{hooks: [{command: 'a\\x62c', n: NaN}, {command: 'z'}]}"
	d := json5Lang.open(t, []byte(in))
	id := wire.Identity{Path: []string{"command"}, Value: "abc"}
	e, err := d.Upsert(edit.Path{"hooks"}, id, wire.Raw(`{"command":"abc","n":1}`))
	if want := "{hooks: [{command: 'abc', n: 1}, {command: 'z'}]}"; err != nil || string(d.Bytes()) != want {
		t.Fatalf("%v, %s", err, d.Bytes())
	}
	if err := d.Revert(e); err != nil || string(d.Bytes()) != in {
		t.Errorf("%v, %s", err, d.Bytes())
	}
	if err := d.RemoveElem(edit.Path{"hooks"}, id); err != nil || string(d.Bytes()) != "{hooks: [{command: 'z'}]}" {
		t.Errorf("%v, %s", err, d.Bytes())
	}
}

func TestJSON5Corpus(t *testing.T) {
	names, _ := filepath.Glob("testdata/corpus/openclaw*")
	if len(names) < 3 {
		t.Fatalf("only %d files of OpenClaw", len(names))
	}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range []edit.Path{{"gamma"}, {"mcp", "servers", "gamma"}, {"gateway", "gamma"}, {"plugins", "a-b"}} {
			for _, v := range values {
				json5Lang.holds(t, b, at, nil, wire.Raw(v))
			}
		}
		json5Lang.holds(t, b, edit.Path{"agents", "uhic"}, &wire.Identity{Path: []string{"id"}, Value: "g"}, wire.Raw(`{"id":"g","x":[1]}`))
	}
}

// FuzzJSON5 holds the editor against another reader: what each accepts, and
// what is said after a Set.
func FuzzJSON5(f *testing.F) {
	for i, c := range styles5 {
		f.Add([]byte(c.in), c.at, values[i%len(values)])
	}
	for _, s := range seeds {
		f.Add([]byte(s), "a.b", values[0])
	}
	f.Fuzz(func(t *testing.T, b []byte, at, v string) {
		_, err := OpenWith(b, json5Lang.opt)
		_, other := json5Lang.read(b)
		if utf8.Valid(b) && !errors.Is(other, laws.ErrTwice) && (err == nil) != (other == nil) {
			if k, _ := kind(err); k != edit.Limit {
				t.Fatalf("%q: we say %v, the other reader %v", b, err, other)
			}
		}
		if json.Valid([]byte(v)) && !duplicates([]byte(v)) && utf8.ValidString(at) && json5Lang.usable(b) {
			json5Lang.holds(t, b, strings.Split(at, "."), nil, wire.Raw(v))
		}
	})
}
