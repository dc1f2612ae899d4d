package main

import (
	"encoding/csv"
	"fmt"
	"path/filepath"
	"strconv"
	"time"

	"agentconnector/pkg/analyze"
	"agentconnector/pkg/cli"
	"agentconnector/pkg/guard"
	"agentconnector/pkg/home"
	"agentconnector/pkg/logstore"
	"agentconnector/pkg/report"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

type securityCmd struct {
	selection
	Audit bool `help:"All that is audited, not the alerts alone."`
	Check bool `help:"Exit 1 if there is an alert."`
}

// Run prints the alerts, or the audit trail, in the order of the log.
func (c *securityCmd) Run(w *world.World, f *flags) error {
	filter, err := c.filter(w)
	if err != nil {
		return err
	}
	if c.CSV && (f.JSON || f.Table) {
		return cli.Usagef("--csv and --json or --table exclude each other")
	}
	now, _ := c.now(w) // it was right for the filter
	out := &auditPrinter{w: w, zone: now.Location(), table: !c.CSV && f.UseTable(w.Stdout)}
	if c.CSV {
		out.out = csv.NewWriter(w.Stdout)
		out.out.UseCRLF = true
		_ = out.out.Write(auditHead) // Flush says what went wrong
	}
	fold, alerts := analyze.NewSecurity(), 0
	dir := filepath.Join(home.Logs(home.Dir(w)), logstore.Events)
	events := 0
	skipped, err := scan(dir, filter, func(e *wire.Event) error {
		events++
		a, ok := fold.Add(e)
		if !ok || a.AlertType == "" && !c.Audit {
			return nil
		}
		if a.AlertType != "" {
			alerts++
		}
		return out.print(a)
	})
	if err != nil {
		return fmt.Errorf("cannot read the events: %w", err)
	}
	complain(w, f, skipped)
	if events == 0 {
		none(w, f, dir)
	}
	if err := out.end(); err != nil {
		return err
	}
	if c.Check && alerts > 0 {
		return cli.Exit(world.Failed)
	}
	return nil
}

// maxCell keeps a row of a table on a line.
const maxCell = 100

// auditPrinter prints audits as they come; a table has to wait for the widest.
type auditPrinter struct {
	w     *world.World
	zone  *time.Location
	table bool
	rows  [][]string
	out   *csv.Writer // nil: no CSV
}

var auditHead = []string{"ts", "severity", "alert_type", "host", "session_id", "tool", "action", "command", "file_path", "category", "leading", "decision", "agent_id", "project_key", "tool_use_id"}

func (p *auditPrinter) print(a analyze.Audit) error {
	switch {
	case p.out != nil:
		row := []string{strconv.FormatInt(a.TS, 10)}
		for _, s := range []string{a.Severity, a.AlertType, a.Host, a.SessionID, a.Tool, a.Action, a.Command, a.FilePath, a.Category, a.Leading, a.Decision, a.AgentID, a.ProjectKey, a.ToolUseID} {
			row = append(row, report.Cell(s))
		}
		return p.out.Write(row)
	case p.table:
		what := a.Command
		if what == "" {
			what = a.FilePath
		}
		p.rows = append(p.rows, []string{time.UnixMilli(a.TS).In(p.zone).Format("2006-01-02 15:04:05"), a.Severity, a.AlertType, a.Host, a.Tool, a.Decision, guard.Short(what, maxCell)})
		return nil
	}
	return cli.Line(p.w.Stdout, a)
}

func (p *auditPrinter) end() error {
	switch {
	case p.out != nil:
		p.out.Flush()
		return p.out.Error()
	case p.table && len(p.rows) > 0:
		return cli.Table(p.w.Stdout, append([][]string{{"TIME", "SEVERITY", "ALERT", "HOST", "TOOL", "DECISION", "COMMAND OR FILE"}}, p.rows...))
	}
	return nil
}
