package calls

import (
	"slices"

	"agentconnector/pkg/wire"
)

// A call that is open is given up when nothing more can be expected of it. Who
// reads a whole log wants to know how things stand, and takes a call for lost after
// a minute, as seed 001 says (Now). Who follows the log cannot take anything back,
// and waits for the end of the session: that its host says so, or is silent for long.

// Times in milliseconds.
const (
	minute = 60 * 1000

	// Patience of who wants to know how things stand now (seed 001; for a call of which
	// the user was asked, its source system's five minutes).
	patience      = minute
	patienceAsked = 5 * minute

	afterEnd   = minute           // events that come after the end of a session
	afterBlock = 10 * 1000        // that a call goes on though a hook has denied it
	silence    = 60 * minute      // of a session that nobody has ended
	longest    = 24 * 60 * minute // that any call is waited for
)

// session is one conversation with a host.
type session struct{ host, id string }

// life is what is known of a session in which calls are open.
type life struct {
	open int
	last int64 // when it was heard of
	over int64 // when it ended; 0: it goes on
}

// hear takes note that a session lives, or has ended.
func (p *Pairs) hear(e *wire.Event) {
	l := p.sessions[session{e.Host, sessionOf(e)}]
	if l == nil {
		return
	}
	l.last = max(l.last, e.TS)
	l.over = 0
	if e.Event == wire.SessionEnd {
		l.over = e.TS
	}
}

func (p *Pairs) lives(c *Call) {
	s := session{c.Host, sessionOf(&c.Event)}
	l := p.sessions[s]
	if l == nil {
		l = &life{last: c.TS}
		p.sessions[s] = l
	}
	l.open++
}

func (p *Pairs) leaves(c *Call) {
	s := session{c.Host, sessionOf(&c.Event)}
	if l := p.sessions[s]; l != nil {
		if l.open--; l.open <= 0 {
			delete(p.sessions, s)
		}
	}
}

// Given are the calls that nothing more is expected of, as far as the log has come,
// or, if that is later, at a time. It is to be called now and then.
func (p *Pairs) Given(now int64) []*Call {
	if p.since >= sweepEach || now > 0 {
		p.clock = max(p.clock, now)
		p.sweep()
	}
	all := p.given
	p.given = nil
	return all
}

// Now are the calls that are open and that somebody who asks now takes for lost.
// The fold is over with it.
func (p *Pairs) Now(now int64) []*Call {
	all := p.Given(now)
	for _, c := range p.order {
		wait := int64(patience)
		switch {
		case c.blocked:
			wait = 0
		case c.asked:
			wait = patienceAsked
		}
		if !c.done && now-c.TS >= wait {
			all = append(all, p.give(c))
		}
	}
	return all
}

// sweep lets go what is over, and gives up what is lost.
func (p *Pairs) sweep() {
	p.since = 0
	kept := p.order[:0]
	for i, c := range p.order {
		if !c.done && (p.lost(c) || len(p.order)-i+len(kept) > maxOpen) {
			p.given = append(p.given, p.give(c))
		}
		switch {
		case !c.done || c.ToolUseID == "" && p.clock-c.End <= twins:
			kept = append(kept, c)
		case c.ToolUseID == "":
			p.forget(c)
		}
	}
	clear(p.order[len(kept):])
	p.order = kept
}

// forget takes a call out of its lane.
func (p *Pairs) forget(c *Call) {
	l := laneOf(&c.Event)
	all := p.lanes[l]
	switch i := slices.Index(all, c); {
	case i < 0:
	case len(all) == 1:
		delete(p.lanes, l)
	case i == 0: // as it is mostly
		all[0] = nil
		p.lanes[l] = all[1:]
	default:
		p.lanes[l] = slices.Delete(all, i, i+1)
	}
}

// lost says whether nothing more is expected of an open call.
func (p *Pairs) lost(c *Call) bool {
	l := p.sessions[session{c.Host, sessionOf(&c.Event)}]
	switch age := p.clock - c.TS; {
	case c.blocked && age >= afterBlock, age >= longest, l == nil:
		return true
	case l.over > 0 && p.clock-l.over >= afterEnd:
		return true
	default:
		return p.clock-l.last >= silence
	}
}

// give ends a call of which no end was heard.
func (p *Pairs) give(c *Call) *Call {
	switch {
	case c.blocked:
		c.Error = wire.HookBlocked
	case c.asked:
		c.Error = wire.Rejected
	default:
		c.Error = wire.Timeout
	}
	c.Success, c.Timed = false, false
	return p.close(c, p.clock)
}
