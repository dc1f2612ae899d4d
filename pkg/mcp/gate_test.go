package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestWhichToolsPass(t *testing.T) {
	for _, c := range []struct {
		include, exclude []string
		pass, stay       string
	}{
		{[]string{"get_*"}, nil, "get_ get_a get_a/b", "a_get_ set GET_A"},
		{nil, []string{"drop_*", "x"}, "a xx _drop_a", "drop_ drop_table x"},
		{[]string{"*"}, []string{"b?"}, "a b bbb", "bc"},
		{[]string{"a", "b"}, []string{"b"}, "a", "b c"},
		{[]string{"ns/*"}, nil, "ns/a ns/a/b", "ns other/ns/a"},
		{[]string{"[ab]"}, nil, "a b", "c [ab]"},
		{[]string{"[", "é*"}, nil, "[ éa", "a"},
	} {
		g := NewGate(c.include, c.exclude)
		for _, name := range strings.Fields(c.pass) {
			if !g.Offers(name) {
				t.Errorf("%v without %v: %s does not pass", c.include, c.exclude, name)
			}
		}
		for _, name := range strings.Fields(c.stay) {
			if g.Offers(name) {
				t.Errorf("%v without %v: %s passes", c.include, c.exclude, name)
			}
		}
	}
	if NewGate(nil, nil) != nil {
		t.Error("no lists, and a gate")
	}
}

const left = `Unknown tool: %s: it is left out by tools.include or tools.exclude of the connector`

func refusal(id, tool string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"error":{"code":-32602,"message":"` + fmt.Sprintf(left, tool) + `"}}`
}

func TestCallsOfToolsThatAreLeftOut(t *testing.T) {
	call := func(id, tool string) string {
		return `{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"arguments":{"name":"ok"},"name":"` + tool + `"}}`
	}
	for _, c := range []struct{ line, on, answer string }{
		{call("1", "ok"), call("1", "ok"), ""},
		{call(`"a\u00e9"`, "bad"), "", refusal(`"a\u00e9"`, "bad")},
		{call("9007199254740993", "b\\u0061d"), "", refusal("9007199254740993", "bad")},
		{`{"id":1.0,"method":"tools\/call","params":{"name":"bad"}}`, "", refusal("1.0", "bad")},
		{`{"method":"tools/call","params":{"name":"bad"}}`, "", ""},
		{`{"id":null,"method":"tools/call","params":{}}`, "", refusal("null", "")},
		{`{"id":1,"method":"prompts/get","params":{"name":"bad tools/call"}}`, `{"id":1,"method":"prompts/get","params":{"name":"bad tools/call"}}`, ""},
		{` [ ` + call("1", "bad") + ` , ` + call("2", "ok") + ` ,{"method":"n"}] `, ` [` + call("2", "ok") + `,{"method":"n"}] `, `[` + refusal("1", "bad") + `]`},
		{`[` + call("1", "bad") + `,` + call("2", "bad") + `]`, "", `[` + refusal("1", "bad") + `,` + refusal("2", "bad") + `]`},
		{`not JSON tools/call bad`, `not JSON tools/call bad`, ""},
		{`[]`, `[]`, ""}, {``, ``, ""},
	} {
		on, answer := NewGate([]string{"ok"}, nil).Request([]byte(c.line))
		if string(on) != c.on || string(answer) != c.answer {
			t.Errorf("%s:\n on %s\nans %s", c.line, on, answer)
		}
	}
}

func TestPagesWithoutWhatIsLeftOut(t *testing.T) {
	g := NewGate(nil, []string{"bad*"})
	ask := func(id string) { g.Request([]byte(`{"id":` + id + `,"method":"tools/list"}`)) }
	for _, c := range []struct{ line, want string }{
		{`{"id":1,"result":{"tools":[ {"name":"a"} , {"name":"bad"},{"name":"c","x":1.0}],"nextCursor":"x"}}`, `{"id":1,"result":{"tools":[{"name":"a"},{"name":"c","x":1.0}],"nextCursor":"x"}}`},
		{`{"result":{"nextCursor":"","tools":[{"name":"bad","inputSchema":{"tools":[]}}]},"id":1}`, `{"result":{"nextCursor":"","tools":[]},"id":1}`},
		{`{"id":1, "result":{"tools":[{"name":"a"} ]}}`, `{"id":1, "result":{"tools":[{"name":"a"} ]}}`},
		{`{"id":"1","result":{"tools":[{"name":"bad"}]}}`, `{"id":"1","result":{"tools":[{"name":"bad"}]}}`}, // nobody asked for it
		{`[{"id":7,"result":{}}, {"id":1,"result":{"tools":[{"name":"bad"},{"name":"a"}]}} ]`, `[{"id":7,"result":{}}, {"id":1,"result":{"tools":[{"name":"a"}]}} ]`},
		{`{"id":1,"error":{"code":-1}}`, `{"id":1,"error":{"code":-1}}`},
		{`{"method":"notifications/tools/list_changed"}`, `{"method":"notifications/tools/list_changed"}`},
		{`noise`, `noise`},
	} {
		ask("1")
		if got := string(g.Response([]byte(c.line))); got != c.want {
			t.Errorf("%s:\n got %s", c.line, got)
		}
		g.Response([]byte(`{"id":1,"result":{}}`))
		if g.Waiting() {
			t.Errorf("%s: an answer is waited for", c.line)
		}
	}
	for i := range maxLists + 1 { // more than are remembered
		ask(fmt.Sprint(i))
	}
	if got := string(g.Response([]byte(`{"id":5000,"result":{"tools":[{"name":"bad"}]}}`))); got != `{"id":5000,"result":{"tools":[]}}` {
		t.Error(got)
	}
}

// A gate that leaves out nothing changes nothing; one that leaves out something
// gives JSON that is the same but for it.
func FuzzGate(f *testing.F) {
	for _, s := range []string{`{"id":1,"result":{"tools":[{"name":"a"},{"name":"bad"}]}}`, `[{"id":1,"method":"tools/call","params":{"name":"bad"}}]`, ` [ ] `, `{"id":1,"result":{"tools":{}}}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		line = bytes.ReplaceAll(line, []byte("\n"), nil)
		open := NewGate([]string{"*"}, nil)
		open.all = true
		if on, answer := open.Request(line); !bytes.Equal(on, line) || answer != nil {
			t.Fatalf("%q became %q and %q", line, on, answer)
		}
		if got := open.Response(line); !bytes.Equal(got, line) {
			t.Fatalf("%q became %q", line, got)
		}
		shut := NewGate(nil, []string{"bad"})
		shut.all = true
		on, answer := shut.Request(line)
		for _, b := range [][]byte{on, answer, shut.Response(line)} {
			if Valid(line) && len(b) > 0 && !json.Valid(b) {
				t.Fatalf("%q became %q", line, b)
			}
		}
	})
}
