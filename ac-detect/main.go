// Ac-detect finds the agent hosts on this machine. It prints one ac.machine/v1
// line and one ac.host/v1 line per host, which ac-render reads.
package main

import (
	"errors"
	"os"
	"strings"

	"agentconnector/pkg/cli"
	"agentconnector/pkg/detect"
	"agentconnector/pkg/host"
	"agentconnector/pkg/jsonl"
	_ "agentconnector/pkg/stack" // first of all
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

var tool = cli.Tool{
	Name:     "ac-detect",
	Synopsis: "[--scope user|project] [--project DIR] [--host ID,...] [--all] [--versions]",
	About:    "Find the agent hosts on this machine. Prints one ac.machine/v1 line and one ac.host/v1 line per host found.",
	Examples: `  ac-detect | ac-render connector.json | ac-apply
  ac-detect --all --supports hooks`,
	Exit: `exit codes:
  0  done
  1  --runtime: this process runs under no host
  2  wrong usage`,
	Values: values,
}

// values are what a shell may complete.
func values(_, name string) []string {
	switch name {
	case "host":
		return host.IDs()
	case "supports":
		return wire.Surfaces
	}
	return nil
}

type flags struct {
	cli.Shared
	Scope    string   `enum:"user,project,both" default:"both" help:"Only this scope: user or project."`
	Project  string   `placeholder:"DIR" help:"Root of the project (default: the repository of the working directory)."`
	Host     []string `placeholder:"ID" help:"Only these hosts."`
	All      bool     `help:"Also hosts that are not installed."`
	Versions bool     `help:"Run each host's program with --version, at most 2 s each."`
	Supports string   `placeholder:"SURFACE" help:"Only hosts that honour this surface."`
	Runtime  bool     `help:"Print the host that this process runs under."`
	Home     string   `placeholder:"DIR" help:"Look in this home, and obey no variable that moves configuration."`
}

func main() { os.Exit(run(world.Real())) }

func run(w *world.World) int {
	var f flags
	return cli.Run(w, tool, &f, func() error {
		if len(f.Host) > 0 {
			known, err := detect.Known(w, options(&f))
			if err != nil {
				return &cli.UsageError{Err: err}
			}
			if err := cli.OneOf("host", f.Host, known); err != nil {
				return err
			}
		}
		if f.Supports != "" {
			if err := cli.OneOf("surface", []string{f.Supports}, wire.Surfaces); err != nil {
				return err
			}
		}
		if f.Runtime {
			return running(w, &f)
		}
		o := options(&f)
		r, err := detect.Run(w, o)
		if err != nil {
			return &cli.UsageError{Err: err}
		}
		return show(w, &f, r)
	})
}

func options(f *flags) detect.Options {
	o := detect.Options{Scope: f.Scope, Project: f.Project, Home: f.Home,
		Hosts: f.Host, All: f.All, Versions: f.Versions, Supports: f.Supports}
	if o.Scope == "both" {
		o.Scope = ""
	}
	return o
}

// running prints the id alone, which is what a script wants to have in a
// variable; --json prints the host's record.
func running(w *world.World, f *flags) error {
	h, evidence, err := detect.Running(w)
	if err != nil {
		return &cli.UsageError{Err: err}
	}
	if h == nil {
		return cli.Exit(world.Failed)
	}
	if !f.JSON {
		_, err := w.Stdout.Write([]byte(h.ID + "\n"))
		return err
	}
	o := options(f)
	o.Hosts, o.All = []string{h.ID}, true
	r, err := detect.Run(w, o)
	if err != nil {
		return &cli.UsageError{Err: err}
	}
	r.Hosts[0].Evidence = []string{evidence}
	return cli.Line(w.Stdout, r.Hosts[0])
}

func show(w *world.World, f *flags, r *detect.Result) error {
	if f.UseTable(w.Stdout) {
		return table(w, r)
	}
	var out jsonl.Lines
	err := out.Add(&r.Machine)
	for i := range r.Hosts {
		err = errors.Join(err, out.Spill(w.Stdout), out.Add(&r.Hosts[i]))
	}
	return errors.Join(err, out.Flush(w.Stdout))
}

func table(w *world.World, r *detect.Result) error {
	rows := [][]string{{"HOST", "NAME", "INSTALLED", "VERSION", "FOUND BY"}}
	for _, h := range r.Hosts {
		installed := "no"
		if h.Installed {
			installed = "yes"
		}
		rows = append(rows, []string{h.ID, h.Name, installed, h.Version, strings.Join(h.Evidence, ", ")})
	}
	if len(r.Hosts) == 0 {
		rows = append(rows, []string{"none found", "", "", "", ""})
	}
	return cli.Table(w.Stdout, rows)
}
