package segment

import (
	"bytes"
	"errors"

	"agentconnector/pkg/logstore"
)

// ErrTorn is what a reader of lines returns for one that is no record: it is
// counted, and the scan goes on. Readers judge that themselves, because they go
// through the line anyway.
var ErrTorn = errors.New("no record")

// splitter makes lines of text that comes in pieces.
type splitter struct {
	st   *Stats
	give func(line []byte) error
	skip int64  // so much of the text was read before
	seen int64  // so much has come
	done int64  // so much is in whole lines that were given out
	rest []byte // the beginning of a line
	long bool   // the line is too long to be a record
}

// feed takes a piece and gives out the lines that it ends.
func (s *splitter) feed(text []byte) error {
	if s.seen < s.skip {
		n := min(s.skip-s.seen, int64(len(text)))
		s.seen, text = s.seen+n, text[n:]
		s.done = s.seen
	}
	for {
		at := bytes.IndexByte(text, '\n')
		if at < 0 {
			s.seen += int64(len(text))
			s.keep(text)
			return nil
		}
		s.seen += int64(at) + 1
		line := text[:at]
		if s.long || len(s.rest) > 0 {
			s.keep(line)
			line = s.rest
		}
		if err := s.line(line); err != nil {
			return err
		}
		text = text[at+1:]
	}
}

// keep remembers the beginning of a line.
func (s *splitter) keep(text []byte) {
	if s.long = s.long || len(s.rest)+len(text) > logstore.MaxLine; !s.long {
		s.rest = append(s.rest, text...)
	}
}

// line gives out one line if it may be a record.
func (s *splitter) line(line []byte) error {
	torn := s.long || len(line) > logstore.MaxLine
	s.rest, s.long = s.rest[:0], false
	if line = bytes.TrimSpace(line); !torn && len(line) > 0 {
		torn = line[0] != '{' || line[len(line)-1] != '}'
		if !torn {
			switch err := s.give(line); {
			case err == ErrTorn:
				torn = true
			case err != nil:
				return err
			default:
				s.st.Lines++
			}
		}
	}
	if torn {
		s.st.Torn++
	}
	s.done = s.seen
	return nil
}

// end takes what stands behind the last newline.
func (s *splitter) end() error {
	if s.long || len(s.rest) > 0 {
		return s.line(s.rest)
	}
	return nil
}

// gap is text that cannot be read; the line in which it begins is torn.
func (s *splitter) gap(size int64) {
	if s.long || len(s.rest) > 0 {
		s.st.Torn++
	}
	s.rest, s.long = s.rest[:0], false
	s.seen += size
	s.done = s.seen
}
