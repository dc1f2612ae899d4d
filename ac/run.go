package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"agentconnector/pkg/cli"
	"agentconnector/pkg/shell"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

type flags struct {
	cli.Shared
	Print bool `short:"n" help:"Print the pipeline instead of running it."`

	Install   install   `cmd:"" help:"Install CONNECTOR on the hosts found."`
	Uninstall uninstall `cmd:"" help:"Take out what connector ID owns."`
	Upgrade   upgrade   `cmd:"" help:"Render what is installed anew, for the hosts and programs as they are now."`
	Status    status    `cmd:"" help:"Print what is installed and whether it is still as it was written."`
	Doctor    doctor    `cmd:"" help:"Say what is wrong with what is installed; exit 1 if something is."`
	Explain   explain   `cmd:"" help:"Print what CONNECTOR becomes on each host, and why."`

	Observe    observe    `cmd:"" help:"Keep a log of what the agents on this machine do: on, off or status."`
	Completion completion `cmd:"" help:"Print a script that completes the words of all these programs in a shell."`
}

// where are the flags that choose hosts and scope.
type where struct {
	Target  []string `placeholder:"ID" help:"Only these hosts."`
	Scope   string   `enum:"user,project" default:"user" help:"Scope of the installation."`
	Project string   `placeholder:"DIR" help:"Root of the project."`
	Local   bool     `help:"In a project: into the hosts' own uncommitted files, for you alone; implies --scope project."`
}

// scope is the asked one; what only a project has is in none but its scope.
func (v where) scope() string {
	if v.Local {
		return wire.ScopeProject
	}
	return v.Scope
}

type install struct {
	where
	Method       string `enum:"direct,plugin" default:"direct" help:"plugin: where a host installs plugins by itself, it gets one (default: direct, into its own files)."`
	DryRun       bool   `name:"dry-run" help:"Print the changes that a real run would make." xor:"how"`
	Diff         bool   `help:"Print a unified diff instead of writing." xor:"how"`
	Check        bool   `help:"Say nothing; exit 3 if something would change." xor:"how"`
	Force        bool   `help:"Overwrite what was changed inside our own edits."`
	Adopt        bool   `help:"Take over what somebody else, or another connector, has written under the connector's names; uninstall gives it back."`
	LastWins     bool   `name:"last-wins" help:"Of a key that appears twice in a file, edit the last instead of refusing."`
	Strict       bool   `help:"Exit 1 on warnings too."`
	AllOrNothing bool   `name:"all-or-nothing" help:"Write nothing at all if any file fails."`
	ResolveEnv   bool   `name:"resolve-env" help:"Write the values of environment variables into files."`
	Connector    string `arg:"" help:"connector.json, or the folder that holds it."`
}

type uninstall struct {
	Host    []string `placeholder:"ID" help:"Only on these hosts."`
	Scope   string   `enum:"user,project" default:"user" help:"The installation of this scope."`
	Project string   `placeholder:"DIR" help:"The installation of the project in this directory."`
	All     bool     `help:"In every scope and project."`
	DryRun  bool     `name:"dry-run" help:"Print the changes that a real run would make."`
	Force   bool     `help:"Remove what was changed inside our own edits."`
	Purge   bool     `help:"Remove the connector's folder, and our tools if nothing else is installed."`
	ID      string   `arg:"" help:"Id of the connector."`
}

type status struct {
	ID string `arg:"" optional:"" help:"Only this connector."`
}

type upgrade struct {
	DryRun bool     `name:"dry-run" help:"Print the changes that a real run would make." xor:"how"`
	Diff   bool     `help:"Print a unified diff instead of writing." xor:"how"`
	Check  bool     `help:"Say nothing; exit 3 if something would change." xor:"how"`
	Strict bool     `help:"Exit 1 on warnings too."`
	ID     []string `arg:"" optional:"" help:"Only these connectors."`
}

type completion struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

type doctor struct {
	Probe   bool   `help:"Start each server once, too, and ask it what a host would ask."`
	Project string `placeholder:"DIR" help:"Root of the project whose files count, too; else the repository of the working directory."`
}

type explain struct {
	where
	All       bool   `help:"Every known host, not only those found."`
	Connector string `arg:"" help:"connector.json, or the folder that holds it."`
}

func run(w *world.World, f *flags) error {
	switch verb(w.Args) {
	case "upgrade":
		return upgradeAll(w, f)
	case "completion":
		return cli.Completion(w.Stdout, f.Completion.Shell, tools)
	}
	steps, id := f.pipeline(w), f.Status.ID
	if verb(w.Args) == "observe" {
		id = observerID
	}
	if f.Print {
		return printSteps(w, steps)
	}
	if steps == nil {
		return printStatus(w, f, id)
	}
	err := pipe(w, steps)
	if f.Doctor.Probe {
		err = errors.Join(err, probeAll(w, f))
	}
	return err
}

