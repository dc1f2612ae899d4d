package remote

import (
	"context"
	"io"
	"net/http"

	"agentconnector/pkg/mcp"
)

// events passes on the messages of a stream until it ends, and says how many there
// were.
func (b *Bridge) events(body io.ReadCloser, s *events, pass func(line []byte)) (n int) {
	defer body.Close()
	take := func(e event) {
		switch {
		case !e.message():
		case !mcp.Valid(e.data):
			b.talk("an event of the server is no JSON: it is not passed on (%d bytes)", len(e.data))
		default:
			n++
			pass(e.data)
		}
	}
	buf := make([]byte, 32<<10)
	for {
		k, err := body.Read(buf)
		s.feed(buf[:k], take)
		if err != nil {
			return n
		}
	}
}

// maxTries is how often in a row a stream is asked for without a new event on it.
const maxTries = 5

// resume asks for the rest of a stream that ended before its answers: servers may
// close a connection in the middle of a call, and networks do. Only a server that
// numbers its events can go on.
func (b *Bridge) resume(ctx context.Context, left []request, s *events, pass func(line []byte)) {
	wait := firstWait
	for tries := 0; tries < maxTries && s.id != "" && len(left) > 0; tries++ {
		if wait = pause(ctx, wait, s.retry); wait == 0 {
			return
		}
		resp, err := b.get(ctx, s.id)
		if err != nil {
			continue
		}
		if resp.StatusCode != http.StatusOK || !streams(resp) {
			resp.Body.Close()
			if resp.StatusCode/100 == 4 {
				return
			}
			continue
		}
		before := s.id
		*s = events{id: before, nextID: before, retry: s.retry}
		if b.events(resp.Body, s, pass) > 0 || s.id != before {
			tries, wait = -1, firstWait
		}
		left = b.open(left)
	}
}
