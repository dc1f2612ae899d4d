// ac-report-mcp is the MCP server with which hosts that have no hooks report what
// they do, and that shows what the logs come to. It is what ac-report mcp runs: a
// program of its own, because the others do not need the protocol.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"agentconnector/pkg/cli"
	"agentconnector/pkg/config"
	"agentconnector/pkg/home"
	"agentconnector/pkg/selfreport"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

var tool = cli.Tool{
	Name:     "ac-report mcp",
	Synopsis: "[--privacy minimal|standard|off]",
	About:    "Serve MCP on stdin and stdout: tools with which a host without hooks reports what it does, and the reports as tools that only read.",
	Examples: `  ac-report mcp                                the entry of a server: command ac-report-mcp, no arguments
  MCP_CLIENT=cline ac-report mcp               what it hears counts as Cline's`,
	Exit: `exit codes:
  0  the client has closed the connection
  1  it could not be served
  2  wrong usage or bad input

environment:
  MCP_CLIENT, NEW_RELIC_AI_PLATFORM  the host, where it does not show itself
  AGENT_CONNECTOR_HOST=ID            the host, over all else
  AGENT_CONNECTOR_SESSION=ID         the session
  AGENT_CONNECTOR_TELEMETRY=0        nothing is recorded`,
}

type flags struct {
	cli.Shared
	Privacy   string `enum:"minimal,standard,off" default:"standard" help:"How much of a tool's input is kept: minimal no commands and paths, off nothing of it; config.json may allow less."`
	Connector string `placeholder:"ID" default:"observe" help:"The connector on whose behalf it records."`
}

func main() {
	w := world.Real()
	f := &flags{}
	os.Exit(cli.Run(w, tool, f, func() error { return run(w, f) }))
}

func run(w *world.World, f *flags) error {
	settings, err := config.Load(home.Dir(w))
	if err != nil {
		return err
	}
	v, _ := world.Version()
	level := settings.Privacy.Least(f.Privacy)
	if level == wire.ObserveOff {
		level = ""
	}
	s := selfreport.New(selfreport.Options{World: w, Version: v, Level: level, Off: settings.Off(), Withheld: settings.Privacy.Withheld(), Connector: f.Connector, Project: w.Dir, Report: reports(w)})
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil && !errors.Is(err, context.Canceled) {
		return fmt.Errorf("cannot serve: %w", err)
	}
	return nil
}

// reports runs the ac-report that stands beside this program.
func reports(w *world.World) func(context.Context, ...string) ([]byte, error) {
	return func(ctx context.Context, args ...string) ([]byte, error) {
		self, err := os.Executable()
		if err != nil {
			return nil, err
		}
		cmd := exec.CommandContext(ctx, filepath.Join(filepath.Dir(self), "ac-report"+filepath.Ext(self)), args...)
		var out, talk bytes.Buffer
		cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = w.Dir, w.Environ, &out, &talk
		if err := cmd.Run(); err != nil {
			return nil, fmt.Errorf("%w: %s", err, strings.TrimSpace(talk.String()))
		}
		return out.Bytes(), nil
	}
}
