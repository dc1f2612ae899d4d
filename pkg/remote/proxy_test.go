package remote

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"agentconnector/pkg/meter"
	records "agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

// measured is what a meter has recorded.
type measured struct {
	tap *meter.Tap
	all []records.Measure
}

func measure() *measured {
	m := &measured{}
	m.tap = meter.NewTap(time.Now, meter.NewMeter(meter.Labels{Connector: "c", Defs: true}, time.Now(), func(r records.Measure) { m.all = append(m.all, r) }), func() {})
	return m
}

// proxyOf starts a proxy before a server and gives its address.
func proxyOf(t testing.TB, o Options, tap *meter.Tap, origins ...string) string {
	t.Helper()
	u, _ := startProxy(t, o, tap, origins...)
	return u
}

// startProxy also gives what ends it.
func startProxy(t testing.TB, o Options, tap *meter.Tap, origins ...string) (string, func()) {
	t.Helper()
	w := &world.World{OS: "linux", Environ: []string{"T=s3cret"}}
	p, err := NewProxy(w, o, origins, tap, func(string, ...any) {})
	if err != nil {
		t.Fatal(err)
	}
	l, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- p.Serve(ctx, l) }()
	stop := sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	return strings.TrimSuffix(p.Address(l), "/"), stop
}

// do sends a request and gives the response with its body.
func do(t testing.TB, method, url, body string, header http.Header) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(req.Header, header)
	if h := header.Get("Host"); h != "" {
		req.Host = h
	}
	resp, err := (&http.Transport{DisableCompression: true}).RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(text)
}

// Pages of others, and names that somebody made mean this machine, are refused.
func TestStrangersAreRefused(t *testing.T) {
	s := serve(t, nil, func(w http.ResponseWriter, r *http.Request, body string) { io.WriteString(w, r.Host) })
	u := proxyOf(t, Options{URL: s.URL}, nil, "https://app.example")
	port := u[strings.LastIndex(u, ":"):]
	for _, c := range []struct {
		host, origin string
		ok           bool
	}{
		{"127.0.0.1" + port, "", true},
		{"localhost" + port, "", true},
		{"[::1]" + port, "", true},
		{"127.0.0.1" + port, "http://localhost:3000", true},
		{"127.0.0.1" + port, "https://app.example", true},
		{"evil.example" + port, "", false},
		{"127.0.0.1.evil.example" + port, "", false},
		{"127.0.0.1:1", "", false},
		{"127.0.0.1", "", false},
		{"127.0.0.1" + port, "http://evil.example", false},
		{"127.0.0.1" + port, "https://app.example.evil", false},
		{"127.0.0.1" + port, "http://localhost.evil.example", false},
		{"127.0.0.1" + port, "null", false},
		{"127.0.0.1" + port, "", true},
	} {
		h := http.Header{"Host": {c.host}}
		if c.origin != "" {
			h["Origin"] = []string{c.origin}
		}
		resp, body := do(t, "POST", u, ping, h)
		if ok := resp.StatusCode == 200; ok != c.ok || ok && body != c.host {
			t.Errorf("%+v: %d %s", c, resp.StatusCode, body)
		}
	}
}

// Only this machine reaches the proxy.
func TestOnlyThisMachineIsListenedTo(t *testing.T) {
	for _, addr := range []string{"0.0.0.0:0", ":0", "[::]:0", "192.0.2.1:0", "example.com:0", "7000"} {
		if l, err := Listen(addr); err == nil {
			l.Close()
			t.Errorf("%s is listened to", addr)
		}
	}
	for _, addr := range []string{"127.0.0.1:0", "localhost:0"} {
		l, err := Listen(addr)
		if err != nil {
			t.Fatal(err)
		}
		l.Close()
	}
}

