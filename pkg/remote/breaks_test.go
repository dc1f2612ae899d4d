package remote

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"agentconnector/pkg/world"
)

// Whatever breaks, every request that waits gets an answer that says what broke,
// and no value of a variable is in it.
func TestWhoWaitsLearnsWhatBroke(t *testing.T) {
	reset := func(w http.ResponseWriter) {
		c, _, _ := http.NewResponseController(w).Hijack()
		c.(*net.TCPConn).SetLinger(0)
		c.Close()
	}
	closed, _ := net.Listen("tcp", "127.0.0.1:0")
	closed.Close()
	for name, c := range map[string]struct {
		answer func(w http.ResponseWriter, r *http.Request)
		url    string
		want   string
	}{
		"refused":           {nil, "http://" + closed.Addr().String() + "/${env:KEY}", "cannot reach the server at http://" + closed.Addr().String() + "/${env:KEY}: dial tcp " + closed.Addr().String() + ": connect"},
		"no such host":      {nil, "http://no-such-host.invalid/?k=${env:KEY}", "cannot reach the server at http://no-such-host.invalid/?k=${env:KEY}: "},
		"before the answer": {func(w http.ResponseWriter, r *http.Request) { reset(w) }, "", "cannot reach the server at URL/?k=${env:KEY}: "},
		"in the middle of it": {func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "1000")
			answerJSON(w, `{"jsonrpc":`)
			http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}, "", "cannot reach the server at URL/?k=${env:KEY}: unexpected EOF"},
		"in the middle of a stream": {func(w http.ResponseWriter, r *http.Request) {
			answerSSE(w, "data: {\"jsonrpc\"")
			panic(http.ErrAbortHandler)
		}, "", "the server at URL/?k=${env:KEY} ended its stream without the answer"},
	} {
		t.Run(name, func(t *testing.T) {
			shown := c.url
			if c.url == "" {
				s := serve(t, nil, func(w http.ResponseWriter, r *http.Request, body string) { c.answer(w, r) })
				shown = s.URL + "/?k=${env:KEY}"
				c.want = strings.ReplaceAll(c.want, "URL", s.URL)
			}
			h := hostOf(t, Options{URL: shown, Headers: []string{"X: ${env:KEY}"}}, "KEY=s3cret")
			h.say(ping)
			got := h.hear()
			if !strings.Contains(got, `"id":1,"error":{"code":-32000,"message":"ac-proxy: `+c.want) || strings.Contains(got, "s3cret") ||
				name == "refused" && !strings.Contains(got, "refused") { // in the words of the system
				t.Errorf("got %s\nwant %s", got, c.want)
			}
			if err := h.leave(); err != nil {
				t.Error(err)
			}
		})
	}
}

// What is no JSON is not sent, and said so as a server would.
func TestALineThatIsNoJSON(t *testing.T) {
	s := serve(t, nil, func(w http.ResponseWriter, r *http.Request, body string) { answerJSON(w, pong) })
	h := hostOf(t, Options{URL: s.URL})
	h.say("noise", "", ping)
	h.expect(`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"ac-proxy: this line is no JSON"}}`, pong)
	h.leave()
}

// A batch breaks as a whole: each of its requests is answered.
func TestABatchBreaks(t *testing.T) {
	s := serve(t, nil, func(w http.ResponseWriter, r *http.Request, body string) {
		answerSSE(w, `data: {"jsonrpc":"2.0","id":"b","result":{}}`+"\n\n")
	})
	h := hostOf(t, Options{URL: s.URL})
	h.say(`[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":"b","method":"ping"},{"jsonrpc":"2.0","method":"x"}]`)
	h.expect(`{"jsonrpc":"2.0","id":"b","result":{}}`, failed("the server at "+s.URL+" ended its stream without the answer", 0))
	h.leave()
}

// A server that numbers its events is asked for those that are missing.
func TestAStreamIsResumed(t *testing.T) {
	var seen wire
	n := 0
	s := serve(t, &seen, func(w http.ResponseWriter, r *http.Request, body string) {
		switch n++; n {
		case 1:
			answerSSE(w, "id: a\nretry: 10\ndata:\n\nid: b\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"one\"}\n\nid: c\ndata: cut")
			panic(http.ErrAbortHandler)
		case 2:
			w.WriteHeader(503)
		case 3:
			answerSSE(w, "id: d\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"two\"}\n\n")
		default:
			answerSSE(w, "id: e\ndata: "+pong+"\n\n")
		}
	})
	h := hostOf(t, Options{URL: s.URL})
	h.say(ping)
	h.expect(`{"jsonrpc":"2.0","method":"one"}`, `{"jsonrpc":"2.0","method":"two"}`, pong)
	if err := h.leave(); err != nil {
		t.Error(err)
	}
	if want := "POST " + ping + "\nGET Last-Event-Id=b\nGET Last-Event-Id=b\nGET Last-Event-Id=d"; seen.all() != want {
		t.Errorf("%s", seen.all())
	}
}

