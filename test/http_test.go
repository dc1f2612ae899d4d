package test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

func init() {
	commands["httpserver"] = cmdHTTPServer // httpserver                an MCP server at $URL/mcp and $URL/sse, its log in http.log
	commands["post"] = cmdPost             // post FILE BODY OUT [H: V]  a message to the address in FILE; status and body to OUT
	commands["await"] = cmdAwait           // await FILE TEXT            wait until FILE holds TEXT
}

// mcpServer is a scripted server over HTTP.
type mcpServer struct {
	sync.Mutex
	log *os.File
	old chan string // what the old transport's stream says
}

func cmdHTTPServer(ts *testscript.TestScript, neg bool, args []string) {
	log, err := os.Create(ts.MkAbs("http.log"))
	ts.Check(err)
	s := &mcpServer{log: log, old: make(chan string, 10)}
	h := httptest.NewServer(s)
	ts.Setenv("URL", h.URL)
	ts.Defer(func() {
		h.CloseClientConnections()
		h.Close()
		log.Close()
	})
}

func (s *mcpServer) note(format string, args ...any) {
	s.Lock()
	defer s.Unlock()
	fmt.Fprintf(s.log, format+"\n", args...)
}

var idOf = regexp.MustCompile(`"id":(\d+)`)

func (s *mcpServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	body := string(raw)
	s.note("%s %s session=%s version=%s auth=%s", r.Method, r.URL.RequestURI(), r.Header.Get("Mcp-Session-Id"), r.Header.Get("Mcp-Protocol-Version"), r.Header.Get("Authorization"))
	id := "null"
	if m := idOf.FindStringSubmatch(body); m != nil {
		id = m[1]
	}
	switch {
	case r.URL.Path == "/sse" && r.Method == http.MethodGet:
		s.stream(w, r)
	case r.URL.Path == "/messages":
		w.WriteHeader(http.StatusAccepted)
		if answer := answerTo(body, id); answer != "" {
			s.old <- answer
		}
	case r.URL.Path == "/locked":
		w.Header().Set("WWW-Authenticate", `Bearer resource_metadata="https://x.example"`)
		http.Error(w, "no", http.StatusUnauthorized)
	case r.URL.Path != "/mcp" || r.Method == http.MethodGet:
		http.Error(w, "no", http.StatusMethodNotAllowed)
	case r.Method == http.MethodDelete:
	case strings.Contains(body, `"slow"`):
		w.Header().Set("Content-Type", "text/event-stream")
		http.NewResponseController(w).Flush()
		<-r.Context().Done()
		s.note("gone")
	case answerTo(body, id) == "":
		w.WriteHeader(http.StatusAccepted)
	case strings.Contains(body, `"initialize"`):
		w.Header().Set("Mcp-Session-Id", "session-1")
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, answerTo(body, id))
	default:
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "id: 1\ndata:\n\ndata: {\"jsonrpc\":\"2.0\",\ndata: \"method\":\"notifications/progress\"}\n\ndata: %s\n\n", answerTo(body, id))
	}
}

// stream is that of the old transport.
func (s *mcpServer) stream(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	io.WriteString(w, "event: endpoint\ndata: /messages?sessionId=1\n\n")
	for {
		http.NewResponseController(w).Flush()
		select {
		case line := <-s.old:
			fmt.Fprintf(w, "data: %s\n\n", line)
		case <-r.Context().Done():
			s.note("gone")
			return
		}
	}
}

// answerTo is the answer to a message, "" to one that wants none.
func answerTo(body, id string) string {
	result := ""
	switch {
	case strings.Contains(body, `"initialize"`):
		result = `{"protocolVersion":"2025-06-18","serverInfo":{"name":"remote","version":"1"},"capabilities":{"tools":{}}}`
	case strings.Contains(body, `"tools/list"`):
		result = `{"tools":[{"name":"greet"}]}`
	case strings.Contains(body, `"ping"`):
		result = `{}`
	case strings.Contains(body, `"greet"`):
		result = `{"content":[{"type":"text","text":"hello world"}]}`
	default:
		return ""
	}
	return `{"jsonrpc":"2.0","id":` + id + `,"result":` + result + `}`
}

func cmdPost(ts *testscript.TestScript, neg bool, args []string) {
	addr := strings.TrimSpace(ts.ReadFile(args[0]))
	req, err := http.NewRequest(http.MethodPost, addr, strings.NewReader(ts.ReadFile(args[1])))
	ts.Check(err)
	for _, h := range args[3:] {
		name, value, _ := strings.Cut(h, ": ")
		if req.Header.Set(name, value); name == "Host" {
			req.Host = value
		}
	}
	resp, err := http.DefaultClient.Do(req)
	ts.Check(err)
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), fmt.Appendf(nil, "%d %s\n%s", resp.StatusCode, resp.Header.Get("Mcp-Session-Id"), body), 0o644))
}

func cmdAwait(ts *testscript.TestScript, neg bool, args []string) {
	for range 400 {
		if b, _ := os.ReadFile(ts.MkAbs(args[0])); strings.Contains(string(b), args[1]) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	ts.Fatalf("%s does not come to hold %q:\n%s", args[0], args[1], ts.ReadFile(args[0]))
}
