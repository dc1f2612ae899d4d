package proxy

import "bytes"

// maxLine is how much of one line is kept to be measured. Longer ones pass
// like all others and are counted in bytes.
const maxLine = 16 << 20

// lines cuts the chunks of one direction into lines.
type lines struct {
	buf  []byte
	size int64 // of the line so far, kept or not
	lost bool  // a part of the line was not kept
	torn bool  // nor was it seen where it ends: its length means nothing
}

// feed takes a chunk. whole gets each complete line without its end; the
// slice is its own only during the call. part gets the length of a line that
// is not known in full, 0 if not even that is known.
func (l *lines) feed(chunk []byte, whole func(line []byte), part func(size int64)) {
	for len(chunk) > 0 {
		head, rest, ended := bytes.Cut(chunk, []byte{'\n'})
		switch {
		case l.lost || l.size+int64(len(head)) > maxLine:
			l.lost, l.buf = true, nil
			l.size += int64(len(head))
			if ended {
				part(l.length())
			}
		case !ended:
			l.buf = append(l.buf, head...)
			l.size += int64(len(head))
		case l.size == 0:
			whole(trimCR(head))
		default:
			l.buf = append(l.buf, head...)
			whole(trimCR(l.buf))
		}
		if ended {
			l.reset()
		}
		chunk = rest
	}
}

// reset begins a new line. A big buffer goes, so that one big message does not
// hold its memory for the rest of the session.
func (l *lines) reset() {
	if cap(l.buf) > 1<<20 {
		l.buf = nil
	}
	l.buf, l.size, l.lost, l.torn = l.buf[:0], 0, false, false
}

// gap says that bytes are missing here: the line that they belong to is lost.
func (l *lines) gap() { l.lost, l.torn, l.buf = true, true, nil }

// length is the line's length, 0 if it is not known.
func (l *lines) length() int64 {
	if l.torn {
		return 0
	}
	return l.size
}

// trimCR drops the carriage return of a peer that ends its lines with CR LF.
func trimCR(line []byte) []byte { return bytes.TrimSuffix(line, []byte{'\r'}) }