// To cancel is to close the stream, since 2026-07-28; it is a notification before.
func TestCancelling(t *testing.T) {
	for name, c := range map[string]struct {
		params string
		want   string
	}{
		"stateless": {`,"params":{` + meta + `}`, ""},
		"before":    {"", "POST {\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}"},
	} {
		t.Run(name, func(t *testing.T) {
			var seen wire
			came, gone := make(chan bool), make(chan bool)
			s := serve(t, &seen, func(w http.ResponseWriter, r *http.Request, body string) {
				if strings.Contains(body, "cancelled") {
					w.WriteHeader(202)
					close(gone)
					return
				}
				answerSSE(w, ": hi\n\n")
				close(came)
				<-r.Context().Done()
				if name == "stateless" {
					close(gone)
				}
			})
			h := hostOf(t, Options{URL: s.URL})
			h.say(`{"jsonrpc":"2.0","id":1,"method":"tools/call"` + c.params + `}`)
			<-came
			h.say(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
			select {
			case <-gone:
			case <-time.After(patience):
				t.Fatal("the server does not learn it")
			}
			if err := h.leave(); err != nil { // nor does anybody answer what is cancelled
				t.Error(err)
			}
			if _, more, _ := strings.Cut(seen.all(), "\n"); more != c.want {
				t.Errorf("%s", more)
			}
		})
	}
}

// The transport of 2024-11-05, found out or asked for.
func TestTheOldTransport(t *testing.T) {
	for name, c := range map[string]struct {
		sse      bool
		endpoint string
		want     string
	}{
		"found out":      {false, "/m?sessionId=1", ""},
		"asked for":      {true, "m?sessionId=1", ""},
		"whole address":  {false, "URL/m?sessionId=1", ""},
		"another origin": {false, "http://127.0.0.1:9/m", "the server at URL/sse answered 404 Not Found"},
		"and asked for":  {true, "http://127.0.0.1:9/m", "the server at URL/sse names no address of its own for messages"},
	} {
		t.Run(name, func(t *testing.T) {
			say := make(chan string)
			mux := http.NewServeMux()
			s := httptest.NewServer(mux)
			defer s.Close()
			mux.HandleFunc("GET /sse", func(w http.ResponseWriter, r *http.Request) {
				answerSSE(w, "event: endpoint\ndata: "+strings.ReplaceAll(c.endpoint, "URL", s.URL)+"\n\n")
				for {
					select {
					case line := <-say:
						answerSSE(w, "event: message\ndata: "+line+"\n\n")
						if line == "" {
							return
						}
					case <-r.Context().Done():
						return
					}
				}
			})
			mux.HandleFunc("POST /m", func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				w.WriteHeader(202)
				io.WriteString(w, "Accepted")
				switch {
				case strings.Contains(string(body), "initialize\""):
					go func() { say <- helloed }()
				case strings.Contains(string(body), "ping"):
					go func() { say <- pong }()
				case strings.Contains(string(body), "end"):
					go func() { say <- "" }()
				}
			})
			mux.HandleFunc("POST /sse", http.NotFound)
			h := hostOf(t, Options{URL: s.URL + "/sse", SSE: c.sse})
			h.say(hello)
			if c.want != "" {
				if got := h.hear(); !strings.Contains(got, strings.ReplaceAll(c.want, "URL", s.URL)) {
					t.Error(got)
				}
				return
			}
			h.expect(helloed)
			h.say(ready, ping)
			h.expect(pong)
			h.say(`{"jsonrpc":"2.0","id":1,"method":"end"}`) // with the stream the session ends
			h.expect(failed("the server at "+s.URL+"/sse ended its stream", 0))
			if err := <-h.ended; err == nil {
				t.Error("no error")
			}
		})
	}
}

