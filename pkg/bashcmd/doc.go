// Package bashcmd says of a shell command what an observer wants to know: which
// programs it runs, of what kind it is, whether it destroys something or talks to
// the network, whether it touches a file that holds secrets.
//
// The text is parsed as bash parses it; PowerShell and batch files, and what is no
// bash, by a grammar of their own (windows.go, plain.go, statement.go). Nothing is run;
// what a line tells of its own variables, files and texts is known (known.go, expand.go,
// output.go), and what it does not tell stands for itself. Programs that only run others
// (sudo, xargs, sh -c, ssh …) are looked through (wrap.go, wrappers.go, given.go), texts in
// other languages for what they call (script.go). Tables: category.go; what destroys:
// danger.go, rules.go and sql.go; files with secrets: secret.go.
//
// The rules, and a labelled set of commands that holds them, are at the top of
// testdata/commands.tsv; hostile.tsv has those that try to be overlooked.
package bashcmd

import (
	"slices"
	"strings"
)

// Category is the kind of a command, as seed 001 names it (bashCategory).
type Category string

const (
	Git            Category = "git"
	PackageManager Category = "package-manager"
	TestRunner     Category = "test-runner"
	Build          Category = "build"
	Container      Category = "container"
	Network        Category = "network"
	FSOp           Category = "fs-op"
	Search         Category = "search"
	CustomScript   Category = "custom-script"
	ShellOther     Category = "shell-other"
)

// Alert is what a command is warned of, as seed 001 names it (alert_type).
type Alert string

const (
	None          Alert = ""
	Destructive   Alert = "destructive_command" // critical
	SensitiveFile Alert = "sensitive_file"      // high
	ExternalNet   Alert = "external_network"    // medium
	FileDeletion  Alert = "file_deletion"       // medium
)

// Severity is how bad an alert is.
func (a Alert) Severity() string {
	switch a {
	case Destructive:
		return "critical"
	case SensitiveFile:
		return "high"
	case ExternalNet, FileDeletion:
		return "medium"
	}
	return ""
}

// Line is what there is to say of a command line.
type Line struct {
	Leading     string   // the program that it counts as
	Category    Category // of that
	Destructive bool     // something is lost that cannot be had back easily
	Network     bool     // a network client runs
	Lint        bool     // it looks at the sources only
	Alert       Alert    // the strongest
	Why         string   // what the alert is for: the words of that command
	Programs    []string // all that run, in order
}

// Read looks at a command line.
func Read(text string) Line {
	calls := parse(text, newScope())
	l := Line{Category: ShellOther}
	if c := leading(calls); c != nil {
		l.Leading = c.name
		l.Category, l.Lint = category(c)
	}
	for _, c := range calls {
		if c.name != "" {
			l.Programs = append(l.Programs, c.name)
		}
		l.Network = l.Network || c.client()
		l.Destructive = l.Destructive || c.destroys()
		if a := c.alert(); rank(a) > rank(l.Alert) {
			l.Alert, l.Why = a, c.text()
		}
	}
	return l
}

// leading is the command that a line counts as: the first that does not only set
// the scene, and one whose output is a word of another only if there is no other.
func leading(calls []*call) (lead *call) {
	weight := func(c *call) int {
		switch {
		case scenery(c):
			return 0
		case strings.EqualFold(c.name, "Set-ExecutionPolicy"): // it lets the others run
			return 1
		case c.sub:
			return 2
		}
		return 3
	}
	for _, c := range calls {
		if lead == nil || weight(c) > weight(lead) {
			lead = c
		}
	}
	return lead
}

var ranks = []Alert{None, FileDeletion, ExternalNet, SensitiveFile, Destructive}

func rank(a Alert) int { return slices.Index(ranks, a) }

// alert is the strongest alert of one command.
func (c *call) alert() Alert {
	switch {
	case c.destroys():
		return Destructive
	case c.sensitive():
		return SensitiveFile
	case c.client() && !c.local():
		return ExternalNet
	case c.deletes():
		return FileDeletion
	}
	return None
}
