package proxy

import (
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"path/filepath"
	"strings"

	"agentconnector/pkg/interp"
	"agentconnector/pkg/world"
)

// command is the child as the options say, not yet started.
func command(w *world.World, o Options) (*exec.Cmd, error) {
	argv := o.Command
	if o.Expand {
		argv = make([]string, len(o.Command))
		for i, a := range o.Command {
			argv[i] = o.expand(w, a)
		}
	}
	env, err := environ(w, o)
	if err != nil {
		return nil, err
	}
	dir := w.Dir
	if o.Cwd != "" {
		dir = o.expand(w, o.Cwd)
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(w.Dir, dir)
		}
	}
	child := &world.World{Dir: dir, OS: w.OS, Environ: env}
	path, err := find(child, argv[0])
	if errors.Is(err, exec.ErrNotFound) {
		more, tried := elsewhere(child, argv[0])
		if more == "" {
			return nil, notStarted(o.Command[0], &unfound{tried, err})
		}
		path, err, env = more, nil, withPath(child, filepath.Dir(more))
	}
	if err != nil {
		return nil, notStarted(o.Command[0], err)
	}
	return &exec.Cmd{Path: path, Args: argv, Env: env, Dir: dir}, nil
}

// expand replaces references to our own variables, in whichever of the two
// spellings the host lets through: ${env:NAME} or %(NAME).
func (o *Options) expand(w *world.World, s string) string {
	if o.Percent {
		return interp.ExpandPercent(s, w.Lookup)
	}
	s, _ = interp.Expand(s, w.Lookup)
	return s
}

// environ is our environment with the variables of --env, whose values may refer
// to our own.
func environ(w *world.World, o Options) ([]string, error) {
	env := w.Environ
	for _, s := range o.Env {
		name, template, ok := strings.Cut(s, "=")
		if !ok || name == "" {
			return nil, fmt.Errorf("--env %q: expected NAME=VALUE", s)
		}
		env = append(without(w.OS, env, name), name+"="+o.expand(w, template))
	}
	return env, nil
}

// without is a copy of an environment that lacks a variable.
func without(goos string, env []string, name string) []string {
	kept := make([]string, 0, len(env)+1)
	for _, kv := range env {
		k, _, _ := strings.Cut(kv, "=")
		if k != name && !(goos == "windows" && strings.EqualFold(k, name)) {
			kept = append(kept, kv)
		}
	}
	return kept
}

// notStarted explains why a child did not start, and names it as it was
// written: what is expanded may be a secret, so the paths of errors are not told.
func notStarted(name string, err error) error {
	why := err.Error()
	var path *fs.PathError
	var program *exec.Error
	switch {
	case errors.As(err, &path):
		why = path.Err.Error()
	case errors.As(err, &program):
		why = program.Err.Error()
	}
	switch {
	case errors.Is(err, exec.ErrNotFound):
		why = "not found in PATH"
		var lost *unfound
		if errors.As(err, &lost) && len(lost.tried) > 0 {
			why += ", nor in " + strings.Join(lost.tried, ", ")
		}
	case errors.Is(err, fs.ErrNotExist):
		why = "no such file, or the interpreter or folder that it needs is missing"
	case errors.Is(err, fs.ErrPermission):
		why = "not executable"
	}
	return &startError{fmt.Sprintf("cannot start the server %q: %s", name, why), err}
}

// unfound is a program that is not there, and where else it was looked for.
type unfound struct {
	tried []string
	error
}

func (e *unfound) Unwrap() error { return e.error }

// startError keeps its cause for the exit status.
type startError struct {
	text  string
	cause error
}

func (e *startError) Error() string { return e.text }
func (e *startError) Unwrap() error { return e.cause }

// status is the exit status of a child that did not start, as of a shell.
func status(err error) int {
	if errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist) {
		return NotFound
	}
	return NotStarts
}