// Redirects are followed within an origin, with the body; credentials go no further.
func TestRedirects(t *testing.T) {
	var seen, other wire
	there := serve(t, &other, func(w http.ResponseWriter, r *http.Request, body string) { answerJSON(w, pong) })
	s := serve(t, &seen, func(w http.ResponseWriter, r *http.Request, body string) {
		switch r.URL.Path {
		case "/within":
			http.Redirect(w, r, "/b", http.StatusTemporaryRedirect)
		case "/get":
			http.Redirect(w, r, "/b", http.StatusFound)
		case "/out":
			http.Redirect(w, r, there.URL+"/b?secret", http.StatusPermanentRedirect)
		case "/round":
			http.Redirect(w, r, "/round", http.StatusTemporaryRedirect)
		default:
			answerJSON(w, pong)
		}
	})
	for path, want := range map[string]string{
		"/within": pong,
		"/get":    failed("the server at "+s.URL+"/get answered 302 Found, to "+s.URL+": write the address that it moves to into the server's url; a token is not sent there unasked", 302),
		"/out":    failed("the server at "+s.URL+"/out answered 308 Permanent Redirect, to "+there.URL+": write the address that it moves to into the server's url; a token is not sent there unasked", 308),
		"/round":  failed("the server at "+s.URL+"/round answered 307 Temporary Redirect, to "+s.URL+": write the address that it moves to into the server's url; a token is not sent there unasked", 307),
	} {
		h := hostOf(t, Options{URL: s.URL + path, Headers: []string{"Authorization: Bearer x"}})
		h.say(ping)
		h.expect(want)
		h.leave()
	}
	if other.all() != "" {
		t.Errorf("the other server was asked: %s", other.all())
	}
	if n := strings.Count(seen.all(), "POST Authorization=Bearer x "+ping); n != 3+1+1+maxHops {
		t.Errorf("%d\n%s", n, seen.all())
	}
}

// Requests wait for their answers side by side; a slow one stops nobody.
func TestRequestsGoSideBySide(t *testing.T) {
	first := make(chan bool)
	s := serve(t, nil, func(w http.ResponseWriter, r *http.Request, body string) {
		if strings.Contains(body, `"id":1,`) {
			<-first
		}
		answerJSON(w, strings.Replace(pong, `1`, body[strings.Index(body, `"id":`)+5:strings.Index(body, `,"method"`)], 1))
	})
	h := hostOf(t, Options{URL: s.URL})
	h.say(ping)
	for i := 2; i < 100; i++ {
		h.say(strings.Replace(ping, `"id":1`, fmt.Sprintf(`"id":%d`, i), 1))
	}
	for range 98 {
		if h.hear() == pong {
			t.Error("too early")
		}
	}
	close(first)
	h.expect(pong)
	h.leave()
}

// The end of input waits for answers, and a context for nothing.
func TestTheEndOfInput(t *testing.T) {
	s := serve(t, nil, func(w http.ResponseWriter, r *http.Request, body string) {
		time.Sleep(200 * time.Millisecond)
		answerJSON(w, pong)
	})
	h := hostOf(t, Options{URL: s.URL})
	go func() {
		h.say(ping)
		h.in.Close()
	}()
	h.expect(pong)
	if err := <-h.ended; err != nil {
		t.Error(err)
	}
}

// What is wrong with the options is said before anything is sent.
func TestOptionsThatAreWrong(t *testing.T) {
	w := &world.World{OS: "linux", Environ: []string{"NL=a\nb", "E="}}
	for want, o := range map[string]Options{
		"the address ${env:X} needs X, which is not set":                          {URL: "${env:X}"},
		"the address http://h/%(X) needs X, which is not set":                     {URL: "http://h/%(X)", Percent: true},
		"the address ftp://h: expected http://HOST/PATH or https://HOST/PATH":     {URL: "ftp://h"},
		"the address http:///x: expected http://HOST/PATH or https://HOST/PATH":   {URL: "http:///x"},
		"expected no user or password in it":                                      {URL: "http://u:p@h/"},
		`--header "A": expected NAME: TEXT`:                                       {URL: "http://h", Headers: []string{"A"}},
		`--header "A B: c": expected NAME: TEXT`:                                  {URL: "http://h", Headers: []string{"A B: c"}},
		"the header A needs X, E, which is not set":                               {URL: "http://h", Headers: []string{"A: ${env:X}${env:E}"}},
		"the header A: the value of a variable in it holds a line end or another": {URL: "http://h", Headers: []string{"A: ${env:NL}"}},
	} {
		if _, err := resolve(w, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %s", o, err, want)
		}
	}
	if _, err := resolve(w, Options{URL: "http://${env:X:-h}/", Headers: []string{"A: ${env:X:-}", "B:%(X)"}}); err != nil {
		t.Error(err)
	}
}
