package bashcmd

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Commands inside commands inside commands are followed so far.
const maxDepth = 8

// call is one program that a line runs.
type call struct {
	name string   // base name of the program, or its path if that is a script's
	args []string // without the program; quotes are taken off, variables stand as they are
	in   stream   // its standard input, as far as the line tells
	mass bool     // it gets a list of files that somebody else makes (xargs, find -exec)
	bare bool     // it truncates a file and does nothing else
	outs []string // files that it writes to
	ins  []string // files that it reads from
	code stream   // what an interpreter is given to run, where that is no text of the line
	sub  bool     // its output is a word of another command
	bomb bool     // it starts itself until nothing else runs

	does   Alert // what the program text that it is given does
	online bool  // by that text it talks to the network
}

func (c *call) text() string { return strings.Join(append([]string{c.name}, c.args...), " ") }

// parse gives the commands of a text, in their order.
func parse(text string, at scope) []*call {
	if at.tooDeep() {
		return nil
	}
	if windows(text) {
		return words(text, at)
	}
	f, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil {
		return words(text, at)
	}
	w := walker{src: text, at: at}
	w.stmts(f.Stmts, stream{})
	return w.calls
}

type walker struct {
	src   string
	at    scope
	calls []*call
}

func (w *walker) stmts(ss []*syntax.Stmt, in stream) stream {
	out := stream{whole: true}
	for _, s := range ss {
		out = out.then(w.stmt(s, in))
	}
	return out
}

func (w *walker) stmt(s *syntax.Stmt, in stream) stream {
	var outs, ins, files []string
	var inner gathered
	behind := false
	for _, r := range s.Redirs {
		switch r.Op {
		case syntax.Hdoc, syntax.DashHdoc:
			in = stream{text: w.document(r, &inner), whole: true}
		case syntax.WordHdoc:
			in = stream{text: w.plain(r.Word, &inner) + "\n", whole: true}
		case syntax.RdrIn, syntax.RdrInOut:
			name := w.plain(r.Word, &inner)
			if text, ok := w.at.file(name); ok {
				in = text
			}
			ins = append(ins, name)
		case syntax.RdrOut, syntax.RdrClob, syntax.RdrAll, syntax.AppOut, syntax.AppAll, syntax.DplOut:
			name := w.plain(r.Word, &inner)
			if r.Op == syntax.DplOut && !strings.Contains(name, "/") { // another descriptor
				continue
			}
			outs = append(outs, name)
			if r.N == nil || r.N.Value == "1" {
				files = append(files, name)
				behind = r.Op == syntax.AppOut || r.Op == syntax.AppAll
			}
		}
	}
	first := len(w.calls)
	out := w.command(s, in)
	if len(w.calls) == first && len(outs)+len(ins) > 0 { // a redirection alone
		w.calls = append(w.calls, &call{bare: true})
	}
	for _, c := range w.calls[first:] {
		c.outs, c.ins = append(c.outs, outs...), append(c.ins, ins...)
	}
	for _, name := range files {
		w.at.write(name, out, behind)
		out = stream{whole: true}
	}
	w.calls = append(w.calls, inner.calls...)
	return out
}

func (w *walker) command(s *syntax.Stmt, in stream) stream {
	switch x := s.Cmd.(type) {
	case nil:
		return stream{whole: true}
	case *syntax.CallExpr:
		return w.run(x, in)
	case *syntax.BinaryCmd:
		out := w.stmt(x.X, in)
		if x.Op == syntax.Pipe || x.Op == syntax.PipeAll {
			return w.stmt(x.Y, out)
		}
		return out.then(w.stmt(x.Y, in))
	case *syntax.Subshell:
		return w.stmts(x.Stmts, in)
	case *syntax.Block:
		return w.stmts(x.Stmts, in)
	case *syntax.IfClause:
		for ; x != nil; x = x.Else {
			w.stmts(x.Cond, in)
			w.stmts(x.Then, in)
		}
	case *syntax.WhileClause:
		w.stmts(x.Cond, in)
		w.stmts(x.Do, in)
	case *syntax.ForClause:
		w.each(x)
		w.stmts(x.Do, in)
	case *syntax.CaseClause:
		for _, i := range x.Items {
			w.stmts(i.Stmts, in)
		}
	case *syntax.TimeClause:
		if x.Stmt != nil {
			return w.stmt(x.Stmt, in)
		}
	case *syntax.CoprocClause:
		w.stmt(x.Stmt, in)
	case *syntax.DeclClause:
		w.calls = append(w.calls, &call{name: x.Variant.Value})
		var inner gathered
		w.assign(x.Args, &inner)
		w.calls = append(w.calls, inner.calls...)
		return stream{whole: true}
	case *syntax.FuncDecl:
		pipe := x.Name.Value + "|" + x.Name.Value
		if strings.Contains(strings.Join(strings.Fields(w.src), ""), pipe) { // it runs itself twice at once
			w.calls = append(w.calls, &call{name: x.Name.Value, bomb: true})
			break
		}
		w.stmt(x.Body, in)
		return stream{whole: true}
	}
	return stream{}
}

// run is a simple command.
func (w *walker) run(x *syntax.CallExpr, in stream) stream {
	var inner gathered
	args := make([]string, 0, len(x.Args))
	for _, a := range x.Args {
		args = w.words(args, a, &inner)
	}
	if len(args) == 0 {
		w.assign(x.Assigns, &inner)
		if len(x.Assigns) > 0 {
			w.calls = append(w.calls, &call{})
		}
		w.calls = append(w.calls, inner.calls...)
		return stream{whole: true}
	}
	for _, a := range x.Assigns { // for the command alone
		w.plain(a.Value, &inner)
	}
	if text, ok := w.at.aliases[args[0]]; ok && !strings.HasPrefix(text, args[0]+" ") {
		args = append(strings.Fields(text), args[1:]...)
	}
	calls := unwrap(args, in, inner.out, w.at)
	for _, c := range calls {
		w.at.learn(c)
	}
	w.calls = append(append(w.calls, calls...), inner.calls...)
	out := flow(calls)
	out.fetched, out.hidden = out.fetched || inner.out.fetched, out.hidden || inner.out.hidden
	return out
}

// each gives the variable of a loop a value: of several the one that names a program
// that may destroy something.
func (w *walker) each(x *syntax.ForClause) {
	loop, ok := x.Loop.(*syntax.WordIter)
	if !ok {
		return
	}
	var inner gathered
	var items []string
	for _, i := range loop.Items {
		items = w.words(items, i, &inner)
	}
	w.calls = append(w.calls, inner.calls...)
	if i := slices.IndexFunc(items, func(s string) bool { return rules[program(s)] != nil }); i >= 0 {
		w.at.set(loop.Name.Value, stream{text: items[i], whole: true})
	}
}

// substituted stands for what a command in a word prints.
const substituted = "$()"

// unescaped takes the backslashes off.
func unescaped(s string, quoted bool) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && (!quoted || strings.IndexByte("$`\"\\\n", s[i+1]) >= 0) {
			if i++; s[i] == '\n' {
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// program is how a program is called: its base name, unless it is a script that
// is named by its path and no known program.
func program(arg string) string {
	base := path.Base(strings.ReplaceAll(arg, `\`, "/"))
	for _, ext := range []string{".exe", ".cmd", ".bat"} {
		if cut, ok := strings.CutSuffix(strings.ToLower(base), ext); ok && known(cut) {
			return cut
		}
	}
	if strings.ContainsAny(arg, `/\`) && !known(base) {
		return arg
	}
	return base
}
