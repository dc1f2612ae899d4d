package apply

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"agentconnector/pkg/home"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

// tools places the programs that a plan's pointers name at their stable path:
// copies, so that a package manager may move the originals. One that is there
// with the same bytes is left alone.
func (rep *Report) tools(o Options, names []string, pairs *tally) {
	for _, name := range names {
		action, detail, err := placeTool(o, name)
		if err != nil {
			action, detail = wire.ActionError, oneLine(err.Error())
			rep.Errors = append(rep.Errors, Advised(err))
		}
		rep.Changed = rep.Changed || action == wire.ActionCreate || action == wire.ActionUpdate
		pairs.row("", "tools").add(filepath.Join(home.Bin(o.Home), exe(o, name)), part{action, detail, ""})
	}
}

func exe(o Options, name string) string {
	if o.OS == "windows" {
		return name + ".exe"
	}
	return name
}

func placeTool(o Options, name string) (action, detail string, err error) {
	from := filepath.Join(o.Exe, exe(o, name))
	to := filepath.Join(home.Bin(o.Home), exe(o, name))
	have, haveErr := os.Stat(to)
	same, err := twins(from, have)
	if err == nil && !same && haveErr == nil {
		if same, err = alike(from, to); same && !o.DryRun {
			stamp(from, to)
		}
	}
	switch {
	case errors.Is(err, fs.ErrNotExist) && haveErr == nil:
		return wire.ActionSkip, "already placed", nil
	case err != nil:
		return "", "", fmt.Errorf("%s: cannot be placed: %w\nhint: install %s beside ac-apply, then apply again", to, err, name)
	case same:
		return wire.ActionSkip, "unchanged", nil
	case haveErr == nil:
		action, detail = wire.ActionUpdate, "version "+o.ToolVersion
	default:
		action, detail = wire.ActionCreate, "version "+o.ToolVersion
	}
	if o.DryRun {
		return action, detail, nil
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return "", "", fmt.Errorf("%s: cannot be placed: %w", to, err)
	}
	if err := copyProgram(from, to); err != nil {
		return action, detail, fmt.Errorf("%s: cannot be placed: %w", to, err)
	}
	stamp(from, to)
	return action, detail, nil
}

// copyProgram lets the system copy, which need not go through our memory for it.
func copyProgram(from, to string) error {
	src, err := world.OpenFile(from, os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	defer src.Close()
	return replaceProgram(to, 0o700, func(f *os.File) error {
		_, err := io.Copy(f, src)
		return err
	})
}

// twins says whether a placed program is the one it was copied from: as old, to
// the nanosecond, and as large. Reading both costs more than all that a run does
// otherwise. An error is one of the original.
func twins(from string, placed fs.FileInfo) (bool, error) {
	fi, err := os.Stat(from)
	return err == nil && placed != nil && fi.Size() == placed.Size() && fi.ModTime().Equal(placed.ModTime()), err
}

// stamp makes a copy as old as its original. If it cannot, the next run compares
// the bytes.
func stamp(from, to string) {
	if fi, err := os.Stat(from); err == nil {
		_ = os.Chtimes(to, fi.ModTime(), fi.ModTime())
	}
}

// alike says whether the second file has the bytes of the first, in pieces: a
// program is large, and mostly it is there already. An error is one of the first.
func alike(from, to string) (bool, error) {
	a, err := world.OpenFile(from, os.O_RDONLY, 0)
	if err != nil {
		return false, err
	}
	defer a.Close()
	b, err := world.OpenFile(to, os.O_RDONLY, 0)
	if err != nil {
		return false, nil
	}
	defer b.Close()
	if x, err := a.Stat(); err != nil {
		return false, err
	} else if y, err := b.Stat(); err != nil || x.Size() != y.Size() {
		return false, nil
	}
	p, q := make([]byte, 256<<10), make([]byte, 256<<10)
	for {
		n, err := io.ReadFull(a, p)
		m, _ := io.ReadFull(b, q)
		switch {
		case !bytes.Equal(p[:n], q[:m]):
			return false, nil
		case err == io.EOF || err == io.ErrUnexpectedEOF:
			return true, nil
		case err != nil:
			return false, err
		}
	}
}
