package jsonc

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/wire"
)

var removals = []struct{ name, in, at, out string }{
	{"a middle line", "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}\n", "b", "{\n  \"a\": 1,\n  \"c\": 3\n}\n"},
	{"the last line and the comma before", "{\n  \"a\": 1, // x\n  \"b\": 2\n}\n", "b", "{\n  \"a\": 1 // x\n}\n"},
	{"the last line, trailing comma", "{\n  \"a\": 1,\n  \"b\": 2,\n}\n", "b", "{\n  \"a\": 1,\n}\n"},
	{"comments above stay", "{\n  // of a\n  \"a\": 1,\n  // of b\n  \"b\": 2\n}", "a", "{\n  // of a\n  // of b\n  \"b\": 2\n}"},
	{"a comment behind stays", "{\n  \"a\": 1, // x\n  \"b\": 2\n}", "a", "{\n  // x\n  \"b\": 2\n}"},
	{"a comment before the comma stays", "{\n  \"a\": 1 /* x */,\n  \"b\": 2\n}", "a", "{\n   /* x */\n  \"b\": 2\n}"},
	{"blank lines stay", "{\n  \"a\": 1,\n\n  \"b\": 2\n}", "b", "{\n  \"a\": 1\n\n}"},
	{"the only one", "{\n  \"a\": {\n    \"b\": 1\n  }\n}", "a.b", "{\n  \"a\": {}\n}"},
	{"the only one beside a comment", "{\n  // x\n  \"b\": 1\n}", "b", "{\n  // x\n}"},
	{"one line, first", `{"a": 1, "b": 2}`, "a", `{"b": 2}`},
	{"one line, middle", `{"a":1, "b":2, "c":3}`, "b", `{"a":1, "c":3}`},
	{"one line, last", `{ "a": 1, "b": 2 }`, "b", `{ "a": 1 }`},
	{"one line, only", `{ "a": 1 }`, "a", `{}`},
	{"two on a line", "{\n  \"a\": 1, \"b\": 2,\n  \"c\": 3\n}", "a", "{\n  \"b\": 2,\n  \"c\": 3\n}"},
	{"bracket on its line", "{ \"a\": 1,\n  \"b\": 2 }", "b", "{ \"a\": 1 }"},
	{"bracket cannot move into a comment", "{ \"a\": 1, // x\n  \"b\": 2 }", "b", "{ \"a\": 1 // x\n  }"},
	{"first beside the bracket", "{ \"a\": 1,\n  \"b\": 2\n}", "a", "{ \"b\": 2\n}"},
	{"CRLF", "{\r\n  \"a\": 1,\r\n  \"b\": 2\r\n}\r\n", "b", "{\r\n  \"a\": 1\r\n}\r\n"},
	{"nothing there", "{\n  \"a\": 1\n}", "b.c", "{\n  \"a\": 1\n}"},
	{"no object on the way", "{\n  \"a\": 1\n}", "a.c", "{\n  \"a\": 1\n}"},
	{"no document", "// x\n", "a", "// x\n"},
}

func TestRemove(t *testing.T) {
	for _, c := range removals {
		t.Run(c.name, func(t *testing.T) {
			d := open(t, []byte(c.in))
			if err := d.Remove(strings.Split(c.at, ".")); err != nil || string(d.Bytes()) != c.out {
				t.Errorf("%v\ngot  %q\nwant %q", err, d.Bytes(), c.out)
			}
		})
	}
}

// What a revert does when others have written since; |was|now| around Set.
func TestRevertAfterOthers(t *testing.T) {
	for _, c := range []struct{ name, in, at, v, from, to, out string }{
		{"a value that goes on", `{"a":1}`, "b", "2", `"b":2`, `"b":25`, `{"a":1}`},
		{"a comment put beside ours", "{\n  \"a\": 1\n}", "b", "2", `: 2`, `: 2 // mine`, "{\n  \"a\": 1\n  // mine\n}"},
		{"a member behind a line comment", "{\n  \"a\": 1 // x\n}", "b", "2", "2\n", "2, \"c\": 3\n", "{\n  \"a\": 1, // x\n  \"c\": 3\n}"},
		{"reformatted", "{\n  \"a\": 1\n}", "b.c", "2", "{\n    \"c\": 2\n  }", `{"c":2}`, "{\n  \"a\": 1\n}"},
		{"a comment in a parent that we made", "{\n  \"a\": 1\n}", "b.c", "2", "\"c\": 2", "\"c\": 2 // x", "{\n  \"a\": 1,\n  \"b\": {\n    // x\n  }\n}"},
		{"removed by hand", "{\n  \"a\": 1\n}", "b.c", "2", "\n    \"c\": 2\n  ", "", "{\n  \"a\": 1\n}"},
		{"replaced, reformatted", `{"a":{"x":1},"b":0}`, "a", `{"y":2}`, `{"y":2}`, `{ "y": 2.0 }`, `{"a":{"x":1},"b":0}`},
		{"replaced, then changed", `{"a":{"x":1},"b":0}`, "a", `{"y":2}`, `{"y":2}`, `{"y":3}`, `{"a":{"y":3},"b":0}`},
		{"replaced, goes on", `{"a":1}`, "a", `2`, `2`, `25`, `{"a":25}`},
		{"empty file, then more", "", "a", `1`, "1", "1,\n  \"b\": 2", "{\n  \"b\": 2\n}\n"},
		{"no object any more", "{\n  \"a\": {}\n}", "a.b", "1", "{\n    \"b\": 1\n  }", "[]", "{\n  \"a\": []\n}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := open(t, []byte(c.in))
			e, err := d.Set(strings.Split(c.at, "."), wire.Raw(c.v))
			if err != nil || !strings.Contains(string(d.Bytes()), c.from) {
				t.Fatalf("%v, %q", err, d.Bytes())
			}
			d = open(t, []byte(strings.Replace(string(d.Bytes()), c.from, c.to, 1)))
			if err := d.Revert(e); err != nil || string(d.Bytes()) != c.out {
				t.Errorf("%v\ngot  %q\nwant %q", err, d.Bytes(), c.out)
			}
		})
	}
}

