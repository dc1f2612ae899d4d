package remote

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// wholeBody is how much of a request is read before it is passed on.
const wholeBody = 16 << 20

// onward is the request to the server, and the exchange for the meter.
func (p *Proxy) onward(r *http.Request) (*http.Request, *exchange, error) {
	req := r.Clone(r.Context())
	req.RequestURI, req.Close = "", false
	req.URL = p.onwardURL(r.URL)
	if !loopback(p.url.Hostname()) {
		req.Host = p.url.Host
	} // else the server's own defence sees what was asked for
	req.Header = http.Header{}
	passHeaders(req.Header, r.Header)
	if _, ok := req.Header["User-Agent"]; !ok {
		req.Header["User-Agent"] = nil // or Go would say its own
	}
	addHeaders(req, p.header)
	if r.Body == nil || r.Body == http.NoBody || r.ContentLength == 0 {
		req.Body = nil
		return req, p.watch.begin(r, nil, 0), nil
	}
	head, err := io.ReadAll(io.LimitReader(r.Body, wholeBody))
	if err != nil {
		return nil, nil, fmt.Errorf("the host broke off its request: %w", err)
	}
	rest := int64(-1) // not known
	if r.ContentLength > 0 {
		rest = r.ContentLength - int64(len(head))
	} else if len(head) < wholeBody {
		rest = 0
	}
	x := p.watch.begin(r, head, rest)
	switch rest {
	case 0:
		req.Body, req.ContentLength, req.TransferEncoding = io.NopCloser(bytes.NewReader(head)), int64(len(head)), nil
		req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(head)), nil }
	default:
		req.Body = io.NopCloser(io.MultiReader(bytes.NewReader(head), r.Body))
	}
	return req, x, nil
}

// onwardURL is where a request goes: to the origin of the server, and nowhere
// else. What the server's own address asks for beside its path is asked for with it.
func (p *Proxy) onwardURL(u *url.URL) *url.URL {
	to := *p.url
	to.Path, to.RawPath, to.RawQuery, to.ForceQuery = u.Path, u.RawPath, u.RawQuery, u.ForceQuery
	if u.Path == p.url.Path && p.url.RawQuery != "" {
		to.RawQuery = p.url.RawQuery
		if u.RawQuery != "" {
			to.RawQuery += "&" + u.RawQuery
		}
	}
	return &to
}

// hop are the headers of a connection, which end at it (RFC 9110, 7.6.1).
var hop = []string{"Connection", "Proxy-Connection", "Keep-Alive", "Te", "Trailer", "Transfer-Encoding", "Upgrade", "Proxy-Authenticate", "Proxy-Authorization"}

// passHeaders copies all others, with the spelling that Go gives them.
func passHeaders(to, from http.Header) {
	for k, v := range from {
		to[k] = append([]string(nil), v...)
	}
	for _, v := range from["Connection"] {
		for name := range strings.SplitSeq(v, ",") {
			to.Del(strings.TrimSpace(name))
		}
	}
	for _, k := range hop {
		delete(to, k)
	}
}
