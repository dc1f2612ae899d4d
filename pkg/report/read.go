package report

import (
	"path/filepath"
	"slices"

	"agentconnector/pkg/logstore"
	"agentconnector/pkg/logstore/segment"
	"agentconnector/pkg/tokens"
	"agentconnector/pkg/wire"
)

// Skipped is what could not be read of a log.
type Skipped struct {
	Torn    int64    // lines that are no records
	Foreign int64    // records of another kind or version
	Damaged []string // files read only in part
	Gone    []string // files that were removed meanwhile
}

// Any says whether something was skipped.
func (s Skipped) Any() bool { return s.Torn+s.Foreign > 0 || len(s.Damaged)+len(s.Gone) > 0 }

func (s *Skipped) add(o Skipped) {
	s.Torn += o.Torn
	s.Foreign += o.Foreign
	s.Damaged = append(s.Damaged, o.Damaged...)
	s.Gone = append(s.Gone, o.Gone...)
}

// Measures adds what ac-proxy has measured: the records of a folder that match.
// Several files are read at a time.
func (t *Tokens) Measures(dir string, f Filter) (Skipped, error) {
	return t.read(dir, f, func(m *record) bool { return m.is(wire.SchemaMeasure) })
}

// Events adds what ac-hook has recorded of hooks.
func (t *Tokens) Events(dir string, f Filter) (Skipped, error) {
	return t.read(dir, f, func(m *record) bool {
		m.kind, m.surface, m.tool = Hooks, wire.Hooks, m.event
		m.in, m.out, m.duration = m.tokens, int64(tokens.Heuristic(int(m.reply))), m.handler
		m.isError = false // the tool's, of which the hook only heard
		if m.confidence == "" {
			m.confidence = wire.Heuristic // records of before there was a label
		}
		return m.is(wire.SchemaEvent)
	})
}

// Logs adds both logs in a folder of logs.
func (t *Tokens) Logs(dir string, f Filter) (Skipped, error) {
	skipped, err := t.Measures(filepath.Join(dir, logstore.Measures), f)
	if err != nil {
		return skipped, err
	}
	more, err := t.Events(filepath.Join(dir, logstore.Events), f)
	skipped.add(more)
	return skipped, err
}

// read folds a log, a part of its files in each of several goroutines.
func (t *Tokens) read(dir string, f Filter, ours func(*record) bool) (Skipped, error) {
	type part struct {
		fold    *Tokens
		foreign int64
	}
	var parts []*part
	st, err := segment.Each(dir, f.Since, func() func([]byte) error {
		p := &part{fold: NewTokens(t.by, t.days.zone)}
		parts = append(parts, p)
		var m record
		return func(line []byte) error {
			ok := m.read(line)
			m.project = f.Today(m.project)
			switch {
			case !ok:
				return segment.ErrTorn
			case !ours(&m):
				p.foreign++
			case f.match(m.ts, m.connector, m.host, m.project):
				p.fold.add(&m)
			}
			return nil
		}
	})
	skipped := Skipped{Torn: st.Torn, Damaged: slices.Clone(st.Damaged), Gone: st.Gone}
	for _, p := range parts {
		skipped.Foreign += p.foreign
		t.merge(p.fold)
	}
	return skipped, err
}
