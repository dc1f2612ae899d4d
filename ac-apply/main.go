// ac-apply makes the edits of a plan and takes them back.
//
//	ac-detect | ac-render connector.json | ac-apply [flags]
//	ac-apply --undo ID | --list | --verify [ID] | --recover | --restore BACKUP
//	ac-detect --all | ac-apply --doctor
//
// It reads the whole plan before it writes, edits only the bytes that the plan
// is about, keeps a ledger of every edit, and prints one ac.change/v1 line for
// every host and surface.
package main

import (
	"os"
	"runtime"
	"runtime/debug"

	"agentconnector/pkg/apply"
	"agentconnector/pkg/cli"
	"agentconnector/pkg/world"
)

var tool = cli.Tool{
	Name:     "ac-apply",
	Synopsis: "[--dry-run | --diff | --check] [--force] [--adopt] < PLAN  ·  --undo ID | --list | --verify [ID] | --doctor < HOSTS | --recover | --restore BACKUP",
	About:    "Make the edits of a plan, byte-exact and atomic, and take them back.",
	Examples: `  ac-detect | ac-render connector.json | ac-apply --diff    show what would change
  ac-apply --undo acme-db                                   take it all back`,
}

func main() {
	collectLater()
	w := world.Real()
	f := &flags{}
	os.Exit(cli.Run(w, tool, f, func() error { return apply.Advised(run(w, f)) }))
}

// collectLater lets the first garbage collection wait until four times as much
// memory is in use as it usually does: before that most runs have ended. From then
// on it is as usual, because a file may be large.
func collectLater() {
	debug.SetGCPercent(400)
	first := new([2]*byte)
	runtime.SetFinalizer(first, func(*[2]*byte) { debug.SetGCPercent(100) })
}
