// Package stack gives the first goroutine of a program the stack that it needs,
// at once. It would else grow four times while a short program runs, be copied
// as often, and the runtime would set up a pool for each size: twenty page
// faults, of the fifty that ac-hook may have over an empty program.
//
// It is for a program's main package to import, for its effect. It imports
// nothing, and its path comes first in the order of initialisation, so that it
// is done before any other package asks for room.
package stack

// Size is what is made sure of, in bytes.
const Size = 16 << 10

func init() { room(false) }

// room has a frame of that size, whether its variable is used or not; only
// where it is used it is cleared, and that is never.
//
//go:noinline
func room(use bool) {
	if use {
		var b [Size]byte
		touch(b[:])
	}
}

//go:noinline
func touch(b []byte) { b[len(b)-1]++ }
