// Package faults breaks ac-apply on purpose and looks at what is left. README.md
// says what is tried and how to repeat it; nothing runs without FAULTS in the
// environment, because it takes minutes.
//
// The rules of the room: the program under test is the real one, the faults come
// from outside it (a tracer kills it, or answers a system call with an error, at
// a point that is counted exactly), and a test knows only what a user can know:
// files, exit codes, what was printed.
package faults
