package main

import "agentconnector/pkg/world"

// calibrateCmd runs ac-report-calibrate: this program itself talks to nobody.
type calibrateCmd struct {
	Args []string `arg:"" optional:"" name:"arg" help:"As ac-report calibrate --help says."`
}

// Run hands over.
func (c *calibrateCmd) Run(w *world.World) error { return beside(w, "ac-report-calibrate", c.Args) }

// mcpCmd runs ac-report-mcp: this program itself speaks no MCP.
type mcpCmd struct {
	Args []string `arg:"" optional:"" name:"arg" help:"As ac-report mcp --help says."`
}

// Run hands over.
func (c *mcpCmd) Run(w *world.World) error { return beside(w, "ac-report-mcp", c.Args) }
