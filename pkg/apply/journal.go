package apply

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"agentconnector/pkg/home"
	"agentconnector/pkg/jsonl"
	"agentconnector/pkg/wire"
)

// An intent is one write that is about to happen, flushed to disk before it
// does. After a crash the file is old or new, and the intent tells which
// ledger is true.
type intent struct {
	Real   string
	Temp   string // the new file before the exchange, the old one after it
	Old    string // SHA-256 before; empty: no file
	New    string // SHA-256 after; empty: no file
	Mode   string // after, if nothing but the mode changes (octal)
	TS     int64
	Ledger *ledger // as it will be

	after []byte // the ledger as it will stand on disk
	now   int64  // when it is settled
	kept  string // where that has put what another program wrote
}

// intentLine is an intent in the journal.
type intentLine struct {
	Real string   `json:"real"`
	Temp string   `json:"temp"`
	Old  string   `json:"old"`
	New  string   `json:"new"`
	Mode string   `json:"mode,omitempty"`
	TS   int64    `json:"ts"`
	V1   wire.Raw `json:"ledger,omitempty"` // in version 1, whose program refuses what it cannot settle
	Text wire.Raw `json:"after,omitempty"`  // the ledger
}

// The journal has a record for each group of writes that a run makes together:
// their intents, one in a line. All the files are locked for as long as their own
// run has not done with them.

// begin writes a record and returns its name.
func (s store) begin(is ...*intent) (name string, err error) {
	name = filepath.Join(home.State(s.dir), "journal", rand.Text()+".json")
	return name, s.note(name, is)
}

// note makes a record hold just these intents; without any it goes.
func (s store) note(name string, is []*intent) error {
	if len(is) == 0 {
		changing(name)
		return os.Remove(name)
	}
	var lines [][]byte
	for _, i := range is {
		b, err := jsonl.Encode(&intentLine{Real: i.Real, Temp: i.Temp, Old: i.Old, New: i.New, Mode: i.Mode, TS: i.TS})
		if err != nil {
			return err
		}
		if i.after == nil {
			if i.after, err = encodeLedger(i.Ledger); err != nil {
				return err
			}
		}
		lines = append(lines, bytes.TrimSuffix(b, []byte("}\n")), []byte(`,"after":`), bytes.TrimSpace(i.after), []byte("}\n"))
	}
	return writeOwn(name, slices.Concat(lines...))
}

// readIntents reads a record; one that is not there has none.
func readIntents(name string) (is []*intent, err error) {
	b, err := readWhole(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for d := json.NewDecoder(bytes.NewReader(b)); ; {
		var in intentLine
		if err = d.Decode(&in); err == io.EOF && len(is) > 0 {
			return is, nil
		}
		if in.Text == nil {
			in.Text = in.V1
		}
		if err != nil || in.Text == nil {
			return nil, fmt.Errorf("%s: the journal entry does not parse: %v\nhint: move it away, which gives up what an interrupted run knew of its last write, then run again; ac-apply --verify says how the files are", name, err)
		}
		i := &intent{Real: in.Real, Temp: in.Temp, Old: in.Old, New: in.New, Mode: in.Mode, TS: in.TS}
		if i.Ledger, err = decodeLedger(name, in.Text); err != nil {
			return nil, err
		}
		is = append(is, i)
	}
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
