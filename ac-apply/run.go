package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"agentconnector/pkg/apply"
	"agentconnector/pkg/cli"
	"agentconnector/pkg/config"
	"agentconnector/pkg/home"
	"agentconnector/pkg/placed"
	"agentconnector/pkg/plan"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

type flags struct {
	cli.Shared
	DryRun       bool     `name:"dry-run" help:"Print the changes that a real run would make." xor:"how" without:"list,verify,doctor,recover,restore"`
	Diff         bool     `help:"Print a unified diff instead of writing." xor:"how" without:"list,verify,doctor,recover,restore"`
	Check        bool     `help:"Say nothing; exit 3 if something would change." xor:"how" without:"list,verify,doctor,recover,restore"`
	Force        bool     `help:"Overwrite what was changed inside our own edits, and read-only files." without:"list,verify,doctor,recover,restore"`
	Adopt        bool     `help:"Take over an entry, element, block or file of that name that somebody else, or another connector, has written; undo gives back what stood there." without:"undo,list,verify,doctor,recover,restore"`
	LastWins     bool     `name:"last-wins" help:"Of a key that appears twice in a file, edit the last instead of refusing." without:"list,verify,doctor,recover,restore"`
	Strict       bool     `help:"Exit 1 on warnings too." without:"list,verify,doctor,recover,restore"`
	AllOrNothing bool     `name:"all-or-nothing" help:"Write nothing at all if any file fails." without:"undo,list,verify,doctor,recover,restore"`
	ResolveEnv   bool     `name:"resolve-env" help:"Write the values of environment variables into files of mode 0600." without:"undo,list,verify,doctor,recover,restore"`
	Undo         string   `placeholder:"ID" help:"Take out what the connector owns." xor:"mode"`
	List         bool     `help:"Print what is installed." xor:"mode"`
	Verify       bool     `help:"Check every owned edit, or those of ID; exit 1 if one is not as it was written." xor:"mode"`
	Doctor       bool     `help:"Say what is wrong with what is installed: edits that were changed, and hooks and servers that a host has twice; stdin is what ac-detect --all --json prints. Exit 1 on a warning." xor:"mode"`
	Recover      bool     `help:"Finish or roll back what a crash interrupted (every run does this first)." xor:"mode"`
	Restore      string   `placeholder:"BACKUP" help:"Put a backup back in its place; named a file that has some, list them. The first of a file is kept for ever, later ones as backups in config.json says: 10, for 30 days." xor:"mode"`
	Host         []string `placeholder:"ID" help:"--undo: only on these hosts." with:"undo"`
	Scope        string   `enum:"user,project" default:"user" help:"--undo: the installation of this scope." with:"undo"`
	Project      string   `placeholder:"DIR" help:"--undo: the installation of the project in this directory; implies --scope project." with:"undo"`
	All          bool     `help:"--undo: in every scope and project." with:"undo"`
	Purge        bool     `help:"--undo: remove the connector's folder, and our tools if nothing else is installed." with:"undo"`
	ID           string   `arg:"" optional:"" name:"id" help:"--verify: only this connector."`
}

func run(w *world.World, f *flags) error {
	o := options(w, f)
	if f.ID != "" && !f.Verify {
		return cli.Usagef("unexpected argument %q\nhint: the plan is read from stdin; only --verify takes an ID", f.ID)
	}
	p := &printer{w: w, f: f}
	rec, err := apply.Recover(o)
	p.recovered(rec)
	if err != nil {
		return err
	}
	switch {
	case f.Recover:
		return p.begin(&o)
	case f.List:
		is, err := apply.List(o)
		if err != nil {
			return err
		}
		return p.installed(is)
	case f.Verify:
		vs, err := apply.Verify(f.ID, o)
		if err != nil {
			return err
		}
		if len(vs) == 0 && f.ID != "" {
			return fmt.Errorf("%s is not installed\nhint: ac-apply --list shows what is", f.ID)
		}
		return p.verified(vs)
	case f.Doctor:
		return checkup(w, o, p)
	case f.Restore != "":
		if err := p.begin(&o); err != nil {
			return err
		}
		c, err := apply.Restore(f.Restore, o)
		if err != nil {
			return err
		}
		return p.report(&apply.Report{Changes: []wire.Change{c}, Changed: true})
	case f.Undo != "":
		return undo(w, f, o, p)
	}
	return fromPlan(w, o, p)
}

