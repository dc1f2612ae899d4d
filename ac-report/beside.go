package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"agentconnector/pkg/cli"
	"agentconnector/pkg/world"
)

// beside hands over to a program that stands beside this one: the arguments as they
// are, and ends as it does.
func beside(w *world.World, name string, args []string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.Command(filepath.Join(filepath.Dir(self), name+filepath.Ext(self)), args...)
	cmd.Dir, cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = w.Dir, w.Environ, w.Stdin, w.Stdout, w.Stderr
	err = cmd.Run()
	if ended := (*exec.ExitError)(nil); errors.As(err, &ended) {
		return cli.Exit(ended.ExitCode())
	}
	if err != nil {
		return fmt.Errorf("%w\nhint: %s belongs beside ac-report, in %s", err, name, filepath.Dir(self))
	}
	return nil
}
