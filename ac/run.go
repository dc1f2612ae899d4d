package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"agentconnector/pkg/cli"
	"agentconnector/pkg/shell"
	"agentconnector/pkg/world"
)

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
