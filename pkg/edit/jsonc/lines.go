package jsonc

import (
	"bytes"
)

// Lines, and the white space in them.

// blanks returns the run of white space at i that ends no line.
func blanks(b []byte, i int) string {
	end := i
	for end < len(b) && blankLen(b, end) > 0 {
		end += blankLen(b, end)
	}
	return string(b[i:end])
}

func multiline(b []byte, i, end int) bool { return bytes.IndexByte(b[i:end], '\n') >= 0 }

// newlineAt returns the line end that is used before off, else the first one
// after it, else LF.
func newlineAt(b []byte, off int) string {
	i := lastNewline(b[:off])
	if i < 0 {
		i = bytes.IndexByte(b, '\n')
	}
	if i > 0 && b[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// lastNewline is bytes.LastIndexByte, which looks at one byte after the other,
// made fast for files that are one long line.
func lastNewline(b []byte) int {
	const window = 4 << 10
	for len(b) > 0 {
		from := max(0, len(b)-window)
		if bytes.IndexByte(b[from:], '\n') >= 0 {
			return from + bytes.LastIndexByte(b[from:], '\n')
		}
		b = b[:from]
	}
	return -1
}

// lineStart returns the offset at which the line of off begins.
func lineStart(b []byte, off int) int {
	if i := lastNewline(b[:off]); i >= 0 {
		return i + 1
	}
	return afterBOM(b)
}

// lineIndent returns the indentation of the line of off.
func lineIndent(b []byte, off int) string { return blanks(b, lineStart(b, off)) }

// startsLine says whether only blanks stand before off on its line.
func startsLine(b []byte, off int) bool {
	return lineStart(b, off)+len(lineIndent(b, off)) == off
}
