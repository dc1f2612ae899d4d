// Package calls puts the calls of tools together from the log of events: what a
// host said before a call and what it said behind it. It is the one place where
// that is done, for reports over a whole log and for those that follow it.
//
// The rules of the room:
//
//   - A call is known by its id. One without is known by its order: behind a tool
//     belongs to the oldest call of that session and tool that is open, one with
//     the same input first.
//   - A call may stand in the log several times, for each connector that hears of
//     it. It is one call: of each connector's events, the first counts.
//   - What is over is over: an event that comes later is of no other call, unless
//     that began later still.
//   - Nothing is given up because it takes long, as long as its session lives: a
//     call that is open is reported when it ends, or when its session does
//     (given.go).
//   - Memory is bounded by what is open, not by the log.
package calls

import (
	"cmp"
	"slices"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// Call is one call of a tool.
type Call struct {
	wire.Event        // of before; if there was none, of behind
	End        int64  // when it was known to be over
	Success    bool   // it did what it should
	Untold     bool   // the host does not tell which, and a success is taken for granted
	Error      string // kind of a failure that is not the tool's own
	Duration   int64  // milliseconds: the host's own figure, else between the events
	Timed      bool   // there is a duration

	state
	by []mark // who has told of it
}

// state is what becomes of an open call.
type state struct {
	told    bool // it was handed out when it began
	done    bool
	asked   bool // the user was asked
	blocked bool // a hook has denied it
}

// mark says which events of a call a connector has told.
type mark struct {
	connector     string
	before, after bool
}

// Bounds of what is remembered.
const (
	maxOpen   = 20_000  // calls that are open
	maxOver   = 1 << 16 // ids of calls that are over
	sweepEach = 1024    // events, after which what is over is let go
)

// twins is how far apart, in milliseconds, two connectors are told of one call.
const twins = 5_000

// id is what a call is known by.
type id struct{ host, session, use string }

// lane is where calls without an id are in their order.
type lane struct{ host, session, tool string }

// Pairs is the fold over the events.
type Pairs struct {
	open     map[id]*Call
	lanes    map[lane][]*Call
	order    []*Call // open, and those that are over since the last sweep
	sessions map[session]*life
	hosts    map[string]*host.Caller
	over     ring
	clock    int64 // how far the log has come: a time that two events have told
	heard    int64 // the time of the latest event
	since    int   // events since the last sweep
	given    []*Call
}

// New starts the fold.
func New() *Pairs {
	return &Pairs{open: map[id]*Call{}, lanes: map[lane][]*Call{}, sessions: map[session]*life{}, hosts: map[string]*host.Caller{}, over: newRing(maxOver)}
}

// Add takes one event. It gives the call that is known by it for the first time,
// with what there is to know of its input, and the call that is over by it; either
// may be nil, and an event may be all of its call.
func (p *Pairs) Add(e *wire.Event) (began, ended *Call) {
	p.clock, p.heard = min(p.heard, e.TS), e.TS // one alone may be a clock that was wrong
	p.since++
	p.hear(e)
	var c *Call
	switch {
	case e.Event == wire.PreToolUse:
		c = p.before(e)
		if c != nil && !c.done && p.whole(e) {
			c.Success, c.Untold = true, true
			ended = p.close(c, e.TS)
		}
	case e.Event == wire.PostToolUse || e.Event == wire.PostToolUseFailure:
		if c = p.behind(e); c != nil {
			ended = c
		}
	case e.Event == wire.PermissionRequest:
		p.permission(e)
	case e.Event == permissionDenied:
		if c = p.find(e); c != nil {
			c.Error = wire.Denied
			c.Meta = merged(c.Meta, e.Meta, false)
			ended = p.close(c, e.TS)
		}
	}
	if c != nil && !c.told && (c.Meta != nil || ended != nil) {
		c.told, began = true, c
	}
	return began, ended
}

// permissionDenied is Claude's and Qwen's name of the event by which a rule or mode
// of the host has forbidden a call. It has no canonical one.
const permissionDenied = "PermissionDenied"

// before opens a call, or finds the one that another connector has opened.
func (p *Pairs) before(e *wire.Event) *Call {
	c := p.find(e)
	switch {
	case e.ToolUseID != "" && c == nil:
		if p.over.since(idOf(e), e.TS) {
			return nil // told late of what is over
		}
	case e.ToolUseID == "":
		if c = p.twin(e); c != nil && c.done {
			return nil
		}
	}
	if c == nil {
		c = &Call{Event: *e}
		p.keep(c)
	} else if c.Meta == nil {
		c.Meta = e.Meta
	}
	c.mark(e.Connector).before = true
	p.judged(c, e)
	return c
}

// judged takes note of what handlers decided before a call.
func (p *Pairs) judged(c *Call, e *wire.Event) {
	switch {
	case e.Degraded != "":
	case e.Decision == wire.Deny:
		c.blocked = true
	case e.Decision == wire.Ask:
		c.asked = true
	}
	if c.Decision == "" || c.Decision == wire.Allow || e.Decision == wire.Deny {
		c.Decision = cmp.Or(e.Decision, c.Decision)
	}
}

// permission is about a call that is open; of others it says nothing.
func (p *Pairs) permission(e *wire.Event) {
	if c := p.find(e); c != nil {
		c.asked = true
		if e.Decision == wire.Deny && e.Degraded == "" {
			c.blocked = true
		}
	}
}

// behind ends a call. One that nobody knows is all of its call; one that is over
// already is nothing.
func (p *Pairs) behind(e *wire.Event) *Call {
	if e.ToolUseID == "" && p.heardOf(e, true) {
		return nil
	}
	c := p.find(e)
	switch {
	case c != nil:
		p.end(c, e)
	case e.ToolUseID != "":
		if p.over.since(idOf(e), e.TS-late) {
			return nil
		}
	case p.heardOf(e, false):
		return nil
	}
	if c == nil {
		c = &Call{Event: *e}
		p.end(c, e)
		c.Timed = c.Duration > 0
		p.keep(c)
	}
	c.mark(e.Connector).after = true
	return p.close(c, e.TS)
}

// end takes over what is told behind a call.
func (p *Pairs) end(c *Call, e *wire.Event) {
	c.Success, c.Error = !e.IsError, e.ErrorType
	c.Untold = c.Success && p.untold(e)
	c.OutputBytes = e.OutputBytes
	c.Duration, c.Timed = max(e.TS-c.TS, 0), true
	if e.DurationMS > 0 {
		c.Duration = e.DurationMS
	}
	c.Meta = merged(c.Meta, e.Meta, e.InputBytes > 0)
	c.Tool, c.NativeTool = cmp.Or(c.Tool, e.Tool), cmp.Or(c.NativeTool, e.NativeTool)
	c.AgentID, c.AgentType = cmp.Or(c.AgentID, e.AgentID), cmp.Or(c.AgentType, e.AgentType)
	c.Model = cmp.Or(c.Model, e.Model)
	if c.InputBytes == 0 {
		c.InputBytes, c.InputHash = e.InputBytes, e.InputHash
	}
}

// outcome is how the host of an event tells what its tools came to.
func (p *Pairs) outcome(e *wire.Event) *host.Outcome {
	h, known := p.hosts[e.Host]
	if !known {
		h = host.FindCaller(e.Host)
		p.hosts[e.Host] = h
	}
	if h == nil {
		return nil
	}
	return h.Outcome
}

// whole says whether nothing comes behind a call on that host, or after that event.
func (p *Pairs) whole(e *wire.Event) bool {
	o := p.outcome(e)
	return o != nil && (slices.Contains(o.Whole, host.AllEvents) || slices.Contains(o.Whole, e.NativeEvent))
}

// untold says whether an event behind a tool tells nothing of how it went.
func (p *Pairs) untold(e *wire.Event) bool {
	o := p.outcome(e)
	return o != nil && slices.Contains(o.Untold, e.NativeEvent)
}

// Tell says that a call begins, unless that was said before.
func (c *Call) Tell() bool {
	was := c.told
	c.told = true
	return !was
}
