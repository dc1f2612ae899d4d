package remote

import (
	"bytes"
	"encoding/base64"
	"net/http"
	"slices"
	"strings"

	"agentconnector/pkg/mcp"
)

// message is one line of the host: a message, or a batch of them.
type message struct {
	line     []byte
	requests []request
	modern   string // the protocol version of its _meta; empty in the initialize eras
	hello    bool   // it begins a session
	ready    bool   // notifications/initialized
	cancels  string // key of the request that it cancels
	method   string
	params   []byte
}

// request is what waits for an answer.
type request struct {
	key string
	id  []byte // as it was written
}

// read looks at a line. One that is no message has no parts.
func read(line []byte) *message {
	m := &message{line: line}
	if !mcp.Valid(line) {
		return m
	}
	n := 0
	one := func(raw []byte) {
		n++
		mcp.Each(raw, func(msg mcp.Message) { m.add(raw, msg) })
	}
	if first := bytes.TrimLeft(line, " \t\r\n"); first[0] == '[' {
		for e := range mcp.Elements(line) {
			one(e)
		}
	} else {
		one(line)
	}
	if n > 1 {
		m.method = "" // headers name one
	}
	return m
}

func (m *message) add(raw []byte, msg mcp.Message) {
	m.method, m.params = msg.Method, msg.Params
	if v := mcp.Modern(msg.Params).Protocol; v != "" {
		m.modern = v
	}
	switch msg.Shape {
	case mcp.Request:
		m.requests = append(m.requests, request{msg.ID, slices.Clone(mcp.Member(raw, "id"))})
		m.hello = m.hello || msg.Method == "initialize" && m.modern == ""
	case mcp.Notification:
		m.ready = m.ready || msg.Method == "notifications/initialized"
		if msg.Method == "notifications/cancelled" {
			if id := mcp.Member(msg.Params, "requestId"); id != nil {
				m.cancels = mcp.Key(id)
			}
		}
	}
}

// named are the members that a request's Mcp-Name repeats.
func (m *message) named() (value []byte) {
	switch m.method {
	case "tools/call", "prompts/get":
		return mcp.Member(m.params, "name")
	case "resources/read":
		return mcp.Member(m.params, "uri")
	case "tasks/get", "tasks/update", "tasks/cancel":
		return mcp.Member(m.params, "taskId")
	}
	return nil
}

// headers are those that repeat the body, as the stateless revisions want it.
func (m *message) headers(h http.Header, params map[string][]param) {
	if m.modern == "" || m.method == "" {
		return
	}
	h.Set("Mcp-Method", encoded(m.method))
	if name, ok := mcp.Text(m.named()); ok {
		h.Set("Mcp-Name", encoded(name))
		if m.method != "tools/call" {
			return
		}
		for _, p := range params[name] {
			if v, ok := p.value(mcp.Member(m.params, "arguments")); ok {
				h.Set("Mcp-Param-"+p.name, encoded(v))
			}
		}
	}
}

// param is an argument of a tool that a header repeats.
type param struct {
	name string   // behind Mcp-Param-
	path []string // where the arguments hold it
}

// value is the text of a string, a number or a boolean.
func (p param) value(arguments []byte) (string, bool) {
	for _, key := range p.path {
		arguments = mcp.Member(arguments, key)
	}
	switch {
	case len(arguments) == 0:
		return "", false
	case arguments[0] == '"':
		return mcp.Text(arguments)
	case arguments[0] == '{', arguments[0] == '[', arguments[0] == 'n':
		return "", false
	}
	return string(arguments), true
}

// maxDepth is how deep arguments with headers are looked for.
const maxDepth = 16

// learn reads from a list of tools which arguments want headers. Where a schema
// says it in a way that the protocol does not allow the tool has none.
func learn(result []byte, into map[string][]param) {
	for tool := range mcp.Elements(mcp.Member(result, "tools")) {
		name, ok := mcp.Text(mcp.Member(tool, "name"))
		if !ok {
			continue
		}
		delete(into, name)
		if ps, ok := annotated(mcp.Member(tool, "inputSchema"), nil, nil); ok && len(ps) > 0 {
			into[name] = ps
		}
	}
}

func annotated(schema []byte, path []string, found []param) ([]param, bool) {
	if len(path) > maxDepth {
		return nil, false
	}
	for key, sub := range mcp.Members(mcp.Member(schema, "properties")) {
		at := append(slices.Clone(path), key)
		if raw := mcp.Member(sub, "x-mcp-header"); raw != nil {
			name, ok := mcp.Text(raw)
			if !ok || !token(name) || slices.ContainsFunc(found, func(p param) bool { return strings.EqualFold(p.name, name) }) {
				return nil, false
			}
			found = append(found, param{name, at})
			continue
		}
		var ok bool
		if found, ok = annotated(sub, at, found); !ok {
			return nil, false
		}
	}
	return found, true
}

// The marks around a value that is not fit for a header as it is.
const (
	encodedPrefix = "=?base64?"
	encodedSuffix = "?="
)

// encoded is a text as the value of a header that repeats the body.
func encoded(s string) string {
	plain := s == strings.Trim(s, " \t") && !(strings.HasPrefix(s, encodedPrefix) && strings.HasSuffix(s, encodedSuffix))
	for i := 0; plain && i < len(s); i++ {
		plain = s[i] == '\t' || ' ' <= s[i] && s[i] < 0x7f
	}
	if plain {
		return s
	}
	return encodedPrefix + base64.StdEncoding.EncodeToString([]byte(s)) + encodedSuffix
}

// oneLine makes a message fit for a line: the line ends in it are white space
// between tokens, since JSON allows none in a string.
func oneLine(raw []byte) []byte {
	if !bytes.ContainsAny(raw, "\r\n") {
		return raw
	}
	line := bytes.Clone(raw)
	for i, c := range line {
		if c == '\n' || c == '\r' {
			line[i] = ' '
		}
	}
	return line
}
