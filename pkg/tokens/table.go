package tokens

import (
	_ "embed"
	"math"
)

//go:generate go run ./gen data

// The tables are read where they stand in the program file: nothing is loaded,
// unpacked or built at start. gen describes what is in them.
var (
	//go:embed data/o200k_base.bin
	o200k string
	//go:embed data/cl100k_base.bin
	cl100k string
)

// table is one vocabulary.
type table struct {
	trie    string // 4 bytes a unit: the words, byte by byte
	pairs   string // 4 bytes a slot: two tokens → the one that they make
	halves  string // 5 bytes a token: the two that make it
	slots   uint32
	longest int // bytes of the longest word
}

// Of a unit of the trie; see gen/trie.go.
const (
	byteMask = 1<<9 - 1
	valueBit = 1 << 9
	leafBit  = 1 << 10
	payload  = 11
	valueAt  = 256
)

const (
	idBits = 18
	idMask = 1<<idBits - 1
	unused = math.MaxUint32 // a slot of the pairs
	noID   = math.MaxUint32 // no token
)

func open(data string) *table {
	units, slots := load32(data, 4), load32(data, 8)
	t := &table{slots: slots, longest: int(load32(data, 12))}
	trie, pairs := 16+4*int(units), 16+4*int(units)+4*int(slots)
	t.trie, t.pairs, t.halves = data[16:trie], data[trie:pairs], data[pairs:]
	return t
}

// match is a token that a text begins with: its unit, and its length.
type match struct{ unit, size uint32 }

// prefixes puts the tokens that s starts with into out, short ones first, and
// says how many.
func (t *table) prefixes(s string, out []match) (n int) {
	u := load32(t.trie, 0)
	for i := range len(s) {
		b := uint32(s[i])
		if u = t.unit(u>>payload ^ b); u&byteMask != b {
			return n
		}
		if u&(leafBit|valueBit) != 0 {
			out[n] = match{u, uint32(i + 1)}
			n++
			if u&leafBit != 0 {
				return n
			}
		}
	}
	return n
}

// token is the token of a unit that has one.
func (t *table) token(u uint32) uint32 {
	if u&leafBit == 0 {
		u = t.unit(u>>payload ^ valueAt)
	}
	return u >> payload
}

func (t *table) unit(at uint32) uint32 { return load32(t.trie, 4*int(at)) }

// half says how a token is made, and what it can make.
type half uint64

const (
	first  = 1 << 36 // there is a token of which it is the left part
	second = 1 << 37
)

func (t *table) half(id uint32) half { return half(load64(t.halves, 5*int(id))) }

// The two tokens that make a token, which is not a single byte.
func (h half) left() uint32  { return uint32(h) & idMask }
func (h half) right() uint32 { return uint32(h>>idBits) & idMask }

// made is the token that two tokens make when they meet, or noID.
func (t *table) made(left, right uint32) uint32 {
	sum := (uint64(left)<<idBits | uint64(right)) * 0x9E3779B97F4A7C15
	mask := t.slots - 1
	for at := uint32(sum>>40) & mask; ; at = (at + 1) & mask {
		slot := load32(t.pairs, 4*int(at))
		if slot == unused {
			return noID
		}
		if (slot^uint32(sum>>26)<<idBits)>>idBits != 0 {
			continue
		}
		id := slot & idMask
		if h := t.half(id); h.left() == left && h.right() == right {
			return id
		}
	}
}

// apart says whether two tokens stay two when their words stand side by side.
// It undoes their merges, the last one first, and looks whether what then
// meets at the border would have merged before.
func (t *table) apart(left, right uint32) bool {
	limit := uint32(math.MaxUint32) // what merges here and ranks below came first
	l, r := t.half(left), t.half(right)
	for {
		if l&first != 0 && r&second != 0 && t.made(left, right) < limit {
			return false
		}
		switch {
		case left < 256 && right < 256: // single bytes
			return true
		case left > right:
			limit = left
			left = l.right()
			l = t.half(left)
		default: // of merges of one rank the leftmost is done first
			limit = right + 1
			right = r.left()
			r = t.half(right)
		}
	}
}

func load32(s string, at int) uint32 {
	b := s[at : at+4]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

func load64(s string, at int) uint64 {
	b := s[at : at+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}
