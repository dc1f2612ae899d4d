package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"time"

	"agentconnector/pkg/cli"
	"agentconnector/pkg/home"
	"agentconnector/pkg/logstore"
	"agentconnector/pkg/logstore/segment"
	"agentconnector/pkg/report"
	"agentconnector/pkg/world"
)

type flags struct {
	cli.Shared
	Tokens   tokensCmd   `cmd:"" help:"What the measured tool calls and tool definitions cost in tokens."`
	Security securityCmd `cmd:"" help:"Alerts of what the hosts' own tools did, and the audit trail; the log of events must tell of their inputs (ac observe on)."`
	Guard    guardCmd    `cmd:"" help:"A hook handler: the rules of the security alerts as a decision before the tool runs."`
}

// selection is which records a report is about.
type selection struct {
	CSV       bool   `name:"csv" help:"Print CSV."`
	Since     string `placeholder:"TIME" help:"From then on: 30m, 12h, 7d, 2w ago, a day such as 2026-11-30, or an RFC 3339 time."`
	Until     string `placeholder:"TIME" help:"Up to then."`
	Connector string `placeholder:"ID" help:"Only this connector."`
	Host      string `placeholder:"ID" help:"Only this host."`
	Project   string `placeholder:"DIR" help:"Only the project that this folder is in; a project key will do."`
}

type tokensCmd struct {
	selection
	By string `enum:"tool,connector,session,project,host,surface,day" default:"tool" help:"What a row is: ${enum}."`
}

// Run prints the report.
func (c *tokensCmd) Run(w *world.World, f *flags) error {
	filter, err := c.filter(w)
	if err != nil {
		return err
	}
	if c.CSV && (f.JSON || f.Table) {
		return cli.Usagef("--csv and --json or --table exclude each other")
	}
	dir := filepath.Join(home.Logs(home.Dir(w)), logstore.Measures)
	fold := report.NewTokens(c.By, w.Now().Location())
	skipped, err := report.Measures(dir, filter, fold.Add)
	if err != nil {
		return fmt.Errorf("cannot read the measurements: %w", err)
	}
	complain(w, f, skipped)
	_ = segment.Compress(dir) // the next reader's gain; no matter of this one
	rows := fold.Rows()
	if len(rows) == 0 && !f.Quiet {
		cli.Complain(w.Stderr, tool.Name, fmt.Errorf("no measurements in %s that match", dir))
	}
	return c.print(w, f, rows)
}

func (c *tokensCmd) print(w *world.World, f *flags, rows []report.Row) error {
	switch {
	case c.CSV:
		return report.PrintCSV(w.Stdout, rows)
	case f.UseTable(w.Stdout):
		return report.PrintTable(w.Stdout, c.By, rows)
	}
	for _, r := range rows {
		if err := cli.Line(w.Stdout, r); err != nil {
			return err
		}
	}
	return nil
}

// filter reads the flags that choose records.
func (s selection) filter(w *world.World) (f report.Filter, err error) {
	for _, p := range []struct {
		flag, text string
		into       *time.Time
	}{{"--since", s.Since, &f.Since}, {"--until", s.Until, &f.Until}} {
		if *p.into, err = report.When(p.text, w.Now()); err != nil {
			return f, cli.Usagef("%s %w", p.flag, err)
		}
	}
	f.Connector, f.Host, f.Project = s.Connector, s.Host, s.Project
	if s.Project != "" && !projectKey.MatchString(s.Project) {
		dir := s.Project
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(w.Dir, dir)
		}
		f.Project = home.ProjectKey(home.Project(dir))
	}
	return f, nil
}

var projectKey = regexp.MustCompile(`^[0-9a-f]{16}$`)

// complain says what could not be read, so that a sum is not taken for whole.
func complain(w *world.World, f *flags, s report.Skipped) {
	if !s.Any() || f.Quiet {
		return
	}
	cli.Complain(w.Stderr, tool.Name, fmt.Errorf("skipped %d torn lines and %d that are no measurements", s.Torn, s.Foreign))
	for _, name := range s.Damaged {
		cli.Complain(w.Stderr, tool.Name, fmt.Errorf("%s is damaged and was read only in part", name))
	}
}
