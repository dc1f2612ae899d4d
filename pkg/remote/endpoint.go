package remote

import (
	"bytes"
	"io"
	"net/http"
)

// firstEvent is the body of a stream of 2024-11-05 whose first event names the
// address for messages. A whole address of the server's would lead past us, so what
// it says of the origin is left out: the only bytes that we change. Nothing else is
// held back.
type firstEvent struct {
	io.Reader
	short func([]byte) []byte
	held  []byte
	out   []byte
	err   error
	done  bool
}

// maxFirst is how long such an event may be.
const maxFirst = 8 << 10

// body is the response's body as the host gets it.
func (p *Proxy) body(r *http.Request, resp *http.Response) io.Reader {
	if r.Method != http.MethodGet || !streams(resp) || resp.ContentLength >= 0 || resp.Header.Get("Content-Encoding") != "" {
		return resp.Body
	}
	return &firstEvent{Reader: resp.Body, short: p.short}
}

func (f *firstEvent) Read(b []byte) (int, error) {
	for !f.done {
		n, err := f.Reader.Read(b)
		f.held = append(f.held, b[:n]...)
		f.err = err
		end := endOfEvent(f.held)
		switch {
		case end > 0 && named(f.held):
			f.out, f.done = append(f.short(f.held[:end]), f.held[end:]...), true
		case err != nil || len(f.held) > maxFirst || !named(f.held):
			f.out, f.done = f.held, true
		}
	}
	if len(f.out) > 0 {
		n := copy(b, f.out)
		f.out = f.out[n:]
		return n, nil
	}
	if f.err != nil {
		return 0, f.err
	}
	return f.Reader.Read(b)
}

// named says whether bytes are the beginning of such an event, or may become it.
func named(b []byte) bool {
	for _, begin := range []string{"event: endpoint\n", "event: endpoint\r", "event:endpoint\n", "event:endpoint\r"} {
		n := min(len(b), len(begin))
		if string(b[:n]) == begin[:n] {
			return true
		}
	}
	return false
}

// endOfEvent is where the first event ends, 0 if it does not.
func endOfEvent(b []byte) int {
	for _, end := range []string{"\n\n", "\r\n\r\n", "\r\r"} {
		if i := bytes.Index(b, []byte(end)); i >= 0 {
			return i + len(end)
		}
	}
	return 0
}

// short leaves the origin out of the address in an event.
func (p *Proxy) short(ev []byte) []byte {
	before, data, ok := bytes.Cut(ev, []byte("data:"))
	if !ok {
		return ev
	}
	space := len(data) - len(bytes.TrimLeft(data, " "))
	text := data[space:]
	end := bytes.IndexAny(text, "\r\n")
	u, err := p.url.Parse(string(text[:end]))
	if err != nil || !bytes.Contains(text[:end], []byte("://")) || origin(u) != origin(p.url) {
		return ev
	}
	u.Scheme, u.Host, u.User = "", "", nil
	out := append(bytes.Clone(before), "data:"...)
	out = append(append(out, data[:space]...), u.String()...)
	return append(out, text[end:]...)
}
