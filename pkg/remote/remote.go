// Package remote speaks to an MCP server over HTTP on behalf of a host: over
// stdio for hosts that start a program (Bridge), or as a reverse proxy for hosts
// that take an address (Proxy).
//
// The rules of the room:
//
//   - A message is never re-encoded. What a host says in a line is the body of a
//     request, and what a server says is a line, in which only the line ends that
//     JSON allows between tokens become spaces. Through the reverse proxy the bytes
//     of both bodies pass as they are, piece by piece, when they come.
//   - The bridge says of its own only what the transport asks of a client: its
//     headers, the stream that a session listens on, and the end of a session.
//   - Credentials go to the origin that they were given for and to no other:
//     redirects are followed within it only. No value of a variable is in any
//     message of ours; addresses are named as they were written.
//   - Whatever breaks, whoever waits for an answer gets one that says what broke.
//   - The era of a request is told by its _meta, never by an answer.
package remote

import (
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"agentconnector/pkg/interp"
	"agentconnector/pkg/world"
)

// Options say where the server is and what a request to it carries.
type Options struct {
	URL     string   // may hold references to variables
	Headers []string // "NAME: TEXT", the text may hold references
	Percent bool     // references are spelled %(…)
	SSE     bool     // the transport of 2024-11-05: a stream, and an address for messages
}

// target is the server as the options say, with the variables' values.
type target struct {
	url    *url.URL
	shown  string // the address as it was written, for messages
	header http.Header
	sse    bool
}

// resolve puts the values of variables in and checks what comes out.
func resolve(w *world.World, o Options) (*target, error) {
	t := &target{shown: o.URL, header: http.Header{}, sse: o.SSE}
	text, missing := o.expand(w, o.URL)
	if len(missing) > 0 {
		return nil, fmt.Errorf("the address %s needs %s, which is not set", o.URL, strings.Join(missing, ", "))
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("the address %s: expected http://HOST/PATH or https://HOST/PATH", o.URL)
	}
	if u.User != nil { // net/http would make a header of it
		return nil, fmt.Errorf("the address %s: expected no user or password in it; give them as --header 'Authorization: …'", o.URL)
	}
	u.Fragment = ""
	t.url = u
	for _, h := range o.Headers {
		name, text, ok := strings.Cut(h, ":")
		if name = strings.TrimSpace(name); !ok || !token(name) {
			return nil, fmt.Errorf("--header %q: expected NAME: TEXT", h)
		}
		value, missing := o.expand(w, strings.TrimSpace(text))
		if len(missing) > 0 {
			return nil, fmt.Errorf("the header %s needs %s, which is not set", name, strings.Join(missing, ", "))
		}
		if !printable(value) {
			return nil, fmt.Errorf("the header %s: the value of a variable in it holds a line end or another control character", name)
		}
		t.header.Add(name, value)
	}
	return t, nil
}

// expand replaces references, and names the variables that are not set.
func (o *Options) expand(w *world.World, s string) (string, []string) {
	if !o.Percent {
		return interp.Expand(s, w.Lookup)
	}
	var missing []string
	for _, p := range interp.FromPercent(s) {
		if v, _ := w.Lookup(p.Name); p.Name != "" && v == "" && !p.HasDefault {
			missing = append(missing, p.Name)
		}
	}
	return interp.ExpandPercent(s, w.Lookup), missing
}

// token says whether a string can be the name of a header (RFC 9110, tchar).
func token(s string) bool {
	for i := range len(s) {
		c := s[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("!#$%&'*+-.^_`|~", c) >= 0:
		default:
			return false
		}
	}
	return s != ""
}

// printable says whether a string can be the value of a header.
func printable(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' && s[i] != '\t' || s[i] == 0x7f {
			return false
		}
	}
	return true
}

// origin is scheme, host and port.
func origin(u *url.URL) string {
	port := u.Port()
	switch {
	case port != "":
	case u.Scheme == "https":
		port = "443"
	default:
		port = "80"
	}
	return u.Scheme + "://" + net.JoinHostPort(strings.ToLower(u.Hostname()), port)
}

// Times after which a network that says nothing is held to be gone. A server may
// take its time: these are about the connection, not about answers.
const (
	dialLimit = 15 * time.Second
	tlsLimit  = 15 * time.Second
	deadAfter = 40 * time.Second // no acknowledgement of what we sent, or of a probe
)

// transport makes connections that notice when the other side is gone. It adds
// nothing to requests and decodes nothing.
func transport() *http.Transport {
	d := &net.Dialer{
		Timeout: dialLimit, Control: loseAfter(deadAfter),
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: deadAfter / 4, Interval: deadAfter / 8, Count: 6},
	}
	return &http.Transport{
		Proxy: http.ProxyFromEnvironment, DialContext: d.DialContext,
		ForceAttemptHTTP2: true, TLSHandshakeTimeout: tlsLimit, TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12},
		DisableCompression: true, MaxIdleConnsPerHost: 64, IdleConnTimeout: 90 * time.Second,
		HTTP2: &http.HTTP2Config{SendPingTimeout: deadAfter / 2, PingTimeout: deadAfter / 2},
	}
}
