package apply

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"agentconnector/pkg/shell"
)

// errNoProgram says that a host's command could not be started at all.
var errNoProgram = errors.New("not found on PATH")

const (
	deedWait  = 2 * time.Minute // where the plan says nothing
	deedAfter = 2 * time.Second // for children that keep the output open
	deedSaid  = 2 << 10         // bytes of its output that an error repeats
)

// execute runs a host's own command to its end. It gets no input: one that asks
// a question has failed.
func execute(argv []string, limitMS int64, o Options) error {
	if len(argv) == 0 {
		return errNoProgram // of a record that somebody has changed
	}
	path, err := exec.LookPath(argv[0])
	if err != nil {
		return fmt.Errorf("%s: %w", argv[0], errNoProgram)
	}
	limit := deedWait
	if limitMS > 0 {
		limit = time.Duration(limitMS) * time.Millisecond
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	c := exec.CommandContext(ctx, path, argv[1:]...)
	c.Dir, c.WaitDelay = o.Home, deedAfter
	var said bytes.Buffer
	c.Stdout, c.Stderr = &said, &said
	switch err = c.Run(); {
	case ctx.Err() != nil:
		return fmt.Errorf("%s: not done after %s", shell.Words(argv...), limit)
	case err != nil:
		return fmt.Errorf("%s: %w: %s", shell.Words(argv...), err, tail(said.String()))
	}
	return nil
}

// tail is the end of what a command has said, where its error stands.
func tail(s string) string {
	s = strings.TrimSpace(strings.ToValidUTF8(s, "\uFFFD"))
	if len(s) > deedSaid {
		s = "… " + strings.ToValidUTF8(s[len(s)-deedSaid:], "")
	}
	return s
}
