package block

import (
	"math/rand/v2"
	"strings"
	"testing"

	"agentconnector/pkg/edit"
)

// words are what the fuzzer builds texts of: lines that matter to the scanner.
var words = []string{
	"", "text", "```", "```sh", "````", "~~~", "   ```", "    ```", " \t",
	beginMark + id + " hash=0123456789ab -->", endMark + id + " -->", beginMark + "b/b -->", endMark + "b/b -->  ",
	beginMark + id, "caf\xe9", string(render(id, "old", "\n")), string(render("b/b", "```\nx", "\n")), string(render(id, "old", "\r\n")),
}

// compose makes a text of choices: a word and a line end from each byte.
func compose(choices []byte) string {
	var s strings.Builder
	for i, c := range choices {
		s.WriteString(words[int(c&31)%len(words)])
		switch {
		case c < 128:
			s.WriteString("\n")
		case c < 224 || i < len(choices)-1:
			s.WriteString("\r\n")
		}
	}
	return s.String()
}

func TestComposed(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4)) // the same texts every time
	for range 5000 {
		choices := make([]byte, r.IntN(12))
		for i := range choices {
			choices[i] = byte(r.Uint32())
		}
		holds(t, compose(choices), []string{"old", "new", "```\nx\n"}[r.IntN(3)])
	}
}

func FuzzBlock(f *testing.F) {
	f.Add([]byte{}, "text", "")
	f.Add([]byte{3, 1}, "```\nx", "")
	f.Add([]byte{2, 15, 1, 2}, "x", "")
	f.Add([]byte{2, 1, 15, 0, 15, 1}, "new", "")
	f.Add([]byte{9, 1, 15, 10, 255}, "new", "\xef\xbb\xbf")
	f.Add([]byte{140, 145, 240}, "a\r\nb", "x")
	f.Fuzz(func(t *testing.T, choices []byte, content, front string) {
		holds(t, front+compose(choices), content)
	})
}

// holds states the invariants for one text and one content.
func holds(t *testing.T, in, content string) {
	d := open(t, in, false)
	if string(d.Bytes()) != in {
		t.Fatal("opening changed the text")
	}
	old := List(d)
	e, err := d.Set(at, toJSON(content))
	if err != nil {
		if string(d.Bytes()) != in {
			t.Fatalf("%v, but the text changed", err)
		}
		return
	}
	got := List(open(t, string(d.Bytes()), false))
	if n := count(got, id); n != 1 {
		t.Fatalf("%d blocks after Set of %q\n%q\n%q", n, content, in, d.Bytes())
	}
	if count(old, "b/b") != count(got, "b/b") {
		t.Fatalf("another block came or went:\n%q\n%q", in, d.Bytes())
	}
	if count(old, id) == 0 && !strings.HasPrefix(string(d.Bytes()), in) {
		t.Fatalf("bytes before the new block changed:\n%q\n%q", in, d.Bytes())
	}
	after := string(d.Bytes())
	invariants(t, in, d, e)

	// Without the bytes, by structure: the text is left, and no block. Odd
	// markers, even those that a fence hides, may find another partner then.
	if odd(in) {
		return
	}
	d = open(t, after, false)
	if err := d.Remove(edit.Path{id}); err != nil {
		t.Fatal(err)
	}
	if count(List(d), id) != 0 || count(List(d), "b/b") != count(old, "b/b") {
		t.Fatalf("after Remove:\n%q\n%q", after, d.Bytes())
	}
}

func odd(in string) bool {
	var marks []marker
	b := []byte(strings.TrimPrefix(in, string(bom)))
	for _, l := range lines(b, 0) {
		if m, ok := readMarker(l.text(b)); ok {
			marks = append(marks, m)
		}
	}
	_, strays := pairs(marks)
	return len(strays) > 0
}

func count(all []Info, id string) (n int) {
	for _, i := range all {
		if i.ID == id {
			n++
		}
	}
	return n
}
