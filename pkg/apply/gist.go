package apply

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"os"
	"strings"

	"agentconnector/pkg/wire"
)

// What a mark (latest.go) is made of, and whether a target still has the mark that it had.

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
