package remote

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/http/httptrace"
	"strings"

	"agentconnector/pkg/mcp"
)

// exchange sends a message and passes on what comes of it. free lets the next
// message go.
func (b *Bridge) exchange(ctx context.Context, m *message, free func()) {
	old, err := b.oldTransport(ctx)
	switch {
	case err != nil:
		b.fail(m.requests, refusal{text: err.Error()})
		return
	case old != nil:
		b.send(ctx, old, m)
		return
	}
	wrote := free
	if m.hello || len(m.requests) == 0 {
		wrote = nil
	}
	session := b.current().id
	resp, err := b.post(ctx, m, session, wrote)
	if err == nil && resp.StatusCode == http.StatusNotFound && session != "" && m.modern == "" && !m.hello {
		resp.Body.Close()
		if !b.renewed(ctx, session) {
			b.die(refusal{text: fmt.Sprintf("the server at %s has ended the session and begins no new one", b.shown), status: http.StatusNotFound})
			return
		}
		resp, err = b.post(ctx, m, b.current().id, wrote)
	}
	if err != nil {
		b.lost(m, err)
		return
	}
	defer resp.Body.Close()
	if m.hello && fallsBack(resp.StatusCode) && b.begun(ctx, m, resp) {
		return
	}
	if resp.StatusCode/100 != 2 {
		b.refuse(m, resp)
		return
	}
	if m.hello {
		b.greeted(m, resp.Header.Get(sessionHeader))
	}
	if m.ready && m.modern == "" {
		b.listen()
	}
	if len(m.requests) == 0 {
		free()
	}
	b.answers(ctx, m, resp, free)
}

// post sends a message.
func (b *Bridge) post(ctx context.Context, m *message, session string, wrote func()) (*http.Response, error) {
	if wrote != nil {
		ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { wrote() }})
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, b.url.String(), bytes.NewReader(m.line))
	if err != nil {
		return nil, err
	}
	version := m.modern
	if version == "" && !m.hello {
		version = b.current().version
	}
	if m.modern != "" {
		session = ""
	}
	b.dress(req, session, version)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	b.mu.Lock()
	m.headers(req.Header, b.params)
	b.mu.Unlock()
	return b.client.Do(req)
}

// get asks for a stream, from behind an event if there was one.
func (b *Bridge) get(ctx context.Context, lastID string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.url.String(), nil)
	if err != nil {
		return nil, err
	}
	s := b.current()
	b.dress(req, s.id, s.version)
	req.Header.Set("Accept", "text/event-stream")
	if lastID != "" {
		req.Header.Set("Last-Event-ID", lastID)
	}
	return b.client.Do(req)
}

// dress puts on a request what every one carries. What the user gave wins.
func (b *Bridge) dress(req *http.Request, session, version string) {
	req.Header.Set("User-Agent", "ac-proxy")
	if session != "" {
		req.Header.Set(sessionHeader, session)
	}
	if version != "" && printable(version) {
		req.Header.Set(versionHeader, version)
	}
	addHeaders(req, b.header)
}

// addHeaders puts the user's headers in the place of others of their name.
func addHeaders(req *http.Request, own http.Header) {
	for k, v := range own {
		req.Header[k] = v
		if k == "Host" {
			req.Host = v[0]
		}
	}
}

// answers passes on the body of a response and sees to it that every request has
// its answer.
func (b *Bridge) answers(ctx context.Context, m *message, resp *http.Response, free func()) {
	var s events
	pass := func(line []byte) {
		if m.hello {
			b.agreed(m, line)
		}
		b.give(line)
		if m.hello && len(b.open(m.requests)) == 0 {
			free()
		}
	}
	if streams(resp) {
		b.events(resp.Body, &s, pass)
		if left := b.open(m.requests); len(left) > 0 && m.modern == "" {
			b.resume(ctx, left, &s, pass)
		}
		b.fail(m.requests, refusal{text: fmt.Sprintf("the server at %s ended its stream without the answer", b.shown)})
		return
	}
	body, err := io.ReadAll(resp.Body)
	switch {
	case err != nil:
		b.lost(m, err)
	case len(bytes.TrimSpace(body)) == 0 || len(m.requests) == 0 && !isJSON(resp):
		b.fail(m.requests, refusal{text: fmt.Sprintf("the server at %s answered %s without a message", b.shown, status(resp)), status: resp.StatusCode})
	case !mcp.Valid(body):
		b.fail(m.requests, refusal{text: fmt.Sprintf("the server at %s answered what is no JSON (%d bytes)", b.shown, len(body)), status: resp.StatusCode})
	default:
		pass(body)
		b.fail(m.requests, refusal{text: fmt.Sprintf("the server at %s answered, but not this request", b.shown)})
	}
}

// body gives the messages of a response.
func (b *Bridge) body(resp *http.Response, pass func(line []byte)) {
	if streams(resp) {
		var s events
		b.events(resp.Body, &s, pass)
		return
	}
	if body, err := io.ReadAll(resp.Body); err == nil && mcp.Valid(body) {
		pass(body)
	}
}

// lost answers the requests of a message that did not come through.
func (b *Bridge) lost(m *message, err error) {
	why := b.unreachable(err)
	if len(m.requests) == 0 && b.ctx.Err() == nil {
		b.talk("%s", why.text)
	}
	b.fail(m.requests, why)
}

// refuse passes an HTTP error on: the server's own answers as they are.
func (b *Bridge) refuse(m *message, resp *http.Response) {
	why, own := b.refused(resp)
	if own != nil && b.answersOne(own, m.requests) {
		b.give(own)
	}
	if len(m.requests) == 0 {
		b.talk("%s", why.text)
	}
	b.fail(m.requests, why)
}

// answersOne says whether a message answers one of some requests.
func (b *Bridge) answersOne(raw []byte, requests []request) (yes bool) {
	mcp.Each(raw, func(m mcp.Message) {
		for _, r := range requests {
			yes = yes || m.Shape == mcp.Response && m.ID == r.key
		}
	})
	return yes
}

func streams(resp *http.Response) bool { return mediaType(resp) == "text/event-stream" }

func isJSON(resp *http.Response) bool { return mediaType(resp) == "application/json" }

func mediaType(resp *http.Response) string {
	t, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if err != nil {
		t, _, _ = strings.Cut(resp.Header.Get("Content-Type"), ";")
	}
	return strings.ToLower(strings.TrimSpace(t))
}
