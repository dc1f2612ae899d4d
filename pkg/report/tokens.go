// Package report turns the logs into tables.
//
// The rules of the room:
//
//   - An analysis is a fold: Add takes one record after the other, Rows gives
//     what they come to. It holds what it prints, not what it has read.
//   - Different things are not summed: tool calls, what the tool definitions
//     cost, and what else a server says are sections of their own.
//   - A sum is as sure as its weakest part.
//   - Days are those of the reader's clock.
package report

import (
	"cmp"
	"math"
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
)

// The sections of the token report: the kinds of ac.measure/v1 that cost.
const (
	Calls   = "call"
	Defs    = "tool_defs"
	Request = "request" // instructions, resources, prompts, borrowed models
)

// Row is one line of the token report. Which of the names are set depends on
// the grouping.
type Row struct {
	Kind          string  `json:"kind"`
	Connector     string  `json:"connector,omitempty"`
	Tool          string  `json:"tool,omitempty"`
	Host          string  `json:"host,omitempty"`
	SessionID     string  `json:"session_id,omitempty"`
	ProjectKey    string  `json:"project_key,omitempty"`
	Surface       string  `json:"surface,omitempty"`
	Day           string  `json:"day,omitempty"`
	Calls         int64   `json:"calls"` // of definitions: how often they were listed
	Errors        int64   `json:"errors"`
	Tools         int64   `json:"tools,omitempty"` // of definitions: how many, when last listed
	InputTokens   int64   `json:"input_tokens"`
	OutputTokens  int64   `json:"output_tokens"`
	TotalTokens   int64   `json:"total_tokens"`
	TokensPerCall float64 `json:"tokens_per_call"`
	Confidence    string  `json:"confidence"`
}

// Key is what the row is about, in one word.
func (r Row) Key() string {
	switch {
	case r.Tool != "":
		return r.Connector + "/" + r.Tool
	case r.Day != "":
		return r.Day
	}
	return cmp.Or(r.SessionID, r.ProjectKey, r.Surface, r.Host, r.Connector, "-")
}

// Filter is which records count.
type Filter struct {
	Since, Until time.Time // the zero time: no limit
	Connector    string
	Host         string
	Project      string // a project key
}

// Match says whether a record counts.
func (f Filter) Match(m wire.Measure) bool {
	at := time.UnixMilli(m.TS)
	return !at.Before(f.Since) && (f.Until.IsZero() || at.Before(f.Until)) &&
		(f.Connector == "" || m.Connector == f.Connector) &&
		(f.Host == "" || m.Host == f.Host) &&
		(f.Project == "" || m.ProjectKey == f.Project)
}

// Tokens is the fold of the token report.
type Tokens struct {
	by   string
	zone *time.Location
	rows map[Row]*Row // keyed by kind and names alone
}

// NewTokens starts a report. Zone is where the days begin.
func NewTokens(by string, zone *time.Location) *Tokens {
	return &Tokens{by: by, zone: zone, rows: map[Row]*Row{}}
}

// Add takes one record. Those that cost no tokens by their kind are ignored.
func (t *Tokens) Add(m wire.Measure) {
	switch m.Kind {
	case Calls, Defs:
	case Request:
		if m.InputTokens+m.OutputTokens == 0 {
			return
		}
	default:
		return
	}
	k := t.key(m)
	r := t.rows[k]
	if r == nil {
		fresh := k
		r = &fresh
		t.rows[k] = r
	}
	r.Calls++
	if m.IsError {
		r.Errors++
	}
	if m.Kind == Defs {
		r.Tools = m.Tools
	}
	r.InputTokens += m.InputTokens
	r.OutputTokens += m.OutputTokens
	r.Confidence = tokens.Weaker(r.Confidence, m.Confidence)
}

// key is the row that a record belongs to. Tools are told apart by their
// connector: the same name need not be the same thing.
func (t *Tokens) key(m wire.Measure) Row {
	k := Row{Kind: m.Kind}
	switch t.by {
	case ByConnector:
		k.Connector = m.Connector
	case BySession:
		k.SessionID = cmp.Or(m.SessionID, m.Instance)
	case ByProject:
		k.ProjectKey = m.ProjectKey
	case ByHost:
		k.Host = m.Host
	case BySurface:
		k.Surface = m.Surface
	case ByDay:
		k.Day = time.UnixMilli(m.TS).In(t.zone).Format("2006-01-02")
	default:
		k.Connector = m.Connector
		if m.Kind == Calls {
			k.Tool = cmp.Or(m.Tool, "-")
		}
	}
	return k
}

// Rows gives the finished rows: calls, then definitions, then the rest; within
// these the dearest first, days in their order.
func (t *Tokens) Rows() []Row {
	all := make([]Row, 0, len(t.rows))
	for _, r := range t.rows {
		all = append(all, r.finished())
	}
	slices.SortFunc(all, func(a, b Row) int {
		return cmp.Or(
			cmp.Compare(section(a.Kind), section(b.Kind)), strings.Compare(a.Day, b.Day),
			cmp.Compare(b.TotalTokens, a.TotalTokens), strings.Compare(a.Key(), b.Key()))
	})
	return all
}

func (r Row) finished() Row {
	r.TotalTokens = r.InputTokens + r.OutputTokens
	if r.Calls > 0 {
		r.TokensPerCall = math.Round(float64(r.TotalTokens)/float64(r.Calls)*10) / 10
	}
	return r
}

func section(kind string) int { return slices.Index([]string{Calls, Defs, Request}, kind) }

// Total sums rows of one kind.
func Total(rows []Row, kind string) Row {
	sum := Row{Kind: kind}
	for _, r := range rows {
		if r.Kind != kind {
			continue
		}
		sum.Calls += r.Calls
		sum.Errors += r.Errors
		sum.InputTokens += r.InputTokens
		sum.OutputTokens += r.OutputTokens
		sum.Confidence = tokens.Weaker(sum.Confidence, r.Confidence)
	}
	return sum.finished()
}
