// Ac-render turns a connector and the lines of ac-detect into a plan, which
// ac-apply carries out. It looks at nothing but its input and the connector's
// folder.
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"golang.org/x/term"

	"agentconnector/pkg/bundle"
	"agentconnector/pkg/cli"
	"agentconnector/pkg/connector"
	"agentconnector/pkg/guard/policy"
	"agentconnector/pkg/host"
	"agentconnector/pkg/plan"
	"agentconnector/pkg/render"
	_ "agentconnector/pkg/stack" // first of all
	"agentconnector/pkg/world"
	"agentconnector/schema"
)

var tool = cli.Tool{
	Name:     "ac-render",
	Synopsis: "[--target ID,...] [--scope user|project] [--local] CONNECTOR < hosts > plan",
	About:    "Turn a connector and the output of ac-detect into a plan for ac-apply. CONNECTOR is a connector.json, or a folder that holds one.",
	Examples: `  ac-detect | ac-render connector.json | ac-apply
  ac-detect --all | ac-render --explain --target codex connector.json
  ac-render --package claude-plugin --out dist connector.json`,
	Exit: `exit codes:
  0  done
  2  wrong usage, or bad input: nothing was printed`,
	Values: values,
}

// values are what a shell may complete.
func values(_, name string) []string {
	switch name {
	case "target":
		return host.IDs()
	case "package":
		return bundle.Formats()
	case "schema":
		return schema.Names()
	}
	return nil
}

type flags struct {
	cli.Shared
	Connector string   `arg:"" optional:"" help:"Path to connector.json or its folder; - reads the definition from stdin, with --hosts."`
	Target    []string `placeholder:"ID" help:"Only these hosts (default: the connector's targets, else all that are installed)."`
	Local     bool     `help:"In a project: into the hosts' own uncommitted files, with the paths of this machine; what has none there is left out."`
	Scope     string   `enum:"user,project," default:"" help:"user or project (default: user)."`
	Method    string   `enum:"direct,plugin" default:"direct" help:"plugin: where a host installs plugins by itself, it gets one (default: direct, into its own files)."`
	Hosts     string   `placeholder:"FILE" help:"Read the machine and host lines from FILE."`
	Explain   bool     `xor:"verb" help:"Print what each host makes of each surface, and why."`
	Validate  bool     `xor:"verb,other" help:"Only check the connector; all errors at once."`
	Schema    string   `xor:"verb,other" placeholder:"NAME" help:"Print the JSON Schema of connector, host, patch, …"`
	Package   format   `xor:"other" placeholder:"FORMAT" help:"Make a plugin of a host, such as claude-plugin, or a standard artifact: mcp-server-json (server.json of the MCP Registry) or mcpb (a server with its files, for one click). Without FORMAT, or with a wrong one, all are listed; with --explain it is told what becomes of each surface. Without --out it goes to stdout, as a tar archive if it is a folder."`
	Out       string   `placeholder:"DIR" help:"With --package: the new folder to write." with:"package"`
	Seal      bool     `xor:"verb,other" help:"Read an edited plan and give it a valid end."`
	Observe   bool     `help:"The built-in connector that only observes, instead of a file."`
	Privacy   string   `enum:"minimal,standard" default:"standard" help:"With --observe: minimal keeps no commands, paths and patterns in the log (default: standard, with secrets taken out); privacy.level in config.json may allow less." with:"observe"`
	Guard     []string `placeholder:"ALERT=DECISION" help:"With --observe: decide before a tool runs, as ac-report guard does, such as destructive=ask." with:"observe"`
}

func main() { os.Exit(run(world.Real())) }

func run(w *world.World) int {
	var f flags
	return cli.Run(w, tool, &f, func() error {
		switch {
		case f.Schema != "":
			return printSchema(w.Stdout, f.Schema)
		case f.Seal:
			return seal(w)
		}
		c, err := load(w, &f)
		switch {
		case err != nil || f.Validate:
			return err
		case f.Package != "":
			if err := cli.OneOf("host", f.Target, host.IDs()); err != nil {
				return err
			}
			return pack(w, &f, c)
		}
		in, err := hosts(w, &f)
		if err != nil {
			return err
		}
		if err := cli.OneOf("host", f.Target, known(in)); err != nil {
			return err
		}
		return output(w, &f, in, c)
	})
}

func printSchema(out io.Writer, name string) error {
	b, ok := schema.Get(name)
	if !ok {
		return cli.OneOf("schema", []string{name}, schema.Names())
	}
	_, err := out.Write(b)
	return err
}

// seal reads all before it prints: a plan that is refused leaves no output.
func seal(w *world.World) error {
	var out bytes.Buffer
	if err := plan.Seal(w.Stdin, &out); err != nil {
		return cli.Usagef("stdin: %w", err)
	}
	_, err := out.WriteTo(w.Stdout)
	return err
}

// load reads the connector, and says what its author should look at.
func load(w *world.World, f *flags) (c *connector.Connector, err error) {
	switch {
	case f.Observe && f.Connector != "":
		return nil, cli.Usagef("--observe and %s: found two connectors, expected one", f.Connector)
	case f.Observe:
		if _, err := policy.Parse(f.Guard); err != nil {
			return nil, cli.Usagef("--guard: %w", err)
		}
		v, _ := world.Version()
		return connector.Observer(v, f.Privacy, f.Guard)
	case f.Connector == "":
		return nil, cli.Usagef("no connector\nhint: ac-detect | ac-render connector.json")
	case f.Connector != "-":
		c, err = connector.Load(f.Connector)
	case f.Hosts == "" && !f.Validate && !f.Explain && f.Package == "":
		return nil, cli.Usagef("stdin cannot hold the connector and the hosts\nhint: name the hosts with --hosts FILE")
	default:
		var src []byte
		if src, err = io.ReadAll(io.LimitReader(w.Stdin, connector.MaxSource+1)); err == nil {
			c, err = connector.Parse("stdin", src, nil)
		}
	}
	if err != nil {
		return nil, &cli.UsageError{Err: err}
	}
	if !f.Quiet {
		for _, p := range c.Warnings {
			cli.Complain(w.Stderr, tool.Name, fmt.Errorf("warning: %s", p))
		}
	}
	return c, nil
}

// hosts reads the machine and host lines. Explain also works without: then it
// speaks of a model machine with every host.
func hosts(w *world.World, f *flags) (*render.Input, error) {
	r, name := w.Stdin, "stdin"
	switch {
	case f.Hosts != "":
		file, err := os.Open(f.Hosts)
		if err != nil {
			return nil, cli.Usagef("--hosts: %w", err)
		}
		defer file.Close()
		r, name = file, f.Hosts
	case f.Explain && f.Connector == "-":
		return render.Model(), nil
	case isTerminal(w.Stdin) && f.Explain:
		return render.Model(), nil
	case isTerminal(w.Stdin):
		return nil, cli.Usagef("stdin is a terminal, expected the output of ac-detect\nhint: ac-detect | ac-render %s", f.Connector)
	}
	in, err := render.ReadInput(r)
	if err == render.ErrEmpty && f.Explain {
		return render.Model(), nil
	}
	if err != nil {
		return nil, cli.Usagef("%s: %w", name, err)
	}
	return in, nil
}

// known are the ids of all hosts that can be named: the user's own come with the
// input.
func known(in *render.Input) []string {
	ids := host.IDs()
	for _, h := range in.Hosts {
		if host.Find(h.ID) == nil && in.Host(h.ID) != nil {
			ids = append(ids, h.ID)
		}
	}
	return ids
}

func isTerminal(r any) bool {
	f, ok := r.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
