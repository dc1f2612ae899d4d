package remote

import (
	"bytes"
	"strconv"
	"time"
)

// event is one server-sent event that carries data.
type event struct {
	kind string // "" means message
	data []byte // its own only during the call; the beginning, if there was too much
	tail []byte // the last bytes, then
	size int64  // of the data
}

// edge is how much of the end of too much data is kept.
const edge = 512

// message says whether the event carries MCP messages.
func (e event) message() bool { return e.kind == "" || e.kind == "message" }

// events reads a stream of server-sent events, however it is cut into chunks. It
// follows the HTML standard: lines end in CR LF, LF or CR, comments and unknown
// fields are skipped, an event that no empty line ends is none.
type events struct {
	limit  int           // of one event's data; 0 is none
	id     string        // the last event id
	retry  time.Duration // what the server last said; 0 is nothing
	line   []byte
	long   int64  // bytes of the line that were not kept
	end    []byte // the last of them
	cr     bool   // the last byte was a CR: an LF now ends nothing
	begun  bool   // a first line was read: a BOM stands before it only
	event  event
	any    bool // the event has a data field
	nextID string
}

// feed takes a chunk and gives the events that end in it.
func (s *events) feed(p []byte, give func(event)) {
	for len(p) > 0 {
		if s.cr {
			s.cr = false
			if p[0] == '\n' {
				p = p[1:]
				continue
			}
		}
		i := bytes.IndexAny(p, "\r\n")
		if i < 0 {
			s.keep(p)
			return
		}
		s.keep(p[:i])
		s.cr = p[i] == '\r'
		p = p[i+1:]
		s.endLine(give)
	}
}

// keep adds to the line, as far as it is kept.
func (s *events) keep(p []byte) {
	if room := s.limit + len("data: ") - len(s.line); s.limit > 0 && len(p) > room {
		rest := p[max(0, room):]
		s.long += int64(len(rest))
		s.end = last(append(s.end, rest[max(0, len(rest)-edge):]...))
		p = p[:len(p)-len(rest)]
	}
	s.line = append(s.line, p...)
}

// last is the end of some bytes that is kept.
func last(b []byte) []byte { return b[max(0, len(b)-edge):] }

func (s *events) endLine(give func(event)) {
	line := s.line
	if !s.begun {
		s.begun = true
		line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
	}
	if len(line) == 0 {
		s.dispatch(give)
	} else {
		s.field(line)
	}
	if s.line = s.line[:0]; cap(s.line) > 1<<20 {
		s.line = nil // one big message does not hold its memory for good
	}
	s.long, s.end = 0, nil
}

func (s *events) field(line []byte) {
	name, value, _ := bytes.Cut(line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(name) {
	case "event":
		s.event.kind = string(value)
	case "data":
		if s.any {
			value = append([]byte{'\n'}, value...)
		}
		s.any = true
		s.data(value)
	case "id":
		if bytes.IndexByte(value, 0) < 0 {
			s.nextID = string(value)
		}
	case "retry":
		if ms, err := strconv.ParseUint(string(value), 10, 31); err == nil && value[0] != '+' {
			s.retry = time.Duration(ms) * time.Millisecond
		}
	}
}

// data adds to the data of the event, with what of the line was not kept.
func (s *events) data(value []byte) {
	e := &s.event
	e.add(value, s.limit)
	if s.long > 0 {
		e.skip(s.long, s.end)
	}
}

// add goes on with the data, as far as it is kept; a limit of 0 is none.
func (e *event) add(p []byte, limit int) {
	if e.tail == nil && (limit == 0 || len(e.data)+len(p) <= limit) {
		e.data = append(e.data, p...)
		e.size += int64(len(p))
		return
	}
	e.skip(int64(len(p)), last(p))
}

// skip goes on by so many bytes, of which the last are known.
func (e *event) skip(n int64, end []byte) {
	if e.tail == nil {
		e.tail = append([]byte{}, last(e.data)...)
		e.data = e.data[:min(len(e.data), edge)]
	}
	e.size += n
	e.tail = last(append(e.tail, end...))
}

// dispatch ends an event. One without data only says its id: servers send it so
// that a client can ask for what follows.
func (s *events) dispatch(give func(event)) {
	s.id = s.nextID
	if s.event.size > 0 {
		give(s.event)
	}
	data := s.event.data[:0]
	if cap(data) > 1<<20 {
		data = nil
	}
	s.event, s.any = event{data: data}, false
}
