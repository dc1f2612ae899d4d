package jsonc

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/wire"
)

// TestSeenIsTrue: whatever was done to a document, the scan that it remembers is
// the one that a walk over its text gives.
func TestSeenIsTrue(t *testing.T) {
	kept := 0
	for seed := range uint64(4000) {
		r := rand.New(rand.NewPCG(seed, 7))
		choice := make([]byte, 60)
		for i := range choice {
			choice[i] = byte(r.IntN(256))
		}
		text, _ := document(choice, seed%3 == 0)
		d := &doc{opt: Options{LastWins: seed%2 == 0}}
		if seed%3 == 0 {
			d.opt.JSON5 = true
		}
		if open, err := OpenWith([]byte(text), d.opt); err != nil {
			continue // a root that is no object
		} else {
			d = open.(*doc)
		}
		var made []edit.Edit
		for range 8 {
			made = stir(d, r, made)
			if d.seen.close == 0 {
				continue
			}
			now := d.seen
			d.seen = seen{}
			if c, err := d.scanFor(now.key, d.root); err != nil || c != now.body {
				t.Fatalf("seed %d: of %q it remembers\n%+v, there is\n%+v (%v)\n%s", seed, now.key, now.body, c, err, d.b)
			}
			kept++
		}
	}
	if kept < 1000 {
		t.Errorf("only %d scans were remembered: the test shows little", kept)
	}
}

// stir does one thing to a document.
func stir(d *doc, r *rand.Rand, made []edit.Edit) []edit.Edit {
	keys := []string{"a", "b", "hooks", "new"}
	at := []string{keys[r.IntN(4)], keys[r.IntN(4)]}[:1+r.IntN(2)]
	var e edit.Edit
	switch r.IntN(6) {
	case 0, 1:
		e, _ = d.Set(at, []byte([]string{"1", `{"a":{"b":2}}`, `[]`}[r.IntN(3)])) // a refusal changes nothing
	case 2:
		e, _ = d.Upsert(at, wire.Identity{Path: []string{"x"}, Value: "y"}, []byte(`{"x":"y"}`))
	case 3:
		_ = d.Remove(at)
	case 4:
		_, _, _ = d.Get(at)
	case 5:
		if len(made) > 0 {
			_ = d.Revert(made[r.IntN(len(made))])
		}
	}
	if e.Changed {
		made = append(made, e)
	}
	return made
}

// TestInString holds the reading of eight bytes at a time against that of one.
func TestInString(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	marks := []byte{'"', '\'', '\\', 0, 0x1f, ' ', '!', '#', '[', ']', 0x7f, 0x80, 0xa2, 0xdc, 0xff}
	for range 20000 {
		b := bytes.Repeat([]byte{'a'}, r.IntN(40))
		for range r.IntN(4) {
			if len(b) > 0 {
				b[r.IntN(len(b))] = marks[r.IntN(len(marks))]
			}
		}
		for _, q := range []byte{'"', '\''} {
			from := r.IntN(len(b) + 1)
			want := slices.IndexFunc(b[from:], func(c byte) bool { return c == q || c == '\\' || c < ' ' }) + from
			if want < from {
				want = len(b)
			}
			if got := inString(b, from, q); got != want {
				t.Fatalf("in %q from %d with %c: %d, expected %d", b, from, q, got, want)
			}
		}
	}
}

// TestLastNewline holds the search by windows against the plain one, around the
// edges of a window.
func TestLastNewline(t *testing.T) {
	for _, n := range []int{0, 1, 4095, 4096, 4097, 9000} {
		b := bytes.Repeat([]byte{'a'}, n)
		if got := lastNewline(b); got != -1 {
			t.Errorf("%d bytes without: %d", n, got)
		}
		for _, at := range []int{0, 1, 807, 808, 4094, 4095, 4096, 4903, 4904, 8999} {
			if at < n {
				b[at] = '\n'
				if got := lastNewline(b); got != bytes.LastIndexByte(b, '\n') {
					t.Errorf("%d bytes, up to %d: %d", n, at, got)
				}
			}
		}
	}
}
