package report

import (
	"cmp"
	"math"
	"time"

	"agentconnector/pkg/tokens"
	"agentconnector/pkg/wire"
)

// Row is one line of the token report. Which of the names are set depends on
// the grouping.
type Row struct {
	Kind           string  `json:"kind"`
	Connector      string  `json:"connector,omitempty"`
	Tool           string  `json:"tool,omitempty"` // of hooks the event, of content its name
	Host           string  `json:"host,omitempty"`
	SessionID      string  `json:"session_id,omitempty"`
	ProjectKey     string  `json:"project_key,omitempty"`
	Surface        string  `json:"surface,omitempty"`
	Day            string  `json:"day,omitempty"`
	Zone           string  `json:"zone,omitempty"` // in which the days are
	Calls          int64   `json:"calls"`          // of definitions: how often they were listed
	Errors         int64   `json:"errors"`
	Tools          int64   `json:"tools,omitempty"` // of definitions: how many, when last listed
	InputTokens    int64   `json:"input_tokens"`
	OutputTokens   int64   `json:"output_tokens"`
	TotalTokens    int64   `json:"total_tokens"`
	DeferredTokens int64   `json:"deferred_tokens,omitempty"` // of the total: definitions that the host shows on demand only
	TokensPerCall  float64 `json:"tokens_per_call"`           // of definitions: per list, and so per session
	P50MS          int64   `json:"p50_ms,omitempty"`          // half of the calls take no longer
	P95MS          int64   `json:"p95_ms,omitempty"`          // 95 of 100 take no longer
	Confidence     string  `json:"confidence"`
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
	// Alias gives the keys of today for those of a project that had another one once:
	// it had no remote yet.
	Alias map[string]string
}

// Today is a project's key of today.
func (f *Filter) Today(key string) string {
	if k, ok := f.Alias[key]; ok {
		return k
	}
	return key
}

// Match says whether a record counts.
func (f Filter) Match(m wire.Measure) bool {
	return f.match(m.TS, m.Connector, m.Host, f.Today(m.ProjectKey))
}

func (f *Filter) match(ts int64, connector, host, project string) bool {
	return (f.Since.IsZero() || ts >= f.Since.UnixMilli()) && (f.Until.IsZero() || ts < f.Until.UnixMilli()) &&
		(f.Connector == "" || connector == f.Connector) &&
		(f.Host == "" || host == f.Host) &&
		(f.Project == "" || project == f.Project)
}

func (r Row) finished() Row {
	r.TotalTokens = r.InputTokens + r.OutputTokens
	if r.Calls > 0 {
		r.TokensPerCall = math.Round(float64(r.TotalTokens)/float64(r.Calls)*10) / 10
	}
	return r
}

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
		sum.DeferredTokens += r.DeferredTokens
		sum.Confidence = tokens.Weaker(sum.Confidence, r.Confidence)
	}
	return sum.finished()
}
