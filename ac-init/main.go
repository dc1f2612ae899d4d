// Ac-init writes what a developer starts from: a connector.json for a server,
// or, with --branded, a command line of his own that installs his connector.
package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"agentconnector/pkg/bundle"
	"agentconnector/pkg/cli"
	"agentconnector/pkg/connector"
	"agentconnector/pkg/scaffold"
	"agentconnector/pkg/world"
)

var tool = cli.Tool{
	Name:     "ac-init",
	Synopsis: "[--id ID] [--env NAME,…] [--out DIR] COMMAND [ARG…] | --url URL … | --branded [--name NAME] [--tools DIR] [--out DIR] CONNECTOR",
	About:    "Write a first connector.json for the MCP server that COMMAND starts. With --branded: a command line of your own, for npm and in Go, by which your users install CONNECTOR without knowing these tools. Flags stand before COMMAND and CONNECTOR.",
	Examples: `  ac init --env ACME_TOKEN npx -y @acme/db           connector.json for a server
  ac init --branded --name @acme/acme-db --out cli .   what ships npx @acme/acme-db install`,
	Exit: `exit codes:
  0  done
  1  failed
  2  wrong usage, or bad input: nothing was written`,
}

type flags struct {
	cli.Shared
	Out     string   `placeholder:"DIR" help:"Where to write (default: here; with --branded: ID-cli, a new folder)."`
	ID      string   `placeholder:"ID" help:"The connector's id (default: from the name of the server)." without:"branded"`
	Env     []string `placeholder:"NAME" help:"Variables that the server needs; of a remote server the one with its token." without:"branded"`
	URL     string   `placeholder:"URL" help:"A remote server instead of a command." without:"branded"`
	SSE     bool     `name:"sse" help:"With --url: it speaks the older transport, SSE." with:"url"`
	Branded bool     `help:"Write a command line of your own that installs CONNECTOR."`
	Name    string   `placeholder:"NAME" help:"With --branded: the npm package (default: publish.packageName, else the id)." with:"branded"`
	Tools   string   `placeholder:"DIR" help:"With --branded: the folder with the tools, or with a folder of them for each system (default: where this program is)." with:"branded"`
	Args    []string `arg:"" optional:"" passthrough:"" name:"command" help:"The command that starts the server; with --branded the connector.json, or its folder."`
}

func main() { os.Exit(run(world.Real())) }

func run(w *world.World) int {
	var f flags
	return cli.Run(w, tool, &f, func() error {
		if len(f.Args) > 0 && f.Args[0] == "--" {
			f.Args = f.Args[1:]
		}
		if f.Branded {
			return branded(w, &f)
		}
		return first(w, &f)
	})
}

// first writes connector.json, which must be new, and must be right.
func first(w *world.World, f *flags) error {
	if (len(f.Args) > 0) == (f.URL != "") {
		return cli.Usagef("found %d words of a command and the address %q, expected one or the other\nhint: ac init npx -y @acme/db", len(f.Args), f.URL)
	}
	text, err := (&scaffold.First{ID: f.ID, Command: f.Args, URL: f.URL, SSE: f.SSE, Env: f.Env}).JSON()
	if err != nil {
		return &cli.UsageError{Err: err}
	}
	path := filepath.Join(f.Out, "connector.json")
	c, err := connector.Parse(path, text, nil)
	if err != nil { // its places are in a file that nobody has seen, and that will not be
		place := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(path) + `:\d+:\d+: `)
		return cli.Usagef("this makes no connector:\n%s", place.ReplaceAllString(err.Error(), ""))
	}
	if err := os.MkdirAll(filepath.Join(f.Out, "."), 0o755); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return cli.Usagef("%s is there already, expected none\nhint: name another folder with --out", path)
	}
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	for _, p := range c.Warnings {
		f.tell(w, "warning: %s", p)
	}
	f.tell(w, "%s: the connector %s; its comments say what is next", path, c.ID)
	return nil
}

// branded writes the folder of a command line, which must be new or empty.
func branded(w *world.World, f *flags) error {
	if len(f.Args) != 1 {
		return cli.Usagef("found %q, expected one connector after all flags\nhint: ac init --branded --out cli .", strings.Join(f.Args, " "))
	}
	c, err := connector.Load(f.Args[0])
	if err != nil {
		return &cli.UsageError{Err: err}
	}
	tools, err := f.tools()
	if err != nil {
		return &cli.UsageError{Err: err}
	}
	files, lacks, err := scaffold.Branded(c, f.Name, tools)
	if err != nil {
		return &cli.UsageError{Err: err}
	}
	out := f.Out
	if out == "" {
		out = c.ID + "-cli"
	}
	if err := (&bundle.Bundle{Files: files}).Write(out); err != nil {
		return &cli.UsageError{Err: err}
	}
	f.tell(w, "%s: README.md says how to try and to publish it", out)
	for _, l := range lacks {
		f.tell(w, "missing: %s", l)
	}
	return nil
}

// tools are those of the folder that is named, or else those beside this program,
// if they are there.
func (f *flags) tools() ([]scaffold.Tools, error) {
	if f.Tools != "" {
		return scaffold.FindTools(f.Tools)
	}
	exe, err := os.Executable()
	if err != nil {
		return nil, nil
	}
	tools, err := scaffold.FindTools(filepath.Dir(exe))
	if err != nil { // alone: what is missing is told
		return nil, nil
	}
	return tools, nil
}

func (f *flags) tell(w *world.World, format string, args ...any) {
	if !f.Quiet {
		cli.Complain(w.Stderr, tool.Name, fmt.Errorf(format, args...))
	}
}