// An update of what we inserted is taken back together with the insertion.
func TestThen(t *testing.T) {
	for _, src := range []string{"{}", "", "{\n  \"s\": {} // x\n}\n", `{"s":{"a":1}}`, "{\n  \"s\": {\n    \"g\": 0\n  }\n}"} {
		d := open(t, []byte(src))
		var all edit.Edit
		for _, v := range []string{`{"v":1}`, `{"v":1}`, `{"v":2,"w":[1]}`, `3`} {
			e, err := d.Set(edit.Path{"s", "g"}, wire.Raw(v))
			if err != nil {
				t.Fatal(err)
			}
			all = all.Then(e)
		}
		if err := d.Revert(all); err != nil || string(d.Bytes()) != src {
			t.Errorf("%v: %q became %q", err, src, d.Bytes())
		}
	}
}

const trap = `{
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [
        { "type": "command", "command": "node /home/u/gamma-notes/my-hook.js" },
        { "type": "command", "command": "/home/u/.ac/bin/ac-hook claude-code PreToolUse --connector gamma" },
        { "type": "command", "command": "/home/u/.ac/bin/ac-hook claude-code PreToolUse --connector gamma-two" }
      ] }
    ]
  }
}
`

func TestRemoveElem(t *testing.T) {
	id := func(s string) wire.Identity {
		return wire.Identity{Path: nested.Path, Value: "/home/u/.ac/bin/ac-hook claude-code PreToolUse --connector " + s}
	}
	at := edit.Path{"hooks", "PreToolUse"}
	d := open(t, []byte(trap))
	lines := strings.SplitAfter(trap, "\n")
	want := strings.Join(slices.Delete(slices.Clone(lines), 5, 6), "")
	if err := d.RemoveElem(at, id("gamma")); err != nil || string(d.Bytes()) != want {
		t.Fatalf("%v\n%s", err, d.Bytes())
	}
	if err := d.RemoveElem(at, id("gamma")); err != nil || string(d.Bytes()) != want {
		t.Fatalf("the second time: %v\n%s", err, d.Bytes())
	}
	d.RemoveElem(at, id("gamma-two"))
	d.RemoveElem(at, wire.Identity{Path: nested.Path, Value: "node /home/u/gamma-notes/my-hook.js"})
	if want := "{\n  \"hooks\": {\n    \"PreToolUse\": []\n  }\n}\n"; string(d.Bytes()) != want {
		t.Errorf("the group is left: %s", d.Bytes())
	}
}

func TestUpsertReplacesOnlyOurHandler(t *testing.T) {
	d := open(t, []byte(trap))
	id := wire.Identity{Path: nested.Path, Value: "/home/u/.ac/bin/ac-hook claude-code PreToolUse --connector gamma"}
	v := fmt.Sprintf(`{"matcher":"*","hooks":[{"type":"command","command":%q,"timeout":5}]}`, id.Value)
	e, err := d.Upsert(edit.Path{"hooks", "PreToolUse"}, id, wire.Raw(v))
	want := strings.Replace(trap, "--connector gamma\" }", "--connector gamma\", \"timeout\": 5 }", 1)
	if err != nil || string(d.Bytes()) != want {
		t.Fatalf("%v\n%s", err, d.Bytes())
	}
	if err := d.Revert(e); err != nil || string(d.Bytes()) != trap {
		t.Errorf("%v\n%s", err, d.Bytes())
	}
}

// The same identity twice: the edit that is reverted takes its own bytes.
func TestRevertFindsItsOwnElement(t *testing.T) {
	d := open(t, []byte("{\n  \"a\": [\n    \"y\"\n  ]\n}"))
	e, err := d.Upsert(edit.Path{"a"}, wire.Identity{Value: "x"}, wire.Raw(`"x"`))
	if err != nil {
		t.Fatal(err)
	}
	copied := strings.Replace(string(d.Bytes()), "\n    \"y\"", "\n    \"x\", // copied\n    \"y\"", 1)
	d = open(t, []byte(copied))
	if err := d.Revert(e); err != nil || !strings.Contains(string(d.Bytes()), "copied") || strings.Count(string(d.Bytes()), `"x"`) != 1 {
		t.Errorf("%v, %s", err, d.Bytes())
	}
}

func TestLargeFile(t *testing.T) {
	if testing.Short() {
		t.Skip("writes megabytes")
	}
	b, err := os.ReadFile("testdata/corpus/claude-settings-06.json")
	if err != nil {
		t.Fatal(err)
	}
	var s strings.Builder
	s.WriteString("{\n")
	for i := range 300 {
		fmt.Fprintf(&s, "  \"p%d\": %s,\n", i, strings.ReplaceAll(string(b), "\n", "\n  "))
	}
	s.WriteString("  \"mcpServers\": {}\n}\n")
	holds(t, []byte(s.String()), edit.Path{"mcpServers", "gamma"}, nil, wire.Raw(server))
}
