package apply

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agentconnector/pkg/home"
	"agentconnector/pkg/jsonl"
	"agentconnector/pkg/wire"
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

// A gist gathers what a mark is made from, so that no two lists of texts are the
// same to it.
type gist []byte

func (d *gist) add(texts ...string) {
	for _, t := range texts {
		*d = binary.AppendUvarint(*d, uint64(len(t)))
		*d = append(*d, t...)
	}
}

func (d *gist) list(texts []string) {
	*d = binary.AppendUvarint(*d, uint64(len(texts)))
	d.add(texts...)
}

func (d *gist) flags(fs ...bool) {
	for _, f := range fs {
		if f {
			d.add("yes")
		} else {
			d.add("no")
		}
	}
}

func (d gist) sum() string {
	h := sha256.Sum256(d)
	return hex.EncodeToString(h[:])
}

// decides is the part that all targets of a plan share.
func decides(me owner, h wire.Plan, o Options) string {
	var d gist
	d.add(o.ToolVersion, o.program(), fmt.Sprint(stateVersion), o.Home, o.OS)
	d.add(me.Connector, me.Version, me.Scope, me.Project, me.ProjectKey)
	d.list(h.Hosts)
	d.list(h.Surfaces)
	d.flags(me.Local, o.Force, o.Adopt, o.LastWins)
	return d.sum()
}

// program tells this very program from others of its version.
func (o Options) program() string {
	exe, err := os.Executable()
	if err != nil {
		return ""
	}
	fi, err := os.Stat(exe)
	if err != nil {
		return ""
	}
	return fmt.Sprint(exe, fi.Size(), fi.ModTime().UnixNano())
}

// asked is what is wanted of one target, or "" if more than that decides: the values
// of variables.
func (t *target) asked(shared, real string, scratch *gist) string {
	d := (*scratch)[:0]
	defer func() { *scratch = d }()
	d.add(shared, t.path, real, t.format, octal(t.mode))
	d.flags(t.task.shared)
	for _, w := range t.task.want {
		if len(w.refs) > 0 && t.task.env != nil {
			return ""
		}
		d.patch(&w.Patch)
		for _, r := range w.refs {
			d.list(r.at)
			d.flags(r.inArray)
			for _, l := range r.texts {
				d.list(l.at)
				d.add(l.text)
			}
		}
	}
	return d.sum()
}

func (d *gist) patch(p *wire.Patch) {
	d.add(p.Schema, p.Surface, p.Path, p.Format, p.Op, string(p.Value), p.Mode, p.Encoding, p.SHA256, p.If, p.Why, p.BringsIn)
	d.list(p.Hosts)
	d.list(p.At)
	d.list(p.Needs)
	d.list(p.Stays)
	d.list(p.Refuse)
	d.flags(p.KeepIfChanged, p.Identity != nil, p.Run != nil)
	if p.Identity != nil {
		d.list(p.Identity.Path)
		d.add(p.Identity.Value)
	}
	if p.Run != nil { // of no file
		d.list(p.Run.Argv)
		d.list(p.Run.Check)
		d.list(p.Run.Inverse)
		d.add(fmt.Sprint(p.Run.TimeoutMS))
	}
}

// mark is what is seen of a target.
func (t *target) mark(ledgerText []byte, size int, sum string) seen {
	return seen{Ledger: key(t.real), TS: t.task.now, Asks: t.under(ledgerText), Is: bulk(size, sum)}
}

// under is what a target asks under a ledger.
func (t *target) under(ledgerText []byte) string {
	h := sha256.New()
	h.Write([]byte(t.asks)) // of one length
	h.Write(ledgerText)
	return hex.EncodeToString(h.Sum(nil))[:32]
}

func bulk(size int, sum string) string { return fmt.Sprint(size, ":", sum[:32]) }

// unmoved says whether a target was seen just as it is wanted, and its ledger and its
// file are still the same.
func (t *target) unmoved(before seen, ledgerText []byte) bool {
	if t.asks == "" || before.Asks == "" || before.Asks != t.under(ledgerText) {
		return false
	}
	fi, err := os.Stat(t.real)
	if err != nil || !fi.Mode().IsRegular() || !strings.HasPrefix(before.Is, fmt.Sprint(fi.Size(), ":")) {
		return false
	}
	size, sum, err := sumOf(t.real, fi.Size())
	if err != nil || bulk(size, sum) != before.Is {
		return false
	}
	t.found = before
	t.found.TS = t.task.now
	return true
}

