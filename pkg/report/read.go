package report

import (
	"encoding/json"

	"agentconnector/pkg/logstore/segment"
	"agentconnector/pkg/scan"
	"agentconnector/pkg/wire"
)

// Skipped is what could not be read of a log.
type Skipped struct {
	Torn    int64    // lines that are no records
	Foreign int64    // records that are not ac.measure/v1
	Damaged []string // files read only in part
}

// Any says whether something was skipped.
func (s Skipped) Any() bool { return s.Torn+s.Foreign > 0 || len(s.Damaged) > 0 }

// Measures gives the measurements of a log that match, oldest file first.
func Measures(dir string, f Filter, add func(wire.Measure)) (Skipped, error) {
	var skipped Skipped
	st, err := segment.Scan(dir, f.Since, func(line []byte) error {
		if !scan.Valid(line) {
			return segment.ErrTorn
		}
		var m wire.Measure
		if json.Unmarshal(line, &m) != nil || wire.Check(m.Schema, wire.SchemaMeasure) != nil {
			skipped.Foreign++
			return nil
		}
		if f.Match(m) {
			add(m)
		}
		return nil
	})
	skipped.Torn, skipped.Damaged = st.Torn, st.Damaged
	return skipped, err
}
