package remote

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"
	"strings"
	"sync"
)

// unpacker decodes the copy of a compressed response, in a goroutine of its own.
type unpacker struct {
	x     *exchange
	mu    sync.Mutex
	come  *sync.Cond // something came, or the end
	bytes []byte     // that wait to be decoded
	ended bool
	lost  bool // some had no room
}

// maxWaiting is how much may wait to be decoded; of more than that only the length
// is known.
const maxWaiting = 4 << 20

// unpack starts it. What is coded in a way that we do not know is counted in bytes.
func unpack(coding string, x *exchange) *unpacker {
	u := &unpacker{x: x}
	u.come = sync.NewCond(&u.mu)
	x.work.Go(func() {
		err := u.decode(strings.ToLower(strings.TrimSpace(coding)))
		if u.drain() || err != nil {
			x.unread()
		}
		x.gone()
	})
	return u
}

// see takes a piece and does not wait.
func (u *unpacker) see(p []byte) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.x.size += int64(len(p))
	if u.lost = u.lost || len(u.bytes)+len(p) > maxWaiting; !u.lost {
		u.bytes = append(u.bytes, p...)
	}
	u.come.Signal()
}

func (u *unpacker) end() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.ended = true
	u.come.Signal()
}

// Read waits for the next pieces.
func (u *unpacker) Read(p []byte) (int, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for len(u.bytes) == 0 && !u.ended && !u.lost {
		u.come.Wait()
	}
	if u.lost || len(u.bytes) == 0 {
		return 0, io.EOF
	}
	n := copy(p, u.bytes)
	if u.bytes = u.bytes[n:]; len(u.bytes) == 0 {
		u.bytes = nil
	}
	return n, nil
}

// drain waits for the end, and says whether something was lost.
func (u *unpacker) drain() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	for !u.ended {
		u.bytes = nil
		u.come.Wait()
	}
	return u.lost
}

func (u *unpacker) decode(coding string) error {
	var r io.Reader
	in := bufio.NewReader(u)
	switch coding {
	case "gzip", "x-gzip":
		z, err := gzip.NewReader(in)
		if err != nil {
			return err
		}
		r = z
	case "deflate": // with the header of zlib, as it should be, or without, as it is often
		head, err := in.Peek(2)
		if err != nil {
			return err
		}
		if head[0]&0x0f != 8 || (int(head[0])<<8|int(head[1]))%31 != 0 {
			r = flate.NewReader(in)
		} else if r, err = zlib.NewReader(in); err != nil {
			return err
		}
	default:
		return errors.ErrUnsupported
	}
	buf := make([]byte, 32<<10)
	for {
		n, err := r.Read(buf)
		u.x.plain(buf[:n], err == io.EOF)
		switch err {
		case nil:
		case io.EOF:
			return nil
		default:
			return err
		}
	}
}
