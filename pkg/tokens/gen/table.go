package main

import (
	"encoding/binary"
	"fmt"
	"math"
)

// table lays out a vocabulary as package tokens reads it: four numbers (size
// of the vocabulary, units of the trie, slots of the pairs, the longest word),
// then the trie, the pairs and the halves.
func table(words []string) ([]byte, error) {
	halves, err := takeApart(words)
	if err != nil {
		return nil, err
	}
	units := trie(words)
	if len(words) > 1<<18 || len(units) > 1<<20 {
		return nil, fmt.Errorf("%d tokens and %d units do not fit the fields", len(words), len(units))
	}
	slots := pairs(halves)
	longest := 0
	for _, w := range words {
		longest = max(longest, len(w))
	}
	var out []byte
	for _, n := range []int{len(words), len(units), len(slots), longest} {
		out = binary.LittleEndian.AppendUint32(out, uint32(n))
	}
	for _, u := range append(units, slots...) {
		out = binary.LittleEndian.AppendUint32(out, u)
	}
	first, second := map[int]bool{}, map[int]bool{}
	for _, h := range halves[256:] {
		first[h[0]], second[h[1]] = true, true
	}
	for id, h := range halves {
		both := uint64(h[0]) | uint64(h[1])<<18
		if first[id] {
			both |= 1 << 36
		}
		if second[id] {
			both |= 1 << 37
		}
		out = append(binary.LittleEndian.AppendUint32(out, uint32(both)), byte(both>>32))
	}
	return append(out, 0, 0, 0), nil // the last is read as eight bytes, too
}

// takeApart finds for each token the two that make it, by encoding its word
// with all tokens of lower rank. What package tokens does is right only if
// there are two, and both rank lower.
func takeApart(words []string) ([][2]int, error) {
	rank := map[string]int{}
	for id, w := range words {
		rank[w] = id
	}
	halves := make([][2]int, len(words))
	for id, w := range words {
		if len(w) == 1 {
			continue
		}
		parts := encode(w, rank, id)
		if len(parts) != 2 {
			return nil, fmt.Errorf("token %d %q is made of %d parts: expected two", id, w, len(parts))
		}
		l, r := rank[parts[0]], rank[parts[1]]
		if l >= id || r >= id {
			return nil, fmt.Errorf("token %d %q is made of %d and %d: expected lower ranks", id, w, l, r)
		}
		halves[id] = [2]int{l, r}
	}
	return halves, nil
}

// encode merges, lowest rank first, leftmost first, with ranks below limit.
func encode(word string, rank map[string]int, limit int) []string {
	var parts []string
	for i := range len(word) {
		parts = append(parts, word[i:i+1])
	}
	for {
		best, at := math.MaxInt, -1
		for i := range len(parts) - 1 {
			if r, ok := rank[parts[i]+parts[i+1]]; ok && r < best && r < limit {
				best, at = r, i
			}
		}
		if at < 0 {
			return parts
		}
		parts[at] += parts[at+1]
		parts = append(parts[:at+1], parts[at+2:]...)
	}
}

// pairs is a hash table, open addressing, from two tokens to the one that they
// make: id plus 14 bits of the hash per slot, all ones if empty. As the id
// leads to the halves, the key need not be stored.
func pairs(halves [][2]int) []uint32 {
	n := 1
	for n < len(halves)*5/4 {
		n *= 2
	}
	slots := make([]uint32, n)
	for i := range slots {
		slots[i] = math.MaxUint32
	}
	for id, h := range halves {
		if id < 256 { // a single byte
			continue
		}
		sum := (uint64(h[0])<<18 | uint64(h[1])) * 0x9E3779B97F4A7C15
		at := int(sum >> 40 & uint64(n-1))
		for slots[at] != math.MaxUint32 {
			at = (at + 1) & (n - 1)
		}
		slots[at] = uint32(id) | uint32(sum>>26)<<18
	}
	return slots
}
