package main

import (
	"agentconnector/pkg/cli"
	"agentconnector/pkg/guard"
	"agentconnector/pkg/guard/policy"
	"agentconnector/pkg/handler"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

type guardCmd struct {
	Policy []string `arg:"" optional:"" placeholder:"ALERT=DECISION" help:"What to decide about an alert: destructive, sensitive, network or deletion = ask, deny or allow (default: destructive=ask)."`
}

// Run is a hook handler: an event on stdin, a reply on stdout.
func (c *guardCmd) Run(w *world.World) error {
	p, err := policy.Parse(c.Policy)
	if err != nil {
		return cli.Usagef("%w", err)
	}
	return handler.Run(w.Stdin, w.Stdout, func(ev *wire.HandlerEvent) wire.HandlerReply { return guard.Decide(p, ev) })
}
