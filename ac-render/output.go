package main

import (
	"fmt"
	"io"
	"strings"

	"agentconnector/pkg/cli"
	"agentconnector/pkg/connector"
	"agentconnector/pkg/plan"
	"agentconnector/pkg/render"
	_ "agentconnector/pkg/stack" // first of all
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

func output(w *world.World, f *flags, in *render.Input, c *connector.Connector) error {
	if f.Explain && len(f.Target) == 0 {
		for i := range in.Hosts { // what would be, on every host of the input
			in.Hosts[i].Installed = true
		}
	}
	res, err := render.Render(in, c, render.Options{Scope: f.Scope, Local: f.Local, Plugins: f.Method == "plugin", Targets: f.Target})
	if err != nil {
		return &cli.UsageError{Err: err}
	}
	switch table := f.UseTable(w.Stdout); {
	case f.Explain:
		if err := explain(w.Stdout, res.Explain(), table); err != nil || !table {
			return err
		}
		return gaps(w.Stdout, in, res.Plan.Head.Hosts)
	case table:
		return planTable(w.Stdout, &res.Plan)
	}
	return plan.Write(w.Stdout, &res.Plan)
}

// explain prints the matrix, for people or line by line.
func explain(out io.Writer, list []wire.Explain, table bool) error {
	rows := [][]string{{"HOST", "SURFACE", "SUPPORT", "WHY"}}
	for _, r := range list {
		if !table {
			if err := cli.Line(out, r); err != nil {
				return err
			}
			continue
		}
		why := r.Reason
		if r.ManualEdit != "" {
			why += " (by hand: " + r.ManualEdit + ")"
		}
		rows = append(rows, []string{r.Host, r.Surface, r.Support, why})
	}
	if !table {
		return nil
	}
	return cli.Table(out, rows)
}

// gaps tells below the matrix what is wrong with a host whatever is installed.
func gaps(out io.Writer, in *render.Input, ids []string) error {
	lead := "\n"
	for _, id := range ids {
		for _, g := range in.Host(id).Gaps {
			if _, err := fmt.Fprintf(out, "%s%s: %s\n", lead, id, g); err != nil {
				return err
			}
			lead = ""
		}
	}
	return nil
}

func planTable(out io.Writer, p *plan.Plan) error {
	rows := [][]string{{"SURFACE", "HOSTS", "OP", "PATH", "AT", "WHY"}}
	for _, t := range p.Patches {
		rows = append(rows, []string{t.Surface, strings.Join(t.Hosts, ","), t.Op, t.Path, strings.Join(t.At, "."), t.Why})
	}
	for _, n := range p.Notices {
		rows = append(rows, []string{n.Surface, n.Host, n.Level, "", "", n.Message})
	}
	return cli.Table(out, rows)
}
