package apply

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"agentconnector/pkg/wire"

	"agentconnector/pkg/home"
)

// An intent is one write that is about to happen, flushed to disk before it
// does. After a crash the file is old or new, and the intent tells which
// ledger is true.
type intent struct {
	Real   string  `json:"real"`
	Temp   string  `json:"temp"`           // the new file before the exchange, the old one after it
	Old    string  `json:"old"`            // SHA-256 before; empty: no file
	New    string  `json:"new"`            // SHA-256 after; empty: no file
	Mode   string  `json:"mode,omitempty"` // after, if nothing but the mode changes (octal)
	TS     int64   `json:"ts"`
	Ledger *ledger `json:"after"` // as it will be; in version 1 "ledger", whose program refuses what it cannot settle

	now  int64  // when it is settled
	kept string // where that has put what another program wrote
}

func (s store) intentPath(real string) string {
	return filepath.Join(home.State(s.dir), "journal", key(real)+".json")
}

func (s store) begin(i intent) error {
	b, err := json.Marshal(i)
	if err != nil {
		return err
	}
	return writeOwn(s.intentPath(i.Real), b)
}

func (s store) end(real string) error {
	changing(s.intentPath(real))
	return os.Remove(s.intentPath(real))
}

// A writtenError is a fault that came after the file had its new content: to
// say "not written" would be a lie.
type writtenError struct{ error }

func (e writtenError) Unwrap() error { return e.error }

// under makes a write of one file under its intent, with the lock held. Whatever
// fails, the file is then old or new and the ledger agrees, or the intent stays
// and the next run sees to it.
func (s store) under(in intent, write func() error) error {
	in.now = in.TS
	if before, err := readIntent(s.intentPath(in.Real)); err != nil {
		return err
	} else if before != nil { // another run could not clear up: it comes first
		before.now = in.now
		done, err := s.settled(before)
		if err = s.conclude(before, done, err); err != nil {
			return err
		}
		return errMoved
	}
	if err := s.begin(in); err != nil {
		s.end(in.Real) // it may stand already, for a write that never was
		return err
	}
	failed := write()
	if failed == nil {
		if err := s.conclude(&in, true, nil); err != nil {
			return writtenError{fmt.Errorf("is written, but not yet recorded: %w\nhint: ac-apply --recover records it when the cause is gone", err)}
		}
		return nil
	}
	done, err := s.settled(&in)
	done = done || errors.As(failed, new(writtenError)) // even if nobody can look now
	if err = s.conclude(&in, done, err); err != nil {
		failed = fmt.Errorf("%v\nhint: run ac-apply --recover when the cause is gone: this is left to clear up: %w", failed, err) // %v: not to be tried again
	} else if in.kept != "" {
		failed = fmt.Errorf("%w\nhint: what another program wrote meanwhile is kept in %s", failed, in.kept)
	}
	if done {
		return writtenError{fmt.Errorf("is written, but: %w", failed)}
	}
	return failed
}

// conclude makes the ledger agree with a file that is at rest and closes the
// intent, in this order: what happens in between happens again. An intent that
// could not be settled to its end stays.
func (s store) conclude(i *intent, done bool, unsettled error) error {
	if done {
		if err := s.save(i.Ledger); err != nil {
			return err
		}
		// A ledger that was removed must not come back when the intent is gone.
		if err := syncDir(filepath.Dir(s.ledgerPath(i.Real))); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if unsettled != nil {
		return unsettled
	}
	return s.end(i.Real)
}

// Recovered is one write that a crash had interrupted.
type Recovered struct {
	Path     string
	Finished bool   // else it was rolled back: the file is as it was before
	Kept     string // the backup of what another program wrote meanwhile, if it could not stay in place
}

// settleAll settles what a crash left: an interrupted write is finished when the
// file has it, and forgotten when it has not. Every run does this first.
func (s store) settleAll(now int64) ([]Recovered, error) {
	names, err := records(filepath.Join(home.State(s.dir), "journal"))
	if err != nil {
		return nil, err
	}
	var out []Recovered
	var bad []error
	for _, n := range names { // one that cannot be settled does not keep the others
		r, err := s.settle(n, now)
		if err != nil {
			bad = append(bad, err)
		} else if r != nil {
			out = append(out, *r)
		}
	}
	return out, errors.Join(bad...)
}

func (s store) settle(name string, now int64) (*Recovered, error) {
	i, err := readIntent(name)
	if i == nil || err != nil {
		return nil, err
	}
	unlock, err := s.lock(i.Real)
	if err != nil {
		return nil, err
	}
	defer unlock()
	if i, err = readIntent(name); i == nil || err != nil {
		return nil, err // its own run has finished it while we waited
	}
	i.now = now
	done, err := s.settled(i)
	if err = s.conclude(i, done, err); err != nil {
		return nil, fmt.Errorf("%s: an interrupted write cannot be cleared up: %w\nhint: run ac-apply --recover when the cause is gone", i.Real, err)
	}
	return &Recovered{Path: i.Real, Finished: done, Kept: i.kept}, nil
}

// records lists the files of a folder of our state. Not by Glob, for which a
// folder that cannot be read is empty: nothing would seem to be installed.
func records(dir string) (names []string, err error) {
	es, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, e := range es {
		if filepath.Ext(e.Name()) == ".json" {
			names = append(names, filepath.Join(dir, e.Name()))
		}
	}
	return names, nil
}

func readIntent(name string) (*intent, error) {
	b, err := readWhole(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var in struct {
		intent
		After wire.Raw `json:"after"`
		V1    wire.Raw `json:"ledger"`
	}
	if err = json.Unmarshal(b, &in); err == nil && in.After == nil {
		in.After = in.V1
	}
	if err != nil || in.After == nil {
		return nil, fmt.Errorf("%s: the journal entry does not parse: %v", name, err)
	}
	in.Ledger, err = decodeLedger(name, in.After)
	return &in.intent, err
}
