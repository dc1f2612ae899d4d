package meter

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"path/filepath"

	"agentconnector/pkg/config"
	"agentconnector/pkg/home"
	"agentconnector/pkg/jsonl"
	"agentconnector/pkg/logstore"
	"agentconnector/pkg/tokens"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

// maxFailures in a row make us stop trying to write the log.
const maxFailures = 3

// Recorder writes the records of a session to the log.
type Recorder struct {
	*Tap
	Dir      string // of the log; empty if nothing is measured
	lines    []byte // not yet written
	failures int
	err      error
}

// Start starts the measuring, unless the user has turned it off, in the
// environment or in config.json; then there is nothing beside the path at all.
// Settings that cannot be read may say so: nothing is measured.
func Start(w *world.World, l Labels) *Recorder {
	settings, err := config.Load(home.Dir(w))
	if err != nil || !settings.WithEnv(w).Measure() {
		return &Recorder{err: err}
	}
	r := &Recorder{Dir: filepath.Join(home.Logs(home.Dir(w)), logstore.Measures)}
	l.Host = cmp.Or(w.Getenv("AGENT_CONNECTOR_HOST"), l.Host)
	l.session = w.Getenv("AGENT_CONNECTOR_SESSION")
	l.instance = instance()
	l.project = home.ProjectKey(home.Project(w.Dir))
	m := NewMeter(l, w.Now(), r.keep)
	m.count.fix, _ = tokens.ReadCalibration(home.Calibration(home.Dir(w))) // what cannot be read corrects nothing
	r.Tap = NewTap(w.Now, m, r.flush)
	return r
}

// instance is a name for this run of the proxy that no other has.
func instance() string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// keep takes one record. It is called by the meter's goroutine alone, as is flush.
func (r *Recorder) keep(m wire.Measure) {
	line, err := jsonl.Encode(m)
	if err != nil {
		r.err = err
		return
	}
	if r.lines = append(r.lines, line...); len(r.lines) >= maxBatch {
		r.flush()
	}
}

// maxBatch is how much is written at once.
const maxBatch = 64 << 10

// flush writes what there is: one write for the records of a moment.
func (r *Recorder) flush() {
	if len(r.lines) == 0 || r.failures >= maxFailures {
		return
	}
	if err := logstore.AppendAll(r.Dir, r.lines); err != nil {
		r.failures++
		r.err = err
	} else {
		r.failures = 0
	}
	r.lines = r.lines[:0]
}

// Finish ends the measuring within a second or so, and says what is worth
// knowing for somebody who asked for talk.
func (r *Recorder) Finish() (warnings []string) {
	if !r.Tap.Close() {
		return []string{"the end of the session was not measured: no time"}
	}
	if r.err != nil {
		warnings = append(warnings, fmt.Sprintf("measurements were lost: %v", r.err))
	}
	if r.Tap != nil && r.meter.noise > 0 {
		warnings = append(warnings, fmt.Sprintf("%d lines on the server's stdout are no MCP messages", r.meter.noise))
	}
	return warnings
}
