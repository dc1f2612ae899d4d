//go:build unix

package main

import (
	"fmt"
	"syscall"

	"agentconnector/pkg/cli"
	"agentconnector/pkg/proxy"
	"agentconnector/pkg/world"
)

// become goes on as another program: nothing stands between it and who started us.
func become(w *world.World, argv []string) error {
	err := syscall.Exec(argv[0], argv, w.Environ)
	cli.Complain(w.Stderr, tool.Name, fmt.Errorf("cannot start %s: %w", argv[0], err))
	return cli.Exit(proxy.NotStarts)
}
