package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"agentconnector/pkg/cli"
	"agentconnector/pkg/folder"
	"agentconnector/pkg/tokens"
	"agentconnector/pkg/world"
)

type flags struct {
	cli.Shared
	Encoding string   `short:"e" placeholder:"NAME" default:"o200k_base" help:"The vocabulary to count with."`
	Limit    *int     `placeholder:"N" help:"Exit 1 if the total is above N."`
	Truncate *int     `placeholder:"N" help:"Print the text of the first N tokens instead."`
	NoIgnore bool     `name:"no-ignore" help:"In folders: also the files that git ignores."`
	MCP      bool     `name:"mcp" help:"The input is a tools/list result, or a response that holds one: count each tool."`
	Logs     bool     `help:"Totals of the measurement log in the folder FILE, or of our own."`
	Files    []string `arg:"" optional:"" name:"file" help:"Files and folders to read, or patterns of them; - is stdin."`
}

// count is one line of the output.
type count struct {
	File   string `json:"file,omitempty"`
	Files  int    `json:"files,omitempty"` // of a folder
	Tool   string `json:"tool,omitempty"`
	Tokens int    `json:"tokens"`
	Bytes  int    `json:"bytes"`

	inner bool // it is a part of another line
}

func (c count) name() string {
	if c.Tool != "" {
		return cli.Visible(c.Tool, "") // a server has named it
	}
	return c.File
}

func run(w *world.World, f *flags) error {
	if err := f.check(); err != nil {
		return err
	}
	if f.Logs {
		return logs(w, f)
	}
	enc, err := tokens.Get(f.Encoding)
	if err != nil {
		return &cli.UsageError{Err: err}
	}
	if f.Truncate != nil {
		return truncate(w, f, enc)
	}
	all, bad := f.counts(w, enc)
	if err := f.print(w, all, bad); err != nil {
		return err
	}
	switch total, _ := sum(all); {
	case bad:
		return cli.Exit(world.Usage)
	case f.Limit != nil && total.Tokens > *f.Limit:
		return fmt.Errorf("%d tokens, %d above the limit of %d", total.Tokens, total.Tokens-*f.Limit, *f.Limit)
	}
	return nil
}

// check refuses flags that contradict each other.
func (f *flags) check() error {
	for _, n := range []*int{f.Limit, f.Truncate} {
		if n != nil && *n < 0 {
			return cli.Usagef("%d tokens: expected a number from 0 on", *n)
		}
	}
	if slices.Contains(f.Files, "") {
		return cli.Usagef("a file without a name: expected a file, a folder, or - for stdin")
	}
	switch {
	case f.MCP && f.Logs, f.Truncate != nil && (f.MCP || f.Logs || f.Limit != nil || f.JSON):
		return cli.Usagef("--truncate, --mcp and --logs exclude each other, and --truncate takes neither --limit nor --json")
	case f.Truncate != nil && len(f.Files) > 1, f.Logs && len(f.Files) > 1:
		return cli.Usagef("%d files: expected one at most", len(f.Files))
	}
	return nil
}

// matches replaces a pattern by the files that match it, where the shell has
// not done so. A name that a file has, or that nothing matches, stays.
func matches(w *world.World, names []string) (files []string) {
	for _, name := range names {
		path := absolute(w, name)
		found, _ := filepath.Glob(path) // a bad pattern is a name
		if _, err := os.Lstat(path); err == nil || name == "-" || len(found) == 0 {
			files = append(files, name)
			continue
		}
		for _, f := range found {
			if rel, err := filepath.Rel(w.Dir, f); err == nil && !filepath.IsAbs(name) {
				f = rel
			}
			files = append(files, f)
		}
	}
	return files
}

// cause is an error without the path, which we say ourselves as it was given.
func cause(err error) error {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

func truncate(w *world.World, f *flags, enc *tokens.Encoding) error {
	name := ""
	if len(f.Files) > 0 {
		name = f.Files[0]
	}
	text, _, _, err := read(w, input{name: name}, folder.NewBudget(maxRead))
	if err != nil {
		return &cli.UsageError{Err: err}
	}
	_, err = io.WriteString(w.Stdout, enc.Truncate(string(text), *f.Truncate))
	return err
}