// steady says whether a run that finds all this again has nothing to do but to say
// that it is unchanged: each wish has its edit, which is ours alone and just as wished.
func (a *applied) steady(led *ledger) bool {
	t, outs := &a.target, a.outs
	if t.asks == "" || len(a.told) > 0 || len(t.task.want) == 0 || len(t.task.want) != len(led.Edits) || len(outs) != len(t.task.want) || led.Mode != "" || led.Bare {
		return false
	}
	for i, w := range t.task.want {
		if len(w.refs) > 0 {
			return false
		}
		j := slices.IndexFunc(led.Edits, func(e own) bool {
			return e.Op == w.Op && slices.Equal(e.At, w.At) && (e.Identity == nil) == (w.Identity == nil) && (e.Identity == nil || e.Identity.Value == w.Identity.Value)
		})
		if j < 0 || !led.Edits[j].only(t.task.owner, w) || !outs[i].settles(w) {
			return false
		}
	}
	return true
}

// settled says whether a run that has changed nothing will say the same again. What
// it does follows from what a mark is made of, if no variable plays a part, no mode
// and no other place of the project.
func (a *applied) settled(led *ledger) bool {
	t := &a.target
	if t.asks == "" || len(a.outs) == 0 || len(a.told) > 0 || led.Mode != "" || led.Bare {
		return false
	}
	me := t.task.owner
	for i := range led.Edits {
		e := &led.Edits[i]
		if len(e.Secrets)+len(e.known) > 0 || e.BringsIn != "" && len(led.Edits) != len(t.task.want) { // whether that may go another file says
			return false
		}
		for _, o := range e.Owners {
			mine := o.Connector == me.Connector && o.Scope == me.Scope && o.ProjectKey == me.ProjectKey
			if mine && (o.Project != me.Project || o.TS != t.task.now) { // not one that this run is about
				return false
			}
		}
	}
	return true
}

// only says whether an edit is what one installation wants, and nobody's beside.
func (e *own) only(me owner, w want) bool {
	if len(e.Owners) != 1 || len(e.Secrets) > 0 || len(e.known) > 0 || e.Taken != "" || e.Surface != w.Surface || e.Encoding != w.Encoding || e.Keep != w.KeepIfChanged || e.BringsIn != w.BringsIn {
		return false
	}
	o := e.Owners[0]
	return o.Connector == me.Connector && o.Version == me.Version && o.Scope == me.Scope && o.Project == me.Project && o.ProjectKey == me.ProjectKey &&
		o.Local == me.Local && slices.Equal(o.Hosts, w.Hosts) && bytes.Equal(e.Value, w.Value)
}

// settles says whether a wish has been met by what became of it.
func (out outcome) settles(w want) bool {
	if out.surface != w.Surface || !slices.Equal(out.hosts, w.Hosts) || out.manual != "" {
		return false
	}
	switch out.action + " " + out.detail {
	case wire.ActionSkip + " unchanged", wire.ActionCreate + " added", wire.ActionCreate + " written", wire.ActionUpdate + " updated":
		return true
	}
	return false
}

// again is what becomes of a target that is as it was.
func (t target) again() applied {
	a := applied{target: t, mark: t.found}
	for _, x := range t.found.Told {
		a.outs = append(a.outs, outcome{surface: x.Surface, hosts: x.Hosts, action: x.Action, detail: x.Detail, what: x.What, manual: x.Manual})
	}
	if len(a.outs) > 0 {
		return a
	}
	for _, w := range t.task.want {
		a.outs = append(a.outs, outcome{surface: w.Surface, hosts: w.Hosts, action: wire.ActionSkip, detail: "unchanged"})
	}
	return a
}

// record keeps what was said of a target, for again.
func (a *applied) record() (all []told) {
	plain := len(a.outs) == len(a.target.task.want)
	for i, o := range a.outs {
		plain = plain && o.action == wire.ActionSkip && o.settles(a.target.task.want[i])
		all = append(all, told{o.surface, o.hosts, o.action, o.detail, o.what, o.manual})
	}
	if plain {
		return nil
	}
	return all
}
