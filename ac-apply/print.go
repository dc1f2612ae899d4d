package main

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"agentconnector/pkg/apply"
	"agentconnector/pkg/cli"
	"agentconnector/pkg/home"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

// printer prints what a run did: records in a pipe, a table on a terminal.
type printer struct {
	w *world.World
	f *flags
}

func (p *printer) recovered(rs []apply.Recovered) {
	for _, r := range rs {
		what := "rolled back: the file is as it was"
		if r.Finished {
			what = "finished"
		}
		if r.Kept != "" {
			what += "\nhint: what another program wrote meanwhile is kept in " + r.Kept
		}
		cli.Complain(p.w.Stderr, tool.Name, fmt.Errorf("%s: a write that was interrupted is %s", r.Path, what))
	}
}

// upgraded tells that an older program cannot be used any more.
func (p *printer) upgraded(from, to int, err error) error {
	if err == nil && from != to && !p.f.Quiet {
		cli.Complain(p.w.Stderr, tool.Name, fmt.Errorf("%s is upgraded from version %d to %d: an older ac-apply will refuse it", home.State(home.Dir(p.w)), from, to))
	}
	return err
}

// report prints a run and gives its exit code.
func (p *printer) report(rep *apply.Report) error {
	var err error
	switch {
	case p.f.Check:
	case p.f.Diff:
		for _, d := range rep.Diffs {
			if _, err := p.w.Stdout.Write(diff.Diff(d.Path, d.Before, d.Path, d.After)); err != nil {
				return err
			}
		}
	case p.f.UseTable(p.w.Stdout):
		err = p.table(rep)
	default:
		err = p.lines(rep)
	}
	if err != nil {
		return err
	}
	for _, e := range rep.Errors {
		cli.Complain(p.w.Stderr, tool.Name, e)
	}
	switch {
	case len(rep.Errors) > 0, p.f.Strict && warned(rep):
		return cli.Exit(world.Failed)
	case p.f.Check && rep.Changed:
		return cli.Exit(world.Changes)
	}
	return nil
}

func warned(rep *apply.Report) bool {
	for _, c := range rep.Changes {
		if c.Action == wire.ActionWarn {
			return true
		}
	}
	return false
}

func (p *printer) lines(rep *apply.Report) error {
	out := bufio.NewWriterSize(p.w.Stdout, 64<<10) // hundreds of lines
	for _, n := range rep.Notices {
		if err := cli.Line(out, n); err != nil {
			return err
		}
	}
	for _, c := range rep.Changes {
		if err := cli.Line(out, c); err != nil {
			return err
		}
	}
	return out.Flush()
}

func (p *printer) table(rep *apply.Report) error {
	rows := [][]string{{"HOST", "SURFACE", "ACTION", "PATH", "DETAIL"}}
	for _, c := range rep.Changes {
		host := c.Host
		if host == "" {
			host = "(ours)"
		}
		rows = append(rows, []string{host, c.Surface, c.Action, p.short(c.Path), c.Detail})
	}
	if err := cli.Table(p.w.Stdout, rows); err != nil {
		return err
	}
	for _, n := range rep.Notices {
		if p.f.Quiet {
			break
		}
		fmt.Fprintf(p.w.Stdout, "\n%s: %s\n", strings.Join(nonEmpty(n.Level, n.Host, n.Surface), " "), cli.Visible(n.Message, ""))
		if n.ManualEdit != "" {
			fmt.Fprintf(p.w.Stdout, "  by hand: %s\n", cli.Visible(n.ManualEdit, "\n\t"))
		}
	}
	return nil
}

func nonEmpty(ss ...string) (out []string) {
	for _, s := range ss {
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}

func (p *printer) short(path string) string { return cli.Short(p.w, path) }

func (p *printer) installed(is []wire.Installed) error {
	rows := [][]string{{"ID", "VERSION", "SCOPE", "PROJECT", "HOSTS", "SURFACES"}}
	for _, i := range is {
		if !p.f.UseTable(p.w.Stdout) {
			if err := cli.Line(p.w.Stdout, i); err != nil {
				return err
			}
		}
		rows = append(rows, []string{i.ID, i.Version, cli.Scope(i.Scope, i.Local), p.short(i.Project), strings.Join(i.Hosts, ","), strings.Join(i.Surfaces, ",")})
	}
	if p.f.UseTable(p.w.Stdout) {
		return cli.Table(p.w.Stdout, rows)
	}
	return nil
}

func (p *printer) verified(vs []wire.Verified) error {
	rows := [][]string{{"CONNECTOR", "VERSION", "SCOPE", "PROJECT", "HOSTS", "SURFACE", "STATUS", "PATH", "DETAIL"}}
	bad := false
	for _, v := range vs {
		bad = bad || v.Status != "ok"
		if !p.f.UseTable(p.w.Stdout) {
			if err := cli.Line(p.w.Stdout, v); err != nil {
				return err
			}
		}
		rows = append(rows, []string{v.Connector, v.Version, cli.Scope(v.Scope, v.Local), p.short(v.Project), strings.Join(v.Hosts, ","), v.Surface, v.Status, p.short(v.Path), strings.TrimSpace(strings.Join(v.At, ".") + " " + v.Detail)})
	}
	if p.f.UseTable(p.w.Stdout) {
		if err := cli.Table(p.w.Stdout, rows); err != nil {
			return err
		}
	}
	if bad {
		return cli.Exit(world.Failed)
	}
	return nil
}
