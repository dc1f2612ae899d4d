package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"time"

	"agentconnector/pkg/cli"
	"agentconnector/pkg/footprint"
	"agentconnector/pkg/home"
	"agentconnector/pkg/logstore"
	"agentconnector/pkg/report"
	"agentconnector/pkg/world"
)

type flags struct {
	cli.Shared
	Tokens    tokensCmd    `cmd:"" help:"What tool calls and tool definitions have cost in tokens, each by itself; what passed hooks; what commands, skills, subagents and memory that are installed come to; and a diet: tools that are listed and never called. P50 and P95 are to the millisecond below 64, to within 2 % above."`
	MCP       mcpCmd       `cmd:"" name:"mcp" passthrough:"" help:"Serve MCP: hosts without hooks report what they do, and the reports are tools."`
	Calibrate calibrateCmd `cmd:"" passthrough:"" help:"Compare our counts with those of a provider, to which the texts are sent: off unless asked for."`
	Security  securityCmd  `cmd:"" help:"Alerts of what the hosts' own tools did, and the audit trail; the log of events must tell of their inputs (ac observe on)."`
	Events    eventsCmd    `cmd:"" help:"Calls, audits and alerts as one JSON object a line, named as New Relic's events are: AiToolCall, AiAuditEvent, SecurityAlert."`
	Guard     guardCmd     `cmd:"" help:"A hook handler: the rules of the security alerts as a decision before the tool runs."`
}

// selection is which records a report is about, and that it may be CSV.
type selection struct {
	CSV bool `name:"csv" help:"Print CSV."`
	choice
}

// choice is which records a report is about.
type choice struct {
	Since     string `placeholder:"TIME" help:"From then on: 30m, 12h, 7d, 2w ago, a day such as 2026-11-30, or an RFC 3339 time."`
	Until     string `placeholder:"TIME" help:"Up to then."`
	Timezone  string `placeholder:"NAME" help:"Where days begin, such as Europe/Berlin or UTC; the machine's own if absent."`
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
	now, _ := c.now(w) // it was right for the filter
	if c.CSV && (f.JSON || f.Table) {
		return cli.Usagef("--csv and --json or --table exclude each other")
	}
	dir := home.Dir(w)
	fold := report.NewTokens(c.By, now.Location())
	skipped, err := fold.Logs(home.Logs(dir), filter)
	if err != nil {
		return fmt.Errorf("cannot read the measurements: %w", err)
	}
	complain(w, f, skipped)
	static, err := c.installed(dir, filter)
	if err != nil && !f.Quiet {
		cli.Complain(w.Stderr, tool.Name, fmt.Errorf("not all that is installed could be counted: %w", err))
	}
	tend(w, f, dir)
	rows := fold.Rows(static...)
	if len(rows) == 0 && !f.Quiet {
		cli.Complain(w.Stderr, tool.Name, fmt.Errorf("no measurements in %s that match%s", filepath.Join(home.Logs(dir), logstore.Measures), switched(w, dir)))
	}
	return c.print(w, f, report.Zone(now), rows)
}

// installed is the content that no log knows. It belongs to no host and no time.
func (c *tokensCmd) installed(dir string, filter report.Filter) ([]report.Row, error) {
	if filter.Host != "" || !filter.Since.IsZero() || !filter.Until.IsZero() {
		return nil, nil
	}
	return footprint.Installed(dir, filter)
}

func (c *tokensCmd) print(w *world.World, f *flags, zone string, rows []report.Row) error {
	switch {
	case c.CSV:
		return report.PrintCSV(w.Stdout, rows)
	case f.UseTable(w.Stdout):
		return report.PrintTable(w.Stdout, c.By, zone, rows)
	}
	for _, r := range rows {
		if err := cli.Line(w.Stdout, r); err != nil {
			return err
		}
	}
	return nil
}

// now is the time in the zone of the reader.
func (s choice) now(w *world.World) (time.Time, error) {
	if s.Timezone == "" {
		return w.Now(), nil
	}
	zone, err := time.LoadLocation(s.Timezone)
	if err != nil {
		return w.Now(), cli.Usagef("--timezone %q is no time zone: expected a name such as Europe/Berlin, or UTC", s.Timezone)
	}
	return w.Now().In(zone), nil
}

// filter reads the flags that choose records.
func (s choice) filter(w *world.World) (f report.Filter, err error) {
	now, err := s.now(w)
	if err != nil {
		return f, err
	}
	for _, p := range []struct {
		flag, text string
		into       *time.Time
	}{{"--since", s.Since, &f.Since}, {"--until", s.Until, &f.Until}} {
		if *p.into, err = report.When(p.text, now); err != nil {
			return f, cli.Usagef("%s %w", p.flag, err)
		}
	}
	f.Connector, f.Host, f.Project = s.Connector, s.Host, s.Project
	for key, p := range home.Projects(home.Dir(w)) {
		if p.Key != key {
			if f.Alias == nil {
				f.Alias = map[string]string{}
			}
			f.Alias[key] = p.Key
		}
	}
	if s.Project != "" && !projectKey.MatchString(s.Project) {
		dir := s.Project
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(w.Dir, dir)
		}
		f.Project = home.ProjectKey(home.Project(dir))
	}
	f.Project = f.Today(f.Project)
	return f, nil
}

var projectKey = regexp.MustCompile(`^[0-9a-f]{16}$`)

// complain says what could not be read, so that a sum is not taken for whole.
func complain(w *world.World, f *flags, s report.Skipped) {
	if !s.Any() || f.Quiet {
		return
	}
	cli.Complain(w.Stderr, tool.Name, fmt.Errorf("skipped %d torn lines and %d that are no measurements", s.Torn, s.Foreign))
	for _, name := range s.Gone {
		cli.Complain(w.Stderr, tool.Name, fmt.Errorf("%s was removed before it was read", name))
	}
	for _, name := range s.Damaged {
		cli.Complain(w.Stderr, tool.Name, fmt.Errorf("%s is damaged and was read only in part", name))
	}
}