// What is of a connection ends at it, all else passes; what the user gave wins, and
// the server's own query goes with every message.
func TestHeadersAndAddressesPass(t *testing.T) {
	var got *http.Request
	s := serve(t, nil, func(w http.ResponseWriter, r *http.Request, body string) {
		got = r
		w.Header()["X-A"] = []string{"1", "2"}
		w.Header().Set("Connection", "x-gone")
		w.Header().Set("X-Gone", "1")
		w.Header().Set("Trailer", "X-End")
		w.WriteHeader(418)
		io.WriteString(w, "tea")
		w.Header().Set("X-End", "3")
	})
	u := proxyOf(t, Options{URL: s.URL + "/m%2Fcp?key=${env:T}", Headers: []string{"Authorization: Bearer ${env:T}"}}, nil)
	if !strings.HasSuffix(u, "/m%2Fcp") || strings.Contains(u, "s3cret") {
		t.Error(u)
	}
	resp, body := do(t, "POST", u+"?a=%20b", ping, http.Header{
		"Authorization": {"Bearer mine"}, "Mcp-Param-Empty": {""}, "Cookie": {"c=1"}, "Last-Event-Id": {"7"}, "Accept-Encoding": {"br"},
		"Connection": {"X-Hop, keep-alive"}, "X-Hop": {"1"}, "Te": {"trailers"}, "X-Many": {"1", "2"}, "User-Agent": {"h/1"}, "Traceparent": {"00-1"},
	})
	want := http.Header{
		"Authorization": {"Bearer s3cret"}, "Mcp-Param-Empty": {""}, "Cookie": {"c=1"}, "Last-Event-Id": {"7"}, "Accept-Encoding": {"br"},
		"X-Many": {"1", "2"}, "User-Agent": {"h/1"}, "Traceparent": {"00-1"}, "Content-Length": {fmt.Sprint(len(ping))},
	}
	if fmt.Sprint(got.Header) != fmt.Sprint(want) || got.RequestURI != "/m%2Fcp?key=s3cret&a=%20b" {
		t.Errorf("%s %v\nwant %v", got.RequestURI, got.Header, want)
	}
	if resp.StatusCode != 418 || body != "tea" || fmt.Sprint(resp.Header["X-A"]) != "[1 2]" || resp.Header.Get("X-Gone") != "" || resp.Trailer.Get("X-End") != "3" {
		t.Errorf("%d %s %v %v", resp.StatusCode, body, resp.Header, resp.Trailer)
	}
	if do(t, "GET", u[:strings.LastIndex(u, "/")]+"/.well-known/x", "", nil); got.RequestURI != "/.well-known/x" || got.UserAgent() != "Go-http-client/1.1" {
		t.Error(got.RequestURI, got.Header)
	}
}

