package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/alecthomas/kong"

	"agentconnector/pkg/bundle"
	"agentconnector/pkg/cli"
	"agentconnector/pkg/connector"
	"agentconnector/pkg/world"
)

// format is the value of --package. Without one the formats are what is wanted.
type format string

// Decode reads it.
func (f *format) Decode(ctx *kong.DecodeContext) error {
	next := ctx.Scan.Peek()
	if word, ok := next.Value.(string); ok && next.IsValue() {
		*f = format(word)
		ctx.Scan.Pop()
		return nil
	}
	return fmt.Errorf("found no format, expected one of %s", strings.Join(bundle.Formats(), ", "))
}

// pack makes a bundle, or says what is in one. What it cannot hold is told on stderr.
func pack(w *world.World, f *flags, c *connector.Connector) error {
	if err := cli.OneOf("format", []string{string(f.Package)}, bundle.Formats()); err != nil {
		return err
	}
	b, err := bundle.Make(string(f.Package), c)
	if err != nil {
		return &cli.UsageError{Err: err}
	}
	if f.Explain {
		return explain(w.Stdout, b.Explain, f.UseTable(w.Stdout))
	}
	if !f.Quiet {
		for _, n := range b.Notices {
			cli.Complain(w.Stderr, tool.Name, fmt.Errorf("%s: %s: %s", n.Level, n.Surface, n.Message))
		}
	}
	if f.Out != "" {
		if err := b.Write(f.Out); err != nil {
			return &cli.UsageError{Err: err}
		}
		return nil
	}
	return printBundle(w, b)
}

// printBundle prints an artifact of one file as it is, a folder as an archive.
func printBundle(w *world.World, b *bundle.Bundle) error {
	out := new(bytes.Buffer)
	if b.Single {
		out = bytes.NewBuffer(b.Files[0].Data)
	} else if err := b.Tar(out); err != nil {
		return err
	}
	if isTerminal(w.Stdout) && bytes.IndexByte(out.Bytes(), 0) >= 0 {
		return cli.Usagef("stdout is a terminal, and the bundle an archive\nhint: name a folder with --out, or send it to a file")
	}
	_, err := out.WriteTo(w.Stdout)
	return err
}
