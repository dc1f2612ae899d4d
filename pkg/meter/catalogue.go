package meter

import (
	"cmp"
	"hash"
	"hash/fnv"
	"time"

	"agentconnector/pkg/mcp"
	"agentconnector/pkg/tokens"
	"agentconnector/pkg/wire"
)

// listing is the catalogue of tools, page by page.
type listing struct {
	call  *call
	hash  hash.Hash64
	tools []def
}

// def is one tool as a model sees it.
type def struct{ name, text string }

// page adds one page. The catalogue is recorded when its last page is there.
func (m *Meter) page(c *call, at time.Time, result []byte) {
	p := c.peer
	if p.list != nil && !c.page {
		m.endList(p, at) // the client gave up on the last one and starts anew
	}
	if p.list == nil {
		p.list = &listing{call: c, hash: fnv.New64a()}
		c.rec.Kind = wire.KindToolDefs
	} else {
		r := &p.list.call.rec
		r.InputBytes += c.rec.InputBytes
		r.OutputBytes += c.rec.OutputBytes
		p.list.call.pass = append(p.list.call.pass, c.pass...)
	}
	l := p.list
	all, more := mcp.Tools(result)
	for _, t := range all {
		l.hash.Write(t.Text)
		if len(l.tools) < maxTools {
			l.tools = append(l.tools, def{t.Name, string(t.Text)})
		}
	}
	if !more {
		m.endList(p, at)
	}
}

// endList records the catalogue and each tool of it. One that was recorded
// before costs the model nothing new: many clients list again before every call.
func (m *Meter) endList(p *peer, at time.Time) {
	l := p.list
	if p.list = nil; l == nil {
		return
	}
	sum, c := l.hash.Sum64(), l.call
	r := &c.rec
	if m.lists[sum] || !m.labels.Defs {
		r.Kind = wire.KindRequest
		m.done(c, at)
		return
	}
	m.lists[sum] = true
	r.Tools, r.Deferred = int64(len(l.tools)), m.labels.deferred(r.Host)
	each := make([]wire.Measure, 0, len(l.tools))
	for _, t := range l.tools {
		one := m.base
		one.Host, one.TS, one.Kind, one.Method, one.Direction = r.Host, r.TS, wire.KindToolDef, r.Method, r.Direction
		one.Client, one.Protocol, one.Tool, one.Deferred = r.Client, cmp.Or(r.Protocol, p.proto), t.name, r.Deferred
		one.OutputTokens, one.OutputBytes = m.count.text(&one, c.family, t.text), int64(len(t.text))
		r.OutputTokens += one.OutputTokens
		r.Confidence = tokens.Weaker(r.Confidence, one.Confidence)
		each = append(each, one)
	}
	m.done(c, at)
	for _, one := range each {
		m.put(one, c.family)
	}
}