// What would lead past the proxy leads to it, and what leads elsewhere stays.
func TestNothingLeadsPastTheProxy(t *testing.T) {
	var s *httptest.Server
	s = serve(t, nil, func(w http.ResponseWriter, r *http.Request, body string) {
		switch r.URL.Path {
		case "/there":
			w.Header().Set("Location", s.URL+"/b?c=1")
		case "/else":
			w.Header().Set("Location", "https://example.com/b")
		case "/one":
			answerSSE(w, "event: endpoint\r\ndata: "+s.URL+"/m?s=1\r\n\r\ndata: 1\r\n\r\n")
			return
		case "/two":
			for _, c := range "event:endpoint\ndata:" + s.URL + "/m?s=1\n\ndata: " + s.URL + "\n\n" {
				answerSSE(w, string(c))
			}
			return
		case "/three":
			answerSSE(w, "event: endpoint\ndata: https://example.com/m\n\n")
			return
		case "/four":
			answerSSE(w, "event: endpoint\ndata: /m?s=1\n\n")
			return
		case "/five":
			answerSSE(w, "data: 1\n\nevent: endpoint\ndata: "+s.URL+"/m\n\n")
			return
		}
		w.WriteHeader(307)
	})
	u := proxyOf(t, Options{URL: s.URL}, nil)
	for path, want := range map[string]string{
		"/there": "/b?c=1", "/else": "https://example.com/b",
		"/one":   "event: endpoint\r\ndata: /m?s=1\r\n\r\ndata: 1\r\n\r\n",
		"/two":   "event:endpoint\ndata:/m?s=1\n\ndata: " + s.URL + "\n\n",
		"/three": "event: endpoint\ndata: https://example.com/m\n\n",
		"/four":  "event: endpoint\ndata: /m?s=1\n\n",
		"/five":  "data: 1\n\nevent: endpoint\ndata: " + s.URL + "/m\n\n",
	} {
		resp, body := do(t, "GET", u+path, "", nil)
		if got := resp.Header.Get("Location") + body; got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

// A break is a break: the host does not take it for an end. Nor does it wait.
func TestBreaksPass(t *testing.T) {
	gone := make(chan bool)
	s := serve(t, nil, func(w http.ResponseWriter, r *http.Request, body string) {
		answerSSE(w, "data: 1\n\n")
		if r.URL.Path == "/wait" {
			<-r.Context().Done()
			close(gone)
			return
		}
		panic(http.ErrAbortHandler)
	})
	u := proxyOf(t, Options{URL: s.URL}, nil)
	resp, err := http.Post(u+"/break", "application/json", strings.NewReader(ping))
	if err != nil {
		t.Fatal(err)
	}
	if body, err := io.ReadAll(resp.Body); string(body) != "data: 1\n\n" || err == nil {
		t.Errorf("%q %v", body, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	req, _ := http.NewRequestWithContext(ctx, "POST", u+"/wait", strings.NewReader(ping))
	if resp, err = http.DefaultClient.Do(req); err != nil {
		t.Fatal(err)
	}
	resp.Body.Read(make([]byte, 1)) // the headers and the first event are there, though the answer is not
	cancel()
	select {
	case <-gone:
	case <-time.After(patience):
		t.Error("the server does not learn that its client has gone")
	}
	closed, _ := net.Listen("tcp", "127.0.0.1:0")
	closed.Close()
	u = proxyOf(t, Options{URL: "http://" + closed.Addr().String()}, nil)
	resp, body := do(t, "POST", u, ping, nil)
	if resp.StatusCode != 502 || body != "" || resp.Header.Get("Proxy-Status") != "ac-proxy; error=connection_refused" {
		t.Errorf("%d %q %v", resp.StatusCode, body, resp.Header)
	}
}

// Requests of any size pass as they are, whether their length is told or not.
func TestBodiesOfAnySizePass(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.NewResponseController(w).EnableFullDuplex()
		io.Copy(w, r.Body)
	}))
	defer s.Close()
	m := measure()
	u := proxyOf(t, Options{URL: s.URL}, m.tap)
	for _, n := range []int{0, 1, wholeBody - 1, wholeBody, wholeBody + 1, 3 * wholeBody} {
		body := bytes.Repeat([]byte("x"), n)
		for _, told := range []bool{true, false} {
			var r io.Reader = bytes.NewReader(body)
			if !told {
				r = io.MultiReader(r)
			}
			resp, err := http.Post(u, "application/json", r)
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(resp.Body)
			resp.Body.Close()
			if err != nil || !bytes.Equal(got, body) {
				t.Errorf("%d, told %v: %d came back, %v", n, told, len(got), err)
			}
		}
	}
	if !m.tap.Close() {
		t.Error("not measured in time")
	}
}

// A body that is not read before the answer begins breaks streams of proxies that
// do not see to it. Ours breaks none.
func TestNoStreamBreaks(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		rc := http.NewResponseController(w)
		rc.EnableFullDuplex()
		for i := range 3 { // before it has read the request
			fmt.Fprintf(w, "data: %d\n\n", i)
			rc.Flush()
		}
		io.Copy(io.Discard, r.Body)
	}))
	defer s.Close()
	u := proxyOf(t, Options{URL: s.URL}, nil)
	work := make(chan int)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			c := &http.Client{Transport: &http.Transport{}, Timeout: patience}
			for range work {
				resp, err := c.Post(u, "application/json", strings.NewReader(strings.Repeat(ping, 4)))
				if err != nil {
					t.Error(err)
					continue
				}
				got, err := io.ReadAll(resp.Body)
				resp.Body.Close()
				if string(got) != "data: 0\n\ndata: 1\n\ndata: 2\n\n" || err != nil {
					t.Errorf("%q %v", got, err)
				}
			}
		})
	}
	for i := range 1000 {
		work <- i
	}
	close(work)
	wg.Wait()
}

