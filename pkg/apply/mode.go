package apply

import (
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"

	"agentconnector/pkg/wire"
)

// A file that gets the value of a variable is closed to others (tight). The
// mode that it had is in the ledger, and comes back with the last such value
// that goes, if nobody has changed it since. A user who opens the file again
// has a reason: it is closed again only when values are asked for again. One
// in which a value stays that is no longer ours stays closed.

// guard decides the mode of a file after a task, and says so.
func (t target) guard(l *ledger, cur file, res *result) {
	if !res.exists || l.Format == formatFile {
		return
	}
	now := t.mode
	if cur.exists {
		now = cur.info.Mode().Perm()
	}
	res.led.Mode = l.Mode
	holds := holdsSecret(res.led.Edits)
	switch {
	case holds && (res.asked || !cur.exists) && tight(now) != now:
		res.mode, res.led.Mode = tight(now), octal(now)
	case !holds && l.Mode != "":
		res.led.Mode = ""
		if res.led.Bare {
			return
		}
		if was := permissions(l.Mode); cur.exists && now == tight(was) && was != now {
			res.mode = was
		}
	}
	if res.mode != 0 && cur.exists {
		res.tellMode(now, holds)
	}
}

// tellMode adds the new mode to what is said of the file.
func (res *result) tellMode(from fs.FileMode, closed bool) {
	detail := fmt.Sprintf("mode %s → %s", octal(from), octal(res.mode))
	if closed {
		detail += ", because it holds the value of a variable"
	} else {
		detail += ", as it was before"
	}
	i := slices.IndexFunc(res.outs, func(o outcome) bool { return o.action != wire.ActionSkip && o.action != wire.ActionWarn })
	if i < 0 { // nothing else changes
		i = 0
	}
	if len(res.outs) == 0 {
		return
	}
	o := outcome{surface: res.outs[i].surface, hosts: res.outs[i].hosts, action: res.outs[i].action, detail: detail}
	if o.action == wire.ActionSkip || o.action == wire.ActionWarn {
		o.action = wire.ActionUpdate
	}
	res.outs = append(res.outs, o)
}

func octal(m fs.FileMode) string { return fmt.Sprintf("%04o", m.Perm()) }

func permissions(octal string) fs.FileMode {
	m, _ := strconv.ParseUint(octal, 8, 32) // written by us; else 0, which nothing has
	return fs.FileMode(m).Perm()
}

// setMode changes only the mode of a file, if it is still the one that was read.
func setMode(real string, cur file, mode fs.FileMode) error {
	f, err := os.Open(real)
	if err != nil {
		return err
	}
	defer f.Close()
	if fi, err := f.Stat(); err != nil || !os.SameFile(fi, cur.info) {
		return errMoved
	}
	changing(real)
	return f.Chmod(mode)
}
