package remote

import (
	"context"
	"crypto/x509"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"agentconnector/pkg/world"
)

// Over TLS the newest HTTP is spoken, and a certificate that nobody vouches for is
// an error that says so.
func TestServersOverTLS(t *testing.T) {
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.ProtoMajor != 2 || string(body) != ping {
			t.Errorf("%s %q", r.Proto, body)
		}
		answerSSE(w, ": one\n\n")
		answerSSE(w, "data: "+pong+"\n\n")
	}))
	s.EnableHTTP2 = true
	s.StartTLS()
	defer s.Close()
	known := x509.NewCertPool()
	known.AddCert(s.Certificate())

	p, err := NewProxy(&world.World{}, Options{URL: s.URL}, nil, nil, t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	p.transport.(*http.Transport).TLSClientConfig.RootCAs = known
	l, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go p.Serve(ctx, l)
	if resp, got := do(t, "POST", p.Address(l), ping, nil); resp.ProtoMajor != 1 || got != ": one\n\ndata: "+pong+"\n\n" {
		t.Errorf("%s %q", resp.Proto, got)
	}

	h := hostOf(t, Options{URL: s.URL})
	h.say(ping)
	if got := h.hear(); !strings.Contains(got, "certificate signed by unknown authority") {
		t.Error(got)
	}
	h.leave()
}
