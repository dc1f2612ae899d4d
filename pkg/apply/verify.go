package apply

import (
	"slices"
	"strings"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/wire"
)

// Verify says for every owned edit whether it is still there and unchanged.
func Verify(id string, o Options) ([]wire.Verified, error) {
	ls, err := store{dir: o.Home}.all()
	if err != nil {
		return nil, err
	}
	var out []wire.Verified
	for _, l := range ls {
		out = append(out, verify(l, id)...)
	}
	return out, nil
}

func verify(l *ledger, id string) []wire.Verified {
	var out []wire.Verified
	check := opened(l)
	for i := range l.Edits {
		e := &l.Edits[i]
		for _, o := range e.Owners {
			if id != "" && o.Connector != id {
				continue
			}
			st, detail := check(e)
			out = append(out, wire.Verified{Schema: wire.SchemaVerified, Connector: o.Connector, Version: o.Version,
				Scope: o.Scope, Project: o.Project, ProjectKey: o.ProjectKey, Local: o.Local,
				Hosts: slices.Clone(o.Hosts), Surface: e.Surface, Path: l.Path, At: e.At, Status: st, Detail: detail})
		}
	}
	return out
}

// opened gives a check of one edit against the file as it is now.
func opened(l *ledger) func(*own) (string, string) {
	all := func(st, why string) func(*own) (string, string) {
		return func(*own) (string, string) { return st, why }
	}
	real, err := resolve(l.place())
	if err != nil {
		return all("unreadable", oneLine(err.Error()))
	}
	cur, err := readFile(real)
	switch {
	case err != nil:
		return all("unreadable", oneLine(err.Error()))
	case !cur.exists:
		return all(string(missing), "the file is gone")
	case l.Format == formatFile && cur.sum() != l.Wrote:
		return all(string(changed), "the file was changed since")
	case l.Format == formatFile:
		return all(string(intact), "")
	}
	d, err := openDoc(l.Format, cur.data, how{force: true, last: true})
	if err != nil {
		return all("unreadable", oneLine(edit.In(l.Path, err).Error()))
	}
	return func(e *own) (string, string) {
		st, extra := inspect(d, e)
		var says []string
		if len(extra) > 0 {
			says = append(says, "also holds "+strings.Join(extra, ", "))
		}
		if m := cur.info.Mode().Perm(); len(e.Secrets) > 0 && m != tight(m) {
			says = append(says, "holds the value of a variable, and others can read the file (mode "+octal(m)+")")
		}
		return string(st), strings.Join(says, "; ")
	}
}
