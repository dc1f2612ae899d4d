package apply

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"agentconnector/pkg/home"
)

// An intent is one write that is about to happen, flushed to disk before it
// does. After a crash the file is old or new, and the intent tells which
// ledger is true.
type intent struct {
	Real   string  `json:"real"`
	Old    string  `json:"old"` // SHA-256 before; empty: no file
	New    string  `json:"new"` // SHA-256 after; empty: no file
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
	cur, err := readFile(i.Real)
	if err != nil {
		return nil, err
	}
	done := cur.sum() == i.New
	if !done && cur.sum() != i.Old { // somebody wrote since: look whether our edits are in
		done = i.New != "" && holdsAll(i.Ledger, cur)
	}
	if done {
		err = s.save(i.Ledger)
	}
	if err == nil {
		err = s.end(i.Real)
	}
	removeTemps(i.Real, i.TS)
	return &Recovered{Path: i.Real, Finished: done}, err
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

// removeTemps removes the temporary files that a crashed run left beside a
// target: a dot, the name, digits, and not older than the intent.
func removeTemps(real string, since int64) {
	prefix := "." + filepath.Base(real)
	es, err := os.ReadDir(filepath.Dir(real))
	if err != nil {
		return
	}
	for _, e := range es {
		rest, ok := strings.CutPrefix(e.Name(), prefix)
		if !ok || rest == "" || strings.Trim(rest, "0123456789") != "" || !e.Type().IsRegular() {
			continue
		}
		if fi, err := e.Info(); err == nil && !fi.ModTime().Before(time.UnixMilli(since).Add(-time.Second)) {
			os.Remove(filepath.Join(filepath.Dir(real), e.Name()))
		}
	}
}
