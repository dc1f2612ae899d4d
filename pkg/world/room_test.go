package world

import (
	"bytes"
	"math/rand/v2"
	"sync"
	"testing"
)

// TestBytes: no two pieces share a byte, whether they are trimmed or not, in the
// order of one goroutine or of many at once, and after the room is used up.
func TestBytes(t *testing.T) {
	taken.Store(0)
	var wg sync.WaitGroup
	for id := range 4 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(id), 1))
			var mine [][]byte
			for range 200 {
				n := r.IntN(100)
				b := Bytes(n + r.IntN(100))
				if len(b) != 0 || cap(b) < n {
					t.Errorf("%d bytes of room, %d asked for", cap(b), n)
				}
				b = append(b, bytes.Repeat([]byte{byte(id + 1)}, n)...)
				if r.IntN(2) == 0 {
					if b = Trim(b); cap(b) != len(b) {
						t.Errorf("%d bytes of room are left", cap(b)-len(b))
					}
				}
				mine = append(mine, b)
			}
			for _, b := range mine {
				if bytes.Count(b, []byte{byte(id + 1)}) != len(b) {
					t.Errorf("another wrote where %d did: %v", id+1, b)
				}
			}
		})
	}
	wg.Wait()
	if int(taken.Load()) <= len(room) {
		t.Error("the room is not used up")
	}
}

// TestTrim: what the newest piece does not need is there for the next one; what
// another does not need is not.
func TestTrim(t *testing.T) {
	taken.Store(0)
	a := Trim(append(Bytes(100), "a"...))
	b := append(Bytes(100), "b"...)
	c := append(Bytes(100), "c"...)
	if Trim(b); taken.Load() != 201 || string(a)+string(b)+string(c) != "abc" {
		t.Errorf("%d bytes taken, %s %s %s", taken.Load(), a, b, c)
	}
	if Trim(c); taken.Load() != 102 {
		t.Errorf("%d bytes taken", taken.Load())
	}
	if b := Trim(append(make([]byte, 0, 10), 'x')); string(b) != "x" || taken.Load() != 102 {
		t.Error("memory from elsewhere was given back")
	}
	if big := Bytes(len(room)); cap(big) < len(room) || taken.Load() != 102 {
		t.Error("a large piece is from the room")
	}
}
