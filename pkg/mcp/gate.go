package mcp

import (
	"bytes"
	"encoding/json"
	"path"
	"strings"
	"sync"
)

// Gate lets through only some of a server's tools, for hosts that have no lists of
// their own. It is the one place where bytes change, and it changes no others: an
// answer to tools/list loses the definitions that are left out, page by page, and
// a call of such a tool is answered as one of a tool that does not exist.
type Gate struct {
	include, exclude []string // globs; no include lets all in

	mu    sync.Mutex
	lists map[string]bool // ids of tools/list that have no answer yet
	all   bool            // too many to remember: every answer may be one
}

// maxLists is how many requests are remembered.
const maxLists = 1000

// NewGate gives nil if every tool may pass.
func NewGate(include, exclude []string) *Gate {
	if len(include)+len(exclude) == 0 {
		return nil
	}
	return &Gate{include: include, exclude: exclude, lists: map[string]bool{}}
}

// Offers says whether a tool may pass.
func (g *Gate) Offers(tool string) bool {
	return (len(g.include) == 0 || matches(g.include, tool)) && !matches(g.exclude, tool)
}

func matches(globs []string, tool string) bool {
	for _, p := range globs {
		// A slash is a letter like others in the name of a tool.
		ok, err := path.Match(strings.ReplaceAll(p, "/", "\x00"), strings.ReplaceAll(tool, "/", "\x00"))
		if ok || err != nil && p == tool {
			return true
		}
	}
	return false
}

// Request takes a line of the client, without its end. What goes on to the server
// is the line itself unless it calls a tool that is left out: then nothing goes
// on, or the rest of the batch. Such a call gets the answer.
func (g *Gate) Request(line []byte) (on, answer []byte) {
	if !bytes.Contains(line, []byte(`tools\/`)) && !bytes.Contains(line, []byte("tools/")) && !bytes.Contains(line, []byte(`\u`)) || !Valid(line) {
		return line, nil
	}
	if line[space(line, 0)] != '[' {
		if refused, answer := g.refuse(line); refused {
			return nil, answer
		}
		return line, nil
	}
	var kept, answers [][]byte
	for e := range Elements(line) {
		refused, answer := g.refuse(e)
		if !refused {
			kept = append(kept, e)
		} else if answer != nil {
			answers = append(answers, answer)
		}
	}
	return without(line, kept), array(answers)
}

// refuse says whether a message calls a tool that is left out, and gives the
// answer unless nobody waits for one.
func (g *Gate) refuse(raw []byte) (refused bool, answer []byte) {
	m := classify(raw)
	if m.Shape == Request {
		g.remember(m)
	}
	tool := String(m.Params, "name")
	if m.Method != "tools/call" || g.Offers(tool) {
		return false, nil
	}
	if m.Shape == Request {
		text, _ := json.Marshal("Unknown tool: " + Label(tool) + ": it is left out by tools.include or tools.exclude of the connector")
		answer = append([]byte(`{"jsonrpc":"2.0","id":`), Member(raw, "id")...)
		answer = append(append(append(answer, `,"error":{"code":-32602,"message":`...), text...), `}}`...)
	}
	return true, answer
}

func (g *Gate) remember(m Message) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case m.Method != "tools/list":
		delete(g.lists, m.ID) // the id is used again
	case len(g.lists) < maxLists:
		g.lists[m.ID] = true
	default:
		g.all = true
	}
}

// Waiting says whether an answer to tools/list may come.
func (g *Gate) Waiting() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.all || len(g.lists) > 0
}

// Response takes a line of the server, without its end, and gives the one for the
// client.
func (g *Gate) Response(line []byte) []byte {
	if !Valid(line) {
		return line
	}
	if line[space(line, 0)] != '[' {
		return g.page(line)
	}
	out, last := []byte(nil), 0
	for e := range Elements(line) {
		if p := g.page(e); len(p) != len(e) {
			at := offset(line, e)
			out = append(append(out, line[last:at]...), p...)
			last = at + len(e)
		}
	}
	return append(out, line[last:]...)
}

// page leaves out of an answer to tools/list what is to be left out.
func (g *Gate) page(raw []byte) []byte {
	m := classify(raw)
	if m.Shape != Response || !g.answers(m.ID) {
		return raw
	}
	tools := Member(m.Result, "tools")
	var kept [][]byte
	n := 0
	for e := range Elements(tools) {
		if n++; g.Offers(String(e, "name")) {
			kept = append(kept, e)
		}
	}
	if len(kept) == n {
		return raw
	}
	at := offset(raw, tools)
	rest := raw[at+len(tools):]
	return append(append(bytes.Clone(raw[:at]), or(without(tools, kept), "[]")...), rest...)
}

// answers says whether an id is that of a tools/list, once.
func (g *Gate) answers(id string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	known := g.lists[id]
	delete(g.lists, id)
	return known || g.all
}

// without is an array with only some of its elements, nil if none are left.
// Brackets and what stands around them stay.
func without(list []byte, kept [][]byte) []byte {
	n := 0
	for range Elements(list) {
		n++
	}
	switch {
	case n == len(kept):
		return list
	case len(kept) == 0:
		return nil
	}
	open, end := bytes.IndexByte(list, '['), bytes.LastIndexByte(list, ']')
	out := append(bytes.Clone(list[:open+1]), bytes.Join(kept, []byte{','})...)
	return append(out, list[end:]...)
}

func array(all [][]byte) []byte {
	if len(all) == 0 {
		return nil
	}
	return append(append([]byte{'['}, bytes.Join(all, []byte{','})...), ']')
}

// offset is where a span of a text stands in it.
func offset(text, span []byte) int { return cap(text) - cap(span) }

func or(b []byte, text string) []byte {
	if b == nil {
		return []byte(text)
	}
	return b
}
