// Package mcp reads MCP messages, on a copy, for somebody who only watches.
//
// The rules of the room:
//
//   - A message is known by its shape, not by the protocol's revision: method
//     and id is a request, method alone a notification, id with result or error
//     a response, an array a batch, anything else is opaque. All revisions mix.
//   - Nothing is re-encoded. Values are spans of the line that was read.
//   - An id is its JSON token: 1 is not "1", 1.0 is not 1 and 9007199254740993
//     is not ...992. Only strings are decoded first, since a peer may spell
//     them with other escapes.
//   - What names a client gives itself is a label, stripped of control
//     characters and cut short, never a reason to do something.
package mcp

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"
)

// Shape is what kind of message a line is.
type Shape uint8

// The shapes of a message.
const (
	Opaque Shape = iota // not JSON, or JSON that is no message
	Request
	Notification
	Response
)

// Message is one message, as spans of the line.
type Message struct {
	Shape  Shape
	Size   int    // bytes of the message; of its element, in a batch
	ID     string // key of the id; "" if there is none
	Method string // of requests and notifications
	Params []byte
	Result []byte // nil if absent
	Error  []byte // nil if absent
	Part   bool   // only the edges of the message are known: members may be missing or cut
}

// Each gives the message of a line, or each message of a batch. A line that is
// none is one opaque message.
func Each(line []byte, fn func(Message)) {
	if !Valid(line) {
		fn(Message{Size: len(line)})
		return
	}
	if i := space(line, 0); line[i] != '[' {
		fn(classify(line))
		return
	}
	n := 0
	for e := range Elements(line) {
		fn(classify(e))
		n++
	}
	if n == 0 {
		fn(Message{Size: len(line)})
	}
}

// IsMessage says whether a line is a message, or a batch that holds one. A blank
// line, which every client skips, passes for one.
func IsMessage(line []byte) (is bool) {
	if space(line, 0) == len(line) {
		return true
	}
	Each(line, func(m Message) { is = is || m.Shape != Opaque })
	return is
}

func classify(raw []byte) Message {
	m := members(raw, false)
	switch {
	case m.Method != "" && m.ID != "":
		m.Shape = Request
	case m.Method != "":
		m.Shape = Notification
	case m.ID != "" && m.Result != nil, m.Error != nil:
		m.Shape = Response
	default:
		return Message{Size: len(raw)}
	}
	return m
}

// members are the parts of a message that matter. What stands at the end of a
// part may be cut: no name and no id.
func members(raw []byte, part bool) Message {
	m := Message{Size: len(raw)}
	for k, v := range Members(raw) {
		if cut := part && cap(v)-len(v) == cap(raw)-len(raw); cut && (k == "id" || k == "method") {
			continue
		}
		switch k {
		case "id":
			m.ID = Key(v)
		case "method":
			m.Method, _ = Text(v)
		case "params":
			m.Params = v
		case "result":
			m.Result = v
		case "error":
			m.Error = v
		}
	}
	return m
}

// Abridged is the message of a line of which only the edges are known: what it
// is, and its id, if they stand there. A batch is not told apart.
func Abridged(l Line) Message {
	m := members(l.Head, true)
	m.Size, m.Part = int(l.Size), true
	if m.ID == "" {
		m.ID = lastID(l.Tail)
	}
	switch {
	case m.Method != "" && m.ID != "":
		m.Shape = Request
	case m.Method != "":
		m.Shape = Notification
	case m.ID != "" && (m.Result != nil || m.Error != nil):
		m.Shape = Response
	default:
		m.Shape = Opaque
	}
	return m
}

// lastID is the id in the end of a message: in what is one level of an object
// up to the message's last brace.
func lastID(tail []byte) string {
	const name = `"id"`
	for end := len(tail); ; {
		i := bytes.LastIndex(tail[:end], []byte(name))
		if i < 0 {
			return ""
		}
		if rest := append([]byte("{"), tail[i:]...); Valid(rest) {
			return Key(Member(rest, "id"))
		}
		end = i
	}
}

// NullID is the key of an id that is null.
const NullID = "null"

// maxID is the longest id that is kept as it is. A longer one, which a hostile
// peer might send to fill our memory, keeps its beginning and its length.
const maxID = 256

// Key makes an id comparable: the token of a number, the decoded text of a
// string behind a quote.
func Key(raw []byte) string {
	key := string(raw)
	if s, ok := Text(raw); ok {
		key = `"` + s
	}
	if len(key) > maxID {
		key = key[:maxID] + "#" + strconv.Itoa(len(key))
	}
	return key
}

const metaPrefix = "io.modelcontextprotocol/"

// Meta is what a request of the stateless revisions says about its sender. A
// request is of those revisions exactly if it names its protocol version there.
type Meta struct {
	Protocol string
	Client   string // name/version
}

// Modern reads a request's _meta.
func Modern(params []byte) Meta {
	meta := Member(params, "_meta")
	return Meta{
		Protocol: Label(String(meta, metaPrefix+"protocolVersion")),
		Client:   Info(Member(meta, metaPrefix+"clientInfo")),
	}
}

// CallID is the id that the host itself gives a tool call: the same as in its
// hook events. Claude Code 2.1 sends it so (observed 2.1.332).
func CallID(params []byte) string {
	return Label(String(Member(params, "_meta"), "claudecode/toolUseId"))
}

// Info is "name/version" of a clientInfo or serverInfo object.
func Info(raw []byte) string {
	name, version := Label(String(raw, "name")), Label(String(raw, "version"))
	if version == "" {
		return name
	}
	return name + "/" + version
}

// maxLabel is the longest name that goes into a record.
const maxLabel = 128

// Label makes a name that came over the wire fit for a record and a terminal:
// no control characters, at most maxLabel characters.
func Label(s string) string {
	n := 0
	return strings.Map(func(r rune) rune {
		if n >= maxLabel || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Zl, r) || unicode.Is(unicode.Zp, r) {
			return -1
		}
		n++
		return r
	}, s)
}

// Name is what a request is about: the tool or prompt by its name, a resource
// by the scheme of its URI, since the whole of it may be private.
func (m Message) Name() string {
	switch m.Method {
	case "tools/call", "prompts/get":
		return Label(String(m.Params, "name"))
	case "resources/read":
		scheme, _, ok := strings.Cut(String(m.Params, "uri"), ":")
		if ok {
			return Label(scheme)
		}
	}
	return ""
}

// ErrorCode is the code of an error response, as text.
func (m Message) ErrorCode() string {
	code := Member(m.Error, "code")
	if _, err := strconv.ParseFloat(string(code), 64); err != nil {
		return "_OTHER"
	}
	return Label(string(code))
}
