package remote

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"agentconnector/pkg/world"
)

// patience is how long a test waits for what must come.
const patience = 20 * time.Second

// host is a host at the other end of a bridge.
type host struct {
	t     *testing.T
	in    *io.PipeWriter
	lines chan string
	ended chan error
}

// hostOf starts a bridge to an address.
func hostOf(t *testing.T, o Options, env ...string) *host {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	w := &world.World{Stdout: outW, Environ: env, OS: "linux"}
	b, err := NewBridge(w, o, t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	h := &host{t, inW, make(chan string, 1000), make(chan error, 1)}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(func() { inW.Close(); cancel() })
	go func() {
		err := b.Run(ctx, inR)
		outW.Close()
		h.ended <- err
	}()
	go func() {
		defer close(h.lines)
		for r := bufio.NewReader(outR); ; {
			line, err := r.ReadString('\n')
			if line != "" {
				h.lines <- line
			}
			if err != nil {
				return
			}
		}
	}()
	return h
}

func (h *host) say(lines ...string) {
	h.t.Helper()
	for _, l := range lines {
		if _, err := io.WriteString(h.in, l+"\n"); err != nil {
			h.t.Fatal(err)
		}
	}
}

// hear is the next line.
func (h *host) hear() string {
	h.t.Helper()
	select {
	case l := <-h.lines:
		return strings.TrimSuffix(l, "\n")
	case <-time.After(patience):
		h.t.Fatal("nothing comes")
		return ""
	}
}

// expect wants these lines next.
func (h *host) expect(want ...string) {
	h.t.Helper()
	for _, w := range want {
		if got := h.hear(); got != w {
			h.t.Fatalf("got  %s\nwant %s", got, w)
		}
	}
}

// leave closes the input and waits for the end.
func (h *host) leave() error {
	h.t.Helper()
	h.in.Close()
	select {
	case err := <-h.ended:
		for l := range h.lines {
			h.t.Errorf("one more line: %s", l)
		}
		return err
	case <-time.After(patience):
		h.t.Fatal("it does not end")
		return nil
	}
}

// wire is what a server of a test has seen.
type wire struct {
	sync.Mutex
	seen []string
}

func (w *wire) note(format string, args ...any) {
	w.Lock()
	defer w.Unlock()
	w.seen = append(w.seen, fmt.Sprintf(format, args...))
}

func (w *wire) all() string {
	w.Lock()
	defer w.Unlock()
	return strings.Join(w.seen, "\n")
}

// serve is a server that answers by what is in the body of a request, and notes
// what it was asked.
func serve(t *testing.T, seen *wire, answer func(w http.ResponseWriter, r *http.Request, body string)) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if seen != nil {
			note := r.Method
			for _, k := range []string{"Mcp-Session-Id", "Mcp-Protocol-Version", "Mcp-Method", "Mcp-Name", "Mcp-Param-Region", "Last-Event-Id", "Authorization"} {
				if v, ok := r.Header[k]; ok {
					note += fmt.Sprintf(" %s=%s", k, v[0])
				}
			}
			seen.note("%s", strings.TrimSpace(note+" "+string(body)))
		}
		answer(w, r, string(body))
	}))
	t.Cleanup(s.CloseClientConnections)
	t.Cleanup(s.Close)
	return s
}

func answerJSON(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", "application/json")
	io.WriteString(w, text)
}

func answerSSE(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", "text/event-stream")
	io.WriteString(w, text)
	http.NewResponseController(w).Flush()
}

