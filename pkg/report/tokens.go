// Package report turns the logs into tables.
//
// The rules of the room:
//
//   - An analysis is a fold: add takes one record after the other, Rows gives
//     what they come to. It holds what it prints, not what it has read.
//   - Different things are not summed: tool calls, what the tool definitions
//     cost, what else a server says, what passes hooks, and what content an
//     installation has are sections of their own.
//   - A sum is as sure as its weakest part.
//   - Days are those of the reader's clock, or of the zone that he names.
package report

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"agentconnector/pkg/tokens"
	"agentconnector/pkg/wire"
)

// The groupings of the token report.
const (
	ByTool      = "tool"
	ByConnector = "connector"
	BySession   = "session"
	ByProject   = "project"
	ByHost      = "host"
	BySurface   = "surface"
	ByDay       = "day"
	ByKind      = "kind" // the sections alone
)

// The sections of the token report: the kinds of records that cost, and two that
// are worked out.
const (
	Calls   = wire.KindCall
	Defs    = wire.KindToolDefs
	Request = wire.KindRequest // instructions, resources, prompts, borrowed models
	Hooks   = "hook"           // what hosts give to hooks, and get
	Static  = "static"         // what commands, skills, subagents and memory come to
	Diet    = "diet"           // tools that nobody calls
)

var sections = []string{Calls, Defs, Request, Hooks, Static, Diet}

// Tokens is the fold of the token report.
type Tokens struct {
	by    string
	days  days
	rows  map[key]*sum
	tools map[toolKey]*use
}

// key is the row that a record belongs to: its section, and the names that the
// grouping asks for.
type key struct{ kind, name, tool string }

// sum is a row that grows.
type sum struct {
	Row
	latest int64 // of definitions: when they were listed
	took   latencies
}

// NewTokens starts a report. Zone is where the days begin.
func NewTokens(by string, zone *time.Location) *Tokens {
	return &Tokens{by: by, days: days{zone: zone}, rows: map[key]*sum{}, tools: map[toolKey]*use{}}
}

// add takes one record. Those that cost no tokens by their kind are ignored.
func (t *Tokens) add(m *record) {
	switch m.kind {
	case Calls:
		t.called(m)
	case wire.KindToolDef:
		t.listed(m)
		return
	case Defs, Hooks:
	case Request:
		if m.in+m.out == 0 {
			return
		}
	default:
		return
	}
	k := t.key(m)
	r := t.rows[k]
	if r == nil {
		k = key{strings.Clone(k.kind), strings.Clone(k.name), strings.Clone(k.tool)}
		r = &sum{Row: t.named(k)}
		t.rows[k] = r
	}
	r.add(m)
}

func (r *sum) add(m *record) {
	r.Calls++
	if m.isError {
		r.Errors++
	}
	if m.kind == Defs {
		if m.ts >= r.latest {
			r.latest, r.Tools = m.ts, m.tools
		}
		if m.deferred {
			r.DeferredTokens += m.in + m.out
		}
	} else {
		r.took.add(m.duration)
	}
	r.InputTokens += m.in
	r.OutputTokens += m.out
	if r.Confidence != m.confidence {
		r.Confidence = tokens.Weaker(r.Confidence, strings.Clone(m.confidence))
	}
}

// key is where a record goes. Tools are told apart by their connector: the same
// name need not be the same thing.
func (t *Tokens) key(m *record) key {
	k := key{kind: m.kind}
	switch t.by {
	case ByConnector:
		k.name = m.connector
	case BySession:
		k.name = cmp.Or(m.session, m.instance)
	case ByProject:
		k.name = m.project
	case ByHost:
		k.name = m.host
	case BySurface:
		k.name = m.surface
	case ByDay:
		k.name = t.days.of(m.ts)
	case ByKind:
	default:
		k.name = m.connector
		if m.kind == Calls || m.kind == Hooks {
			k.tool = cmp.Or(m.tool, "-")
		}
	}
	return k
}

// named is the row of a key, without figures.
func (t *Tokens) named(k key) Row {
	r := Row{Kind: k.kind}
	switch t.by {
	case BySession:
		r.SessionID = k.name
	case ByProject:
		r.ProjectKey = k.name
	case ByHost:
		r.Host = k.name
	case BySurface:
		r.Surface = k.name
	case ByDay:
		r.Day, r.Zone = k.name, t.days.zone.String()
	default:
		r.Connector, r.Tool = k.name, k.tool
	}
	return r
}

// merge takes over what another fold, of other files of the same log, has.
func (t *Tokens) merge(o *Tokens) {
	for k, r := range o.rows {
		to := t.rows[k]
		if to == nil {
			t.rows[k] = r
			continue
		}
		to.Calls += r.Calls
		to.Errors += r.Errors
		if r.latest > to.latest || r.latest == to.latest && r.Tools > to.Tools {
			to.latest, to.Tools = r.latest, r.Tools
		}
		to.InputTokens += r.InputTokens
		to.OutputTokens += r.OutputTokens
		to.DeferredTokens += r.DeferredTokens
		to.took.merge(&r.took)
		to.Confidence = tokens.Weaker(to.Confidence, r.Confidence)
	}
	t.mergeTools(o)
}

// Rows gives the finished rows: section by section; within these the dearest
// first, days in their order. Content that is installed comes in as it is.
func (t *Tokens) Rows(static ...Row) []Row {
	all := make([]Row, 0, len(t.rows)+len(static))
	for _, r := range t.rows {
		r.P50MS, r.P95MS = r.took.percentile(50), r.took.percentile(95)
		all = append(all, r.finished())
	}
	all = append(all, t.group(static)...)
	if t.by == ByTool || t.by == ByConnector {
		all = append(all, t.diet()...)
	}
	slices.SortFunc(all, func(a, b Row) int {
		return cmp.Or(
			cmp.Compare(section(a.Kind), section(b.Kind)), strings.Compare(a.Day, b.Day),
			cmp.Compare(b.TotalTokens, a.TotalTokens), strings.Compare(a.Surface, b.Surface), strings.Compare(a.Key(), b.Key()))
	})
	return all
}

func section(kind string) int { return slices.Index(sections, kind) }
