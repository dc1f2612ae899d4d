package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"agentconnector/pkg/cli"
	"agentconnector/pkg/world"
)

// verbs are ours; any other word is a tool of its own, as with git.
var verbs = map[string]bool{"install": true, "uninstall": true, "upgrade": true, "status": true, "doctor": true, "explain": true, "observe": true, "completion": true}

// external runs ac-VERB for a verb that is not ours, with our streams.
func external(w *world.World) (code int, ran bool) {
	verb, args, ok := foreign(w.Args)
	if !ok {
		return 0, false
	}
	path, err := find("ac-" + verb)
	if err != nil {
		cli.Complain(w.Stderr, tool.Name, fmt.Errorf("there is no verb %q: %w\nhint: ac --help shows the verbs, and any program ac-VERB beside ac or on PATH is one",
			verb, err))
		return world.Usage, true
	}
	c := exec.Command(path, args...)
	c.Stdin, c.Stdout, c.Stderr = w.Stdin, w.Stdout, w.Stderr
	return exitCode(c.Run()), true
}

// foreign is the verb of another program and what goes to it: also where a shell
// asks for its words.
func foreign(args []string) (verb string, rest []string, ok bool) {
	asks := len(args) > 2 && args[0] == cli.CompleteArg
	if asks {
		args = args[1:]
	}
	if len(args) == 0 || verbs[args[0]] || args[0] == "" || args[0][0] == '-' {
		return "", nil, false
	}
	if verb, rest = args[0], args[1:]; asks {
		rest = append([]string{cli.CompleteArg}, rest...)
	}
	return verb, rest, true
}

// find looks for a tool beside this program, then on PATH: a suite must not
// mix with an older one that happens to be installed.
func find(name string) (string, error) {
	if exe, err := os.Executable(); err == nil {
		p := filepath.Join(filepath.Dir(exe), name+filepath.Ext(exe))
		if _, err := os.Stat(p); err == nil {
			return p, nil
		}
	}
	return exec.LookPath(name)
}

func exitCode(err error) int {
	var e *exec.ExitError
	switch {
	case err == nil:
		return world.OK
	case errors.As(err, &e) && e.ExitCode() >= 0:
		return e.ExitCode()
	}
	return world.Failed
}

// pipe runs the steps, each with the output of the one before. One that fails
// ends the pipeline with its exit code: the next would only complain about
// half an input.
func pipe(w *world.World, steps []step) error {
	var in io.Reader = bytes.NewReader(nil)
	for i, s := range steps {
		out := w.Stdout
		var buf bytes.Buffer
		if i < len(steps)-1 {
			out = &buf
		}
		if err := start(w, s, in, out); err != nil {
			return err
		}
		in = &buf
	}
	return nil
}

func start(w *world.World, s step, in io.Reader, out io.Writer) error {
	path, err := find(s.tool)
	if err != nil {
		return fmt.Errorf("%s is not installed beside ac, nor on PATH: %w", s.tool, err)
	}
	c := exec.Command(path, s.args...)
	c.Stdin, c.Stdout, c.Stderr = in, out, w.Stderr
	if err := c.Run(); err != nil {
		var e *exec.ExitError
		if !errors.As(err, &e) {
			return err
		}
		return cli.Exit(exitCode(err))
	}
	return nil
}
