package main

import (
	"strings"
	"testing"

	"agentconnector/pkg/cli"
)

// What a pipe is made of is read without building a model of all flags.
func TestPlainCommandLinesAreQuick(t *testing.T) {
	for _, line := range []string{"", "--dry-run", "--undo ID", "--force --strict"} {
		if !cli.Quick(strings.Fields(line), new(flags)) {
			t.Errorf("%q is left to kong", line)
		}
	}
}
