package fakemodel

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// dialects are the wire formats. Another one is a file of its own and a row
// here.
var dialects = []dialect{anthropic{}, responses{}, chat{}, gemini{}}

// dialect is one way in which programs talk to models.
type dialect interface {
	name() string
	// speaks says whether a request for an answer is of this dialect. The
	// version in front of the path is not looked at: base URLs differ in it.
	speaks(method, path string) bool
	// read understands the body of a request; some formats have a part of it in
	// the path.
	read(path string, body []byte) (prompt, error)
	// write answers it.
	write(w http.ResponseWriter, p prompt, a answer)
	// fail answers with an error in the form that programs of it understand.
	fail(w http.ResponseWriter, f Failure)
	// beside answers what programs ask for beside answers: counts, lists of
	// models. Nil: this is nothing of the dialect's.
	beside(method, path string) any
}

// prompt is a request, whatever its dialect.
type prompt struct {
	Model  string
	Stream bool
	Tools  []Tool
	Said   []Said
}

// Tool is a tool that a program offers.
type Tool struct {
	Name      string `json:"name"`
	Namespace string `json:"namespace,omitempty"`
	Custom    bool   `json:"custom,omitempty"` // takes text in place of arguments
}

// Said is one thing that the model is told.
type Said struct {
	Role string `json:"role"` // system, developer, user, assistant; tool for a result
	Call string `json:"call,omitempty"`
	Text string `json:"text"`
	// Failed is the mark of a result that is an error, in dialects that have it.
	Failed bool `json:"failed,omitempty"`
}

// answer is a turn made ready for one request.
type answer struct {
	serial int // of the answers of a server, for ids
	text   string
	calls  []Made
	usage  Usage
}

// hasText says whether the answer has a text: one without calls must say something.
func (a answer) hasText() bool { return a.text != "" || len(a.calls) == 0 }

// Made is a call as it was made.
type Made struct {
	Tool
	ID      string         `json:"id"`
	Args    map[string]any `json:"args,omitempty"`
	Input   string         `json:"input,omitempty"`
	Offered bool           `json:"offered"`
}

// arguments are the arguments as JSON.
func (m Made) arguments() json.RawMessage {
	if m.Args == nil {
		return json.RawMessage("{}")
	}
	return must(m.Args)
}

// must encodes what can be encoded: maps of strings and what came from JSON.
func must(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

func reply(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(must(body)) // a program that has gone needs no answer
}

// events is a stream of server-sent events.
type events struct{ w http.ResponseWriter }

func stream(w http.ResponseWriter) events {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache")
	w.WriteHeader(http.StatusOK)
	return events{w}
}

// send writes one event and sees that it leaves at once, as a model's do.
func (e events) send(kind string, data any) {
	if kind != "" {
		fmt.Fprintf(e.w, "event: %s\n", kind)
	}
	fmt.Fprintf(e.w, "data: %s\n\n", must(data))
	if f, ok := e.w.(http.Flusher); ok {
		f.Flush()
	}
}

// end says in a text that there are no more events.
func (e events) end(mark string) { fmt.Fprintf(e.w, "data: %s\n\n", mark) }

// pieces cuts a text in two, as models do: a program must put it together.
func pieces(s string) []string {
	r := []rune(s)
	if len(r) < 2 {
		return []string{s}
	}
	return []string{string(r[:len(r)/2]), string(r[len(r)/2:])}
}

// texts reads content that is a text, or a list of parts some of which have
// one. Other parts, pictures for example, are named.
func texts(content json.RawMessage) string {
	var s string
	if len(content) == 0 || json.Unmarshal(content, &s) == nil {
		return s
	}
	var parts []struct {
		Type string  `json:"type"`
		Text *string `json:"text"`
	}
	if json.Unmarshal(content, &parts) != nil {
		return string(content)
	}
	var all []string
	for _, p := range parts {
		if p.Text != nil {
			all = append(all, *p.Text)
		} else {
			all = append(all, "["+p.Type+"]")
		}
	}
	return strings.Join(all, "\n")
}

type object = map[string]any
