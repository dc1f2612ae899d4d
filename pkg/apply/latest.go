package apply

import (
	"os"
	"path/filepath"
	"strings"

	"agentconnector/pkg/home"
	"agentconnector/pkg/jsonl"
)

// Most runs find everything as the run before left it. So each installation has a
// record of the files that were just as wanted at its latest run. A mark is a hash
// over all that decides what a run does with a file: what is wanted and allowed, the
// program, the text of the ledger and the file itself. Where it is the same again, so
// is what there is to do: nothing. Then nothing has to be locked, parsed or written
// to know it, and the record alone notes the time.
//
// Without the record, or with one that is damaged, everything is worked out, and the
// times are those of the last changes.
type latest struct {
	Owner owner  `json:"owner"`
	Files []seen `json:"files"`
}

// seen is a file that was just as wanted.
type seen struct {
	Ledger string `json:"ledger"` // its key
	TS     int64  `json:"ts"`     // when
	Asks   string `json:"asks"`   // sum of what was wanted and the text of the ledger
	Is     string `json:"is"`     // size and sum of the file

	Told []told `json:"told,omitempty"` // what was said of it, if it was not that all is unchanged
}

// told is an outcome on record.
type told struct {
	Surface string   `json:"surface"`
	Hosts   []string `json:"hosts"`
	Action  string   `json:"action"`
	Detail  string   `json:"detail"`
	What    string   `json:"what,omitempty"`
	Manual  string   `json:"manual,omitempty"`
}

func (s store) latestPath(o owner) string {
	name := strings.Join([]string{o.Connector, o.Scope, o.ProjectKey, o.Project}, "\x00")
	return filepath.Join(home.State(s.dir), "latest", key(name)+".json")
}

func readLatest(path string) *latest {
	r := new(latest)
	if b, err := readWhole(path); err != nil || jsonl.Decode(b, r) != nil {
		return new(latest)
	}
	return r
}

// seen are the files in the record of an installation, by their ledgers' keys.
func (s store) seen(me owner) map[string]seen {
	r := readLatest(s.latestPath(me))
	of := make(map[string]seen, len(r.Files))
	for _, f := range r.Files {
		of[f.Ledger] = f
	}
	return of
}

// renewLatest adds to the record what a run has seen. Of files that it was not about
// the record keeps what it has, as long as they have a ledger.
func (s store) renewLatest(me owner, now []seen) error {
	if len(now) == 0 {
		return nil
	}
	path := s.latestPath(me)
	unlock, err := s.lock(path)
	if err != nil {
		return err
	}
	defer unlock()
	has := map[string]bool{}
	for _, f := range now {
		has[f.Ledger] = true
	}
	r := readLatest(path)
	for _, f := range r.Files {
		if !has[f.Ledger] && exists(filepath.Join(s.ledgers(), f.Ledger+".json")) {
			now = append(now, f)
		}
	}
	b, err := jsonl.Encode(latest{Owner: me, Files: now})
	if err != nil {
		return err
	}
	return writeOwn(path, b)
}

// retime sets the times in ledgers to those of the latest runs.
func (s store) retime(ls []*ledger) {
	names, _ := records(filepath.Join(home.State(s.dir), "latest"))
	for _, n := range names {
		r := readLatest(n)
		at := map[string]int64{}
		for _, f := range r.Files {
			at[f.Ledger] = f.TS
		}
		for _, l := range ls {
			if ts, ok := at[key(l.Real)]; ok {
				l.retime(r.Owner, ts)
			}
		}
	}
}

func (l *ledger) retime(of owner, ts int64) {
	for i := range l.Edits {
		if j := l.Edits[i].of(of); j >= 0 {
			o := &l.Edits[i].Owners[j]
			o.TS = max(o.TS, ts)
		}
	}
}

// dropLatest removes the records of installations that are gone.
func (s store) dropLatest(which func(owner) bool) {
	names, _ := records(filepath.Join(home.State(s.dir), "latest"))
	for _, n := range names {
		if which(readLatest(n).Owner) {
			changing(n)
			os.Remove(n) // without an edit it says nothing
		}
	}
}
