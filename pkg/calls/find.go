package calls

import (
	"cmp"
	"hash/fnv"
	"slices"

	"agentconnector/pkg/wire"
)

// late is how much later than the end of a call, in milliseconds, an event behind
// it may come and still be of that call: a day, since a host that counts its calls
// begins anew in another conversation only.
const late = 24 * 60 * 60 * 1000

func sessionOf(e *wire.Event) string { return cmp.Or(e.SessionID, e.ProjectKey) }

func idOf(e *wire.Event) id { return id{e.Host, sessionOf(e), e.ToolUseID} }

func laneOf(e *wire.Event) lane { return lane{e.Host, sessionOf(e), cmp.Or(e.NativeTool, e.Tool)} }

// find is the open call that an event is about: by id, else the oldest of its lane
// of which the connector has not told that yet, one with the same input first. Some
// hosts give an id with some of the events of a call only.
func (p *Pairs) find(e *wire.Event) *Call {
	if e.ToolUseID != "" {
		if c := p.open[idOf(e)]; c != nil {
			return c
		}
	}
	if e.Event == wire.PreToolUse {
		return nil
	}
	var any *Call
	for _, c := range p.lanes[laneOf(e)] {
		switch {
		case c.done || c.hasAfter(e.Connector):
			continue
		case e.ToolUseID != "" && c.ToolUseID != "": // another one
			continue
		case e.Event == wire.PermissionRequest && c.asked:
			continue
		}
		if e.InputHash == "" || c.InputHash == e.InputHash {
			return c
		}
		if any == nil {
			any = c
		}
	}
	return any
}

// twin is the call that another connector has told of before, a moment ago.
func (p *Pairs) twin(e *wire.Event) *Call {
	for _, c := range p.lanes[laneOf(e)] {
		if c.InputHash == e.InputHash && near(c.TS, e.TS) && !c.hasBefore(e.Connector) {
			return c
		}
	}
	return nil
}

// heardOf says whether an event behind a tool is of a call that another connector
// has ended a moment ago: one that this connector has told of before, or any.
func (p *Pairs) heardOf(e *wire.Event, its bool) bool {
	for _, c := range p.lanes[laneOf(e)] {
		if c.done && near(c.End, e.TS) && !c.hasAfter(e.Connector) && (!its || c.hasBefore(e.Connector)) && (e.InputHash == "" || c.InputHash == e.InputHash) {
			c.mark(e.Connector).after = true
			return true
		}
	}
	return false
}

func near(a, b int64) bool { return a-b <= twins && b-a <= twins }

// mark is a connector's own among those of a call.
func (c *Call) mark(connector string) *mark {
	for i := range c.by {
		if c.by[i].connector == connector {
			return &c.by[i]
		}
	}
	c.by = append(c.by, mark{connector: connector})
	return &c.by[len(c.by)-1]
}

func (c *Call) hasBefore(connector string) bool {
	return slices.ContainsFunc(c.by, func(m mark) bool { return m.connector == connector && m.before })
}

func (c *Call) hasAfter(connector string) bool {
	return slices.ContainsFunc(c.by, func(m mark) bool { return m.connector == connector && m.after })
}

// keep takes a call in; the oldest goes if there are too many.
func (p *Pairs) keep(c *Call) {
	if p.since >= sweepEach || len(p.order) > maxOpen+sweepEach {
		p.sweep()
	}
	p.order = append(p.order, c)
	if c.ToolUseID != "" {
		p.open[idOf(&c.Event)] = c
	}
	l := laneOf(&c.Event)
	p.lanes[l] = append(p.lanes[l], c)
	p.lives(c)
}

// close ends a call. One without an id stays in its lane for a moment, for what
// other connectors tell.
func (p *Pairs) close(c *Call, at int64) *Call {
	c.done, c.End = true, at
	if c.ToolUseID != "" {
		k := idOf(&c.Event)
		delete(p.open, k)
		p.over.add(k, at)
		p.forget(c)
	}
	p.leaves(c)
	return c
}

// ring remembers the ids of calls that are over, the newest of them.
type ring struct {
	at   map[uint64]int64
	all  []uint64
	next int
	last int64 // the latest time at which one was over
}

func newRing(n int) ring { return ring{at: make(map[uint64]int64, 64), all: make([]uint64, 0, n)} }

func (r *ring) add(k id, at int64) { r.put(k.hash(), at) }

func (r *ring) put(h uint64, at int64) {
	if _, known := r.at[h]; !known {
		if len(r.all) < cap(r.all) {
			r.all = append(r.all, h)
		} else {
			delete(r.at, r.all[r.next])
			r.all[r.next] = h
			r.next = (r.next + 1) % len(r.all)
		}
	}
	r.at[h] = at
	r.last = max(r.last, at)
}

// since says whether a call is over since that time, or later. Mostly nothing is, as
// events come in their order: then nothing is looked up.
func (r *ring) since(k id, ts int64) bool {
	if r.last < ts {
		return false
	}
	at, ok := r.at[k.hash()]
	return ok && at >= ts
}

// hash is the same in every run: a follower that starts again knows it.
func (k id) hash() uint64 {
	h := fnv.New64a()
	for _, s := range [...]string{k.host, k.session, k.use} {
		_, _ = h.Write([]byte(s))
		_, _ = h.Write([]byte{0})
	}
	return h.Sum64()
}
