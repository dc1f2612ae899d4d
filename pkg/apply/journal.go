package apply

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"agentconnector/pkg/home"
)

// An intent is one write that is about to happen, flushed to disk before it
// does. After a crash the file is old or new, and the intent tells which
// ledger is true.
type intent struct {
	Real   string  `json:"real"`
	Temp   string  `json:"temp"` // the new file before the exchange, the old one after it
	Old    string  `json:"old"`  // SHA-256 before; empty: no file
	New    string  `json:"new"`  // SHA-256 after; empty: no file
	TS     int64   `json:"ts"`
	Ledger *ledger `json:"ledger"` // as it will be
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

func (s store) end(real string) error { return os.Remove(s.intentPath(real)) }

// Recovered is one write that a crash had interrupted.
type Recovered struct {
	Path     string
	Finished bool // else it was rolled back: the file is as it was before
}

// Recover settles what a crash left: an interrupted write is finished when the
// file has it, and forgotten when it has not. Every run does this first.
func (s store) Recover() ([]Recovered, error) {
	names, err := filepath.Glob(filepath.Join(home.State(s.dir), "journal", "*.json"))
	if err != nil {
		return nil, err
	}
	var out []Recovered
	for _, n := range names {
		r, err := s.settle(n)
		if err != nil {
			return out, err
		}
		if r != nil {
			out = append(out, *r)
		}
	}
	return out, nil
}

func (s store) settle(name string) (*Recovered, error) {
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
	done, err := s.settled(i)
	if err != nil {
		return nil, err
	}
	if done {
		err = s.save(i.Ledger)
	}
	if err == nil {
		err = s.end(i.Real)
	}
	return &Recovered{Path: i.Real, Finished: done}, err
}

// settled brings a file and its temporary file to rest and says whether our
// write is in. What is in the temporary file and is neither the old nor the
// new content came out of the exchange: somebody else wrote it, it goes back.
func (s store) settled(i *intent) (done bool, err error) {
	cur, err := readFile(i.Real)
	if err != nil {
		return false, err
	}
	temp, err := readFile(i.Temp)
	if err != nil {
		return false, err
	}
	known := temp.sum() == i.Old || temp.sum() == i.New
	switch {
	case i.New == "" && temp.exists && !cur.exists && !known: // taken out of somebody's hands
		return false, moveNew(i.Temp, i.Real)
	case i.New != "" && cur.sum() == i.New && temp.exists && !known:
		if err := swap(i.Temp, i.Real); err != nil {
			return false, err
		}
		return false, os.Remove(i.Temp)
	case temp.exists && !known && cur.sum() != i.Old:
		// Torn, or foreign and already written over by a third: keep it aside.
		if _, err := s.backup(i.Ledger, temp, true, i.TS); err != nil {
			return false, err
		}
	}
	if temp.exists {
		if err := os.Remove(i.Temp); err != nil {
			return false, err
		}
	}
	switch cur.sum() {
	case i.New:
		return true, nil
	case i.Old:
		return false, nil
	}
	// Somebody has written since: look whether our edits are in.
	return i.New != "" && holdsAll(i.Ledger, cur), nil
}

func readIntent(name string) (*intent, error) {
	b, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	i := new(intent)
	if err := json.Unmarshal(b, i); err != nil || i.Ledger == nil {
		return nil, fmt.Errorf("%s: the journal entry does not parse: %v", name, err)
	}
	return i, nil
}

// holdsAll says whether every edit of a ledger is in a file.
func holdsAll(l *ledger, cur file) bool {
	d, err := openDoc(l.Format, cur.data, how{last: true})
	if err != nil {
		return false
	}
	for i := range l.Edits {
		if st, _ := inspect(d, &l.Edits[i]); st == missing {
			return false
		}
	}
	return true
}
