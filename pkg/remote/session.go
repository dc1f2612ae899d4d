package remote

import (
	"context"
	"net/http"
	"time"

	"agentconnector/pkg/mcp"
)

// session is what the initialize eras remember.
type session struct {
	id      string
	version string // what the server agreed to
	hello   []byte // the host's initialize, to begin anew with
	stream  context.CancelFunc
	renew   chan struct{} // closed when a renewal has ended; nil if none is going on
}

// Names of headers.
const (
	sessionHeader = "Mcp-Session-Id"
	versionHeader = "Mcp-Protocol-Version"
)

// greeted notes what the answer to initialize says. Its session is of no account
// in the stateless revisions.
func (b *Bridge) greeted(m *message, id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.session.stream != nil {
		b.session.stream()
	}
	b.session = session{id: id, hello: m.line, renew: b.session.renew}
}

// agreed notes the version in the answer to initialize.
func (b *Bridge) agreed(m *message, line []byte) {
	mcp.Each(line, func(msg mcp.Message) {
		if msg.Shape != mcp.Response || msg.Result == nil || len(m.requests) == 0 || msg.ID != m.requests[0].key {
			return
		}
		if v, ok := mcp.Text(mcp.Member(msg.Result, "protocolVersion")); ok && printable(v) {
			b.mu.Lock()
			b.session.version = v
			b.mu.Unlock()
		}
	})
}

// current is the session to send with.
func (b *Bridge) current() session {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.session
}

// listen opens the stream on which the server speaks unasked, if it has one, and
// keeps it open as long as the session lasts.
func (b *Bridge) listen() {
	ctx, cancel := context.WithCancel(b.ctx)
	b.mu.Lock()
	if b.session.stream != nil || b.old != nil {
		b.mu.Unlock()
		cancel()
		return
	}
	b.session.stream = cancel
	b.mu.Unlock()
	b.work.Go(func() {
		defer cancel()
		var s events
		for wait := firstWait; ctx.Err() == nil; {
			resp, err := b.get(ctx, s.id)
			switch {
			case err != nil:
			case resp.StatusCode == http.StatusOK && streams(resp):
				if b.events(resp.Body, &s, b.give) > 0 {
					wait = firstWait
				}
				s = events{id: s.id, nextID: s.id, retry: s.retry}
			default:
				resp.Body.Close()
				if resp.StatusCode/100 < 5 { // it has none, or the session is gone
					return
				}
			}
			if wait = pause(ctx, wait, s.retry); wait == 0 {
				return
			}
		}
	})
}

// Waiting times between attempts to go on with a stream.
const (
	firstWait = time.Second
	maxWait   = 30 * time.Second
)

// pause waits for so long as the server asked for, or as we do, and gives the next
// time; 0 means that it is over.
func pause(ctx context.Context, wait, asked time.Duration) time.Duration {
	if asked > 0 {
		wait = min(asked, maxWait)
	}
	select {
	case <-time.After(wait):
		return min(2*wait, maxWait)
	case <-ctx.Done():
		return 0
	}
}

// renewed begins a new session in the place of one that the server knows no more,
// as the transport asks of a client. The host's own initialize is said again; a
// request that began the loss is sent again by who calls this.
func (b *Bridge) renewed(ctx context.Context, lost string) bool {
	b.mu.Lock()
	switch s := b.session; {
	case s.renew != nil:
		b.mu.Unlock()
		select {
		case <-s.renew:
			return b.current().id != lost
		case <-ctx.Done():
			return false
		}
	case s.id != lost: // somebody else was faster
		b.mu.Unlock()
		return true
	case s.hello == nil:
		b.mu.Unlock()
		return false
	}
	done := make(chan struct{})
	b.session.renew = done
	hello := read(b.session.hello)
	b.mu.Unlock()
	ok := b.again(hello)
	b.mu.Lock()
	b.session.renew = nil
	b.mu.Unlock()
	close(done)
	return ok
}

// renewLimit is how long the beginning of a new session may take.
const renewLimit = 30 * time.Second

func (b *Bridge) again(hello *message) bool {
	ctx, cancel := context.WithTimeout(b.ctx, renewLimit)
	defer cancel()
	resp, err := b.post(ctx, hello, "", nil)
	if err != nil {
		return false
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return false
	}
	b.greeted(hello, resp.Header.Get(sessionHeader))
	answered := false
	b.body(resp, func(line []byte) {
		b.agreed(hello, line)
		mcp.Each(line, func(m mcp.Message) { answered = answered || m.Shape == mcp.Response && m.Result != nil })
	})
	if !answered {
		return false
	}
	b.talk("the server had ended the session: a new one was begun")
	ready := read([]byte(`{"jsonrpc":"2.0","method":"notifications/initialized"}`))
	if resp, err := b.post(ctx, ready, b.current().id, nil); err == nil {
		resp.Body.Close()
	}
	b.listen()
	return true
}

// bye tells the server that the session is over, and ends what is going on.
func (b *Bridge) bye() {
	s := b.current()
	b.cancel(nil)
	if s.id != "" {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(b.ctx), endLimit)
		defer cancel()
		req, err := http.NewRequestWithContext(ctx, http.MethodDelete, b.url.String(), nil)
		if err != nil {
			return
		}
		b.dress(req, s.id, s.version)
		if resp, err := b.client.Do(req); err == nil {
			resp.Body.Close() // 405 is allowed: the server ends sessions by itself
		}
	}
	within(endLimit/2, b.work.Wait)
}