// tools are the programs whose words can be completed: those that parse their
// arguments with kong.
var tools = []string{"ac", "ac-detect", "ac-render", "ac-apply", "ac-proxy", "ac-tokcount", "ac-report", "ac-init"}

// pipeline is the verb in terms of the other tools; nil for status, which is
// two questions rather than a pipe.
func (f *flags) pipeline(w *world.World) []step {
	switch verb(w.Args) {
	case "install":
		v := f.Install
		return []step{
			detect(v.where, false),
			{"ac-render", append(append(v.render(), v.method()...), named(v.Connector))},
			{"ac-apply", append(f.format(), v.apply()...)},
		}
	case "uninstall":
		return []step{{"ac-apply", append(f.format(), f.Uninstall.args()...)}}
	case "observe":
		return f.observeSteps(w.Args)
	case "doctor": // the files of a host that is not here may be read by others
		look := step{"ac-detect", []string{"--json", "--all"}}
		if v := f.Doctor; v.Project != "" {
			look.args = append(look.args, "--project", v.Project)
		}
		return []step{look, {"ac-apply", append(f.format(), "--doctor")}}
	case "explain":
		v := f.Explain
		return []step{
			detect(v.where, v.All),
			{"ac-render", append(append(append(f.format(), "--explain"), v.render()...), named(v.Connector))},
		}
	}
	return nil
}

// verb is the first argument that is not a flag; kong has already accepted it.
func verb(args []string) string {
	for _, a := range args {
		if !strings.HasPrefix(a, "-") {
			return a
		}
	}
	return ""
}

func detect(v where, all bool) step {
	s := step{tool: "ac-detect", args: []string{"--json", "--scope", v.scope()}}
	if v.Project != "" {
		s.args = append(s.args, "--project", v.Project)
	}
	if all {
		s.args = append(s.args, "--all")
	}
	return s
}

func (v install) method() []string {
	if v.Method == "direct" {
		return nil
	}
	return []string{"--method", v.Method}
}

func (v where) render() []string {
	args := []string{"--scope", v.scope()}
	if len(v.Target) > 0 {
		args = append(args, "--target", strings.Join(v.Target, ","))
	}
	if v.Local {
		args = append(args, "--local")
	}
	return args
}

func (v install) apply() (args []string) {
	return given([]choice{{v.DryRun, "--dry-run"}, {v.Diff, "--diff"}, {v.Check, "--check"}, {v.Force, "--force"},
		{v.Adopt, "--adopt"}, {v.LastWins, "--last-wins"}, {v.Strict, "--strict"}, {v.AllOrNothing, "--all-or-nothing"}, {v.ResolveEnv, "--resolve-env"}})
}

func (v uninstall) args() []string {
	args := []string{"--undo", v.ID, "--scope", v.Scope}
	if len(v.Host) > 0 {
		args = append(args, "--host", strings.Join(v.Host, ","))
	}
	if v.Project != "" {
		args = append(args, "--project", v.Project)
	}
	return append(args, given([]choice{{v.All, "--all"}, {v.DryRun, "--dry-run"}, {v.Force, "--force"}, {v.Purge, "--purge"}})...)
}

func (f *flags) format() []string {
	return given([]choice{{f.JSON, "--json"}, {f.Table, "--table"}, {f.Quiet, "--quiet"}})
}

// named is a path that no program takes for a flag.
func named(path string) string {
	if len(path) > 1 && path[0] == '-' {
		return "." + string(filepath.Separator) + path
	}
	return path
}

type choice struct {
	on   bool
	flag string
}

func given(cs []choice) (args []string) {
	for _, c := range cs {
		if c.on {
			args = append(args, c.flag)
		}
	}
	return args
}

func printSteps(w *world.World, steps []step) error {
	if steps == nil {
		steps = []step{{"ac-apply", []string{"--list"}}, {"ac-apply", []string{"--verify"}}}
		_, err := fmt.Fprintf(w.Stdout, "%s; %s\n", steps[0], steps[1])
		return err
	}
	words := make([]string, len(steps))
	for i, s := range steps {
		words[i] = s.String()
	}
	_, err := fmt.Fprintln(w.Stdout, strings.Join(words, " | "))
	return err
}

// step is one tool of a pipeline.
type step struct {
	tool string
	args []string
}

func (s step) String() string {
	words := []string{s.tool}
	for _, a := range s.args {
		words = append(words, filepath.ToSlash(a))
	}
	return shell.Words(words...)
}
