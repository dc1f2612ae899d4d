package proxy

import (
	"io"

	"agentconnector/pkg/meter"
)

// toServer is the pump to the child. It ends at the end of input, which it
// passes on at once, or when the child reads no more.
func (s *session) toServer(from io.Reader) {
	if s.gate != nil {
		s.pump(from, s.asked, s.gate.toServer)
		s.gate.endInput()
	} else {
		s.pump(from, s.asked, func(c *meter.Chunk) error { return write(s.in, c) })
	}
	s.inputOver(from)
}

// asked is what the server is about to get.
func (s *session) asked(c *meter.Chunk) *meter.Pass { return s.tap.Stream(meter.ToServer, c) }

// inputOver ends the child's input.
func (s *session) inputOver(from io.Reader) {
	s.closeIn()
	if c, ok := from.(io.Closer); ok {
		c.Close() // a client that goes on writing learns it as from the child
	}
	close(s.ended)
}

// closeIn ends the child's input. A second time does nothing.
func (s *session) closeIn() { s.in.Close() }

// toClient is the pump from the child.
func (s *session) toClient() {
	if s.gate != nil {
		s.pump(s.out, func(*meter.Chunk) *meter.Pass { return nil }, s.gate.toClient)
		s.gate.end()
	} else {
		s.pump(s.out, s.seen, func(c *meter.Chunk) error { return s.give(c) })
	}
	s.outputOver()
}

// outputOver ends the output.
func (s *session) outputOver() {
	s.gone.Store(clientGone(s.to)) // which cannot be asked any more when it is closed
	s.out.Close()                  // if the client reads no more, the child learns it
	if c, ok := s.to.(io.Closer); ok {
		c.Close()
	}
	close(s.outEnd)
}

// seen is what the client is about to get.
func (s *session) seen(c *meter.Chunk) *meter.Pass {
	s.last.Store(s.now().UnixMilli())
	return s.tap.Stream(meter.ToClient, c)
}

// give writes to the client.
func (s *session) give(c *meter.Chunk) error {
	s.writing.Store(true)
	defer s.writing.Store(false)
	return write(s.to, c)
}

// pump copies until either side ends. What was read is seen before it goes on: an
// answer cannot be there before its request.
func (s *session) pump(from io.Reader, see func(*meter.Chunk) *meter.Pass, on func(*meter.Chunk) error) {
	for {
		c, err := meter.ReadChunk(from)
		if c.Len() > 0 {
			pass := see(c)
			werr := on(c)
			pass.Done()
			if err == nil {
				err = werr
			}
		}
		c.Release()
		if err != nil {
			return
		}
	}
}

func write(to io.Writer, c *meter.Chunk) error {
	_, err := c.WriteTo(to)
	return err
}
