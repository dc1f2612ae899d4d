package apply

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"agentconnector/pkg/edit"
)

// What is left of a write that was interrupted, or that failed half way, is two
// files and two ledgers. Settling looks at what is there, never at how far the
// write is thought to have come: a kill, an error and another program's write
// are all the same to it.

// settled brings a file and its temporary file to rest and says whether our
// write is in, which is true even if something is left to clear up. Directories
// that were made for a file that is not there go.
func (s store) settled(i *intent) (done bool, err error) {
	cur, err := readFile(i.Real)
	if err != nil {
		return false, err
	}
	temp, err := readFile(i.Temp)
	if err != nil {
		return false, err
	}
	if done, err = s.verdict(i, cur, temp); err != nil {
		return done, err
	}
	if err = s.clear(i, cur, temp); errors.Is(err, errNoSwap) {
		// Nothing comes out of an exchange that there is none of: our write is in,
		// and whatever the other file is, it is kept.
		done, err = true, s.aside(i, temp)
	}
	if err != nil {
		return done, err
	}
	if _, err := os.Lstat(i.Real); errors.Is(err, fs.ErrNotExist) {
		return done, s.dropDirs(filepath.Dir(i.Real))
	}
	return done, nil
}

// verdict says whether our write is in, or will stay in.
func (s store) verdict(i *intent, cur, temp file) (done bool, err error) {
	switch {
	case i.Mode != "":
		return cur.exists && octal(cur.info.Mode()) == i.Mode, nil
	case i.cameOut(cur, temp):
		return false, nil
	case cur.sum() == i.New:
		return true, nil
	case cur.sum() == i.Old:
		return false, nil
	}
	return s.likelier(i, cur, temp)
}

// theirs says whether the temporary file holds what another program wrote: it
// is neither the old nor the new content. It may also be ours, cut short.
func (i *intent) theirs(temp file) bool {
	return temp.exists && temp.sum() != i.Old && temp.sum() != i.New
}

// cameOut says whether another program's file came out of the exchange, or was
// taken out of its hands, and nothing has come in its place but ours.
func (i *intent) cameOut(cur, temp file) bool {
	if !i.theirs(temp) || cur.sum() != i.New {
		return false
	}
	return !cur.exists || len(temp.data) >= len(cur.data) || !bytes.HasPrefix(cur.data, temp.data) // a beginning of ours is ours, cut short
}

// clear puts the temporary file where it belongs: back, aside or away.
func (s store) clear(i *intent, cur, temp file) (err error) {
	switch {
	case i.cameOut(cur, temp) && !cur.exists:
		return backIn(i.Temp, i.Real)
	case i.cameOut(cur, temp):
		if err := swap(i.Temp, i.Real); err != nil {
			return err
		}
	case i.theirs(temp) && cur.sum() != i.Old: // and written over by a third since
		return s.aside(i, temp)
	case !temp.exists:
		return nil
	}
	return forGood(i.Temp)
}

// aside keeps the temporary file among the backups.
func (s store) aside(i *intent, temp file) (err error) {
	if i.kept, err = s.backup(i.Ledger, temp, true, i.now); err != nil {
		return err
	}
	return forGood(i.Temp)
}

// likelier says which of two ledgers a file goes with that somebody else has
// written since: the one whose edits are in it, else the one that what is left
// of our write speaks for.
func (s store) likelier(i *intent, cur, temp file) (done bool, err error) {
	old, err := s.load(i.Real)
	if err != nil {
		return false, err
	}
	if d, err := openDoc(i.Ledger.Format, cur.data, how{last: true}); err == nil && cur.exists {
		if n, o := fit(d, i.Ledger, old), fit(d, old, i.Ledger); n != o {
			return n > o, nil
		}
	}
	return temp.exists && temp.sum() == i.Old, nil // it came out of the exchange
}

// fit is how well a document goes with a ledger rather than with another one.
func fit(d edit.Doc, l, other *ledger) (n int) {
	weight := map[status]int{intact: 2, changed: 1, missing: -2}
	for i := range l.Edits {
		st, _ := inspect(d, &l.Edits[i])
		n += weight[st]
	}
	for i := range other.Edits {
		o := &other.Edits[i]
		if slices.ContainsFunc(l.Edits, func(e own) bool { return sameSlot(e, *o) }) {
			continue
		}
		if st, _ := inspect(d, o); st != missing {
			n -= 2
		}
	}
	return n
}