const (
	hello   = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","clientInfo":{"name":"h","version":"1"},"capabilities":{}}}`
	helloed = `{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","serverInfo":{"name":"s","version":"1"},"capabilities":{}}}`
	ready   = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	ping    = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	pong    = `{"jsonrpc":"2.0","id":1,"result":{}}`
	meta    = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}`
)

// What a server says comes as lines, whatever it comes in.
func TestAnswersBecomeLines(t *testing.T) {
	for name, c := range map[string]struct {
		answer func(w http.ResponseWriter)
		want   []string
	}{
		"json": {func(w http.ResponseWriter) { answerJSON(w, pong) }, []string{pong}},
		"json on several lines": {func(w http.ResponseWriter) {
			answerJSON(w, "{\"jsonrpc\":\"2.0\",\r\n \"id\":1,\n\"result\":{\"a\":\"\\n\xff\"}}\n")
		},
			[]string{`{"jsonrpc":"2.0",   "id":1, "result":{"a":"\n` + "\xff" + `"}} `}},
		"a charset": {func(w http.ResponseWriter) {
			w.Header().Set("Content-Type", "Application/JSON; charset=utf-8")
			io.WriteString(w, pong)
		}, []string{pong}},
		"events": {func(w http.ResponseWriter) {
			answerSSE(w, "id: 1\r\ndata:\r\n\r\n: hi\r\n\r\nevent: message\r\ndata: {\"method\":\"a\",\r\ndata: \"jsonrpc\":\"2.0\"}\r\n\r\nevent: other\r\ndata: {}\r\n\r\ndata: "+pong+"\r\n\r\n")
		}, []string{`{"method":"a", "jsonrpc":"2.0"}`, pong}},
		"an event that is no JSON is not passed on": {func(w http.ResponseWriter) { answerSSE(w, "data: nope\n\ndata: "+pong+"\n\n") }, []string{pong}},
		"batch": {func(w http.ResponseWriter) { answerJSON(w, "["+pong+"]") }, []string{"[" + pong + "]"}},
		"error": {func(w http.ResponseWriter) {
			answerJSON(w, `{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"x"}}`)
		}, []string{`{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"x"}}`}},
		"the stream ends": {func(w http.ResponseWriter) { answerSSE(w, ": nothing\n\n") }, []string{failed("the server at URL ended its stream without the answer", 0)}},
		"nothing":         {func(w http.ResponseWriter) { w.WriteHeader(202) }, []string{failed("the server at URL answered 202 Accepted without a message", 202)}},
		"no JSON":         {func(w http.ResponseWriter) { answerJSON(w, "<html>") }, []string{failed("the server at URL answered what is no JSON (6 bytes)", 200)}},
		"another answer": {func(w http.ResponseWriter) { answerJSON(w, `{"jsonrpc":"2.0","id":"1","result":{}}`) },
			[]string{`{"jsonrpc":"2.0","id":"1","result":{}}`, failed("the server at URL answered, but not this request", 0)}},
		"500": {func(w http.ResponseWriter) { http.Error(w, "<b>boom</b>", 500) }, []string{failed("the server at URL answered 500 Internal Server Error", 500)}},
		"401": {func(w http.ResponseWriter) { http.Error(w, "no", http.StatusUnauthorized) },
			[]string{failed("the server at URL answered 401 Unauthorized: it wants a token, or another one. If it wants a login (OAuth), the host itself has to speak to it: set wrapForTelemetry of the server to false", 401)}},
		"an error object without an id is that of the request": {func(w http.ResponseWriter) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(400)
			io.WriteString(w, "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32022,\n\"message\":\"v\"}}")
		}, []string{`{"jsonrpc":"2.0","id":1,"error":{"code":-32022, "message":"v"}}`}},
		"an error object with the id passes": {func(w http.ResponseWriter) {
			w.WriteHeader(404)
			io.WriteString(w, `{"error":{"code":-32601,"message":"v"},"jsonrpc":"2.0","id":1}`)
		}, []string{`{"error":{"code":-32601,"message":"v"},"jsonrpc":"2.0","id":1}`}},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, nil, func(w http.ResponseWriter, r *http.Request, body string) { c.answer(w) })
			h := hostOf(t, Options{URL: s.URL})
			h.say(ping)
			for _, want := range c.want {
				h.expect(strings.ReplaceAll(want, "URL", s.URL))
			}
			if err := h.leave(); err != nil {
				t.Error(err)
			}
		})
	}
}

func failed(text string, status int) string {
	data := ""
	if status != 0 {
		data = fmt.Sprintf(`,"data":{"status":%d}`, status)
	}
	return `{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"ac-proxy: ` + text + `"` + data + `}}`
}

// A session of the initialize eras: its id and version go with all that follows, in
// the order of the host; the server may ask, too; at the end the session is ended.
func TestASessionIsKept(t *testing.T) {
	var seen wire
	asked := make(chan bool)
	s := serve(t, &seen, func(w http.ResponseWriter, r *http.Request, body string) {
		switch {
		case r.Method == "GET":
			answerSSE(w, `data: {"jsonrpc":"2.0","id":0,"method":"ping"}`+"\n\n")
			<-r.Context().Done()
		case r.Method == "DELETE":
			w.WriteHeader(405)
		case strings.Contains(body, "initialize\""):
			time.Sleep(20 * time.Millisecond) // who does not wait is before the session
			w.Header().Set("Mcp-Session-Id", "S1")
			answerJSON(w, helloed)
		case strings.Contains(body, `"ping"`):
			answerJSON(w, pong)
		case strings.Contains(body, `"result"`):
			w.WriteHeader(202)
			close(asked)
		default:
			time.Sleep(20 * time.Millisecond)
			w.WriteHeader(202)
		}
	})
	h := hostOf(t, Options{URL: s.URL, Headers: []string{"Authorization: Bearer ${env:T}"}}, "T=s3cret")
	h.say(hello, ready, ping)
	got := h.hear() + "\n" + h.hear() + "\n" + h.hear()
	for _, want := range []string{helloed, `{"jsonrpc":"2.0","id":0,"method":"ping"}`, pong} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in\n%s", want, got)
		}
	}
	h.say(`{"jsonrpc":"2.0","id":0,"result":{}}`)
	<-asked
	if err := h.leave(); err != nil {
		t.Error(err)
	}
	const with = " Mcp-Session-Id=S1 Mcp-Protocol-Version=2025-06-18 Authorization=Bearer s3cret"
	all := strings.Replace(seen.all(), "GET"+with+"\n", "", 1)
	want := "POST Authorization=Bearer s3cret " + hello + "\nPOST" + with + " " + ready + "\nPOST" + with + " " + ping + "\nPOST" + with + ` {"jsonrpc":"2.0","id":0,"result":{}}` + "\nDELETE" + with
	if all != want || all == seen.all() {
		t.Errorf("got\n%s\nwant\n%s", seen.all(), want)
	}
}

// A server may forget a session. The transport asks a client to begin anew, and
// what was lost is said again, once.
func TestALostSessionIsBegunAnew(t *testing.T) {
	var seen wire
	n := 0
	s := serve(t, &seen, func(w http.ResponseWriter, r *http.Request, body string) {
		switch {
		case r.Method != "POST":
			w.WriteHeader(405)
		case strings.Contains(body, "initialize\""):
			n++
			w.Header().Set("Mcp-Session-Id", fmt.Sprint("S", n))
			answerSSE(w, "data: "+helloed+"\n\n")
		case r.Header.Get("Mcp-Session-Id") == "S1" && strings.Contains(body, "ping"):
			w.WriteHeader(404)
		case strings.Contains(body, "ping"):
			answerJSON(w, pong)
		default:
			w.WriteHeader(202)
		}
	})
	h := hostOf(t, Options{URL: s.URL})
	h.say(hello)
	h.expect(helloed)
	h.say(ready, ping)
	h.expect(pong)
	if err := h.leave(); err != nil || n != 2 {
		t.Error(err, n, seen.all())
	}
	if !strings.Contains(seen.all(), "DELETE Mcp-Session-Id=S2 Mcp-Protocol-Version=2025-06-18") {
		t.Error(seen.all())
	}
}

// If it begins no new one, the host learns it from the answer, and from our end.
func TestASessionLostForGood(t *testing.T) {
	begun := false
	s := serve(t, nil, func(w http.ResponseWriter, r *http.Request, body string) {
		if strings.Contains(body, "initialize\"") && !begun {
			begun = true
			w.Header().Set("Mcp-Session-Id", "S1")
			answerJSON(w, helloed)
			return
		}
		w.WriteHeader(404)
	})
	h := hostOf(t, Options{URL: s.URL})
	h.say(hello)
	h.expect(helloed)
	h.say(ping)
	h.expect(failed("the server at "+s.URL+" has ended the session and begins no new one", 404))
	select {
	case err := <-h.ended:
		if err == nil {
			t.Error("no error")
		}
	case <-time.After(patience):
		t.Error("it goes on")
	}
}

// The headers of the stateless revisions repeat the body.
func TestHeadersRepeatTheBody(t *testing.T) {
	var seen wire
	s := serve(t, &seen, func(w http.ResponseWriter, r *http.Request, body string) {
		id := body[strings.Index(body, `"id":`)+5:]
		id = id[:strings.IndexByte(id, ',')]
		result := `{}`
		if strings.Contains(body, "tools/list") {
			result = `{"tools":[{"name":"q","inputSchema":{"properties":{"a":{"properties":{"r":{"type":"string","x-mcp-header":"Region"}}}}}},{"name":"bad","inputSchema":{"properties":{"r":{"x-mcp-header":"Region"},"s":{"x-mcp-header":"region"}}}}]}`
		}
		answerJSON(w, `{"jsonrpc":"2.0","id":`+id+`,"result":`+result+`}`)
	})
	h := hostOf(t, Options{URL: s.URL})
	ask := func(id int, method, params string) string {
		line := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":{%s%s}}`, id, method, params, meta)
		h.say(line)
		h.hear()
		return line
	}
	var want []string
	for i, c := range []struct{ method, params, headers string }{
		{"server/discover", ``, "Mcp-Method=server/discover"},
		{"tools/list", ``, "Mcp-Method=tools/list"},
		{"tools/call", `"name":"q","arguments":{"a":{"r":"eu"}},`, "Mcp-Method=tools/call Mcp-Name=q Mcp-Param-Region=eu"},
		{"tools/call", `"name":"q","arguments":{"a":{"r":" é"}},`, "Mcp-Method=tools/call Mcp-Name=q Mcp-Param-Region==?base64?IMOp?="},
		{"tools/call", `"name":"q","arguments":{"a":{"r":null}},`, "Mcp-Method=tools/call Mcp-Name=q"},
		{"tools/call", `"name":"q",`, "Mcp-Method=tools/call Mcp-Name=q"},
		{"tools/call", `"name":"q","arguments":{"a":{"r":true}},`, "Mcp-Method=tools/call Mcp-Name=q Mcp-Param-Region=true"},
		{"tools/call", `"name":"bad","arguments":{"r":"x"},`, "Mcp-Method=tools/call Mcp-Name=bad"},
		{"tools/call", `"name":"=?base64?x?=",`, "Mcp-Method=tools/call Mcp-Name==?base64?PT9iYXNlNjQ/eD89?="},
		{"resources/read", `"uri":"file:///a",`, "Mcp-Method=resources/read Mcp-Name=file:///a"},
		{"prompts/get", `"name":"p",`, "Mcp-Method=prompts/get Mcp-Name=p"},
		{"tasks/get", `"taskId":"t",`, "Mcp-Method=tasks/get Mcp-Name=t"},
	} {
		line := ask(i+1, c.method, c.params)
		want = append(want, "POST Mcp-Protocol-Version=2026-07-28 "+c.headers+" "+line)
	}
	if err := h.leave(); err != nil {
		t.Error(err)
	}
	if got := seen.all(); got != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
}
