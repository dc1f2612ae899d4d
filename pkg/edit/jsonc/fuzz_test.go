package jsonc

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"agentconnector/pkg/wire"

	"github.com/tailscale/hujson"
)

var seeds = []string{
	"", " \n\t", "\xef\xbb\xbf", "// c\n", "// c", "/* c */ ", "{}", "{ }", "{\n}", "[1]", "null",
	`{"a":1}`, `{"a": {"b": [1, 2]}, "c": []}`, "{\r\n\t\"a\": 1, // x\r\n\t\"b\": [\r\n\t\t1,\r\n\t],\r\n}\r\n",
	"{\n  \"a\": 1 /* x */, // y\n  // z\n}", "{ /* x */ }", "{\"a\":\n{ // x\n}}", "{\"a\": 1\n// x\n}",
	`{"a": [{"hooks": [{"command": "x"}, {"command": "y"}]}, {"hooks": [{"command": "y"}]}]}`,
	"[\n\t{ \"command\": \"x\" }, // one\n\t// none\n]\n", "[ ]", "// tasks\n[{\"command\":\"y\"}]",
	"{\"a\": [\n  {\"command\": \"x\"}, /* k */ \"x\"\n]}", "{\"\\u0061\": \"\xe9\", \"a\": 2}",
}

func FuzzOpen(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		text := bytes.TrimPrefix(b, bom)
		blank := len(bytes.Trim(text, " \t\r\n")) == 0
		start := strings.TrimLeft(string(text), " \t\r\n")
		holds := strings.HasPrefix(start, "{") || strings.HasPrefix(start, "[")
		_, err := Open(b, true)
		if want := blank || holds && json.Valid(text); want != (err == nil) {
			t.Fatalf("strict: got %v for %q", err, b)
		}
		_, err = Open(b, false)
		if blank || !utf8.Valid(b) || strings.ContainsAny(string(b), "\u2028\u2029") || lonelyCR(b) {
			return // where hujson and we mean to differ
		}
		v, other := hujson.Parse(slices.Concat(text, []byte("\n")))
		if other != nil {
			if err == nil && !onlyComments(slices.Concat(text, []byte("\n"))) {
				t.Fatalf("accepted, but hujson says %v: %q", other, b)
			}
			return
		}
		_, object := v.Value.(*hujson.Object)
		_, array := v.Value.(*hujson.Array)
		if (object || array) != (err == nil) {
			t.Fatalf("hujson accepts it, but: %v for %q", err, b)
		}
	})
}

// lonelyCR says whether a CR stands without LF, which a line comment may not have.
func lonelyCR(b []byte) bool {
	return strings.Contains(strings.ReplaceAll(string(b), "\r\n", ""), "\r")
}

func FuzzSet(f *testing.F) {
	for i, s := range seeds {
		f.Add([]byte(s), "a", "b", values[i%len(values)])
		f.Add([]byte(s), "new", "", values[0])
	}
	f.Fuzz(func(t *testing.T, b []byte, k1, k2, v string) {
		if !usableByOracle(b) || !json.Valid([]byte(v)) || !utf8.ValidString(k1+k2) {
			return
		}
		at := []string{k1}
		if k2 != "" {
			at = append(at, k2)
		}
		holds(t, b, at, nil, wire.Raw(v))
	})
}

func FuzzUpsert(f *testing.F) {
	for i, s := range seeds {
		f.Add([]byte(s), "a", uint8(i), "x")
		f.Add([]byte(s), "hooks", uint8(i), "y")
		f.Add([]byte(s), "", uint8(128+i), "y")
	}
	f.Fuzz(func(t *testing.T, b []byte, key string, shape uint8, name string) {
		if !usableByOracle(b) || !utf8.ValidString(key) || !utf8.ValidString(name) {
			return
		}
		str, _ := json.Marshal(name)
		shapes := []struct {
			path []string
			v    string
		}{
			{nil, string(str)},
			{[]string{"command"}, `{"n":[1,2],"command":` + string(str) + `}`},
			{[]string{"hooks", "*", "command"}, `{"hooks":[{"command":` + string(str) + `,"t":5}]}`},
		}
		s := shapes[int(shape)%len(shapes)]
		at := []string{key}
		if shape >= 128 {
			at = nil
		}
		holds(t, b, at, &wire.Identity{Path: s.path, Value: name}, wire.Raw(s.v))
	})
}

// usable leaves out documents that we open but the oracle reads in
// another way: duplicate keys, which encoding/json merges, and bytes that are
// not UTF-8, which it replaces. Tables cover those.
func (l lang) usable(b []byte) bool {
	if !utf8.Valid(b) || bytes.Contains(b, []byte(`\ud`)) || bytes.Contains(b, []byte(`\uD`)) {
		return false
	}
	d, err := OpenWith(b, l.opt)
	if err != nil {
		return false
	}
	_, err = l.read(b)
	return err == nil && !duplicates(d.Bytes())
}

func usableByOracle(b []byte) bool { return jsoncLang.usable(b) }

// duplicates says whether any object of a valid text has a key twice.
func duplicates(b []byte) bool {
	seen := []map[string]bool{{}}
	for t := (tokens{b: b, i: afterBOM(b)}); t.next(); {
		last := len(seen) - 1
		switch t.tok[0] {
		case '{', '[':
			seen = append(seen, map[string]bool{})
		case '}', ']':
			seen = seen[:last]
		default:
			if !t.key() {
				continue
			}
			k := string(unquote(t.tok))
			if seen[last][k] {
				return true
			}
			seen[last][k] = true
		}
	}
	return false
}
