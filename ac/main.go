// ac is the wrapper: ac install is the pipeline ac-detect | ac-render |
// ac-apply, and ac VERB runs ac-VERB.
package main

import (
	"os"

	"agentconnector/pkg/cli"
	"agentconnector/pkg/world"
)

var tool = cli.Tool{
	Name:     "ac",
	Synopsis: "install|uninstall|upgrade|status|doctor|explain|observe|completion … | VERB …",
	About:    "Install a connector on every agent host of this machine, and take it back. ac VERB runs ac-VERB: ac init starts a connector, ac report reads the logs.",
	Examples: `  ac install ./connector.json       the pipeline ac-detect | ac-render | ac-apply
  ac -n install ./connector.json    print the pipeline instead`,
	Verbs:  []string{"detect", "render", "apply", "init", "report", "tokcount"},
	Values: values,
}

func main() {
	w := world.Real()
	if len(w.Args) > 0 && w.Args[0] == "help" {
		w.Args = append(w.Args[1:], "--help")
	}
	if code, ran := external(w); ran {
		os.Exit(code)
	}
	f := &flags{}
	os.Exit(cli.Run(w, tool, f, func() error { return run(w, f) }))
}