// begin is what a run that writes does first, once it knows that it will: an
// older state becomes ours. A run that only looks leaves it as it is.
func (p *printer) begin(o *apply.Options) error {
	if o.DryRun {
		return nil
	}
	o.Prune = p.pruning()
	return p.upgraded(apply.Upgrade(*o))
}

func options(w *world.World, f *flags) apply.Options {
	v, _ := world.Version()
	o := apply.Options{Home: home.Dir(w), OS: w.OS, ToolVersion: v, Now: w.Now().UnixMilli(), Force: f.Force, Adopt: f.Adopt, LastWins: f.LastWins,
		DryRun: f.DryRun || f.Diff || f.Check, AllOrNothing: f.AllOrNothing, ResolveEnv: f.ResolveEnv, Getenv: w.Getenv}
	if exe, err := os.Executable(); err == nil {
		o.Exe = filepath.Dir(exe)
	}
	return o
}

// pruning says which backups are kept. A config.json that cannot be read may
// say "all".
func (p *printer) pruning() *config.Pruning {
	c, err := config.Load(home.Dir(p.w))
	if err != nil {
		cli.Complain(p.w.Stderr, tool.Name, fmt.Errorf("no backup is removed, whatever its age: %w", err))
		return nil
	}
	return &c.Backups
}

// fromPlan applies the plan on stdin. It is read to its end before anything is
// written: one that was cut short changes nothing.
func fromPlan(w *world.World, o apply.Options, p *printer) error {
	pl, err := plan.Read(w.Stdin)
	if err != nil {
		return &cli.UsageError{Err: err}
	}
	if filepath.Clean(pl.Head.ACHome) != o.Home {
		return cli.Usagef("the plan was made for the folder %s, ours is %s\nhint: render it from this machine's ac-detect, with the same %s",
			pl.Head.ACHome, o.Home, home.DataDirVar)
	}
	if err := apply.Check(pl); err != nil {
		return &cli.UsageError{Err: err}
	}
	if err := p.begin(&o); err != nil {
		return err
	}
	rep, err := apply.Plan(pl, o)
	if err != nil {
		return err
	}
	if !o.DryRun && !rep.Changed { // what was just placed is asked when it is found in place: a first run has enough to do
		_ = placed.Note(w, o.Home, pl.Head.Tools) // else ac-detect asks each time
	}
	return p.report(rep)
}

func undo(w *world.World, f *flags, o apply.Options, p *printer) error {
	sel := apply.Selector{ID: f.Undo, Hosts: f.Host, Scope: f.Scope, All: f.All}
	if f.Project != "" || f.Scope == wire.ScopeProject {
		if err := project(w, f, o, &sel); err != nil {
			return err
		}
	}
	if err := known(sel, o); err != nil {
		return err
	}
	if err := p.begin(&o); err != nil {
		return err
	}
	rep, err := apply.Undo(sel, o)
	if err != nil {
		return err
	}
	if err := p.report(rep); err != nil {
		return err
	}
	if f.Purge && !o.DryRun {
		return apply.Purge(f.Undo, o)
	}
	return nil
}

// project selects the project in a directory: the directory itself, if the
// connector is installed there, else the repository that it lies in.
func project(w *world.World, f *flags, o apply.Options, sel *apply.Selector) error {
	dir := f.Project
	if dir == "" {
		dir = w.Dir
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	is, err := apply.List(o)
	if err != nil {
		return err
	}
	sel.Scope, sel.Project = wire.ScopeProject, home.Project(abs)
	if slices.ContainsFunc(is, func(i wire.Installed) bool { return i.ID == sel.ID && i.Project == abs }) {
		sel.Project = abs
	}
	sel.ProjectKey = home.ProjectKey(sel.Project)
	return nil
}

// known refuses a host that the connector is not installed on: a typo would
// otherwise do nothing and call it success.
func known(sel apply.Selector, o apply.Options) error {
	is, err := apply.List(o)
	if err != nil {
		return err
	}
	for _, h := range sel.Hosts {
		on := slices.ContainsFunc(is, func(i wire.Installed) bool { return i.ID == sel.ID && slices.Contains(i.Hosts, h) })
		if !on {
			return cli.Usagef("%s is not installed on host %q\nhint: ac-apply --list names its hosts", sel.ID, h)
		}
	}
	return nil
}
