package meter

import (
	"sort"
	"time"

	"agentconnector/pkg/tokens"
	"agentconnector/pkg/wire"
)

// The end of a session or of all, and what gets no answer any more.

// unanswered closes a request to which no answer came, or none that was seen.
func (m *Meter) unanswered(c *call, at time.Time) {
	dir := ToClient
	if c.rec.Direction == ToClient.String() {
		dir = ToServer
	}
	switch {
	case c.rec.Method == listen:
		m.done(c, at)
	case !m.blind[dir].Before(c.asked):
		c.rec.ErrorType, c.rec.Confidence = "unseen", wire.Heuristic
		m.done(c, at)
	default:
		m.fail(c, at, "no_response")
	}
}

// Close ends it all: what is still open gets no answer any more.
func (m *Meter) Close(at time.Time) {
	for _, p := range m.peers {
		m.endList(p, at)
	}
	for _, c := range m.rounds {
		m.fail(c, at, "input_abandoned")
	}
	for _, c := range m.inOrder(func(key) bool { return true }) {
		m.unanswered(c, at)
	}
	for _, c := range m.openTasks() {
		m.unanswered(c, at)
	}
	for dir, n := range m.missing {
		m.guessed(Dir(dir), at, n)
	}
	m.session(at)
}

// guessed records what was not read of a direction's traffic, and belongs to
// nothing that is known.
func (m *Meter) guessed(dir Dir, at time.Time, size int64) {
	if size == 0 {
		return
	}
	r := m.base
	r.TS, r.Kind, r.Method, r.Direction = at.UnixMilli(), wire.KindRequest, other, dir.String()
	n := m.count.guess(&r, int(size))
	if dir == ToServer {
		r.InputTokens, r.InputBytes = n, size
	} else {
		r.OutputTokens, r.OutputBytes = n, size
	}
	m.put(r, "")
}

// session is the record of the whole traffic. It is the client's of the one
// session there is, as on stdio.
func (m *Meter) session(at time.Time) {
	p := &peer{}
	if len(m.peers) == 1 {
		for _, p = range m.peers {
		}
	}
	r := m.base
	r.Kind, r.Direction, r.TS = wire.KindSession, ToServer.String(), m.start.UnixMilli()
	r.Host, r.Client, r.Protocol = m.labels.host(p.client), p.client, p.proto
	r.InputBytes, r.OutputBytes = m.bytes[ToServer], m.bytes[ToClient]
	r.DurationMS = max(0, at.Sub(m.start).Milliseconds())
	r.Noise = m.noise
	if m.drops {
		r.Confidence = wire.Heuristic
	}
	m.put(r, tokens.Family(m.labels.Family, p.client))
}

// Gone says that nothing more comes of an exchange, or of a session if none is
// named: what is pending there gets no answer any more.
func (m *Meter) Gone(at time.Time, session, exchange string) {
	for _, c := range m.inOrder(func(k key) bool {
		return k.session == session && (exchange == "" || k.exchange == exchange)
	}) {
		m.unanswered(c, at)
	}
	if p := m.peers[session]; p != nil && exchange == "" {
		m.endList(p, at)
		delete(m.peers, session)
	}
}

// inOrder takes out what has no answer and matches, oldest first.
func (m *Meter) inOrder(match func(key) bool) (all []*call) {
	for k, c := range m.pending {
		if match(k) {
			all = append(all, c)
			delete(m.pending, k)
		}
	}
	sortCalls(all)
	return all
}

// openTasks are those of which nobody told the end, oldest first.
func (m *Meter) openTasks() (all []*call) {
	for _, c := range m.tasks {
		all = append(all, c)
	}
	sortCalls(all)
	return all
}

func sortCalls(all []*call) {
	sort.Slice(all, func(i, j int) bool {
		a, b := all[i], all[j]
		if !a.asked.Equal(b.asked) {
			return a.asked.Before(b.asked)
		}
		return a.rec.InputBytes < b.rec.InputBytes
	})
}
