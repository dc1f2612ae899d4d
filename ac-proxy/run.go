package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"agentconnector/pkg/cli"
	"agentconnector/pkg/meter"
	"agentconnector/pkg/meter/hosts"
	"agentconnector/pkg/proxy"
	"agentconnector/pkg/world"
)

var tool = cli.Tool{
	Name:     "ac-proxy",
	Synopsis: "--connector ID [--host HOST] -- COMMAND [ARG…]  ·  --connector ID --url URL [--listen ADDR]  ·  probe CONNECTOR | -- COMMAND [ARG…]",
	About:    "Stand between a host and an MCP server, change nothing, and measure: what calls and tool definitions cost in tokens. Bytes pass as they are, both ways, what is no MCP message too; only --tools-include, --tools-exclude and --strict take something out. When the host is gone, or we are killed, the server and what it has started end, too. Everything after -- is the server's; one over HTTP is named by --url. ac-proxy probe --help tells about probe.",
	Examples: `  ac-proxy --connector acme-db --host codex -- npx -y acme-mcp      what a host's server entry runs
  AGENT_CONNECTOR_TELEMETRY=0 ac-proxy --connector acme-db -- acme  pass through, measure nothing`,
	Exit: `exit codes:
  the server's own; 128+N if signal N ended it
  126  the server could not be started
  127  the server's program was not found
  2    wrong usage`,
}

type flags struct {
	cli.Shared
	Connector    string   `placeholder:"ID" required:"" help:"The connector that the records belong to. It need not be installed."`
	Host         string   `placeholder:"HOST" help:"The host that starts the server, for the records."`
	Scope        string   `placeholder:"SCOPE" help:"The scope that the entry was installed in, user or project."`
	Cwd          string   `placeholder:"DIR" help:"Start the server in this folder."`
	Env          []string `sep:"none" placeholder:"NAME=TEXT" help:"A variable for the server; $${env:X} and $${env:X:-default} in the text refer to ours. Repeatable."`
	Expand       bool     `help:"Expand $${env:X} in the server's command line too."`
	Percent      bool     `help:"References are spelled %(X) and %(X:-default): for hosts that would replace the others themselves."`
	ToolsInclude []string `sep:"none" placeholder:"GLOB" help:"Offer only the tools whose names match, for a host without a list of its own. Repeatable."`
	ToolsExclude []string `sep:"none" placeholder:"GLOB" help:"Leave these tools out of tools/list, and refuse calls of them. Repeatable."`
	Strict       bool     `help:"Put what is no MCP message on the server's stdout to stderr. Without it all passes as it is, and is counted."`
	NoToolDefs   bool     `help:"Do not count the definitions of tools."`
	Family       string   `enum:"auto,openai,anthropic,generic" default:"auto" help:"Model family to count for: auto goes by the client's name."`
	remoteFlags
}

// run takes the server's command line off before anything looks at the
// arguments: no flag of the server is ever taken for one of ours.
func run(w *world.World) int {
	own := *w
	var child []string
	i := slices.Index(w.Args, "--")
	if i >= 0 {
		own.Args, child = w.Args[:i], w.Args[i+1:]
	}
	if len(own.Args) > 0 && own.Args[0] == "probe" {
		own.Args = own.Args[1:]
		return runProbe(&own, child)
	}
	f := &flags{}
	return cli.Run(&own, tool, f, func() error {
		if err := f.check(child); err != nil {
			return err
		}
		if len(child) == 0 && f.URL == "" {
			return cli.Usagef("no server to run\nhint: its command stands behind --, as in ac-proxy --connector ID -- COMMAND ARG; one over HTTP is named by --url")
		}
		for _, e := range f.Env {
			if name, _, ok := strings.Cut(e, "="); !ok || name == "" {
				return cli.Usagef("--env %q: expected NAME=TEXT", e)
			}
		}
		if f.URL != "" {
			return remotely(&own, f)
		}
		return pass(&own, f, child)
	})
}

// pass runs the server and ends as it does.
func pass(w *world.World, f *flags, child []string) error {
	o := proxy.Options{
		Command: child, Cwd: f.Cwd, Env: f.Env, Expand: f.Expand, Percent: f.Percent, Include: f.ToolsInclude, Exclude: f.ToolsExclude, Strict: f.Strict,
	}
	r := meter.Start(w, meter.Labels{Connector: f.Connector, Host: f.Host, Scope: f.Scope, Family: f.Family, Defs: !f.NoToolDefs, Hosts: hosts.Known})
	if r.Dir != "" {
		go tend(w)
	}
	code, err := proxy.Run(w, o, r.Tap)
	for _, s := range r.Finish() {
		if talks(w.Getenv("AGENT_CONNECTOR_LOG"), f.Verbose) {
			cli.Complain(w.Stderr, tool.Name, errors.New(s))
		}
	}
	if err != nil {
		cli.Complain(w.Stderr, tool.Name, fmt.Errorf("%w\nhint: the server's entry of connector %q in the host's configuration names it", err, f.Connector))
	}
	return cli.Exit(code)
}

// talks says whether warnings are wanted. By default stderr is the server's
// alone.
func talks(level string, verbose bool) bool {
	switch level {
	case "warn", "info", "debug":
		return true
	}
	return verbose
}
