package apply

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"agentconnector/pkg/wire"

	"agentconnector/pkg/home"
)

// The state has a version, so that a program never misreads what another one
// has written. It stands twice: in state/version for the whole, which is what a
// run asks first, and in every ledger, which is what programs before version 2
// ask. The rules:
//
//   - A newer state is refused before anything is written, whatever was asked.
//   - An older one is upgraded by the first run that writes. A run that only
//     looks reads it as it is, so that looking never shuts out an older program.
//   - Every ledger is read by its own version. So an upgrade may stop anywhere,
//     and an older program may even add a ledger meanwhile: the upgrade goes on,
//     and nothing is read wrongly before it does. state/version comes last.
//   - The step of a version concerns ledgers. The list of directories, the
//     pre-images and the backups are what they were in version 1.
//
// The next version is one more line in steps and its function.

// stateVersion is the version of the state that this program writes.
const stateVersion = 2

// steps lead a ledger from each version to the next.
var steps = map[int]func(ledger map[string]wire.Raw) error{
	1: concealing,
}

// concealing: version 2 knows secrets that are kept out of the ledger, and the
// mode that a file had. A ledger of version 1 has none of them, and says it by
// not having the fields; but its program would read past them.
func concealing(map[string]wire.Raw) error { return nil }

func (s store) versionPath() string { return filepath.Join(home.State(s.dir), "version") }

// version is that of the state on disk; a newer one than ours is an error. A
// state without the record is of version 1; where nothing is, ours will be.
func (s store) version() (int, error) {
	b, err := readWhole(s.versionPath())
	if errors.Is(err, fs.ErrNotExist) {
		_, err := os.Stat(home.State(s.dir))
		if errors.Is(err, fs.ErrNotExist) {
			return stateVersion, nil
		}
		return 1, err
	}
	if err != nil {
		return 0, err
	}
	v, err := strconv.Atoi(strings.TrimSpace(string(b)))
	if err != nil || v < 1 {
		return 0, fmt.Errorf("%s: found %.20q, expected the version of the state, a number from 1 to %d\nhint: remove this file: every ledger has its own version",
			s.versionPath(), strings.TrimSpace(string(b)), stateVersion)
	}
	return v, known(s.versionPath(), v)
}

// known refuses what a newer program has written.
func known(path string, v int) error {
	if v <= stateVersion {
		return nil
	}
	return fmt.Errorf("%s: the state has version %d, this program knows versions up to %d\nhint: a newer agent-connector wrote it: use that one, or upgrade this one; nothing was changed",
		path, v, stateVersion)
}

// mark records that the state has our version.
func (s store) mark() error {
	return writeOwn(s.versionPath(), fmt.Appendln(nil, stateVersion))
}

// markNew marks a state that is about to begin. Between the folder and the
// record in it there is an instant in which it looks like one of version 1 that
// is empty: upgrading that is no more than the record.
func (s store) markNew() error {
	if _, err := os.Lstat(home.State(s.dir)); errors.Is(err, fs.ErrNotExist) {
		return s.mark()
	}
	return nil
}

// decodeLedger reads a ledger of any version up to ours.
func decodeLedger(path string, b []byte) (*ledger, error) {
	fail := func(err error) (*ledger, error) {
		return nil, fmt.Errorf("%s: the ledger does not parse: %w\nhint: move it away to give up what it records, then apply again", path, err)
	}
	l := new(ledger)
	if json.Unmarshal(b, l) == nil && l.Version == stateVersion { // as nearly all are
		l.found = stateVersion
		return l, nil
	}
	var head struct{ Version int }
	if err := json.Unmarshal(b, &head); err != nil {
		return fail(err)
	}
	if err := known(path, head.Version); err != nil {
		return nil, err
	}
	b, err := raised(b, head.Version)
	if err != nil {
		return fail(err)
	}
	l = new(ledger)
	if err := json.Unmarshal(b, l); err != nil {
		return fail(err)
	}
	l.found, l.Version = head.Version, stateVersion
	return l, nil
}

// raised leads the text of a ledger through the steps from its version to ours.
func raised(b []byte, from int) ([]byte, error) {
	if from == stateVersion {
		return b, nil
	}
	m := map[string]wire.Raw{}
	if err := json.Unmarshal(b, &m); err != nil {
		return nil, err
	}
	for v := from; v < stateVersion; v++ {
		step := steps[v]
		if step == nil {
			return nil, fmt.Errorf("there is no version %d", v)
		}
		if err := step(m); err != nil {
			return nil, fmt.Errorf("from version %d to %d: %w", v, v+1, err)
		}
	}
	return json.Marshal(m)
}

// Upgrade brings the state to our version and says between which it did. Writes
// that were interrupted are settled before.
func Upgrade(o Options) (from, to int, err error) {
	s := store{dir: o.Home}
	if from, err = s.version(); err != nil || from == stateVersion {
		return from, from, err
	}
	unlock, err := s.lock(s.versionPath())
	if err != nil {
		return from, from, err
	}
	defer unlock()
	if from, err = s.version(); err != nil || from == stateVersion {
		return from, from, err // another run has done it while we waited
	}
	if err := s.upgradeAll(o.Now); err != nil {
		return from, from, fmt.Errorf("the state cannot be upgraded from version %d to %d: %w", from, stateVersion, err)
	}
	return from, stateVersion, s.mark()
}

func (s store) upgradeAll(now int64) error {
	if _, err := s.settleAll(now); err != nil {
		return err
	}
	names, err := records(filepath.Join(home.State(s.dir), "ledger"))
	for _, n := range names {
		err = errors.Join(err, s.upgrade(n)) // one that cannot be upgraded does not keep the others
	}
	return err
}

// upgrade rewrites one ledger if it is of an older version.
func (s store) upgrade(name string) error {
	l, err := s.read(name)
	if err != nil || l.found == stateVersion {
		return gone(err)
	}
	unlock, err := s.lock(l.Real)
	if err != nil {
		return err
	}
	defer unlock()
	if l, err = s.read(name); err != nil {
		return gone(err)
	}
	b, err := encodeLedger(l)
	if err != nil {
		return err
	}
	return writeOwn(name, b)
}

// gone forgives that a ledger is not there any more: another run has just taken
// out the last edit.
func gone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
