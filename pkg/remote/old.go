package remote

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// The transport of 2024-11-05: one stream for all that the server says, whose
// first event names the address that takes messages.

// oldStream is such a stream.
type oldStream struct{ post *url.URL }

// endpointLimit is how long a server may take to name the address.
const endpointLimit = 30 * time.Second

// fallsBack says whether the answer to initialize may be that of a server that
// knows the old transport only.
func fallsBack(status int) bool {
	return status == http.StatusBadRequest || status == http.StatusNotFound || status == http.StatusMethodNotAllowed
}

// oldTransport is the stream of that transport, if it is to be spoken.
func (b *Bridge) oldTransport(ctx context.Context) (*oldStream, error) {
	b.mu.Lock()
	old := b.old
	b.mu.Unlock()
	if old != nil || !b.sse {
		return old, nil
	}
	return b.dial(ctx)
}

// begun tries the old transport for an initialize that the new one refused.
func (b *Bridge) begun(ctx context.Context, m *message, resp *http.Response) bool {
	body, _ := io.ReadAll(io.LimitReader(resp.Body, maxError))
	again := func() { resp.Body = io.NopCloser(bytes.NewReader(body)) }
	again()
	why, _ := b.refused(resp)
	again()
	if why.raw != nil { // it speaks the new one, and said why not
		return false
	}
	old, err := b.dial(ctx)
	if err != nil {
		return false
	}
	b.send(ctx, old, m)
	return true
}

// dial opens the stream and waits for the address.
func (b *Bridge) dial(ctx context.Context) (*oldStream, error) {
	resp, err := b.get(b.ctx, "")
	if err != nil {
		return nil, errors.New(b.unreachable(err).text)
	}
	if resp.StatusCode != http.StatusOK || !streams(resp) {
		resp.Body.Close()
		return nil, fmt.Errorf("the server at %s has no stream of 2024-11-05: it answered %s", b.shown, status(resp))
	}
	named := make(chan *url.URL, 2)
	b.work.Go(func() { b.hear(resp, named) })
	select {
	case u := <-named:
		if u == nil {
			return nil, fmt.Errorf("the server at %s names no address of its own for messages", b.shown)
		}
		old := &oldStream{u}
		b.mu.Lock()
		b.old = old
		b.mu.Unlock()
		return old, nil
	case <-time.After(endpointLimit):
		resp.Body.Close()
		return nil, fmt.Errorf("the server at %s names no address for messages", b.shown)
	case <-ctx.Done():
		resp.Body.Close()
		return nil, ctx.Err()
	}
}

// hear passes on the stream. With it the session ends: there is no going on with it.
func (b *Bridge) hear(resp *http.Response, named chan<- *url.URL) {
	defer close(named)
	defer resp.Body.Close()
	var s events
	started, stranger := false, false
	buf := make([]byte, 32<<10)
	for !stranger {
		n, err := resp.Body.Read(buf)
		s.feed(buf[:n], func(e event) {
			switch {
			case e.kind == "endpoint" && !started:
				u := b.endpoint(e.data)
				started, stranger = u != nil, u == nil
				named <- u
			case e.message() && started:
				b.give(e.data)
			}
		})
		if err != nil {
			break
		}
	}
	if started {
		b.die(refusal{text: fmt.Sprintf("the server at %s ended its stream", b.shown)})
	}
}

// endpoint is the address for messages, if it is of the same origin: credentials
// go nowhere else.
func (b *Bridge) endpoint(text []byte) *url.URL {
	u, err := b.url.Parse(string(text))
	if err != nil || origin(u) != origin(b.url) {
		return nil
	}
	return u
}

// send posts a message. Its answer comes on the stream.
func (b *Bridge) send(ctx context.Context, old *oldStream, m *message) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, old.post.String(), bytes.NewReader(m.line))
	if err != nil {
		b.lost(m, err)
		return
	}
	b.dress(req, "", "")
	req.Header.Set("Content-Type", "application/json")
	resp, err := b.client.Do(req)
	if err != nil {
		b.lost(m, err)
		return
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		b.refuse(m, resp)
	}
}
