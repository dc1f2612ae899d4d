package analyze

import (
	"agentconnector/pkg/calls"
	"agentconnector/pkg/wire"
)

// The records that Events makes, named as in seed 001 (eventType).
const (
	ToolCall      = "AiToolCall"    // a call that is over
	AuditEvent    = "AiAuditEvent"  // any call, as soon as it is known
	SecurityAlert = "SecurityAlert" // one with an alert
)

// Types are all of them.
var Types = []string{ToolCall, AuditEvent, SecurityAlert}

// Who is whose records they are: what no hook knows.
type Who struct {
	Developer, App, Team, Org string
	// Project gives a project's name and the address of its repository.
	Project func(key string) (id, url string)
}

// Events is the fold that gives records as seed 001 names them, one JSON object a
// line each. What it gives is good until the next call.
type Events struct {
	pairs *calls.Pairs
	lines lines
	who   Who
	want  map[string]bool
	keep  func(*calls.Call) bool
	b     []byte
}

// NewEvents starts the fold: of the types that are wanted, and of calls that are to
// be kept.
func NewEvents(who Who, types []string, keep func(*calls.Call) bool) *Events {
	e := &Events{pairs: calls.New(), who: who, want: map[string]bool{}, keep: keep}
	for _, t := range types {
		e.want[t] = true
	}
	return e
}

// Add takes one event and gives the records that follow from it.
func (f *Events) Add(e *wire.Event) []byte {
	f.b = f.b[:0]
	began, ended := f.pairs.Add(e)
	if began != nil {
		f.began(began)
	}
	if ended != nil {
		f.ended(ended)
	}
	f.given(f.pairs.Given(0))
	return f.b
}

// Given gives the calls that are given up at a time, by who follows the log.
func (f *Events) Given(now int64) []byte {
	f.b = f.b[:0]
	f.given(f.pairs.Given(now))
	return f.b
}

// Now gives the calls that are open and lost for who asks now. The fold is over.
func (f *Events) Now(now int64) []byte {
	f.b = f.b[:0]
	f.given(f.pairs.Now(now))
	return f.b
}

// Save and Restore carry what is open from one run of a follower to the next.
func (f *Events) Save() ([]byte, error)  { return f.pairs.Save() }
func (f *Events) Restore(b []byte) error { return f.pairs.Restore(b) }

func (f *Events) given(all []*calls.Call) {
	for _, c := range all {
		if c.Tell() {
			f.began(c)
		}
		f.ended(c)
	}
}

// began gives the audit of a call, and the alert.
func (f *Events) began(c *calls.Call) {
	if !f.keep(c) {
		return
	}
	look := f.lines.look(c)
	if f.want[AuditEvent] {
		f.audit(c, look)
	}
	if f.want[SecurityAlert] && look.alert != "" {
		f.alert(c, look)
	}
}

// ended gives the record of a call.
func (f *Events) ended(c *calls.Call) {
	if f.want[ToolCall] && f.keep(c) {
		f.toolCall(c, f.lines.look(c))
	}
}
