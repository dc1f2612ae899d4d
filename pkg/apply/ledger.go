package apply

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/home"
	"agentconnector/pkg/jsonl"
	"agentconnector/pkg/wire"
)

// A ledger is what we know of one file: what it was without us, what we wrote
// last, and every edit of ours in it. The file is a function of the first and
// the last of these, as long as nobody else writes.
type ledger struct {
	Version int    `json:"version"`
	Path    string `json:"path"`   // as the plan names it
	Real    string `json:"real"`   // with links resolved; the ledger's key
	Format  string `json:"format"` // of the editor
	Base    string `json:"base"`   // SHA-256 of the file without us; its bytes stand in state/base
	Absent  bool   `json:"absent"` // without us there is no file
	Wrote   string `json:"wrote"`  // SHA-256 of the file when we last looked at it and were content
	Ours    string `json:"ours"`   // SHA-256 of what we wrote last: it needs no backup
	Edits   []own  `json:"edits"`

	LastWins bool   `json:"last_wins,omitempty"` // of a key that appears twice the last was edited
	Mode     string `json:"mode,omitempty"`      // that the file had before it was closed to others (octal)
	Bare     bool   `json:"bare,omitempty"`      // without us it holds a value of a variable that was ours: its bytes are not kept

	found int    // the version that it had on disk
	text  []byte // as it stands there
}

// own is one edit of ours and who wants it.
type own struct {
	Owners   []owner        `json:"owners"`
	Surface  string         `json:"surface"`
	Op       string         `json:"op"`
	At       []string       `json:"at,omitempty"`
	Identity *wire.Identity `json:"identity,omitempty"`
	Value    wire.Raw       `json:"value,omitempty"` // as wanted, not as found; variables in words
	Encoding string         `json:"encoding,omitempty"`
	Keep     bool           `json:"keep,omitempty"`  // changed since, it is somebody else's
	Taken    string         `json:"taken,omitempty"` // what stood in its place before us
	BringsIn string         `json:"brings_in,omitempty"`
	Edit     edit.Edit      `json:"edit"` // what it did to the file

	Secrets map[string]string `json:"secrets,omitempty"` // pointer → salt:SHA-256 of each string that holds the value of a variable

	known []string // what they were before this run
	holed []byte   // Edit.Ins as the ledger has it, with holes for them
	whole []byte   // and without
}

// owner is one installation of a connector, with the hosts that it serves here.
type owner struct {
	Connector  string   `json:"connector"`
	Version    string   `json:"version"`
	Scope      string   `json:"scope"`
	Project    string   `json:"project,omitempty"`
	ProjectKey string   `json:"project_key,omitempty"`
	Local      bool     `json:"local,omitempty"` // in the hosts' uncommitted files of the project
	Hosts      []string `json:"hosts"`
	TS         int64    `json:"ts"` // when it was last applied; the latest run may have noted that elsewhere (latest.go)
}

// same says whether two are one installation. Clones and work trees of one
// repository have one key, and their definition in common; in the files of each
// the connector is installed by itself.
func (o owner) same(p owner) bool {
	return o.Connector == p.Connector && o.Scope == p.Scope && o.ProjectKey == p.ProjectKey && sameProject(o.Project, p.Project)
}

// sameProject says whether two paths lead to one project. One that leads nowhere
// is that of a project which has moved here: nobody else would take it out.
func sameProject(a, b string) bool {
	if a == b {
		return true
	}
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX != nil || errY != nil || os.SameFile(x, y)
}

// shared says whether its files are those that a project shares.
func (o owner) shared() bool { return o.Scope == wire.ScopeProject && !o.Local }

// renew notes that an owner has been here again.
func (o *owner) renew(by owner, now int64) {
	o.Version, o.Project, o.Local, o.TS = by.Version, by.Project, by.Local, now
}

// of returns the index of an owner in an edit, or -1.
func (e *own) of(o owner) int {
	return slices.IndexFunc(e.Owners, o.same)
}

func sum(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:])
}

// key names a file in our state.
func key(real string) string { return sum([]byte(real))[:32] }

// store is the state folder.
type store struct {
	dir   string             // ac_home
	ways  ways               // of this run
	books map[string]*ledger // that this run has read, by their files
	late  lateDirs
	mine  map[string]bool // pre-images and folders of backups that this run has made
	noted map[string]bool // directories that this group needs, and whether they are there by now
}

func (s store) ledgers() string { return filepath.Join(home.State(s.dir), "ledger") }

func (s store) ledgerPath(real string) string {
	return filepath.Join(s.ledgers(), key(real)+".json")
}

func (s store) basePath(hash string) string {
	return filepath.Join(home.State(s.dir), "base", hash)
}

// load reads the ledger of a file; a file that we never touched has an empty one.
func (s store) load(real string) (*ledger, error) {
	l, err := s.read(s.ledgerPath(real))
	if errors.Is(err, fs.ErrNotExist) {
		return &ledger{Version: stateVersion, Real: real}, nil
	}
	return l, err
}

// read reads a ledger. Of one that this run has read before only the text is read
// again.
func (s store) read(path string) (*ledger, error) {
	b, err := readWhole(path)
	if err != nil {
		return nil, err
	}
	return s.parsed(path, b)
}

func (s store) parsed(path string, b []byte) (*ledger, error) {
	l := s.books[path]
	if l == nil || !bytes.Equal(l.text, b) {
		var err error
		if l, err = decodeLedger(path, b); err != nil {
			return nil, err
		}
		l.text = b
		if s.books != nil {
			s.books[path] = l
		}
	}
	mine := *l
	return &mine, nil
}

// all reads every ledger, in order of the files' paths.
func (s store) all() ([]*ledger, error) {
	return s.allBut(func(string, []byte) bool { return false })
}

// allBut reads them without those that are left out by their path and text.
func (s store) allBut(leftOut func(name string, text []byte) bool) (ls []*ledger, err error) {
	names, err := records(s.ledgers())
	if err != nil {
		return nil, err
	}
	for _, n := range names {
		b, err := readWhole(n)
		if errors.Is(err, fs.ErrNotExist) {
			continue // another run has just removed it
		}
		if err != nil {
			return nil, err
		}
		if leftOut(n, b) {
			continue
		}
		l, err := s.parsed(n, b)
		if err != nil {
			return nil, err
		}
		ls = append(ls, l)
	}
	slices.SortFunc(ls, func(a, b *ledger) int { return strings.Compare(a.Path, b.Path) })
	return ls, nil
}

// save writes a ledger, or removes it when nothing of ours is left.
func (s store) save(l *ledger) error { return s.keep(&intent{Real: l.Real, Ledger: l}) }

// keep is save for the ledger of an intent, of which the journal has the text.
func (s store) keep(i *intent) (err error) {
	p := s.ledgerPath(i.Real)
	if len(i.Ledger.Edits) == 0 {
		changing(p)
		err := os.Remove(p)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	if i.after == nil {
		if i.after, err = encodeLedger(i.Ledger); err != nil {
			return err
		}
	}
	return s.lay(p, i.after)
}

func encodeLedger(l *ledger) ([]byte, error) { return jsonl.Encode(l) }
