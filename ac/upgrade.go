package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"agentconnector/pkg/cli"
	"agentconnector/pkg/home"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

// upgradeAll renders every installation anew from the definition that was kept of
// it, on the hosts that it is on: they may have another version now, and so may
// these programs, which ac-apply brings to their stable place on the way. One
// that cannot be upgraded does not keep the others from it.
func upgradeAll(w *world.World, f *flags) error {
	all, err := chosen(w, f.Upgrade.ID)
	if err != nil {
		return err
	}
	worst := world.OK
	for _, i := range all {
		err := upgradeOne(w, f, i)
		var code cli.Exit
		switch {
		case errors.As(err, &code):
			worst = max(worst, int(code))
		case err != nil:
			cli.Complain(w.Stderr, tool.Name, fmt.Errorf("%s: %w", i.ID, err))
			worst = max(worst, world.Failed)
		}
	}
	if worst != world.OK {
		return cli.Exit(worst)
	}
	return nil
}

// chosen are the installations of the connectors with these ids, or all.
func chosen(w *world.World, ids []string) ([]wire.Installed, error) {
	var all []wire.Installed
	if err := ask(w, &all, "--list"); err != nil {
		return nil, err
	}
	for _, id := range ids {
		if !slices.ContainsFunc(all, func(i wire.Installed) bool { return i.ID == id }) {
			return nil, fmt.Errorf("%s is not installed\nhint: ac status shows what is", id)
		}
	}
	return slices.DeleteFunc(all, func(i wire.Installed) bool { return len(ids) > 0 && !slices.Contains(ids, i.ID) }), nil
}

func upgradeOne(w *world.World, f *flags, i wire.Installed) error {
	dir := home.Connector(home.Dir(w), i.ID, i.ProjectKey)
	if _, err := os.Stat(filepath.Join(dir, "connector.json")); err != nil {
		return fmt.Errorf("its definition is not kept any more: %w\nhint: install it again from its connector.json", err)
	}
	if i.Project != "" {
		if _, err := os.Stat(i.Project); err != nil {
			return fmt.Errorf("its project is not there: %w\nhint: ac uninstall %s --project %s takes it out", err, i.ID, i.Project)
		}
	}
	at := where{Target: i.Hosts, Scope: i.Scope, Project: i.Project, Local: i.Local}
	if !f.Print {
		here, err := found(w, detect(at, false))
		if err != nil {
			return err
		}
		at.Target = slices.DeleteFunc(slices.Clone(i.Hosts), func(h string) bool { return !slices.Contains(here, h) })
	}
	if len(at.Target) == 0 {
		cli.Complain(w.Stderr, tool.Name, fmt.Errorf("%s: none of its hosts is on this machine any more: left as it is", i.ID))
		return nil
	}
	how := given([]choice{{slices.Contains(i.Surfaces, wire.PluginSurface), "--method=plugin"}})
	v := f.Upgrade
	steps := []step{
		detect(at, false),
		{"ac-render", append(append(at.render(), how...), dir)},
		{"ac-apply", append(f.format(), given([]choice{{v.DryRun, "--dry-run"}, {v.Diff, "--diff"}, {v.Check, "--check"}, {v.Strict, "--strict"}})...)},
	}
	if f.Print {
		return printSteps(w, steps)
	}
	return pipe(w, steps)
}

// found are the hosts that a run of ac-detect tells.
func found(w *world.World, look step) (ids []string, err error) {
	var out bytes.Buffer
	if err := start(w, look, bytes.NewReader(nil), &out); err != nil {
		return nil, err
	}
	for line := range bytes.Lines(out.Bytes()) {
		var h wire.Host
		if err := json.Unmarshal(line, &h); err != nil {
			return nil, fmt.Errorf("ac-detect printed what is no record: %w", err)
		}
		if h.Schema == wire.SchemaHost {
			ids = append(ids, h.ID)
		}
	}
	return ids, nil
}
