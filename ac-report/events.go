package main

import (
	"bufio"
	"cmp"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"agentconnector/pkg/analyze"
	"agentconnector/pkg/calls"
	"agentconnector/pkg/cli"
	"agentconnector/pkg/config"
	"agentconnector/pkg/home"
	"agentconnector/pkg/logstore"
	"agentconnector/pkg/report"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

// appName is what the records say of which application they are.
const appName = "agent-connector"

type eventsCmd struct {
	choice
	Type   []string `enum:"AiToolCall,AiAuditEvent,SecurityAlert" placeholder:"TYPE" help:"Only records of these types: ${enum}."`
	Follow bool     `help:"Go on with what is new to --cursor, and wait for more, until interrupted. A call without an end is given up when its session is over or silent for an hour; without --follow after a minute."`
	Cursor string   `default:"events" placeholder:"NAME" help:"Where --follow keeps how far it has come, and what calls were open; a new one begins with the oldest event (default: ${default})."`
}

// Run prints the records.
func (c *eventsCmd) Run(w *world.World, f *flags) error {
	filter, err := c.filter(w)
	if err != nil {
		return err
	}
	if f.Table {
		return cli.Usagef("events are no table: one JSON object a line")
	}
	if c.Follow && c.Until != "" {
		return cli.Usagef("--follow and --until exclude each other")
	}
	who, err := identity(w)
	if err != nil {
		return err
	}
	if len(c.Type) == 0 {
		c.Type = analyze.Types
	}
	out := bufio.NewWriterSize(w.Stdout, 64<<10)
	fold := analyze.NewEvents(who, c.Type, within(filter))
	dir := filepath.Join(home.Logs(home.Dir(w)), logstore.Events)
	filter = wide(filter)
	if c.Follow {
		return c.follow(w, f, dir, filter, fold, out)
	}
	events := 0
	skipped, err := scan(dir, filter, func(e *wire.Event) error {
		events++
		_, err := out.Write(fold.Add(e))
		return err
	})
	if err != nil {
		return fmt.Errorf("cannot read the events: %w", err)
	}
	complain(w, f, skipped)
	if events == 0 {
		none(w, f, dir)
	}
	_, _ = out.Write(fold.Now(w.Now().UnixMilli())) // Flush says what went wrong
	return out.Flush()
}

// within says which calls are printed: those that began in the time that is asked
// for. Who has reads their ends, too.
func within(f report.Filter) func(*calls.Call) bool {
	return func(c *calls.Call) bool {
		return (f.Since.IsZero() || c.TS >= f.Since.UnixMilli()) && (f.Until.IsZero() || c.TS < f.Until.UnixMilli())
	}
}

// slack is how long before and behind a time its calls may begin and end.
const slack = 24 * time.Hour

// wide is the filter of the events that calls of a time may have.
func wide(f report.Filter) report.Filter {
	if !f.Since.IsZero() {
		f.Since = f.Since.Add(-slack)
	}
	if !f.Until.IsZero() {
		f.Until = f.Until.Add(slack)
	}
	return f
}

// identity is whose records they are: by config.json, and what is known of projects.
func identity(w *world.World) (analyze.Who, error) {
	dir := home.Dir(w)
	settings, err := config.Load(dir)
	if err != nil {
		return analyze.Who{}, err
	}
	named := settings.Privacy.RepoURL == nil || *settings.Privacy.RepoURL
	type project struct{ id, url string }
	known := map[string]project{}
	for _, p := range home.Projects(dir) {
		if p.Remote != "" && named {
			known[p.Key] = project{home.RepositoryName(p.Remote), p.Remote}
		}
	}
	return analyze.Who{
		Developer: cmp.Or(settings.Developer, w.Getenv("USER"), w.Getenv("USERNAME"), "unknown"), App: appName, Team: settings.Team, Org: settings.Org,
		Project: func(key string) (id, url string) {
			p := known[key]
			if named && settings.RepoURL != "" {
				p = project{home.RepositoryName(settings.RepoURL), settings.RepoURL}
			}
			return cmp.Or(p.id, strings.Clone(key)), p.url
		},
	}, nil
}
