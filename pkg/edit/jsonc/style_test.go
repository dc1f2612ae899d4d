package jsonc

import (
	"encoding/json"
	"strings"
	"testing"

	"agentconnector/pkg/wire"

	"agentconnector/pkg/edit"
)

const server = `{"command":"npx","args":["-y","g"]}`

// Every row is a text, a path and a value, and the text that Set makes.
var styles = []struct{ name, in, at, v, out string }{
	{"empty file", "", "a", "1", "{\n  \"a\": 1\n}\n"},
	{"BOM stays first", "\xef\xbb\xbf", "a", "1", "\xef\xbb\xbf{\n  \"a\": 1\n}\n"},
	{"white space is kept behind", " \r\n\t", "a", "1", "{\r\n  \"a\": 1\r\n}\r\n \r\n\t"},
	{"a lone line end ends the file", "\n", "a", "1", "{\n  \"a\": 1\n}\n"},
	{"comment only", "// c\r\n\r\n", "a", "1", "// c\r\n{\r\n  \"a\": 1\r\n}\r\n"},
	{"comment without line end", "// c", "a", "1", "// c\n{\n  \"a\": 1\n}\n"},
	{"empty object opens", "{}", "a", "1", "{\n  \"a\": 1\n}"},
	{"empty object over two lines", "{\n}\n", "a", "1", "{\n  \"a\": 1\n}\n"},
	{"empty object with blank lines", "{\n\n\n}\n", "a", "1", "{\n  \"a\": 1\n}\n"},
	{"parents", "{}\n", "a.b", server,
		"{\n  \"a\": {\n    \"b\": {\n      \"command\": \"npx\",\n      \"args\": [\n        \"-y\",\n        \"g\"\n      ]\n    }\n  }\n}\n"},

	{"compact", `{"a":1}`, "b", server, `{"a":1,"b":{"command":"npx","args":["-y","g"]}}`},
	{"one line, spaces", `{"a": 1}`, "b", "[1,2]", `{"a": 1, "b": [1, 2]}`},
	{"one line, padded", `{ "a": { "x": 1 } }`, "a.y", `{"k":"v"}`, `{ "a": { "x": 1, "y": { "k": "v" } } }`},
	{"one line, comma habit", `{"a": 1,"b": 2}`, "c", "3", `{"a": 1,"b": 2,"c": 3}`},
	{"compact parent empty", `{"a":{}}`, "a.b", "[1]", `{"a":{"b":[1]}}`},
	{"padded parent empty", `{ "a": {} }`, "a.b", "1", `{ "a": { "b": 1 } }`},
	{"one-line object in a long file", "{\n  \"a\": {\"x\": 1}\n}", "a.y", server,
		"{\n  \"a\": {\"x\": 1, \"y\": {\"command\": \"npx\", \"args\": [\"-y\", \"g\"]}}\n}"},

	{"tabs, inline arrays", "{\n\t\"s\": {\n\t\t\"a\": {\n\t\t\t\"args\": [\"x\", \"y\"]\n\t\t}\n\t}\n}\n", "s.g", server,
		"{\n\t\"s\": {\n\t\t\"a\": {\n\t\t\t\"args\": [\"x\", \"y\"]\n\t\t},\n\t\t\"g\": {\n\t\t\t\"command\": \"npx\",\n\t\t\t\"args\": [\"-y\", \"g\"]\n\t\t}\n\t}\n}\n"},
	{"padded arrays", "{\n  \"a\": [ 1,2 ]\n}", "b", "[3,4]", "{\n  \"a\": [ 1,2 ],\n  \"b\": [ 3,4 ]\n}"},
	{"neighbours' indent, not the file's", "{\n  \"s\": {\n      \"a\": 1\n  }\n}", "s.b", `{"c":1}`,
		"{\n  \"s\": {\n      \"a\": 1,\n      \"b\": {\n          \"c\": 1\n      }\n  }\n}"},
	{"empty member takes the file's unit", "{\n    \"s\": {}\n}", "s.b", "1", "{\n    \"s\": {\n        \"b\": 1\n    }\n}"},
	{"CRLF", "{\r\n  \"a\": 1\r\n}\r\n", "b", "[1]", "{\r\n  \"a\": 1,\r\n  \"b\": [\r\n    1\r\n  ]\r\n}\r\n"},
	{"mixed line ends: the neighbour's", "{\n  \"a\": {\r\n    \"b\": 1\r\n  }\n}", "a.c", "2", "{\n  \"a\": {\r\n    \"b\": 1,\r\n    \"c\": 2\r\n  }\n}"},
	{"spaced colon", "{\n  \"a\" : 1\n}", "b", "2", "{\n  \"a\" : 1,\n  \"b\" : 2\n}"},
	{"bracket on the last line", "{ \"a\": 1,\n  \"b\": 2 }", "c", "3", "{ \"a\": 1,\n  \"b\": 2,\n  \"c\": 3 }"},
	{"bracket shares a line", "{\"a\": {\n  \"b\": 1\n}}", "c", `{"d":2}`, "{\"a\": {\n  \"b\": 1\n}, \"c\": {\n  \"d\": 2\n}}"},

	{"trailing comma habit", "{\n  \"a\": 1,\n}", "b", "2", "{\n  \"a\": 1,\n  \"b\": 2,\n}"},
	{"trailing commas inside", "{\n  \"a\": {\n    \"x\": 1,\n  },\n}", "b", `{"y":[]}`, "{\n  \"a\": {\n    \"x\": 1,\n  },\n  \"b\": {\n    \"y\": [],\n  },\n}"},
	{"trailing comma around an empty one", "{\n  \"a\": {},\n}", "a.b", "1", "{\n  \"a\": {\n    \"b\": 1,\n  },\n}"},
	{"trailing comment stays", "{\n  \"a\": 1 // x\n  // y\n}", "b", "2", "{\n  \"a\": 1, // x\n  \"b\": 2\n  // y\n}"},
	{"comment behind a trailing comma", "{\n  \"a\": 1, /* x */ // y\n}", "b", "2", "{\n  \"a\": 1, /* x */ // y\n  \"b\": 2,\n}"},
	{"comment before the bracket", "{\"a\": 1 /* x */}", "b", "2", "{\"a\": 1, /* x */ \"b\": 2}"},
	{"comment in an empty object", "{\n  \"a\": {\n      // none yet\n  }\n}", "a.b", "1", "{\n  \"a\": {\n      // none yet\n      \"b\": 1\n  }\n}"},
	{"comment behind the bracket", "{ // mine\n}", "b", "1", "{ // mine\n  \"b\": 1\n}"},

	{"replace keeps the line", "{\n  \"a\": { \"b\": 1 }, // x\n  \"c\": 2\n}", "a", `{"d":[1,2]}`, "{\n  \"a\": { \"d\": [1, 2] }, // x\n  \"c\": 2\n}"},
	{"replace keeps the lines", "{\n\t\"a\": {\n\t\t\"b\": 1\n\t}\n}", "a", `{"d":2}`, "{\n\t\"a\": {\n\t\t\"d\": 2\n\t}\n}"},
	{"equal in another order", "{\"a\": {\"b\": 1.0, \"c\": \"\\u0041\"}}", "a", `{"c":"A","b":1}`, "{\"a\": {\"b\": 1.0, \"c\": \"\\u0041\"}}"},
	{"big numbers differ", "{\"a\": 12345678901234567890}", "a", "12345678901234567891", "{\"a\": 12345678901234567891}"},
	{"key with an escape", `{"\u006dcp": {"a": 1}}`, "mcp.b", "2", `{"\u006dcp": {"a": 1, "b": 2}}`},
	{"no HTML escaping", "{}", "a<b", `"\u003ca\u0026\\u003c\u00e9"`, "{\n  \"a<b\": \"<a&\\\\u003c\\u00e9\"\n}"},
	{"keys that differ in case", `{"A":1,"a":{}}`, "a.b", "1", `{"A":1,"a":{"b":1}}`},
	{"duplicates elsewhere", `{"x":1,"x":2,"a":{}}`, "a.b", "1", `{"x":1,"x":2,"a":{"b":1}}`},
	{"bytes that are no UTF-8", "{\"x\":\"\xe9\"}", "a", "1", "{\"x\":\"\xe9\",\"a\":1}"},
}

