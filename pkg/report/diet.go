package report

import (
	"strings"

	"agentconnector/pkg/tokens"
)

// The diet: a tool that nobody calls costs its definition in every session all
// the same.

type toolKey struct{ connector, tool string }

// use is what is known of one tool: its calls, and its definition.
type use struct {
	calls    int64
	listed   int64 // in so many sessions
	deferred int64 // in so many of them the host kept the definition from the model
	latest   int64 // when it was last listed
	tokens   int64 // of the definition then
	label    string
}

// tool is what is known of the tool of a record.
func (t *Tokens) tool(m *record) *use {
	k := toolKey{m.connector, m.tool}
	u := t.tools[k]
	if u == nil {
		u = &use{}
		t.tools[toolKey{strings.Clone(k.connector), strings.Clone(k.tool)}] = u
	}
	return u
}

func (t *Tokens) called(m *record) { t.tool(m).calls++ }

func (t *Tokens) listed(m *record) {
	u := t.tool(m)
	u.listed++
	if m.deferred {
		u.deferred++
	}
	u.last(m.ts, m.in+m.out)
	if u.label != m.confidence {
		u.label = tokens.Weaker(u.label, strings.Clone(m.confidence))
	}
}

// last keeps the newest definition; of two of one moment the longer.
func (u *use) last(at, n int64) {
	if at > u.latest || at == u.latest && n > u.tokens {
		u.latest, u.tokens = at, n
	}
}

func (t *Tokens) mergeTools(o *Tokens) {
	for k, r := range o.tools {
		u := t.tools[k]
		if u == nil {
			t.tools[k] = r
			continue
		}
		u.calls += r.calls
		u.listed += r.listed
		u.deferred += r.deferred
		u.last(r.latest, r.tokens)
		u.label = tokens.Weaker(u.label, r.label)
	}
}

// diet is a row for each tool that was listed and never called: in how many
// sessions, and what its definition has cost in them. What the host deferred is
// in the sum, and marked: the model reads it only if it looks for it.
func (t *Tokens) diet() (rows []Row) {
	for k, u := range t.tools {
		if u.calls > 0 || u.listed == 0 {
			continue
		}
		rows = append(rows, Row{
			Kind: Diet, Connector: k.connector, Tool: k.tool, Calls: u.listed,
			OutputTokens: u.tokens * u.listed, DeferredTokens: u.tokens * u.deferred, Confidence: u.label,
		}.finished())
	}
	return rows
}
