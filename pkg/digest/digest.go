// Package digest names things by the first half of a half of their SHA-256: 16
// hexadecimal digits.
//
// SHA-256 is written out here, plainly, because crypto/sha256 comes with the
// whole FIPS module, whose packages set themselves up at the start of every
// program that links them: a twentieth of what a call of ac-hook costs, and it
// hashes some hundred bytes. Nothing secret depends on it. FIPS 180-4 is the
// source; the standard library is what the tests compare with.
package digest

import "math/bits"

// Size is the length of a name.
const Size = 16

// Name is the name of a piece of data.
func Name[T ~string | ~[]byte](data T) string {
	h := sum(data)
	const hex = "0123456789abcdef"
	var name [Size]byte
	for i := range name {
		name[i] = hex[h[i/8]>>(28-i%8*4)&0xF]
	}
	return string(name[:])
}

// sum is the SHA-256, as words.
func sum[T ~string | ~[]byte](data T) [8]uint32 {
	h := [8]uint32{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}
	n := uint64(len(data))
	var block [64]byte
	for len(data) >= len(block) {
		copy(block[:], data)
		add(&h, &block)
		data = data[len(block):]
	}
	// The rest, a bit that ends it, zeros, and the length in bits.
	rest := copy(block[:], data)
	clear(block[rest:])
	block[rest] = 0x80
	if rest >= len(block)-8 {
		add(&h, &block)
		clear(block[:])
	}
	for i := range 8 {
		block[63-i] = byte(n << 3 >> (8 * i))
	}
	add(&h, &block)
	return h
}

// add takes one block in.
func add(h *[8]uint32, block *[64]byte) {
	var w [64]uint32
	for i := range 16 {
		b := block[4*i:]
		w[i] = uint32(b[0])<<24 | uint32(b[1])<<16 | uint32(b[2])<<8 | uint32(b[3])
	}
	for i := 16; i < 64; i++ {
		x, y := w[i-15], w[i-2]
		s0 := bits.RotateLeft32(x, -7) ^ bits.RotateLeft32(x, -18) ^ x>>3
		s1 := bits.RotateLeft32(y, -17) ^ bits.RotateLeft32(y, -19) ^ y>>10
		w[i] = w[i-16] + s0 + w[i-7] + s1
	}
	a, b, c, d, e, f, g, k := h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7]
	for i := range 64 {
		s1 := bits.RotateLeft32(e, -6) ^ bits.RotateLeft32(e, -11) ^ bits.RotateLeft32(e, -25)
		t1 := k + s1 + (e&f ^ ^e&g) + roots[i] + w[i]
		s0 := bits.RotateLeft32(a, -2) ^ bits.RotateLeft32(a, -13) ^ bits.RotateLeft32(a, -22)
		t2 := s0 + (a&b ^ a&c ^ b&c)
		k, g, f, e, d, c, b, a = g, f, e, d+t1, c, b, a, t1+t2
	}
	for i, v := range [8]uint32{a, b, c, d, e, f, g, k} {
		h[i] += v
	}
}

// roots are the first 32 bits of the fractions of the cube roots of the first 64
// primes; a test computes them.
var roots = [64]uint32{
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}
