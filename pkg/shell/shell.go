// Package shell writes command lines for a POSIX shell, for hosts to run and for
// people to read and repeat: what needs no quotes gets none.
package shell

import "strings"

// Plain are the characters to which no shell gives a meaning; "~" and "=" are not
// among them, because at the start of a word some do.
const Plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:@%+,"

// Words joins arguments into a command line.
func Words(args ...string) string {
	q := make([]string, len(args))
	for i, a := range args {
		q[i] = Word(a)
	}
	return strings.Join(q, " ")
}

// Word is one argument, in quotes if it needs them.
func Word(s string) string {
	if s != "" && strings.Trim(s, Plain) == "" {
		return s
	}
	return Quoted(s)
}

// Quoted is one argument in single quotes.
func Quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
