package edit

import "bytes"

// This file knows lines, for the formats in which they matter and # begins a comment.

// LineStart is the offset at which the line of at begins.
func LineStart(b []byte, at int) int { return bytes.LastIndexByte(b[:at], '\n') + 1 }

// LineEnd is the offset past the newline of the line of at.
func LineEnd(b []byte, at int) int {
	if i := bytes.IndexByte(b[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(b)
}

// SkipBlanks passes spaces and tabs.
func SkipBlanks(b []byte, at int) int {
	for at < len(b) && (b[at] == ' ' || b[at] == '\t') {
		at++
	}
	return at
}

// Blank says whether there is nothing but white space.
func Blank(b []byte) bool { return len(bytes.TrimSpace(b)) == 0 }

// BlankAt says whether the line that begins at is there and empty.
func BlankAt(b []byte, at int) bool { return at < len(b) && Blank(b[at:LineEnd(b, at)]) }

// BlankBefore says whether the line that ends at is there and empty.
func BlankBefore(b []byte, at int) bool { return at > 0 && Blank(b[LineStart(b, at-1):at]) }

// CommentAt says whether the line that begins at holds a comment and nothing before it.
func CommentAt(b []byte, at int) bool {
	i := SkipBlanks(b, at)
	return i < len(b) && b[i] == '#'
}

// AboveComments goes from the start of a line up over the comments that stand
// directly above it, which belong to it.
func AboveComments(b []byte, at int) int {
	for at > 0 && CommentAt(b, LineStart(b, at-1)) {
		at = LineStart(b, at-1)
	}
	return at
}

// OpenEnd says that at is the end of a file that has no final newline.
func OpenEnd(b []byte, at int) bool { return at == len(b) && at > 0 && b[at-1] != '\n' }

// Newline is the line end used in front of at, else behind it.
func Newline(b []byte, at int) string {
	i := bytes.LastIndexByte(b[:at], '\n')
	if i < 0 {
		i = bytes.IndexByte(b, '\n')
	}
	if i > 0 && b[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}
