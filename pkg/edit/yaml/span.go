package yaml

import (
	"bytes"
	"strings"

	"agentconnector/pkg/edit"
)

// properties skips anchor and tag at the start of a node and returns the start
// of the node itself, and the end of the last property (at, if there is none).
func properties(b []byte, at int) (body, last int) {
	for last = at; at < len(b) && (b[at] == '&' || b[at] == '!'); {
		verbatim := bytes.HasPrefix(b[at:], []byte("!<"))
		for at < len(b) && b[at] > ' ' && (verbatim || !strings.ContainsRune(",[]{}", rune(b[at]))) {
			if b[at] == '>' {
				verbatim = false
			}
			at++
		}
		last = at
		at = skipTrivia(b, at)
	}
	return at, last
}

func doubleEnd(b []byte, at int) int {
	if at >= len(b) || b[at] != '"' {
		return -1
	}
	for at++; at < len(b) && b[at] != '"'; at++ {
		if b[at] == '\\' {
			at++
		}
	}
	return min(at+1, len(b))
}

func singleEnd(b []byte, at int) int {
	if at >= len(b) || b[at] != '\'' {
		return -1
	}
	for at++; at < len(b); at++ {
		if b[at] == '\'' {
			if at+1 == len(b) || b[at+1] != '\'' {
				return at + 1
			}
			at++
		}
	}
	return at
}

// literalEnd is the end of a block scalar (| or >), without the last line end.
// Empty lines at its end are part of one that keeps them (+), else they are
// not. indent is that of the collection around it.
func literalEnd(b []byte, at, indent int) int {
	head := at
	want, keep := 0, false
	for ; head < len(b) && b[head] > ' '; head++ {
		if b[head] >= '1' && b[head] <= '9' {
			want = max(indent, 0) + int(b[head]-'0')
		}
		keep = keep || b[head] == '+'
	}
	end := head
	for line := edit.LineEnd(b, at); line < len(b); line = edit.LineEnd(b, line) {
		i := line
		for i < len(b) && b[i] == ' ' && (want == 0 || i < line+want) {
			i++
		}
		next := edit.LineEnd(b, line)
		text := bytes.TrimRight(b[i:next], "\r\n")
		if len(text) == 0 {
			if keep {
				end = max(next-1, line)
			}
			continue
		}
		if want == 0 {
			want = max(i-line, indent+1)
		}
		if i-line < want {
			break
		}
		end = i + len(text)
	}
	return end
}

// plainEnd is the end of a plain scalar, which may go on over lines that are
// indented more than the collection around it.
func plainEnd(b []byte, at, indent int, flow bool) int {
	end := at
	for at < len(b) {
		switch c := b[at]; {
		case c == '\n' || c == '\r':
			next := continues(b, at, indent, flow)
			if next < 0 {
				return end
			}
			at = next
			continue
		case c == '#' && at > end, flow && strings.IndexByte(",[]{}", c) >= 0,
			c == ':' && (at+1 == len(b) || b[at+1] <= ' ' || flow && strings.IndexByte(",[]{}", b[at+1]) >= 0):
			return end
		case c != ' ' && c != '\t':
			end = at + 1
		}
		at++
	}
	return end
}

// continues finds the text with which a plain scalar goes on behind a line end,
// or -1.
func continues(b []byte, at, indent int, flow bool) int {
	start := at
	for at < len(b) && b[at] <= ' ' {
		if b[at] == '\n' || b[at] == '\r' {
			start = at + 1
		}
		at++
	}
	if at == len(b) || b[at] == '#' || !flow && at-start <= indent {
		return -1
	}
	return at
}

// sameText compares the spelling of a plain scalar with its value, in which
// lines are folded.
func sameText(b []byte, value string) bool {
	return strings.Join(strings.Fields(string(b)), "") == strings.Join(strings.Fields(value), "")
}
