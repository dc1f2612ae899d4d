package main

import (
	"slices"
	"strings"
)

// observe is the built-in connector that only observes, installed and taken back
// as any other.
type observe struct {
	On struct {
		where
		Privacy string   `enum:"minimal,standard" default:"standard" help:"minimal keeps no commands, paths and patterns in the log (default: standard, with secrets taken out); privacy.level in config.json may allow less."`
		Guard   []string `placeholder:"ALERT=DECISION" help:"Decide before a tool runs, as ac-report guard does, such as destructive=ask."`
		DryRun  bool     `name:"dry-run" help:"Print the changes that a real run would make." xor:"how"`
		Diff    bool     `help:"Print a unified diff instead of writing." xor:"how"`
		Check   bool     `help:"Say nothing; exit 3 if something would change." xor:"how"`
	} `cmd:"" help:"Keep a log of what the agents on this machine do."`
	Off struct {
		DryRun bool `name:"dry-run" help:"Print the changes that a real run would make."`
	} `cmd:"" help:"Keep it no longer."`
	Status struct{} `cmd:"" help:"Print where it is on."`
}

// observeSteps is the verb in terms of the other tools; nil for status.
func (f *flags) observeSteps(args []string) []step {
	switch v := &f.Observe.On; second(args) {
	case "on":
		render := append(v.render(), "--observe", "--privacy", v.Privacy)
		if len(v.Guard) > 0 {
			render = append(render, "--guard", strings.Join(v.Guard, ","))
		}
		return []step{
			detect(v.where, false),
			{"ac-render", render},
			{"ac-apply", append(f.format(), given([]choice{{v.DryRun, "--dry-run"}, {v.Diff, "--diff"}, {v.Check, "--check"}})...)},
		}
	case "off":
		return []step{{"ac-apply", append(append(f.format(), "--undo", observerID), given([]choice{{f.Observe.Off.DryRun, "--dry-run"}})...)}}
	}
	return nil
}

// second is the second word that is no flag.
func second(args []string) string {
	words := slices.DeleteFunc(slices.Clone(args), func(a string) bool { return strings.HasPrefix(a, "-") })
	if len(words) < 2 {
		return ""
	}
	return words[1]
}

// observerID is the id of the built-in connector (ac-render --observe).
const observerID = "observe"
