package mcp

import "bytes"

const (
	// maxLine is how much of one line is kept. Longer ones are known by their
	// beginning, their end and their length.
	maxLine = 16 << 20
	// edge is how much of such a line is kept at either end: the id of a message
	// stands at the one or the other.
	edge = 512
	// holdOn is the largest buffer that is kept for the next line, so that one
	// big message does not hold its memory for the rest of the session.
	holdOn = 256 << 10
)

// Line is one line of a stream, or what is known of it.
type Line struct {
	Head []byte // the line without its end; its beginning, if Size is more
	Tail []byte // its last bytes, if Head is not all
	Size int64  // its length
}

// Whole says whether all of the line is there.
func (l Line) Whole() bool { return l.Size == int64(len(l.Head)) }

// Abridge is the line with no more than its edges.
func (l Line) Abridge() Line {
	if !l.Whole() || l.Size <= 2*edge {
		return l
	}
	return Line{bytes.Clone(l.Head[:edge]), bytes.Clone(l.Head[l.Size-edge:]), l.Size}
}

// Lines cuts the chunks of one direction into lines.
type Lines struct {
	buf  []byte // the line so far; its beginning, if more was seen
	tail []byte // the last bytes that were seen, if not all was kept
	size int64
	torn bool // nobody knows how much is missing
}

// Feed takes a chunk and hands out the lines that end in it. A line is the
// taker's only during the call.
func (l *Lines) Feed(chunk []byte, take func(Line)) {
	for len(chunk) > 0 {
		head, rest, ended := bytes.Cut(chunk, []byte{'\n'})
		if ended && l.size == 0 && !l.torn {
			head = trimCR(head)
			take(Line{Head: head, Size: int64(len(head))})
		} else {
			l.add(head, int64(len(head)))
			if ended {
				l.end(take)
			}
		}
		chunk = rest
	}
}

// Part is a piece of the stream without newline of which only the edges were
// kept. The piece may end its line.
type Part struct {
	Line
	Ends bool
}

// Skip takes a piece in place of a chunk.
func (l *Lines) Skip(p Part, take func(Line)) {
	l.add(p.Head, int64(len(p.Head)))
	if !p.Whole() {
		l.cut()
		l.tail = l.tail[:0]
		l.add(p.Tail, p.Size-int64(len(p.Head)))
	}
	if p.Ends {
		l.end(take)
	}
}

// Gap says that bytes are missing here, no one knows which: the line that they
// belong to is lost.
func (l *Lines) Gap() { l.buf, l.tail, l.torn = nil, nil, true }

// add goes on with the line by some bytes, the last of which are given.
func (l *Lines) add(b []byte, size int64) {
	if l.tail == nil && l.size+size > maxLine {
		l.cut()
	}
	l.size += size
	if l.tail == nil {
		l.buf = append(l.buf, b...)
		return
	}
	l.tail = append(l.tail, b[max(0, len(b)-edge):]...)
	l.tail = append(l.tail[:0], l.tail[max(0, len(l.tail)-edge):]...)
}

// cut gives up on keeping the line whole.
func (l *Lines) cut() {
	if l.tail != nil {
		return
	}
	l.tail = append(make([]byte, 0, 2*edge), l.buf[max(0, len(l.buf)-edge):]...)
	l.buf = bytes.Clone(l.buf[:min(len(l.buf), edge)])
}

// end hands out the line and begins the next one.
func (l *Lines) end(take func(Line)) {
	switch {
	case l.torn:
	case l.tail == nil:
		line := trimCR(l.buf)
		take(Line{Head: line, Size: int64(len(line))})
	default:
		take(Line{l.buf, trimCR(l.tail), l.size})
	}
	if cap(l.buf) > holdOn {
		l.buf = nil
	}
	*l = Lines{buf: l.buf[:0]}
}

// trimCR drops the carriage return of a peer that ends its lines with CR LF.
func trimCR(line []byte) []byte { return bytes.TrimSuffix(line, []byte{'\r'}) }

// Parts is a chunk abridged to what Skip takes.
func Parts(chunk []byte) (all []Part) {
	for len(chunk) > 0 {
		head, rest, ended := bytes.Cut(chunk, []byte{'\n'})
		l := Line{Head: head, Size: int64(len(head))}.Abridge()
		if l.Whole() {
			l.Head = bytes.Clone(l.Head)
		}
		all = append(all, Part{l, ended})
		chunk = rest
	}
	return all
}
