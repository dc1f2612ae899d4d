package tokens

// memory remembers how many tokens the short pieces have that came last: the
// same words come again and again. A piece is its own key: most have up to 8
// bytes, the others up to 16.
type memory struct {
	short [1 << 15]struct {
		word         uint64
		size, tokens uint8
	}
	long [1 << 13]struct {
		low, high    uint64
		size, tokens uint8
	}
}

// verdicts remembers of which two tokens it was asked last whether they stay
// apart: the two, then a bit that is the answer, then one that says used.
type verdicts [1 << 12]uint64

// ready makes the memories that a text is worth.
func (b *bench) ready(size int) {
	if size >= worth && b.seen == nil {
		b.seen, b.pairs = new(memory), new(verdicts)
	}
}

// worth is the length from which on a text repeats itself enough for a memory
// to pay: below, clearing it would take longer.
const worth = 32 << 10

// keyRoom is how much of the text must follow for a key to be read at once.
const keyRoom = 16

// remembered counts the tokens of the piece s[i:j] of up to 16 bytes, of which
// keyRoom follow i.
func (e *Encoding) remembered(s string, i, j int, b *bench) int {
	size := uint8(j - i)
	low := load64(s, i)
	if size <= 8 {
		low &= ^uint64(0) >> (64 - 8*size)
		m := &b.seen.short[(low^uint64(size))*0xD6E8FEB86659FD93>>49]
		if m.word != low || m.size != size {
			m.word, m.size, m.tokens = low, size, uint8(e.piece(s[i:j], b))
		}
		return int(m.tokens)
	}
	high := load64(s, i+8) & (^uint64(0) >> (128 - 8*uint(size)))
	m := &b.seen.long[(low^high*0x9E3779B97F4A7C15^uint64(size))*0xD6E8FEB86659FD93>>51]
	if m.low != low || m.high != high || m.size != size {
		m.low, m.high, m.size, m.tokens = low, high, size, uint8(e.piece(s[i:j], b))
	}
	return int(m.tokens)
}
