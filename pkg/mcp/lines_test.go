package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// However the traffic is cut into reads, the lines are the same.
func FuzzLines(f *testing.F) {
	f.Add([]byte("a\nbc\r\n\n{}\ntail"), uint8(2))
	f.Add([]byte("\n\n\r\n"), uint8(1))
	f.Fuzz(func(t *testing.T, text []byte, size uint8) {
		var got, want [][]byte
		var l Lines
		step := int(size)%7 + 1
		for i := 0; i < len(text); i += step {
			l.Feed(text[i:min(i+step, len(text))], func(l Line) {
				if !l.Whole() {
					t.Error("a part")
				}
				got = append(got, bytes.Clone(l.Head))
			})
		}
		for line := range bytes.Lines(text) {
			if body, ok := bytes.CutSuffix(line, []byte("\n")); ok {
				want = append(want, trimCR(body))
			}
		}
		if !bytes.Equal(bytes.Join(got, []byte("|")), bytes.Join(want, []byte("|"))) || len(got) != len(want) {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

func TestLinesAtTheLimit(t *testing.T) {
	for _, n := range []int{maxLine - 1, maxLine, maxLine + 1} {
		var l Lines
		var got []Line
		text := slab(n)
		for rest := append(bytes.Clone(text), "\nnext\n"...); len(rest) > 0; {
			k := min(64<<10, len(rest))
			l.Feed(rest[:k], func(l Line) { got = append(got, l) })
			rest = rest[k:]
		}
		if len(got) != 2 || string(got[1].Head) != "next" || got[0].Size != int64(n) || got[0].Whole() != (n <= maxLine) {
			t.Fatalf("line of %d: %d lines", n, len(got))
		}
		if n > maxLine {
			edges(t, got[0], text)
		}
	}
}

// Whichever chunks are left out of a stream, the lines have their edges.
func TestLinesOfWhichPartsWereSkipped(t *testing.T) {
	var stream []byte
	var want [][]byte
	for _, n := range []int{0, 1, edge, edge + 1, 2*edge - 1, 2 * edge, 2*edge + 1, 5 * edge, 50 * edge, 3} {
		want = append(want, slab(n))
		stream = append(append(stream, slab(n)...), '\n')
	}
	for _, size := range []int{1, 7, edge - 1, edge, 3 * edge, len(stream)} {
		for every := 1; every < 4; every++ {
			var l Lines
			var got []Line
			take := func(l Line) {
				got = append(got, Line{bytes.Clone(l.Head), bytes.Clone(l.Tail), l.Size})
			}
			for i := 0; i*size < len(stream); i++ {
				chunk := stream[i*size : min((i+1)*size, len(stream))]
				if i%every != 0 {
					l.Feed(chunk, take)
					continue
				}
				for _, p := range Parts(chunk) {
					l.Skip(p, take)
				}
			}
			if len(got) != len(want) {
				t.Fatalf("chunks of %d, every %d.: %d lines", size, every, len(got))
			}
			for i, w := range want {
				if got[i].Size != int64(len(w)) {
					t.Fatalf("chunks of %d, every %d.: line %d has %d bytes, want %d", size, every, i, got[i].Size, len(w))
				}
				edges(t, got[i], w)
			}
		}
	}
}

// slab is a line in which every place looks different.
func slab(n int) []byte {
	b := make([]byte, 0, n+8)
	for i := 0; len(b) < n; i++ {
		b = fmt.Appendf(b, "%d,", i)
	}
	return b[:n]
}

func edges(t *testing.T, l Line, want []byte) {
	t.Helper()
	switch {
	case l.Whole():
		if !bytes.Equal(l.Head, want) {
			t.Errorf("a line of %d differs", len(want))
		}
	case len(l.Head) < edge || len(l.Head) > 2*edge || !bytes.HasPrefix(want, l.Head):
		t.Errorf("a line of %d: its beginning is %d bytes, or wrong", len(want), len(l.Head))
	case len(l.Tail) == 0 || len(l.Tail) > 2*edge || !bytes.HasSuffix(want, l.Tail):
		t.Errorf("a line of %d: its end is %d bytes, or wrong", len(want), len(l.Tail))
	}
}

func TestAGapLosesOneLine(t *testing.T) {
	var l Lines
	var got []string
	take := func(l Line) { got = append(got, string(l.Head)) }
	l.Feed([]byte("one\ntw"), take)
	l.Gap()
	l.Feed([]byte("ree\nfour\n"), take)
	if fmt.Sprint(got) != "[one four]" {
		t.Errorf("%q", got)
	}
}

// What the edges of a message tell is what the message says.
func FuzzAbridged(f *testing.F) {
	pad := strings.Repeat("x", 3*edge)
	for _, s := range []string{
		`{"jsonrpc":"2.0","id":7,"result":{"content":"` + pad + `"}}`,
		`{"result":{"content":"` + pad + `"},"jsonrpc":"2.0","id":"a\"id\":1}"}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":"` + pad + `"}}`,
		`{"method":"tools/call","params":{"x":"` + pad + `","id":5},"jsonrpc":"2.0"}`,
		`{"error":{"code":1,"message":"` + pad + `"},"id":null}`,
		`{"` + pad[:edge-9] + `":1,"id":123456789,"result":"` + pad + `"}`,
		`{"` + pad + `":1,"id":5,"result":{}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		got := Abridged(Line{Head: raw, Size: int64(len(raw))}.Abridge())
		var full map[string]any
		if json.Unmarshal(raw, &full) != nil || bytes.Count(raw, []byte(`"id"`)) > 1 || bytes.Contains(raw, []byte(`\u00`)) {
			return
		}
		want := members(raw, false)
		if got.ID != "" && got.ID != want.ID {
			t.Errorf("id %q, is %q", got.ID, want.ID)
		}
		if got.Shape == Response && want.Result == nil && want.Error == nil {
			t.Errorf("no response: %s", raw)
		}
	})
}

func TestTheIdStandsAtEitherEnd(t *testing.T) {
	pad := strings.Repeat("x", 3*edge)
	for raw, want := range map[string]Message{
		`{"jsonrpc":"2.0","id":7,"result":{"content":"` + pad + `"}}`:                                    {Shape: Response, ID: "7"},
		`{"result":{"content":"` + pad + `","id":5},"jsonrpc":"2.0","id":"a"}`:                           {Shape: Response, ID: `"a`},
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":"` + pad + `"}}`: {Shape: Request, ID: "1", Method: "tools/call"},
		`{"method":"tools/call","params":{"name":"a","b":"` + pad + `"},"jsonrpc":"2.0","id":0}`:         {Shape: Request, ID: "0", Method: "tools/call"},
		`{"method":"x","params":{"a":"` + pad + `","id":5}}`:                                             {Shape: Notification, Method: "x"},
		`{"result":{"a":"` + pad + ` \"id\":5}"}}`:                                                       {Shape: Opaque},
	} {
		m := Abridged(Line{Head: []byte(raw), Size: int64(len(raw))}.Abridge())
		if m.Shape != want.Shape || m.ID != want.ID || m.Method != want.Method || !m.Part || m.Size != len(raw) || m.Method == "tools/call" && m.Name() != "a" {
			t.Errorf("%.60s…: %+v", raw, m)
		}
	}
}