// stream is a generated stream of events, with the chunks that it is sent in.
func stream(r *rand.Rand, id int) (chunks [][]byte) {
	ends := []string{"\n", "\r\n", "\r"}
	end := ends[r.IntN(len(ends))]
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format, args...); b.WriteString(end) }
	for range r.IntN(6) {
		switch r.IntN(7) {
		case 0:
			line(": %s", strings.Repeat("c", r.IntN(50)))
		case 1:
			line("id: %d", r.IntN(1e6))
			line("data:")
			line("")
		case 2:
			line("retry: %d", r.IntN(1e4))
		case 3:
			line(`data: {"jsonrpc":"2.0",`)
			line(`data:"method":"notifications/progress","params":{"x":"é😀"}}`)
			line("")
		case 4:
			line("event: message")
			line(`data: {"jsonrpc":"2.0","id":%d,"method":"ping"}`, r.IntN(9))
			line("")
		case 5:
			line(`data: {"jsonrpc":"2.0","method":"notifications/message","params":{"data":"%s"}}`, strings.Repeat("x", r.IntN(200_000)))
			line("")
		case 6:
			b.Write([]byte{0xff, 0xfe, 0})
			line("")
		}
	}
	line(`data: {"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":"hello world"}]}}`, id)
	line("")
	for rest := []byte(b.String()); len(rest) > 0; {
		n := 1 + r.IntN(4)
		if r.IntN(3) > 0 || len(rest) > 5000 {
			n = 1 + r.IntN(len(rest))
		}
		n = min(n, len(rest))
		chunks, rest = append(chunks, rest[:n]), rest[n:]
	}
	return chunks
}

// packed is a stream in some coding, each chunk flushed.
func packed(coding string, chunks [][]byte) (out [][]byte) {
	var b bytes.Buffer
	var w interface {
		io.WriteCloser
		Flush() error
	}
	switch coding {
	case "gzip":
		w = gzip.NewWriter(&b)
	case "deflate":
		w = zlib.NewWriter(&b)
	case "raw deflate":
		w, _ = flate.NewWriter(&b, -1)
	default:
		return chunks
	}
	take := func() {
		if b.Len() > 0 {
			out = append(out, bytes.Clone(b.Bytes()))
			b.Reset()
		}
	}
	for _, c := range chunks {
		w.Write(c)
		w.Flush()
		take()
	}
	w.Close()
	take()
	return out
}