func TestStyle(t *testing.T) {
	for _, c := range styles {
		t.Run(c.name, func(t *testing.T) {
			d := open(t, []byte(c.in))
			e, err := d.Set(strings.Split(c.at, "."), wire.Raw(c.v))
			if err != nil || string(d.Bytes()) != c.out {
				t.Fatalf("%v\ngot  %q\nwant %q", err, d.Bytes(), c.out)
			}
			if e.Changed != (c.in != c.out) {
				t.Errorf("Changed is %v", e.Changed)
			}
			if err := d.Revert(e); err != nil || string(d.Bytes()) != c.in {
				t.Errorf("revert: %v, %q", err, d.Bytes())
			}
		})
	}
}

// The key bytes of an edit are found again after it went through a ledger.
func TestEditSurvivesJSON(t *testing.T) {
	d := open(t, []byte("{\n  \"a\": 1 // x\n}\n"))
	e, err := d.Set(edit.Path{"b", "c"}, wire.Raw(server))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(e.Ins[e.Key:]); !strings.HasPrefix(got, "{\n      \"command\"") {
		t.Errorf("the node begins with %q", got)
	}
	kept, _ := json.Marshal(e)
	var back edit.Edit
	if err := json.Unmarshal(kept, &back); err != nil {
		t.Fatal(err)
	}
	if err := d.Revert(back); err != nil || string(d.Bytes()) != "{\n  \"a\": 1 // x\n}\n" {
		t.Errorf("%v, %q", err, d.Bytes())
	}
}
