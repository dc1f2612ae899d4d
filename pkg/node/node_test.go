package node

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"agentconnector/pkg/wire"
)

func TestRead(t *testing.T) {
	for in, want := range map[string]string{
		`{"command":"x","env":{"A":"b"}}`: `{"command":"x","env":{"A":"b"}}`,
		`{"env":"X"}`:                     `"${env:X}" @`,
		`{"url":{"expand":"https://${env:H:-h}/"}, "a" : 1}`: `{"url":"https://${env:H:-h}/", "a" : 1} @url`,
		`{"env":{"T":{"env":"U"},"V":"v"}}`:                  `{"env":{"T":"${env:U}","V":"v"}} @env/T`,
		`{"args":["-y",{"expand":"${env:A}b"}]}`:             `{"args":["-y","${env:A}b"]} @args/1[]`,
		`{"expand":{"a":["${env:A}"],"env":"X"}}`:            `{"a":["${env:A}"],"env":"X"} @`,
		`{"env":{"literal":{"env":"production"}}}`:           `{"env":{"env":"production"}}`,
		`{"env":{"literal":{"env":{"env":"X"}}}}`:            `{"env":{"env":"${env:X}"}} @env/env`,
		`{"env":{"literal":{"literal":{"env":"X"}}}}`:        `{"env":{"literal":"${env:X}"}} @env/literal`,
		`{"env":{"env":{"env":"X"}}}`:                        `{"env":{"env":"${env:X}"}} @env/env`,
		`{"env":5}`:                                          `{"env":5}`,
		`{"env":["X"]}`:                                      `{"env":["X"]}`,
		`{"env":"X","other":1}`:                              `{"env":"X","other":1}`,
		`{"literal":"x"}`:                                    `"x"`,
		`[{"env":"X"},{"env":"Y"}]`:                          `["${env:X}","${env:Y}"] @0[] @1[]`,
		`"text"`:                                             `"text"`,
		`{}`:                                                 `{}`,
		` { "env" : "X" } `:                                  `"${env:X}" @`,
	} {
		words, refs := Read(wire.Raw(in))
		got := string(words)
		for _, r := range refs {
			got += " @" + strings.Join(r.At, "/")
			if r.InArray {
				got += "[]"
			}
		}
		if got != want {
			t.Errorf("%s\n got %s\nwant %s", in, got, want)
		}
	}
}

func TestEscape(t *testing.T) {
	for in, want := range map[string]string{
		`{"command":"x","env":{"A":"b","env":"p"}}`: `{"command":"x","env":{"A":"b","env":"p"}}`,
		`{ "env" : {"env":"production"} }`:          `{ "env" : {"literal":{"env":"production"}} }`,
		`{"expand":["a"]}`:                          `{"literal":{"expand":["a"]}}`,
		`[1.0, {"literal":1e3}]`:                    `[1.0, {"literal":{"literal":1e3}}]`,
		`{"env":{}}`:                                `{"env":{}}`,
	} {
		if got := string(Escape(wire.Raw(in))); got != want {
			t.Errorf("%s\n got %s\nwant %s", in, got, want)
		}
	}
}

func TestRewrite(t *testing.T) {
	for _, c := range []struct{ in, at, to, want string }{
		{`{"a": {"b" : 1, "c":2}}`, "a/b", `"x"`, `{"a": {"b" : "x", "c":2}}`},
		{`{"a":{"b":1,"c":2},"d":3}`, "a/b", "", `{"a":{"c":2},"d":3}`},
		{`{"a":{"b":1},"d":3}`, "a/b", "", `{"d":3}`},
		{`{"d":3, "a": {"b":1}}`, "a/b", "", `{"d":3}`},
		{`{"a":{"b":1}}`, "a/b", "", ""},
		{`{"a":["x",["y"]],"d":3}`, "a/1/0", "", `{"d":3}`},
		{`{"a":["x","y"]}`, "a/1", `2`, `{"a":["x",2]}`},
		{`{"a":1}`, "", `2`, `2`},
		{`{"a":1}`, "", "", ""},
		{`{"a":{},"b":[]}`, "c", "", `{"a":{},"b":[]}`},
	} {
		got := Rewrite(wire.Raw(c.in), func(at []string, v wire.Raw) (wire.Raw, bool) {
			if strings.Join(at, "/") != c.at {
				return nil, false
			}
			if c.to == "" {
				return nil, true
			}
			return wire.Raw(c.to), true
		})
		if string(got) != c.want {
			t.Errorf("%s: %s → %s\n got %s\nwant %s", c.in, c.at, c.to, got, c.want)
		}
	}
}

// FuzzEscape: whatever a connector says literally is read back to the byte, and
// nothing of it is taken for a variable. A node put into it is found.
func FuzzEscape(f *testing.F) {
	for _, s := range []string{`{"env":"X"}`, `{"literal":{"expand":[{"env":"a"}]}}`, `[{"env": {"env":"X"}}, 1e2, "\u0065"]`, `{"":{"literal":null}}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !json.Valid([]byte(s)) {
			return
		}
		words, refs := Read(Escape(wire.Raw(s)))
		if string(words) != s && string(words) != strings.TrimSpace(s) || len(refs) > 0 {
			t.Fatalf("%q became %q with %v", s, words, refs)
		}
		for _, key := range []string{"env", "expand", "literal", "x"} {
			in := fmt.Sprintf(`{%q:%s}`, key, Env("A"))
			in = fmt.Sprintf(`{"a":%s,"b":[%s]}`, Escape(wire.Raw(s)), wrapIfNode(in, key))
			words, refs := Read(wire.Raw(in))
			if len(refs) != 1 || !json.Valid(words) || !bytes.Contains(words, []byte(`"${env:A}"`)) {
				t.Fatalf("%s became %s with %v", in, words, refs)
			}
		}
	})
}

// wrapIfNode marks an object that holds a node under a key of nodes, as a table
// of variables with one named "literal".
func wrapIfNode(in, key string) string {
	if key == "literal" || key == "expand" {
		return `{"literal":` + in + `}`
	}
	return in
}
