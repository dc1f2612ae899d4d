package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"agentconnector/pkg/cli"
	"agentconnector/pkg/tokens"
	"agentconnector/pkg/world"
)

// maxInput is the longest input that is read. Beyond, the count would need
// more memory than a small tool should take.
const maxInput = 1 << 30

type flags struct {
	cli.Shared
	Encoding string   `short:"e" placeholder:"NAME" default:"o200k_base" help:"The vocabulary to count with."`
	Limit    *int     `placeholder:"N" help:"Exit 1 if the total is above N."`
	Truncate *int     `placeholder:"N" help:"Print the text of the first N tokens instead."`
	MCP      bool     `name:"mcp" help:"The input is a tools/list result, or a response that holds one: count each tool."`
	Logs     bool     `help:"Totals of the measurement log in the folder FILE, or of our own."`
	Files    []string `arg:"" optional:"" name:"file" help:"Files to read, or patterns of them; - is stdin."`
}

// count is one line of the output.
type count struct {
	File   string `json:"file,omitempty"`
	Tool   string `json:"tool,omitempty"`
	Tokens int    `json:"tokens"`
	Bytes  int    `json:"bytes"`
}

func (c count) name() string {
	if c.Tool != "" {
		return c.Tool
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
	all, bad := counts(w, f, enc)
	if err := f.print(w, all, bad); err != nil {
		return err
	}
	switch total := sum(all); {
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
	switch {
	case f.MCP && f.Logs, f.Truncate != nil && (f.MCP || f.Logs || f.Limit != nil || f.JSON):
		return cli.Usagef("--truncate, --mcp and --logs exclude each other, and --truncate takes neither --limit nor --json")
	case f.Truncate != nil && len(f.Files) > 1, f.Logs && len(f.Files) > 1:
		return cli.Usagef("%d files: expected one at most", len(f.Files))
	}
	return nil
}

// counts counts every input, several at a time. One that cannot be read is
// told, and the others are counted all the same.
func counts(w *world.World, f *flags, enc *tokens.Encoding) (all []count, bad bool) {
	files := matches(w, f.Files)
	if len(files) == 0 {
		files = []string{""}
	}
	type result struct {
		counts []count
		err    error
	}
	results := make([]chan result, len(files))
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i := range results {
		results[i] = make(chan result, 1)
	}
	go func() {
		for i, name := range files {
			free <- struct{}{}
			go func() {
				got, err := one(w, f, enc, name)
				results[i] <- result{got, err}
				<-free
			}()
		}
	}()
	for _, r := range results {
		got := <-r
		if got.err != nil {
			cli.Complain(w.Stderr, tool.Name, got.err)
			bad = true
		}
		all = append(all, got.counts...)
	}
	return all, bad
}

// matches replaces a pattern by the files that match it, where the shell has
// not done so. A name that a file has, or that nothing matches, stays.
func matches(w *world.World, names []string) (files []string) {
	for _, name := range names {
		path := name
		if !filepath.IsAbs(path) {
			path = filepath.Join(w.Dir, path)
		}
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

// one counts one input: a line, or a line per tool.
func one(w *world.World, f *flags, enc *tokens.Encoding, name string) ([]count, error) {
	text, err := read(w, name)
	if err != nil {
		return nil, err
	}
	if f.MCP {
		return definitions(name, text, enc)
	}
	return []count{{File: name, Tokens: enc.Count(string(text)), Bytes: len(text)}}, nil
}

// read reads an input whole; "" and - are stdin.
func read(w *world.World, name string) ([]byte, error) {
	in, shown := w.Stdin, "stdin"
	if name != "" && name != "-" {
		shown = name
		path := name
		if !filepath.IsAbs(path) {
			path = filepath.Join(w.Dir, path)
		}
		file, err := os.Open(path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, cause(err))
		}
		defer file.Close()
		in = file
	}
	text, err := io.ReadAll(io.LimitReader(in, maxInput+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", shown, cause(err))
	case len(text) > maxInput:
		return nil, fmt.Errorf("%s: more than %d bytes", shown, maxInput)
	}
	return text, nil
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
	text, err := read(w, name)
	if err != nil {
		return &cli.UsageError{Err: err}
	}
	_, err = io.WriteString(w.Stdout, enc.Truncate(string(text), *f.Truncate))
	return err
}

func sum(all []count) count {
	t := count{File: "total"}
	for _, c := range all {
		t.Tokens += c.Tokens
		t.Bytes += c.Bytes
	}
	return t
}
