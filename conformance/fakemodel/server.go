package fakemodel

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// The bounds of a server: what one conversation of a test needs is far below.
const (
	maxBody     = 16 << 20
	maxRequests = 200
	maxRead     = 30 * time.Second // for a request to arrive
	maxClose    = 2 * time.Second  // for answers that are under way
)

// Server is a model server.
type Server struct {
	http   *http.Server
	served chan struct{}
	script Script

	mu       sync.Mutex
	requests []Request
	next     []int // turn of each lane
	answers  int
	calls    int
}

// Request is one request of a program, and what it got.
type Request struct {
	Method  string          `json:"method"`
	Path    string          `json:"path"`
	Dialect string          `json:"dialect,omitempty"` // none: nothing that a dialect knows
	Body    json.RawMessage `json:"body,omitempty"`
	Model   string          `json:"model,omitempty"`
	Offered []Tool          `json:"offered,omitempty"`
	Said    []Said          `json:"said,omitempty"`
	// Lane and Turn are counted from 0; Lane is -1 for what the script does not
	// answer.
	Lane int `json:"lane"`
	Turn int `json:"turn"`
	// Beyond says that the lane had no more turns.
	Beyond bool   `json:"beyond,omitempty"`
	Text   string `json:"text,omitempty"`
	Calls  []Made `json:"calls,omitempty"`
	// Billed is what the answer claims to have cost; nil: there was none.
	Billed *Usage `json:"billed,omitempty"`
	// Fault is why it was not answered as the script says.
	Fault string `json:"fault,omitempty"`
}

// Result is what the model was told of a call. OpenClaw leaves the lines out of
// the ids of calls.
func (r Request) Result(call string) (Said, bool) {
	plain := strings.NewReplacer("_", "").Replace
	i := slices.IndexFunc(r.Said, func(s Said) bool { return s.Role == "tool" && plain(s.Call) == plain(call) })
	if i < 0 {
		return Said{}, false
	}
	return r.Said[i], true
}

// Everything is all that the model was told, one thing a line.
func (r Request) Everything() string {
	var b strings.Builder
	for _, s := range r.Said {
		fmt.Fprintf(&b, "%s: %s\n", s.Role, s.Text)
	}
	return b.String()
}

// Last is what it says last.
func (r Request) Last() Said {
	if len(r.Said) == 0 {
		return Said{}
	}
	return r.Said[len(r.Said)-1]
}

// Serve answers on a listener until Close, which also closes the listener.
func Serve(l net.Listener, script Script) *Server {
	s := &Server{script: script, served: make(chan struct{}), next: make([]int, len(script.Lanes))}
	s.http = &http.Server{Handler: http.HandlerFunc(s.handle), ReadTimeout: maxRead}
	go func() {
		defer close(s.served)
		_ = s.http.Serve(l) // always an error: that it was closed
	}()
	return s
}

// Close ends every connection and waits for the server to be gone.
func (s *Server) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), maxClose)
	defer cancel()
	err := s.http.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		err = s.http.Close()
	}
	<-s.served
	return err
}

// Done says whether the main lane has said all that it has to say.
func (s *Server) Done() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.next) == 0 || s.next[0] >= len(s.script.Lanes[0].Turns)
}

// Requests are those so far, in the order in which they were answered.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

func (s *Server) handle(w http.ResponseWriter, r *http.Request) {
	rec := Request{Method: r.Method, Path: r.URL.Path, Lane: -1}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	d := speaker(r.Method, r.URL.Path)
	if err != nil || d == nil {
		s.other(w, rec, body, err)
		return
	}
	rec.Dialect, rec.Body = d.name(), body
	p, err := d.read(r.URL.Path, body)
	if err != nil {
		rec.Body, rec.Fault = nil, err.Error()
		s.keep(rec)
		d.fail(w, Failure{Status: http.StatusBadRequest, Message: "not understood: " + err.Error()})
		return
	}
	rec.Model, rec.Offered, rec.Said = p.Model, p.Tools, p.Said
	a, failure := s.take(&rec)
	if failure != nil {
		d.fail(w, *failure)
		return
	}
	d.write(w, p, a)
}

func speaker(method, path string) dialect {
	for _, d := range dialects {
		if d.speaks(method, path) {
			return d
		}
	}
	return nil
}

// other answers what asks for no answer of a model.
func (s *Server) other(w http.ResponseWriter, rec Request, body []byte, err error) {
	if json.Valid(body) {
		rec.Body = body
	}
	status, out := http.StatusNotFound, any(object{"error": object{"message": "not found"}})
	if err != nil {
		rec.Fault = err.Error()
		status = http.StatusRequestEntityTooLarge
	}
	for _, d := range dialects {
		if b := d.beside(rec.Method, rec.Path); b != nil && err == nil {
			rec.Dialect = d.name()
			status, out = http.StatusOK, b
			break
		}
	}
	s.keep(rec)
	reply(w, status, out)
}

func (s *Server) keep(rec Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.requests) < maxRequests {
		s.requests = append(s.requests, rec)
	}
}

// take finds the turn that answers a request, and records both.
func (s *Server) take(rec *Request) (answer, *Failure) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.requests) >= maxRequests {
		return answer{}, &Failure{Status: http.StatusBadRequest, Message: "too many requests for one conversation"}
	}
	t := s.turn(rec)
	if t.Error != nil {
		rec.Fault = "scripted: " + t.Error.Message
		s.requests = append(s.requests, *rec)
		return answer{}, t.Error
	}
	s.answers++
	a := answer{serial: s.answers, text: t.Text, usage: t.usage()}
	for _, c := range t.Calls {
		m := c.recalled(rec.Said).choose(rec.Offered)
		s.calls++
		m.ID = fmt.Sprintf("call_%d", s.calls)
		a.calls = append(a.calls, m)
	}
	rec.Text, rec.Calls, rec.Billed = a.text, a.calls, &a.usage
	s.requests = append(s.requests, *rec)
	return a, nil
}

func (s *Server) turn(rec *Request) Turn {
	if len(rec.Offered) < max(1, s.script.Least) {
		if s.script.Aside != nil {
			return *s.script.Aside
		}
		return Turn{Text: "aside"}
	}
	for i, lane := range s.script.Lanes {
		if !strings.Contains(rec.Everything(), lane.When) || !strings.Contains(rec.Last().Text, lane.Last) {
			continue
		}
		rec.Lane, rec.Turn = i, s.next[i]
		s.next[i]++
		if rec.Turn < len(lane.Turns) {
			return lane.Turns[rec.Turn]
		}
		rec.Beyond = true
		break
	}
	return Turn{Text: "done"}
}
