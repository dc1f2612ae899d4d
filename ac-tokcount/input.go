package main

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"unsafe"

	"agentconnector/pkg/cli"
	"agentconnector/pkg/folder"
	"agentconnector/pkg/git"
	"agentconnector/pkg/home"
	"agentconnector/pkg/tokens"
	"agentconnector/pkg/world"
)

// Bounds of what is read.
const (
	// maxInput is the longest input. Beyond, the count would need more memory than
	// a small tool should take.
	maxInput = 1 << 30
	// maxRead is what the inputs that are counted at the same time may have
	// together; a longer one is counted alone.
	maxRead = 256 << 20
	// maxLook is how much of a file in a folder is looked at to see that it is no
	// text: as much as git looks at.
	maxLook = 8000
)

// input is one that is counted, or a folder behind all in it that are.
type input struct {
	name string // as the user would write it; empty: stdin
	folder.Entry
	in bool // it came out of a folder
}

// counted is what became of one input.
type counted struct {
	counts []count
	err    error
	binary bool
}

// counts counts every input, several at a time. One that cannot be read is told,
// and the others are counted all the same.
func (f *flags) counts(w *world.World, enc *tokens.Encoding) (all []count, bad bool) {
	p := newProgress(w, f.Quiet)
	defer p.clear()
	say := func(err error) {
		p.clear()
		cli.Complain(w.Stderr, tool.Name, err)
	}
	budget := folder.NewBudget(maxRead)
	var open []count // of each folder around the input what has come up to now
	folder.InOrder(f.inputs(w), func(in input) counted { return f.one(w, enc, in, budget) }, func(in input, got counted) {
		if got.err != nil {
			bad = true
			say(got.err)
		}
		if got.binary && !f.Quiet {
			say(fmt.Errorf("%s: not counted: it is no text", in.name))
		}
		for len(open) <= in.Depth && in.in {
			open = append(open, count{})
		}
		switch {
		case in.Dir:
			c := open[in.Depth]
			c.File, c.inner = in.name, in.Depth > 0
			if open = open[:in.Depth]; c.inner {
				open[in.Depth-1].add(c)
			}
			all = append(all, c)
		case in.in && len(got.counts) > 0:
			c := got.counts[0]
			c.Files = 1
			open[in.Depth].add(c)
			p.add(c)
		default:
			all = append(all, got.counts...)
			for _, c := range got.counts {
				p.add(c)
			}
		}
	})
	return all, bad
}

// inputs are those that were asked for; of a folder all files, and itself.
func (f *flags) inputs(w *world.World) iter.Seq[input] {
	names := matches(w, f.Files)
	if len(names) == 0 {
		names = []string{""}
	}
	return func(yield func(input) bool) {
		for _, name := range names {
			if fi, err := os.Stat(absolute(w, name)); name == "" || name == "-" || f.MCP || err != nil || !fi.IsDir() {
				if !yield(input{name: name}) {
					return
				}
				continue
			}
			for e := range f.walk(w, name) {
				if !yield(input{name: filepath.Join(name, e.Path), Entry: e, in: true}) {
					return
				}
			}
		}
	}
}

func (f *flags) walk(w *world.World, name string) iter.Seq[folder.Entry] {
	dir := absolute(w, name)
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	return folder.Walk(dir, folder.Options{Root: home.Project(dir), Ignored: f.NoIgnore,
		User: git.User{Home: home.User(w), XDG: w.Getenv("XDG_CONFIG_HOME")}})
}

func absolute(w *world.World, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(w.Dir, name)
}

// one counts one input: a line, or a line per tool.
func (f *flags) one(w *world.World, enc *tokens.Encoding, in input, budget *folder.Budget) (got counted) {
	if in.Dir {
		if in.Err != nil {
			got.err = fmt.Errorf("%s: %w", in.name, cause(in.Err))
		}
		return got
	}
	text, binary, back, err := read(w, in, budget)
	defer back()
	switch {
	case err != nil || binary:
		return counted{err: err, binary: binary}
	case f.MCP:
		got.counts, got.err = definitions(in.name, text, enc)
		return got
	}
	got.counts = []count{{File: in.name, Tokens: enc.Count(unsafe.String(unsafe.SliceData(text), len(text))), Bytes: len(text)}}
	return got // nobody changes the text any more, so it need not be copied for the count
}

// read reads an input whole; "" and - are stdin. In a folder what is no text is left.
func read(w *world.World, in input, budget *folder.Budget) (text []byte, binary bool, back func(), err error) {
	shown, from, size := in.name, w.Stdin, int64(0)
	back = func() {}
	if in.name == "" || in.name == "-" {
		shown = "stdin"
	} else {
		file, err := os.Open(absolute(w, in.name))
		if err != nil {
			return nil, false, back, fmt.Errorf("%s: %w", in.name, cause(err))
		}
		defer file.Close()
		if fi, err := file.Stat(); err == nil {
			size = min(fi.Size(), maxInput)
		}
		from = file
	}
	buf := bytes.NewBuffer(nil)
	if in.in {
		head := io.LimitReader(from, maxLook)
		if _, err = buf.ReadFrom(head); err == nil && bytes.IndexByte(buf.Bytes(), 0) >= 0 {
			return nil, true, back, nil
		}
	}
	if err == nil {
		back = budget.Take(size)
		buf.Grow(max(0, int(size)-buf.Len()) + bytes.MinRead)
		_, err = buf.ReadFrom(io.LimitReader(from, maxInput+1-int64(buf.Len())))
	}
	switch {
	case err != nil:
		err = fmt.Errorf("%s: %w", shown, cause(err))
	case buf.Len() > maxInput:
		err = fmt.Errorf("%s: more than %d bytes", shown, maxInput)
	}
	return buf.Bytes(), false, back, err
}
