package main

import (
	"agentconnector/pkg/cli"
	"agentconnector/pkg/wire"
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
