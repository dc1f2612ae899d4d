package tokens

// memory remembers how many tokens the short pieces have that came last: the
// same words come again and again. A piece of up to 16 bytes is its own key.
type memory [1 << 14]struct {
	low, high uint64
	size      uint16
	tokens    uint16
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
const worth = 16 << 10

// keyRoom is how much of the text must follow for a key to be read at once.
const keyRoom = 16

// key is the piece s[i:i+n], n from 1 to 16, in two words, zero after its end.
func key(s string, i, n int) (low, high uint64) {
	low = load64(s, i)
	if n <= 8 {
		return low & (^uint64(0) >> (64 - 8*uint(n))), 0
	}
	return low, load64(s, i+8) & (^uint64(0) >> (128 - 8*uint(n)))
}

// slot is where a key belongs.
func slot(low, high uint64, n int) int {
	return int((low ^ high*0x9E3779B97F4A7C15 ^ uint64(n)) * 0xD6E8FEB86659FD93 >> 50)
}
