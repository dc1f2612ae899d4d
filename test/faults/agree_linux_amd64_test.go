package faults

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"agentconnector/pkg/plan"
	"agentconnector/pkg/wire"
)

// ledger is what the state says of a file.
type ledger struct {
	Path, Real, Wrote string
	Edits             []wire.Raw
}

func (b *box) ledgers() map[string]ledger {
	names, _ := filepath.Glob(filepath.Join(b.ours(), "state", "ledger", "*.json"))
	ls := map[string]ledger{}
	for _, n := range names {
		text, _ := os.ReadFile(n)
		var l ledger
		if err := json.Unmarshal(text, &l); err != nil {
			l.Wrote = err.Error()
		}
		ls[l.Real] = l
	}
	return ls
}

// agrees says where the ledgers and the files tell different stories. It holds
// only where nobody else writes after us.
func (b *box) agrees() (faults []string) {
	if v := b.ac(nil, "--verify"); v.code != 0 {
		faults = append(faults, "--verify: "+v.String())
	}
	ls := b.ledgers()
	for real, l := range ls {
		if text, err := os.ReadFile(real); err != nil || plan.Hash(text) != l.Wrote {
			faults = append(faults, fmt.Sprintf("the ledger of %s is not of these bytes (%v)", real, err))
		}
	}
	filepath.WalkDir(b.home, func(p string, d fs.DirEntry, err error) error {
		if strings.HasPrefix(p, filepath.Join(b.ours(), "state")) || strings.HasPrefix(p, filepath.Join(b.ours(), "backups")) || err != nil || !d.Type().IsRegular() {
			return nil
		}
		text, _ := os.ReadFile(p)
		if _, ok := ls[p]; bytes.Contains(text, []byte("by gamma")) && !ok {
			faults = append(faults, p+" holds an edit that no ledger knows")
		}
		return nil
	})
	return faults
}
