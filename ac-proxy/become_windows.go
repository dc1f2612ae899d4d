package main

import (
	"agentconnector/pkg/cli"
	"agentconnector/pkg/proxy"
	"agentconnector/pkg/world"
)

// become runs another program in our place: here a process cannot turn into one.
// It ends with us.
func become(w *world.World, argv []string) error {
	code, err := proxy.Run(w, proxy.Options{Command: argv}, nil)
	if err != nil {
		cli.Complain(w.Stderr, tool.Name, err)
	}
	return cli.Exit(code)
}
