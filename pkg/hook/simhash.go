package hook

import "strconv"

// maxWords bounds what of an input is compared.
const maxWords = 4096

// simhash is a hash of which few bits differ where two inputs have most pairs of
// words in common (M. Charikar, Similarity Estimation Techniques, 2002). The words
// are those of the canonical JSON text.
func simhash(in []byte) string {
	var sum [64]int32
	var last uint64
	words := 0
	for i := 0; i < len(in) && words < maxWords; {
		for i < len(in) && !wordByte(in[i]) {
			i++
		}
		h := uint64(14695981039346656037) // FNV-1a
		from := i
		for i < len(in) && wordByte(in[i]) {
			h = (h ^ uint64(in[i])) * 1099511628211
			i++
		}
		if i == from {
			break
		}
		pair := mix(last*31 + h)
		for b := range sum {
			sum[b] += int32(pair>>b&1)*2 - 1
		}
		last, words = h, words+1
	}
	if words == 0 {
		return ""
	}
	var v uint64
	for b, n := range sum {
		if n > 0 {
			v |= 1 << b
		}
	}
	s := strconv.FormatUint(v, 16)
	return "0000000000000000"[len(s):] + s
}

// mix spreads what differs over all bits (the finaliser of MurmurHash3).
func mix(h uint64) uint64 {
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

func wordByte(c byte) bool {
	return c == '_' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
