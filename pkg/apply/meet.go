package apply

import (
	"fmt"
	"slices"
	"strings"

	"agentconnector/pkg/wire"
)

// Links let the files of several hosts be one: CLAUDE.md and AGENTS.md, or the
// servers of two editors. The plan, which knows no links, wants the same place
// then once for each host. It is one edit, and theirs together: it goes with the
// last of them.

// meet adds a patch to what is wanted of a file.
func (t *target) meet(w want) {
	i := slices.IndexFunc(t.task.want, w.same)
	if i < 0 {
		t.task.want = append(t.task.want, w)
		return
	}
	has := &t.task.want[i]
	if has.Surface != w.Surface || has.Encoding != w.Encoding || !equal(has.Value, w.Value) {
		t.differs(has, w)
	}
	has.Hosts = union(has.Hosts, w.Hosts)
}

// same says whether two patches are about the same place of a file.
func (w want) same(o want) bool {
	return w.Op == o.Op && slices.Equal(w.At, o.At) && (w.Identity == nil) == (o.Identity == nil) &&
		(w.Identity == nil || w.Identity.Value == o.Identity.Value)
}

// differs tells the hosts of a patch that they get what others want there.
func (t *target) differs(has *want, w want) {
	for _, h := range w.Hosts {
		t.told = append(t.told, wire.Notice{Schema: wire.SchemaNotice, Level: wire.LevelWarn, Host: h, Surface: w.Surface,
			Message: fmt.Sprintf("%s leads to the same file as %s: %s is there as %s has it", w.Path, t.path,
				its(wish{want: *has}), strings.Join(has.Hosts, ", ")),
			ManualEdit: fmt.Sprintf("if it does not work like that, make %s a file of its own and install again", w.Path)})
	}
}

// strict are the dialects of JSON, from the one that every reader of the others can
// read.
var strict = []string{"json", "jsonc", "json5"}

// narrower is the format of a file that is two hosts'; empty if no text is of both.
func narrower(a, b string) string {
	i, j := slices.Index(strict, a), slices.Index(strict, b)
	switch {
	case a == b:
		return a
	case i < 0 || j < 0:
		return ""
	}
	return strict[min(i, j)]
}
