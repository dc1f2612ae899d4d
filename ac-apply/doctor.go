package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agentconnector/pkg/apply"
	"agentconnector/pkg/cli"
	"agentconnector/pkg/doctor"
	"agentconnector/pkg/home"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

// checkup says what is wrong with what is installed: edits that are not as they
// were written, and what a host does twice. It writes nothing.
func checkup(w *world.World, o apply.Options, p *printer) error {
	hosts, err := doctor.ReadHosts(w.Stdin)
	if err != nil {
		return &cli.UsageError{Err: err}
	}
	d := &doctor.World{Hosts: hosts, Read: apply.Peek, Files: files, Folders: folders, Handlers: map[string][][]string{}}
	if d.Installed, err = apply.List(o); err != nil {
		return err
	}
	if d.Edits, err = apply.Verify("", o); err != nil {
		return err
	}
	for _, i := range d.Installed {
		d.Handlers[i.ID] = append(d.Handlers[i.ID], handlers(home.Connector(o.Home, i.ID, i.ProjectKey))...)
	}
	return p.findings(slices.Concat(lost(d.Edits), programs(w, o.Home, d.Edits), doctor.Look(d)))
}

// lost are the edits that are not as they were written.
func lost(vs []wire.Verified) (all []wire.Finding) {
	for _, v := range vs {
		if v.Status == "ok" {
			continue
		}
		f := wire.Finding{Schema: wire.SchemaFinding, Level: wire.LevelWarn, Host: strings.Join(v.Hosts, ","), Surface: v.Surface, Connector: v.Connector,
			Message: strings.TrimSuffix(v.Status+": "+v.Detail, ": "), Places: []string{strings.TrimSpace(v.Path + " " + strings.Join(v.At, "."))},
			Fix: "install it again; what was changed inside our edits needs --force"}
		all = append(all, f)
	}
	return all
}

// files are the regular files of a folder, in order; folders are the folders.
func files(dir string) []string   { return inside(dir, os.FileMode.IsRegular) }
func folders(dir string) []string { return inside(dir, os.FileMode.IsDir) }

func inside(dir string, kind func(os.FileMode) bool) (all []string) {
	es, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	for _, e := range es {
		p := filepath.Join(dir, e.Name())
		if fi, err := os.Stat(p); err == nil && kind(fi.Mode()) {
			all = append(all, p)
		}
	}
	return all
}

// handlers are the commands that an installed connector's hooks run.
func handlers(dir string) (all [][]string) {
	b, err := os.ReadFile(filepath.Join(dir, "hook.json"))
	if err != nil {
		return nil
	}
	var f wire.HookFile
	if json.Unmarshal(b, &f) != nil {
		return nil
	}
	add := func(defs []wire.HookDef) {
		for _, d := range defs {
			if c := d.Handler.Command; len(c) > 0 && !slices.ContainsFunc(all, func(o []string) bool { return slices.Equal(o, c) }) {
				all = append(all, c)
			}
		}
	}
	for _, defs := range f.Hooks {
		add(defs)
	}
	for _, own := range f.Native {
		for _, defs := range own {
			add(defs)
		}
	}
	return all
}

// findings prints what was found; a warning is exit 1.
func (p *printer) findings(fs []wire.Finding) error {
	rows := [][]string{{"LEVEL", "HOST", "SURFACE", "CONNECTOR", "FINDING", "PLACES", "FIX"}}
	bad := false
	for _, f := range fs {
		bad = bad || f.Level == wire.LevelWarn
		places := make([]string, len(f.Places))
		for i, pl := range f.Places {
			places[i] = p.short(pl)
		}
		if !p.f.UseTable(p.w.Stdout) {
			if err := cli.Line(p.w.Stdout, f); err != nil {
				return err
			}
		}
		rows = append(rows, []string{f.Level, f.Host, f.Surface, f.Connector, f.Message, strings.Join(places, ", "), f.Fix})
	}
	if p.f.UseTable(p.w.Stdout) && len(fs) > 0 {
		if err := cli.Table(p.w.Stdout, rows); err != nil {
			return err
		}
	}
	if bad {
		return cli.Exit(world.Failed)
	}
	return nil
}
