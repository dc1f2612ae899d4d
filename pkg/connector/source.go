package connector

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/tailscale/hujson"
)

// Limits of the text of a connector.
const (
	MaxSource = 4 << 20 // bytes of connector.json
	MaxDepth  = 64      // objects and lists inside each other; the parser recurses
)

var byteOrderMark = []byte("\xef\xbb\xbf")

// source is the text of a connector.json, for turning offsets into places.
type source struct {
	name string
	text []byte
}

// place gives line and column of an offset. The column counts characters, as
// editors do; a byte order mark is none.
func (s *source) place(offset int) (line, col int) {
	offset = min(offset, len(s.text))
	before := s.text[:offset]
	start := bytes.LastIndexByte(before, '\n') + 1
	return 1 + bytes.Count(before, []byte("\n")), 1 + utf8.RuneCount(bytes.TrimPrefix(before[start:], byteOrderMark))
}

func (s *source) problem(offset int, path, found, want, hint string) Problem {
	line, col := s.place(offset)
	return Problem{File: s.name, Line: line, Col: col, Path: path, Found: found, Want: want, Hint: hint}
}

// parse turns the text into a tree. Only the first fault of syntax can be told.
func (s *source) parse() (hujson.Value, *Problem) {
	fail := func(offset int, found, want, hint string) (hujson.Value, *Problem) {
		p := s.problem(offset, "", found, want, hint)
		return hujson.Value{}, &p
	}
	if len(s.text) > MaxSource {
		return fail(MaxSource, fmt.Sprintf("%d bytes", len(s.text)), fmt.Sprintf("at most %d", MaxSource),
			`keep long text in files of its own: {"file": "path"}`)
	}
	if at := invalidUTF8(s.text); at >= 0 {
		return fail(at, fmt.Sprintf("the byte 0x%02X", s.text[at]), "UTF-8 text", "save the file as UTF-8")
	}
	// Blanks in place of the mark keep the offsets; the newline lets a comment
	// end the file.
	text := append(bytes.Clone(s.text), '\n')
	if bytes.HasPrefix(text, byteOrderMark) {
		copy(text, "   ")
	}
	if at := tooDeep(text, MaxDepth); at >= 0 {
		return fail(at, fmt.Sprintf("more than %d objects and lists inside each other", MaxDepth), "a flatter definition", "")
	}
	v, err := hujson.Parse(text)
	if err != nil {
		at, found, want := s.syntax(text, err)
		return fail(at, found, want, "")
	}
	return v, nil
}

func invalidUTF8(b []byte) int {
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

// tooDeep gives the offset of the bracket that goes beyond the limit, or -1.
func tooDeep(b []byte, limit int) int {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '{', '[':
			if depth++; depth > limit {
				return i
			}
		case '}', ']':
			depth--
		case '"':
			for i++; i < len(b) && b[i] != '"'; i++ {
				if b[i] == '\\' {
					i++
				}
			}
		case '/':
			i = skipComment(b, i)
		}
	}
	return -1
}

// skipComment gives the last offset of the comment at i, or i.
func skipComment(b []byte, i int) int {
	end := ""
	switch {
	case bytes.HasPrefix(b[i:], []byte("//")):
		end = "\n"
	case bytes.HasPrefix(b[i:], []byte("/*")):
		end = "*/"
	default:
		return i
	}
	if n := strings.Index(string(b[i+2:]), end); n >= 0 {
		return i + 2 + n + len(end) - 1
	}
	return len(b)
}

// syntax words a parser's error as found and expected. The parser gives its
// place in the message only, its column in bytes.
func (s *source) syntax(text []byte, err error) (offset int, found, want string) {
	var line, col int
	fmt.Sscanf(err.Error(), "hujson: line %d, column %d:", &line, &col)
	for range line - 1 {
		offset += bytes.IndexByte(text[offset:], '\n') + 1
	}
	offset = min(max(offset+col-1, 0), len(s.text))
	msg := err.Error()
	if in := errors.Unwrap(err); in != nil {
		msg = in.Error()
	}
	for _, m := range syntaxMessages {
		if strings.Contains(msg, m.part) {
			want = m.want
			break
		}
	}
	switch lit, isLit := strings.CutPrefix(msg, "invalid literal: "); {
	case errors.Is(err, io.ErrUnexpectedEOF) || offset >= len(s.text):
		return len(s.text), "the end of the file", want
	case isLit && strings.HasPrefix(lit, `"`):
		found = "such a string"
	case isLit:
		found = cut(strings.TrimSpace(lit))
	default:
		r, _ := utf8.DecodeRune(text[offset:])
		found = fmt.Sprintf("%q", r)
	}
	if want == "" {
		want = "JSON (comments and trailing commas are fine)"
	}
	return offset, found, want
}

var syntaxMessages = []struct{ part, want string }{
	{"at start of object name", "a name in double quotes"},
	{"after object name", `":" after the name`},
	{"after object value", `"," or "}"`},
	{"after array value", `"," or "]"`},
	{"after top-level value", "nothing after the closing brace"},
	{"parsing string", "a closing double quote"},
	{"parsing comment", "*/"},
	{"parsing object", `"}"`},
	{"parsing array", `"]"`},
	{"parsing value", "a value"},
	{"at start of value", "a value"},
	{"in line comment", "no Unicode line separator in a // comment"},
	{"invalid literal: \"", `a string without raw control characters and with JSON's escapes (\n, \t, \", \\, \u0000)`},
	{"invalid literal", "a string in double quotes, a number, true or false"},
}
