package apply

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"agentconnector/pkg/home"
)

// Recovered is one write that a crash had interrupted.
type Recovered struct {
	Path     string
	Finished bool   // else it was rolled back: the file is as it was before
	Kept     string // the backup of what another program wrote meanwhile, if it could not stay in place
}

// settleAll settles what a crash left: an interrupted write is finished when the
// file has it, and forgotten when it has not. Every run does this first.
func (s store) settleAll(now int64) ([]Recovered, error) {
	names, err := s.journal()
	if err != nil {
		return nil, err
	}
	var out []Recovered
	var bad []error
	for _, n := range names { // one that cannot be settled does not keep the others
		is, err := readIntents(n)
		if err != nil {
			bad = append(bad, err)
		}
		for _, i := range is {
			unlock, err := s.lock(i.Real)
			if err != nil {
				bad = append(bad, err)
				continue
			}
			r, err := s.settle(n, i.Real, now)
			unlock()
			if err != nil {
				bad = append(bad, err)
			} else if r != nil {
				out = append(out, *r)
			}
		}
	}
	return out, errors.Join(bad...)
}

func (s store) journal() ([]string, error) {
	return records(filepath.Join(home.State(s.dir), "journal"))
}

// settle settles the write of one file that a record names, with its lock held,
// and takes it out of the record, which has a lock of its own: others may be about
// another file of it.
func (s store) settle(name, real string, now int64) (*Recovered, error) {
	unlock, err := s.lock(name)
	if err != nil {
		return nil, err
	}
	defer unlock()
	is, err := readIntents(name)
	at := slices.IndexFunc(is, func(i *intent) bool { return i.Real == real })
	if err != nil || at < 0 {
		return nil, err // its own run has finished it while we waited
	}
	i := is[at]
	i.now = now
	done, err := s.settled(i)
	if done {
		if err := s.conclude(i); err != nil {
			return nil, i.unclear(err)
		}
	}
	if err == nil {
		err = s.note(name, slices.Delete(is, at, at+1))
	}
	if err != nil {
		return nil, i.unclear(err)
	}
	return &Recovered{Path: i.Real, Finished: done, Kept: i.kept}, nil
}

func (i *intent) unclear(err error) error {
	return fmt.Errorf("%s: an interrupted write cannot be cleared up: %w\nhint: run ac-apply --recover when the cause is gone", i.Real, err)
}

// conclude makes the ledger agree with a file that is at rest. It comes before the
// intent goes: what happens in between happens again.
func (s store) conclude(i *intent) error {
	if err := s.keep(i); err != nil {
		return err
	}
	// A ledger that was removed must not come back when the intent is gone.
	if err := syncDir(s.ledgers()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// leftovers settles what another run could not clear up, or was killed in, of
// files whose locks we hold, and says which they are.
func (s store) leftovers(reals map[string]bool, now int64) (settled map[string]bool, err error) {
	names, err := s.journal()
	if err != nil {
		return nil, err
	}
	settled = map[string]bool{}
	for _, n := range names {
		is, err := readIntents(n)
		if err != nil {
			return nil, err
		}
		for _, i := range is {
			if !reals[i.Real] {
				continue
			}
			if _, err := s.settle(n, i.Real, now); err != nil {
				return nil, err
			}
			settled[i.Real] = true
		}
	}
	return settled, nil
}
