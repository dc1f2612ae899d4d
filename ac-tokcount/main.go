// ac-tokcount is wc for tokens.
//
//	ac-tokcount [-e ENCODING] [--json] [--limit N] [--no-ignore] [FILE|FOLDER…]
//	ac-tokcount --truncate N [FILE]
//	ac-tokcount --mcp [FILE…]
//	ac-tokcount --logs [DIR]
//
// It prints a line per file and a total, of a folder a line for each folder in it,
// as du does, and reads stdin if nothing is named.
package main

import (
	"os"

	"agentconnector/pkg/cli"
	"agentconnector/pkg/world"
)

var tool = cli.Tool{
	Name:     "ac-tokcount",
	Synopsis: "[-e ENCODING] [--json] [--limit N | --truncate N] [--no-ignore] [--mcp | --logs] [FILE|FOLDER…]",
	About:    "Count tokens, as wc counts words: a line per file and a total; of a folder, as du, a line for each folder in it, without what git ignores; stdin if nothing is named. Encodings: o200k_base, cl100k_base.",
	Examples: `  ac-tokcount --limit 2000 AGENTS.md    fail a build when the memory file has grown too long
  ac-tokcount --mcp tools.json          what each definition of a tools/list result costs`,
	Exit: `exit codes:
  0  done
  1  more tokens than --limit
  2  wrong usage, or an input that cannot be read or is not what it should be`,
}

func main() {
	w := world.Real()
	f := &flags{}
	os.Exit(cli.Run(w, tool, f, func() error { return run(w, f) }))
}
