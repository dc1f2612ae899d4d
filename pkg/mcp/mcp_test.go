package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"agentconnector/pkg/wire"
)

func parse(line string) (all []Message) {
	Each([]byte(line), func(m Message) { all = append(all, m) })
	return all
}

func TestShapes(t *testing.T) {
	for _, c := range []struct {
		line  string
		shape Shape
		id    string
	}{
		{`{"jsonrpc":"2.0","id":1,"method":"ping"}`, Request, `1`},
		{`{"method":"ping","id":0}`, Request, `0`},
		{`{"id":null,"method":"ping"}`, Request, `null`},
		{` { "id" : "a" , "method" : "x" } `, Request, `"a`},
		{`{"method":"notifications/x"}`, Notification, ``},
		{`{"result":{},"jsonrpc":"2.0","id":7}`, Response, `7`},
		{`{"id":7,"result":null}`, Response, `7`},
		{`{"id":7,"error":{"code":-1}}`, Response, `7`},
		{`{"error":{"code":-32700}}`, Response, ``},
		{`{"id":1}`, Opaque, ``}, {`{}`, Opaque, ``}, {`null`, Opaque, ``}, {`1`, Opaque, ``}, {`"x"`, Opaque, ``},
		{`{"result":1}`, Opaque, ``}, {`{"ID":1,"Method":"x"}`, Opaque, ``}, {`{"id":1,"method":5}`, Opaque, ``},
		{`[server] listening on stdio`, Opaque, ``}, {``, Opaque, ``}, {`{"id":1,"method":"x"`, Opaque, ``}, {`[]`, Opaque, ``}, {`[[]]`, Opaque, ``},
	} {
		got := parse(c.line)
		if len(got) != 1 || got[0].Shape != c.shape || got[0].ID != c.id {
			t.Errorf("%s: %+v", c.line, got)
		}
	}
}

func TestIdsAreTokens(t *testing.T) {
	same := [][2]string{{`"init-\u00e9"`, `"init-é"`}, {`1`, `1`}, {`"\/"`, `"/"`}}
	other := [][2]string{{`1`, `"1"`}, {`1.0`, `1`}, {`9007199254740993`, `9007199254740992`}, {`null`, `"null"`}, {`1`, `1.0`}}
	for _, p := range same {
		if Key([]byte(p[0])) != Key([]byte(p[1])) {
			t.Errorf("%s and %s differ", p[0], p[1])
		}
	}
	for _, p := range other {
		if Key([]byte(p[0])) == Key([]byte(p[1])) {
			t.Errorf("%s and %s are the same", p[0], p[1])
		}
	}
	for _, n := range []int{maxID - 1, maxID, maxID + 1, maxID + 2} { // the key has one quote
		id := `"` + strings.Repeat("x", n) + `"`
		if got := Key([]byte(id)); (len(got) == n+1) != (n+1 <= maxID) || len(got) > maxID+10 {
			t.Errorf("id of %d: key of %d", n, len(got))
		}
	}
}

func TestBatch(t *testing.T) {
	got := parse(`[ {"id":1,"method":"a"}, {"method":"b"},[1], 5 ,{"id":2,"result":{}}]`)
	var shapes []Shape
	for _, m := range got {
		shapes = append(shapes, m.Shape)
	}
	if fmt.Sprint(shapes) != fmt.Sprint([]Shape{Request, Notification, Opaque, Opaque, Response}) || got[0].Size != len(`{"id":1,"method":"a"}`) {
		t.Errorf("%+v", got)
	}
}

func TestMetaNamesAndCodes(t *testing.T) {
	m := parse(`{"id":1,"method":"tools/call","params":{"name":"a\u001b[31m","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"h","version":"1"}}}}`)[0]
	if meta := Modern(m.Params); meta.Protocol != "2026-07-28" || meta.Client != "h/1" || m.Name() != "a[31m" {
		t.Errorf("%+v %q", meta, m.Name())
	}
	if meta := Modern([]byte(`{"_meta":{"progressToken":1}}`)); meta != (Meta{}) {
		t.Errorf("%+v", meta)
	}
	if got := parse(`{"id":1,"method":"resources/read","params":{"uri":"file:///home/ada/secret"}}`)[0].Name(); got != "file" {
		t.Error(got)
	}
	for code, want := range map[string]string{`{"code":-32601}`: "-32601", `{"code":"x"}`: "_OTHER", `{}`: "_OTHER", `"boom"`: "_OTHER"} {
		if got := parse(`{"id":1,"error":` + code + `}`)[0].ErrorCode(); got != want {
			t.Errorf("%s: %s", code, got)
		}
	}
	for _, n := range []int{maxLabel - 1, maxLabel, maxLabel + 1} {
		if got := Label(strings.Repeat("é", n)); len([]rune(got)) != min(n, maxLabel) {
			t.Errorf("label of %d: %d", n, len([]rune(got)))
		}
	}
}

