package meter

import (
	"bytes"
	"io"
	"sync/atomic"
)

// chunkSize is that of one read; a Linux pipe holds as much.
const chunkSize = 64 << 10

// Chunk is one read of a stream. The pump writes it and the meter reads it at the
// same time; who is last gives it back.
type Chunk struct {
	buf  []byte
	n    int
	refs atomic.Int32
}

// spare are chunks for further reads, as many as the queue may hold of them: a new
// one costs as much as half a read.
var spare = make(chan *Chunk, maxQueued/chunkSize)

// ReadChunk reads what there is. The chunk is to be released, also after an error.
func ReadChunk(from io.Reader) (*Chunk, error) {
	var c *Chunk
	select {
	case c = <-spare:
	default:
		c = &Chunk{buf: make([]byte, chunkSize)}
	}
	c.refs.Store(1)
	n, err := from.Read(c.buf)
	c.n = max(n, 0)
	return c, err
}

// ChunkOf is a chunk that was not read. It keeps the bytes.
func ChunkOf(b []byte) *Chunk {
	c := &Chunk{buf: b, n: len(b)}
	c.refs.Store(2) // never given back
	return c
}

// Bytes is what was read; not to be changed.
func (c *Chunk) Bytes() []byte { return c.buf[:c.n] }

// WriteTo passes it on.
func (c *Chunk) WriteTo(w io.Writer) (int64, error) {
	n, err := w.Write(c.Bytes())
	return int64(n), err
}

// Len is how much was read.
func (c *Chunk) Len() int { return c.n }

// share gives it to the meter: itself if it is full enough, else a copy, so that
// small messages do not keep large buffers.
func (c *Chunk) share() *Chunk {
	if c.n < chunkSize/8 {
		return &Chunk{buf: bytes.Clone(c.Bytes()), n: c.n}
	}
	c.refs.Add(1)
	return c
}

// Release gives the buffer back when the other one has, too.
func (c *Chunk) Release() {
	if c.refs.Add(-1) != 0 {
		return
	}
	select {
	case spare <- c:
	default:
	}
}
