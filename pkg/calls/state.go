package calls

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"agentconnector/pkg/jsonl"
	"agentconnector/pkg/wire"
)

// maxSaved is how many of the calls that are over a follower takes along.
const maxSaved = 4096

// saved is the state of a follower between two runs: what is open, and what was over
// last. It stands beside the place in the log up to which it holds.
type saved struct {
	Clock int64       `json:"clock"`
	Open  []savedCall `json:"open,omitempty"`
	Over  []savedOver `json:"over,omitempty"`
}

type savedCall struct {
	Event   wire.Event  `json:"event"`
	Told    bool        `json:"told,omitempty"`
	Done    bool        `json:"done,omitempty"`
	Asked   bool        `json:"asked,omitempty"`
	Blocked bool        `json:"blocked,omitempty"`
	End     int64       `json:"end,omitempty"`
	Last    int64       `json:"last,omitempty"` // when its session was heard of
	Over    int64       `json:"over,omitempty"` // when that ended
	By      []savedMark `json:"by"`
}

type savedMark struct {
	Connector string `json:"connector"`
	Before    bool   `json:"before,omitempty"`
	After     bool   `json:"after,omitempty"`
}

type savedOver struct {
	ID string `json:"id"`
	At int64  `json:"at"`
}

// Save gives what a later run needs to go on from here.
func (p *Pairs) Save() ([]byte, error) {
	p.sweep()
	s := saved{Clock: p.clock}
	for _, c := range p.order {
		k := savedCall{Event: c.Event, Told: c.told, Done: c.done, Asked: c.asked, Blocked: c.blocked, End: c.End}
		for _, m := range c.by {
			k.By = append(k.By, savedMark{m.connector, m.before, m.after})
		}
		if l := p.sessions[session{c.Host, sessionOf(&c.Event)}]; l != nil {
			k.Last, k.Over = l.last, l.over
		}
		s.Open = append(s.Open, k)
	}
	r := &p.over
	newest := append(slices.Clone(r.all[r.next:]), r.all[:r.next]...)
	for _, h := range newest[max(len(newest)-maxSaved, 0):] {
		s.Over = append(s.Over, savedOver{strconv.FormatUint(h, 16), r.at[h]})
	}
	return jsonl.Encode(s)
}

// Restore goes on where Save was.
func (p *Pairs) Restore(b []byte) error {
	var s saved
	if err := json.Unmarshal(b, &s); err != nil {
		return fmt.Errorf("the calls that were open: %w", err)
	}
	p.clock = s.Clock
	for _, k := range s.Open {
		c := &Call{Event: k.Event, End: k.End, state: state{told: k.Told, done: k.Done, asked: k.Asked, blocked: k.Blocked}}
		for _, m := range k.By {
			c.by = append(c.by, mark{m.Connector, m.Before, m.After})
		}
		p.keep(c)
		if k.Done {
			p.leaves(c)
		} else if l := p.sessions[session{c.Host, sessionOf(&c.Event)}]; l != nil {
			l.last, l.over = max(l.last, k.Last), k.Over
		}
	}
	for _, o := range s.Over {
		if h, err := strconv.ParseUint(o.ID, 16, 64); err == nil {
			p.over.put(h, o.At)
		}
	}
	return nil
}
