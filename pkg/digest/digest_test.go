package digest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"testing"
)

func want(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])[:Size]
}

// TestLengths: every way in which the last block can be filled, and more.
func TestLengths(t *testing.T) {
	data := bytes.Repeat([]byte("The quick brown fox\x00\xff"), 400)
	for n := range 300 {
		if got := Name(data[:n]); got != want(data[:n]) || Name(string(data[:n])) != got {
			t.Fatalf("%d bytes: %s, expected %s", n, got, want(data[:n]))
		}
	}
	if got := Name(data); got != want(data) {
		t.Fatal(got)
	}
}

// TestRoots: the constants are what they are said to be.
func TestRoots(t *testing.T) {
	i := 0
	for p := 2; i < len(roots); p++ {
		prime := true
		for d := 2; d*d <= p; d++ {
			prime = prime && p%d != 0
		}
		if !prime {
			continue
		}
		if _, f := math.Modf(math.Cbrt(float64(p))); uint32(f*(1<<32)) != roots[i] {
			t.Errorf("%d: %08x, expected %08x", p, roots[i], uint32(f*(1<<32)))
		}
		i++
	}
}

func FuzzName(f *testing.F) {
	f.Add([]byte("abc"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if got := Name(b); got != want(b) {
			t.Fatalf("%x: %s, expected %s", b, got, want(b))
		}
	})
}

func BenchmarkName(b *testing.B) {
	data := bytes.Repeat([]byte("x"), 64<<10)
	b.Run("ours", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			Name(data)
		}
	})
	b.Run("crypto", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			want(data)
		}
	})
}
