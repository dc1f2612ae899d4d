package block

import (
	"bytes"
	"slices"
)

// line is one line of a text: its content, and where the next one begins.
type line struct {
	start, end, next int // end is before the line end, LF or CRLF
}

func (l line) text(b []byte) []byte { return b[l.start:l.end] }

// lines splits a text, without its BOM, into lines. A last line without line
// end counts; what follows the last line end does not, if it is empty.
func lines(b []byte, from int) (all []line) {
	for i := from; i < len(b); {
		l := line{start: i, end: len(b), next: len(b)}
		if n := bytes.IndexByte(b[i:], '\n'); n >= 0 {
			l.end, l.next = i+n, i+n+1
			if n > 0 && b[l.end-1] == '\r' {
				l.end--
			}
		}
		all = append(all, l)
		i = l.next
	}
	return all
}

// marker is a line that begins or ends a block.
type marker struct {
	line  int
	id    string
	begin bool
	hash  string // of a begin
}

const (
	beginMark = "<!-- agent-connector:begin "
	endMark   = "<!-- agent-connector:end "
	closeMark = "-->"
)

// readMarker reads a marker line: at column 0, blanks may follow. A begin
// without a proper hash still begins its block; it counts as edited.
func readMarker(text []byte) (m marker, ok bool) {
	rest, ok := bytes.CutPrefix(text, []byte(beginMark))
	if m.begin = ok; !ok {
		if rest, ok = bytes.CutPrefix(text, []byte(endMark)); !ok {
			return m, false
		}
	}
	rest, ok = bytes.CutSuffix(bytes.TrimRight(rest, " \t"), []byte(closeMark))
	words := bytes.Fields(rest)
	if !ok || len(words) == 0 {
		return m, false
	}
	m.id = string(words[0])
	if len(words) > 1 {
		if h, ok := bytes.CutPrefix(words[1], []byte("hash=")); ok {
			m.hash = string(h)
		}
	}
	return m, true
}

// pairs joins the markers into blocks, whatever the fences say. A begin
// belongs to the end of its id that follows with no other begin of that id
// between; markers inside a block are its text. The rest are strays.
func pairs(marks []marker) (found [][2]int, strays []int) {
	// next[i] is the marker of the same id that follows marker i.
	next, last := make([]int, len(marks)), map[string]int{}
	for i, m := range slices.Backward(marks) {
		next[i] = -1
		if n, ok := last[m.id]; ok {
			next[i] = n
		}
		last[m.id] = i
	}
	for i := 0; i < len(marks); i++ {
		if n := next[i]; marks[i].begin && n >= 0 && !marks[n].begin {
			found = append(found, [2]int{i, n})
			i = n
		} else {
			strays = append(strays, i)
		}
	}
	return found, strays
}
