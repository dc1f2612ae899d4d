package remote

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"
)

// One call to a server that answers at once: by itself, through the proxy that
// measures, and through the standard library's, which does not.
func BenchmarkCall(b *testing.B) {
	answer := `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"` + strings.Repeat("hello world ", 100) + `"}]}}`
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, "data: "+answer+"\n\n")
	}))
	defer s.Close()
	u, err := url.Parse(s.URL)
	if err != nil {
		b.Fatal(err)
	}
	library := httputil.NewSingleHostReverseProxy(u)
	library.FlushInterval = -1
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = http.NewResponseController(w).EnableFullDuplex() // or it breaks some
		library.ServeHTTP(w, r)
	}))
	defer other.Close()
	m := measure()
	ours := proxyOf(b, Options{URL: s.URL}, m.tap)
	call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":{}}}`
	for _, c := range []struct{ name, url string }{{"direct", s.URL}, {"ac-proxy", ours}, {"ReverseProxy", other.URL}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				resp, err := http.Post(c.url, "application/json", strings.NewReader(call))
				if err != nil {
					b.Fatal(err)
				}
				io.Copy(io.Discard, resp.Body)
				resp.Body.Close()
			}
		})
	}
	m.tap.Close()
}
