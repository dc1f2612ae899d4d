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

// calibrateCmd runs ac-report-calibrate: this program itself talks to nobody.
type calibrateCmd struct {
	Args []string `arg:"" optional:"" name:"arg" help:"As ac-report calibrate --help says."`
}

// Run hands over the arguments as they are, and ends as the other program does.
func (c *calibrateCmd) Run(w *world.World) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	path := filepath.Join(filepath.Dir(self), "ac-report-calibrate"+filepath.Ext(self))
	cmd := exec.Command(path, c.Args...)
	cmd.Dir, cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = w.Dir, w.Environ, w.Stdin, w.Stdout, w.Stderr
	err = cmd.Run()
	if ended := (*exec.ExitError)(nil); errors.As(err, &ended) {
		return cli.Exit(ended.ExitCode())
	}
	if err != nil {
		return fmt.Errorf("%w\nhint: ac-report-calibrate belongs beside ac-report, in %s", err, filepath.Dir(self))
	}
	return nil
}
