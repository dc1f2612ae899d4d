package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"agentconnector/pkg/meter"
	"agentconnector/pkg/world"
)

// Proxy stands before a server for hosts that take an address.
type Proxy struct {
	*target
	transport http.RoundTripper
	watch     watch
	origins   []string // that may speak to us, beside those of this machine
	port      string   // that we listen on
	talk      func(format string, args ...any)
}

// NewProxy checks the options. A nil tap measures nothing.
func NewProxy(w *world.World, o Options, origins []string, tap *meter.Tap, talk func(format string, args ...any)) (*Proxy, error) {
	t, err := resolve(w, o)
	if err != nil {
		return nil, err
	}
	for _, s := range origins {
		if u, err := url.Parse(s); err != nil || u.Host == "" || u.Scheme == "" || u.Path != "" {
			return nil, fmt.Errorf("--allow-origin %q: expected SCHEME://HOST[:PORT]", s)
		}
	}
	return &Proxy{target: t, transport: transport(), watch: watch{tap: tap}, origins: origins, talk: talk}, nil
}

// Listen opens the address, which must be of this machine alone.
func Listen(addr string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("--listen %q: expected 127.0.0.1:PORT, where 0 is any free port", addr)
	}
	if !loopback(host) {
		return nil, fmt.Errorf("--listen %q: only 127.0.0.1, [::1] or localhost: who reaches the proxy reaches the server with its credentials", addr)
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	if a, ok := l.Addr().(*net.TCPAddr); !ok || !a.IP.IsLoopback() { // whatever localhost means here
		l.Close()
		return nil, fmt.Errorf("--listen %q: that is %s, which others reach", addr, l.Addr())
	}
	return l, nil
}

// loopback says whether a host name is this machine, by its letters alone: a name
// that has to be looked up may lead anywhere.
func loopback(host string) bool {
	host = strings.Trim(host, "[]")
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// closeGrace is what answers get to come through when we are to end.
const closeGrace = time.Second

// Serve answers until the context is over.
func (p *Proxy) Serve(ctx context.Context, l net.Listener) error {
	_, p.port, _ = net.SplitHostPort(l.Addr().String())
	s := &http.Server{Handler: p, ReadHeaderTimeout: dialLimit, ErrorLog: log.New(io.Discard, "", 0)}
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeGrace)
	defer cancel()
	if s.Shutdown(grace) != nil { // streams are open as long as somebody listens
		s.Close()
	}
	within(closeGrace, p.watch.work.Wait)
	return nil
}

// within waits for something, but not longer than that.
func within(limit time.Duration, wait func()) {
	done := make(chan struct{})
	go func() {
		wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(limit):
	}
}

// Address is what a host uses in the place of the server's.
func (p *Proxy) Address(l net.Listener) string {
	u := url.URL{Scheme: "http", Host: l.Addr().String(), Path: p.url.Path, RawPath: p.url.RawPath}
	return u.String()
}

// ServeHTTP passes one exchange through.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if why := p.stranger(r); why != "" {
		p.talk("refused: %s", why)
		http.Error(w, why, http.StatusForbidden)
		return
	}
	// Else the server ends the reading of the request when the answer begins, while
	// it is still being passed on, and tears the connection to the other side.
	rc := http.NewResponseController(w)
	_ = rc.EnableFullDuplex() // HTTP/2 always does
	req, x, err := p.onward(r)
	if err != nil {
		p.talk("%v", err)
		panic(http.ErrAbortHandler)
	}
	defer x.end()
	x.sent()
	resp, err := p.transport.RoundTrip(req)
	if err != nil {
		p.failed(w, r, err)
		return
	}
	defer resp.Body.Close()
	p.back(resp)
	x.answered(resp)
	passHeaders(w.Header(), resp.Header)
	for k := range resp.Trailer {
		w.Header().Add("Trailer", k)
	}
	w.WriteHeader(resp.StatusCode)
	_ = rc.Flush()
	if err := copyBody(w, rc, p.body(r, resp), x.see); err != nil {
		panic(http.ErrAbortHandler) // what broke there breaks here: not a clean end
	}
	for k, v := range resp.Trailer {
		w.Header()[k] = v
	}
}

// failed tells that there is no answer. The body stays empty: by the body clients
// learn what a server speaks, and this is none.
func (p *Proxy) failed(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		panic(http.ErrAbortHandler) // nobody is there any more
	}
	p.talk("%s", p.unreachable(err).text)
	w.Header().Set("Proxy-Status", `ac-proxy; error=`+kind(err))
	w.WriteHeader(http.StatusBadGateway)
}

// kind is the word for a fault of RFC 9209.
func kind(err error) string {
	var dns *net.DNSError
	var op *net.OpError
	var timeout interface{ Timeout() bool }
	switch {
	case errors.As(err, &dns):
		return "dns_error"
	case errors.As(err, &timeout) && timeout.Timeout():
		return "connection_timeout"
	case errors.As(err, &op) && op.Op == "dial":
		return "connection_refused"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "connection_terminated"
	}
	return "destination_unavailable"
}

// back turns what would lead past us back to us.
func (p *Proxy) back(resp *http.Response) {
	if u, err := resp.Location(); err == nil && origin(u) == origin(p.url) {
		u.Scheme, u.Host = "", ""
		resp.Header.Set("Location", u.String())
	}
}

// copyBody passes a body on, each piece as soon as it is there.
func copyBody(w io.Writer, rc *http.ResponseController, body io.Reader, see func([]byte, bool)) error {
	buf := make([]byte, 32<<10)
	for {
		n, err := body.Read(buf)
		see(buf[:n], err == io.EOF)
		if n > 0 {
			if _, werr := w.Write(buf[:n]); werr != nil {
				return werr
			}
			if ferr := rc.Flush(); ferr != nil {
				return ferr
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