// Through the proxy the bytes are those without it, whatever they are, and each
// call is measured.
func TestBytesAreTheSame(t *testing.T) {
	var mu sync.Mutex
	streams := map[string][][]byte{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		mu.Lock()
		chunks := streams[r.URL.Path]
		mu.Unlock()
		w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
		if c := r.Header.Get("Coding"); c != "" {
			w.Header().Set("Content-Encoding", strings.TrimPrefix(c, "raw "))
		}
		for _, c := range chunks {
			w.Write(c)
			http.NewResponseController(w).Flush()
		}
	}))
	defer s.Close()
	m := measure()
	u, stop := startProxy(t, Options{URL: s.URL}, m.tap)
	r := rand.New(rand.NewPCG(1, 2))
	codings := []string{"", "gzip", "deflate", "raw deflate"}
	const n = 120
	for i := range n {
		path := fmt.Sprintf("/%d", i)
		coding := codings[i%len(codings)]
		mu.Lock()
		streams[path] = packed(coding, stream(r, i))
		want := bytes.Join(streams[path], nil)
		mu.Unlock()
		body := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"t%d"}}`, i, i%len(codings))
		header := http.Header{"Coding": {coding}}
		for _, base := range []string{s.URL, u} {
			if _, got := do(t, "POST", base+path, body, header); got != string(want) {
				t.Fatalf("stream %d through %s: %d bytes, want %d", i, base, len(got), len(want))
			}
		}
	}
	stop()
	if !m.tap.Close() {
		t.Fatal("not measured in time")
	}
	calls := map[string]int{}
	for _, r := range m.all {
		if r.Kind == records.KindCall && r.OutputTokens == 2 && !r.IsError {
			calls[r.Tool]++
		}
	}
	for i := range codings {
		if tool := fmt.Sprintf("t%d", i); calls[tool] != n/len(codings) {
			t.Errorf("%q: %d of %d calls were counted", codings[i], calls[tool], n/len(codings))
		}
	}
}

// A response in a coding that we do not know is the answer all the same, of which
// the length alone is known.
func TestAnUnknownCodingIsCountedInBytes(t *testing.T) {
	s := serve(t, nil, func(w http.ResponseWriter, r *http.Request, body string) {
		w.Header().Set("Content-Encoding", "br")
		answerJSON(w, strings.Repeat("x", 4000))
	})
	m := measure()
	u, stop := startProxy(t, Options{URL: s.URL}, m.tap)
	if _, got := do(t, "POST", u, `{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"t"}}`, nil); len(got) != 4000 {
		t.Error(len(got))
	}
	stop()
	if !m.tap.Close() {
		t.Fatal("not measured in time")
	}
	r := m.all[0]
	if r.Kind != records.KindCall || r.IsError || r.OutputBytes != 4000 || r.OutputTokens < 900 || r.Confidence != records.Heuristic {
		t.Errorf("%+v", r)
	}
}

// Sessions are told apart, whatever their clients call their requests, and their
// names are in no record.
func TestSessionsAreToldApart(t *testing.T) {
	s := serve(t, nil, func(w http.ResponseWriter, r *http.Request, body string) {
		switch {
		case r.Method == "GET" && r.URL.Path == "/sse":
			answerSSE(w, "event: endpoint\ndata: /m?sessionId=s3cret\n\n")
			time.Sleep(100 * time.Millisecond)
			answerSSE(w, "data: "+strings.Replace(pong, `"id":1`, `"id":7`, 1)+"\n\n")
		case r.Method == "GET": // a resumed stream
			answerSSE(w, `data: {"jsonrpc":"2.0","id":5,"result":{"content":[]}}`+"\n\n")
		case r.Method == "DELETE":
		case strings.Contains(body, "initialize\""):
			w.Header().Set("Mcp-Session-Id", "s3cret-"+r.Header.Get("Who"))
			answerJSON(w, helloed)
		case strings.Contains(body, `"id":5`):
			answerSSE(w, "id: 1\ndata:\n\n") // the answer comes elsewhere
		case r.URL.Path == "/m":
			w.WriteHeader(202)
		default:
			answerJSON(w, `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"hello world"}]}}`)
		}
	})
	m := measure()
	u := proxyOf(t, Options{URL: s.URL}, m.tap)
	call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"%s}}`
	for _, who := range []string{"ann", "bob"} {
		do(t, "POST", u, strings.Replace(hello, `"h"`, `"`+who+`"`, 1), http.Header{"Who": {who}})
	}
	of := func(who string) http.Header { return http.Header{"Mcp-Session-Id": {"s3cret-" + who}} }
	do(t, "POST", u, fmt.Sprintf(call, ""), of("bob"))
	do(t, "POST", u, strings.Replace(fmt.Sprintf(call, ""), `"id":1`, `"id":5`, 1), of("ann"))
	do(t, "GET", u, "", of("ann"))
	do(t, "DELETE", u, "", of("ann"))
	do(t, "POST", u, fmt.Sprintf(call, ","+meta), nil)
	done := make(chan bool)
	go func() { do(t, "GET", u+"/sse", "", nil); close(done) }()
	time.Sleep(50 * time.Millisecond)
	do(t, "POST", u+"/m?sessionId=s3cret", `{"jsonrpc":"2.0","id":7,"method":"ping"}`, nil)
	<-done
	if !m.tap.Close() {
		t.Fatal("not measured in time")
	}
	var got []string
	for _, r := range m.all {
		if r.Kind == records.KindCall || r.Method == "ping" {
			got = append(got, fmt.Sprintf("%s %s %s %d %v", r.Method, r.Client, r.Protocol, r.OutputTokens, r.IsError))
		}
		if strings.Contains(fmt.Sprintf("%+v", r), "s3cret") {
			t.Errorf("%+v", r)
		}
	}
	slices.Sort(got)
	want := []string{"ping   0 false", "tools/call  2026-07-28 2 false", "tools/call ann/1 2025-06-18 0 false", "tools/call bob/1 2025-06-18 2 false"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
