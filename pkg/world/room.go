package world

import (
	"sync/atomic"
	"unsafe"
)

// A program that answers and ends needs some pieces of memory of every size, and
// the runtime sets up pages for each size. Here they lie side by side.
var (
	room  [16 << 10]byte
	taken atomic.Uint32
)

// Bytes is an empty slice with room for n bytes. The first ones of a process are
// never given back.
func Bytes(n int) []byte {
	if n <= len(room)/2 && taken.Load() < uint32(len(room)) {
		if end := int(taken.Add(uint32(n))); end <= len(room) {
			return room[end-n : end-n : end]
		}
	}
	return make([]byte, 0, n)
}

// Trim is b without room for more. If it is the newest piece of all, the next one
// starts where it ends.
func Trim(b []byte) []byte {
	if n := cap(b) - len(b); n > 0 {
		end := taken.Load()
		if int(end) <= len(room) && int(end) >= cap(b) && unsafe.SliceData(b) == &room[int(end)-cap(b)] {
			taken.CompareAndSwap(end, end-uint32(n))
		}
	}
	return b[:len(b):len(b)]
}
