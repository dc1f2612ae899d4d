package main

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"agentconnector/pkg/cli"
	"agentconnector/pkg/connector"
	"agentconnector/pkg/proxy"
	"agentconnector/pkg/world"
)

var probeTool = cli.Tool{
	Name:     "ac-proxy probe",
	Synopsis: "CONNECTOR | -- COMMAND [ARG…]",
	About:    "Start an MCP server, ask it initialize, ping and tools/list, and print what it said, how long it took, and what each tool definition costs in tokens. CONNECTOR is a connector.json or its folder.",
	Examples: `  ac-proxy probe ./connector.json
  ac-proxy probe --json -- npx -y acme-mcp | jq -s 'map(.tokens // 0) | add'`,
	Exit: `exit codes:
  0    the server answered
  1    it did not start, or did not answer as it should
  2    wrong usage or bad input`,
}

type probeFlags struct {
	cli.Shared
	Timeout   time.Duration `default:"10s" help:"How long each answer may take."`
	Connector string        `arg:"" optional:"" help:"The connector whose server to start."`
}

func runProbe(w *world.World, child []string) int {
	f := &probeFlags{}
	return cli.Run(w, probeTool, f, func() error {
		o, err := target(w, f.Connector, child)
		if err != nil {
			return err
		}
		res, err := proxy.Probe(w, o, f.Timeout)
		if perr := printProbe(w, f, res); perr != nil {
			return perr
		}
		return err
	})
}

// target is the server to start: the command line, or the connector's.
func target(w *world.World, path string, child []string) (proxy.Options, error) {
	switch {
	case (path == "") == (len(child) == 0):
		return proxy.Options{}, cli.Usagef("expected either a connector or a command behind --\nhint: ac-proxy probe ./connector.json, or ac-proxy probe -- COMMAND ARG")
	case path == "":
		return proxy.Options{Command: child}, nil
	}
	c, err := connector.Load(path)
	if err != nil {
		return proxy.Options{}, &cli.UsageError{Err: err}
	}
	switch s := c.Server; {
	case s == nil:
		return proxy.Options{}, cli.Usagef("%s: connector %q has no server to probe", path, c.ID)
	case s.Transport != "stdio":
		o, err := remoteServer(w, s)
		if err != nil {
			return o, cli.Usagef("%s: the server of connector %q has transport %q: %w", path, c.ID, s.Transport, err)
		}
		return o, nil
	default:
		o := proxy.Options{Command: append([]string{s.Command}, s.Args...), Cwd: s.Cwd, Expand: true}
		for k, v := range s.Env {
			o.Env = append(o.Env, k+"="+v)
		}
		slices.Sort(o.Env)
		return o, nil
	}
}

func printProbe(w *world.World, f *probeFlags, res proxy.Result) error {
	if !f.UseTable(w.Stdout) {
		for _, s := range res.Steps {
			if err := cli.Line(w.Stdout, s); err != nil {
				return err
			}
		}
		for _, t := range res.Tools {
			if err := cli.Line(w.Stdout, t); err != nil {
				return err
			}
		}
		return nil
	}
	rows := [][]string{{"STEP", "OK", "MS", "DETAIL"}}
	for _, s := range res.Steps {
		rows = append(rows, []string{s.Name, yes(s.OK), strconv.FormatInt(s.MS, 10), s.Detail})
	}
	if err := cli.Table(w.Stdout, rows); err != nil || len(res.Tools) == 0 {
		return err
	}
	fmt.Fprintln(w.Stdout)
	rows = [][]string{{"TOOL", "TOKENS"}}
	var sum int64
	for _, t := range res.Tools {
		rows = append(rows, []string{t.Tool, strconv.FormatInt(t.Tokens, 10)})
		sum += t.Tokens
	}
	rows = append(rows, []string{"total", strconv.FormatInt(sum, 10)})
	return cli.Table(w.Stdout, rows)
}

func yes(ok bool) string {
	if ok {
		return "yes"
	}
	return "no"
}
