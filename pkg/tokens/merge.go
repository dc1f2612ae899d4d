package tokens

// part is a token of a text, and where it ends.
type part struct{ id, end uint32 }

// bench is what encoding needs besides the tables: memory that is used again.
// One goroutine has it at a time.
type bench struct {
	parts []part
	match []match  // tokens that begin at one place
	dead  []uint64 // bit set of places that no encoding goes through
	seen  *memory  // for long texts only, as are
	pairs *verdicts
}

// merge gives the tokens of a piece: those that merging the two neighbours of
// lowest rank, again and again, ends with. It takes time linear in the piece,
// as it does not merge: the result is the one sequence in which each two
// neighbours stay apart, so it takes the longest token that stays apart from
// the one before, and goes back where none does. (B. Neubeck, H. van Antwerpen:
// "So many tokens, so little time", 2024.) A piece that is a token is just that.
// The parts belong to b until the next call.
func (t *table) merge(piece string, b *bench) []part {
	n := t.prefixes(piece, b.match)
	return t.rest(piece, b, n)
}

// tokens is the length of merge.
func (t *table) tokens(piece string, b *bench) int {
	n := t.prefixes(piece, b.match)
	if int(b.match[n-1].size) == len(piece) {
		return 1
	}
	return len(t.rest(piece, b, n))
}

// rest merges, when the n matches at the start are known.
func (t *table) rest(piece string, b *bench, n int) []part {
	parts := b.parts[:0]
	b.clear(len(piece))
	at := 0
	for at < len(piece) {
		if p, ok := t.choose(parts, b, at, n); ok {
			parts = append(parts, p)
			at = int(p.end)
			n = t.prefixes(piece[at:], b.match)
			continue
		}
		// Nothing goes on from here: the token before must be shorter.
		b.dead[at>>6] |= 1 << (at & 63)
		end := at
		parts = parts[:len(parts)-1]
		at = 0
		if len(parts) > 0 {
			at = int(parts[len(parts)-1].end)
		}
		n = t.prefixes(piece[at:end-1], b.match)
	}
	b.parts = parts
	return parts
}

// choose takes the longest of the first n matches that can follow the parts.
func (t *table) choose(parts []part, b *bench, at, n int) (part, bool) {
	for n--; n >= 0; n-- {
		m := b.match[n]
		end := at + int(m.size)
		if b.dead[end>>6]&(1<<(end&63)) != 0 {
			continue
		}
		id := t.token(m.unit)
		if len(parts) == 0 || b.apart(t, parts[len(parts)-1].id, id) {
			return part{id, uint32(end)}, true
		}
	}
	return part{}, false
}

// apart is table.apart, remembered.
func (b *bench) apart(t *table, left, right uint32) bool {
	if b.pairs == nil {
		return t.apart(left, right)
	}
	key := (uint64(left)<<idBits|uint64(right))<<2 | 1
	v := &b.pairs[key*0x9E3779B97F4A7C15>>52]
	if *v&^2 != key {
		*v = key
		if t.apart(left, right) {
			*v |= 2
		}
	}
	return *v&2 != 0
}

// clear makes the bits for the places of a piece, both ends included.
func (b *bench) clear(size int) {
	n := size>>6 + 1
	if n > cap(b.dead) {
		b.dead = make([]uint64, n)
	}
	b.dead = b.dead[:n]
	clear(b.dead)
}

// keep is how many parts a bench keeps room for: a huge piece shall not hold
// on to its memory.
const keep = 1 << 16

func (b *bench) trim() {
	if cap(b.parts) > keep {
		b.parts, b.dead = nil, nil
	}
}
