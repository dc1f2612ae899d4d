package report

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agentconnector/pkg/connector"
	"agentconnector/pkg/home"
	"agentconnector/pkg/tokens"
	"agentconnector/pkg/wire"
)

// Installed gives the static footprint of the connectors that are installed in
// our folder: what each command, skill, subagent and piece of memory comes to if
// a model reads all of it. Errors of single ones are joined; the others are
// counted all the same.
func Installed(dir string, f Filter) (rows []Row, err error) {
	found, err := filepath.Glob(filepath.Join(home.Connectors(dir), "*", "user"))
	if err != nil {
		return nil, err
	}
	if f.Project != "" {
		found = nil
	}
	more, err := filepath.Glob(filepath.Join(home.Connectors(dir), "*", "projects", "*"))
	if err != nil {
		return nil, err
	}
	var errs []error
	for _, folder := range append(found, more...) {
		id, project := place(folder)
		if f.Connector != "" && id != f.Connector || f.Project != "" && project != f.Project {
			continue
		}
		if _, err := os.Stat(filepath.Join(folder, "connector.json")); err != nil {
			continue // being installed, or removed
		}
		c, err := connector.Load(folder)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		content, err := footprint(c)
		errs = append(errs, err)
		for _, r := range content {
			r.ProjectKey = project
			rows = append(rows, r)
		}
	}
	return rows, errors.Join(errs...)
}

// place is the connector and the project of the folder of an installation.
func place(folder string) (id, project string) {
	up, last := filepath.Split(folder)
	up = filepath.Clean(up)
	if filepath.Base(up) == "projects" {
		return filepath.Base(filepath.Dir(up)), last
	}
	return filepath.Base(up), ""
}

// footprint is a row for each piece of content of a connector. Which model will
// read it is known only by the connector's hint.
func footprint(c *connector.Connector) (rows []Row, err error) {
	name, label := tokens.ForFamily(tokens.Family(c.Telemetry.ModelFamilyHint, ""))
	enc, err := tokens.Get(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.ID, err)
	}
	add := func(surface, name string, parts ...string) {
		parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
		r := Row{Kind: Static, Connector: c.ID, Surface: surface, Tool: name, Calls: 1, Confidence: label}
		r.OutputTokens = int64(enc.Count(strings.Join(parts, "\n")))
		rows = append(rows, r.finished())
	}
	for _, x := range c.Commands {
		add(wire.Commands, x.Name, x.Description, string(x.Prompt), x.ArgumentHint)
	}
	for _, x := range c.Skills {
		parts := []string{x.Description, string(x.Body)}
		for _, path := range slices.Sorted(maps.Keys(x.Resources)) {
			parts = append(parts, string(x.Resources[path]))
		}
		add(wire.Skills, x.Name, parts...)
	}
	for _, x := range c.Subagents {
		add(wire.Subagents, x.Name, x.Description, string(x.Prompt))
	}
	for _, x := range c.Memory {
		add(wire.Memory, x.Name, string(x.Content))
	}
	return rows, nil
}

// group brings rows of content to what the report is grouped by. By session, host
// or day there are none: content is there, whoever reads it and when.
func (t *Tokens) group(static []Row) (rows []Row) {
	at := map[Row]int{}
	for _, r := range static {
		k := Row{Kind: Static}
		switch t.by {
		case ByTool:
			k.Connector, k.Surface, k.Tool, k.ProjectKey = r.Connector, r.Surface, r.Tool, r.ProjectKey
		case ByConnector:
			k.Connector = r.Connector
		case BySurface:
			k.Surface = r.Surface
		case ByProject:
			k.ProjectKey = r.ProjectKey
		default:
			return nil
		}
		i, ok := at[k]
		if !ok {
			i = len(rows)
			at[k] = i
			rows = append(rows, k)
		}
		rows[i].Calls += r.Calls
		rows[i].OutputTokens += r.OutputTokens
		rows[i].Confidence = tokens.Weaker(rows[i].Confidence, r.Confidence)
	}
	for i := range rows {
		rows[i] = rows[i].finished()
	}
	return rows
}