func TestBlocks(t *testing.T) {
	for raw, want := range map[string]string{
		`[{"type":"text","text":"a\nb"}]`: "[{0 a\nb }]",
		`{"type":"text","text":"one"}`:    "[{0 one }]",
		`[{"type":"image","data":"AA\/A"},{"type":"audio","data":"BB"},{"type":"new"}]`:              `[{1  AA\/A} {2  BB} {3  }]`,
		`[{"type":"resource","resource":{"uri":"u","text":"t"}}]`:                                    "[{0 t }]",
		`[{"type":"resource","resource":{"uri":"u","mimeType":"image/png","blob":"AA"}}]`:            "[{1  AA}]",
		`[{"type":"resource","resource":{"uri":"u","mimeType":"Audio/WAV","blob":"AA"}}]`:            "[{2  AA}]",
		`[{"type":"resource","resource":{"uri":"u","mimeType":"application/zip","blob":"AA"}}]`:      "[{3 u\napplication/zip }]",
		`[{"type":"resource_link","uri":"u","name":"n"}]`:                                            "[{0 n\nu }]",
		`[{"type":"tool_use","name":"n","input":{"a":1}}]`:                                           "[{0 n\n{\"a\":1} }]",
		`[{"type":"tool_result","content":[{"type":"text","text":"x"},{"type":"text","text":"y"}]}]`: "[{0 x\ny }]",
		`[{"type":"text","text":"x","annotations":{"audience":["user"]}}]`:                           "[]",
		`[{"type":"text","text":"x","annotations":{"audience":["user","assistant"]}}]`:               "[{0 x }]",
		`null`: `[]`, `[]`: `[]`, `5`: `[]`, `[{"type":"image","data":5}]`: "[{1  }]",
	} {
		got := "["
		for i, b := range Blocks([]byte(raw)) {
			if i > 0 {
				got += " "
			}
			got += fmt.Sprintf("{%d %s %s}", b.Kind, b.Text, b.Data)
		}
		if got += "]"; got != want {
			t.Errorf("%s: %s, want %s", raw, got, want)
		}
	}
}

func TestToolsLeaveOutWhatNoModelSees(t *testing.T) {
	all, more := Tools([]byte(`{"tools":[{"name":"a","inputSchema":{"type":"object"}},{"icons":[{"src":"data:x"}],"name":"b","annotations":{},"description":"d","_meta":{}}],"nextCursor":""}`))
	if !more || len(all) != 2 || string(all[0].Text) != `{"name":"a","inputSchema":{"type":"object"}}` || string(all[1].Text) != `{"name":"b","description":"d"}` {
		t.Errorf("%v %s %s", more, all[0].Text, all[1].Text)
	}
	for _, end := range []string{`{"tools":[]}`, `{"tools":null,"nextCursor":null}`, `{}`} {
		if all, more := Tools([]byte(end)); more || len(all) != 0 {
			t.Errorf("%s: %v %v", end, all, more)
		}
	}
}

func TestDepthIsBounded(t *testing.T) {
	deep := func(n int) string {
		return `{"id":1,"method":"x","params":` + strings.Repeat("[", n) + strings.Repeat("]", n) + `}`
	}
	if parse(deep(9999))[0].Shape != Request || parse(deep(10000))[0].Shape != Opaque {
		t.Error("the limit is not 10,000 levels")
	}
}

// Whatever the line, its members are the ones that encoding/json sees, and
// each span is the value as it stands in the line.
func FuzzSpans(f *testing.F) {
	for _, s := range []string{`{"a":1,"b":[{"c":"\"}"},null],"d":{}}`, ` {"k" :-1.5e3 , "l":"\u00e9"}`, `[1,[2],"x"]`, `{"a":1,"a":2}`, `[{"id":1,"method":"m"}]`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		Each(line, func(m Message) {
			if m.Size > len(line) {
				t.Fatalf("%d of %d bytes", m.Size, len(line))
			}
		})
		if !Valid(line) {
			return
		}
		var want map[string]wire.Raw
		if json.Unmarshal(line, &want) == nil && want != nil {
			got := map[string][]byte{}
			for k, v := range Members(line) {
				got[k] = v
			}
			if len(got) != len(want) {
				t.Fatalf("%d members, want %d", len(got), len(want))
			}
			for k, v := range want {
				if !bytes.Equal(got[k], v) {
					t.Errorf("%q: %q, want %q", k, got[k], v)
				}
			}
		}
		var list []wire.Raw
		if json.Unmarshal(line, &list) == nil {
			i := 0
			for v := range Elements(line) {
				if !bytes.Equal(v, list[i]) {
					t.Errorf("%d: %q, want %q", i, v, list[i])
				}
				i++
			}
			if i != len(list) {
				t.Errorf("%d elements, want %d", i, len(list))
			}
		}
	})
}
