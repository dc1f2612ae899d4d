// Package footprint counts what the connectors that are installed have in text. It
// stands apart from the reports because few of those who read logs want to read
// definitions, too.
package footprint

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
	"agentconnector/pkg/report"
	"agentconnector/pkg/tokens"
	"agentconnector/pkg/wire"
)

// Installed gives the static footprint of the connectors that are installed in
// our folder: what each command, skill, subagent and piece of memory comes to if
// a model reads all of it. Errors of single ones are joined; the others are
// counted all the same.
func Installed(dir string, f report.Filter) (rows []report.Row, err error) {
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
	fix, err := tokens.ReadCalibration(home.Calibration(dir))
	errs := []error{err}
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
		content, err := footprint(c, fix)
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
func footprint(c *connector.Connector, fix tokens.Calibration) (rows []report.Row, err error) {
	family := tokens.Family(c.Telemetry.ModelFamilyHint, "")
	name, label := tokens.ForFamily(family)
	enc, err := tokens.Get(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.ID, err)
	}
	add := func(surface, name string, parts ...string) {
		parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
		r := report.Row{Kind: report.Static, Connector: c.ID, Surface: surface, Tool: name, Calls: 1}
		n, label := fix.Apply(family, enc.Count(strings.Join(parts, "\n")), label)
		r.OutputTokens, r.Confidence = int64(n), label
		r.TotalTokens, r.TokensPerCall = r.OutputTokens, float64(r.OutputTokens)
		rows = append(rows, r)
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
