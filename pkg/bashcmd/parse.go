package bashcmd

import (
	"path"
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
}

func (c *call) text() string { return strings.Join(append([]string{c.name}, c.args...), " ") }

// stream is what flows into a command.
type stream struct {
	text    string // if it stands in the line
	fetched bool   // it comes from the network
}

// parse gives the commands of a text, in their order.
func parse(text string, depth int) []*call {
	if depth > maxDepth {
		return nil
	}
	if windows(text) {
		return words(text, depth)
	}
	f, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil {
		return words(text, depth)
	}
	w := walker{src: text, depth: depth}
	w.stmts(f.Stmts, stream{})
	return w.calls
}

type walker struct {
	src   string
	depth int
	calls []*call
}

func (w *walker) stmts(ss []*syntax.Stmt, in stream) {
	for _, s := range ss {
		w.stmt(s, in)
	}
}

func (w *walker) stmt(s *syntax.Stmt, in stream) {
	var outs, ins []string
	var inner []*syntax.Stmt
	for _, r := range s.Redirs {
		switch r.Op {
		case syntax.Hdoc, syntax.DashHdoc:
			in = stream{text: w.word(r.Hdoc, &inner)}
		case syntax.WordHdoc:
			in = stream{text: w.word(r.Word, &inner)}
		case syntax.RdrIn, syntax.RdrInOut:
			ins = append(ins, w.word(r.Word, &inner))
		case syntax.RdrOut, syntax.RdrClob, syntax.RdrAll, syntax.AppOut, syntax.AppAll:
			outs = append(outs, w.word(r.Word, &inner))
		}
	}
	first := len(w.calls)
	w.command(s, in)
	if len(w.calls) == first && len(outs)+len(ins) > 0 { // a redirection alone
		w.calls = append(w.calls, &call{bare: true})
	}
	for _, c := range w.calls[first:] {
		c.outs, c.ins = append(c.outs, outs...), append(c.ins, ins...)
	}
	w.substituted(inner)
}

func (w *walker) command(s *syntax.Stmt, in stream) {
	switch x := s.Cmd.(type) {
	case *syntax.CallExpr:
		w.run(x, in, s)
	case *syntax.BinaryCmd:
		first := len(w.calls)
		w.stmt(x.X, in)
		if x.Op == syntax.Pipe || x.Op == syntax.PipeAll {
			in = flow(w.calls[first:])
		}
		w.stmt(x.Y, in)
	case *syntax.Subshell:
		w.stmts(x.Stmts, in)
	case *syntax.Block:
		w.stmts(x.Stmts, in)
	case *syntax.IfClause:
		for ; x != nil; x = x.Else {
			w.stmts(x.Cond, in)
			w.stmts(x.Then, in)
		}
	case *syntax.WhileClause:
		w.stmts(x.Cond, in)
		w.stmts(x.Do, in)
	case *syntax.ForClause:
		w.stmts(x.Do, in)
	case *syntax.CaseClause:
		for _, i := range x.Items {
			w.stmts(i.Stmts, in)
		}
	case *syntax.TimeClause:
		if x.Stmt != nil {
			w.stmt(x.Stmt, in)
		}
	case *syntax.CoprocClause:
		w.stmt(x.Stmt, in)
	case *syntax.DeclClause:
		w.calls = append(w.calls, &call{name: x.Variant.Value})
		var inner []*syntax.Stmt
		for _, a := range x.Args {
			w.word(a.Value, &inner)
		}
		w.substituted(inner)
	case *syntax.FuncDecl:
		if strings.Contains(w.src, x.Name.Value+"|"+x.Name.Value) { // it runs itself twice at once
			w.calls = append(w.calls, &call{name: x.Name.Value, bomb: true})
			return
		}
		w.stmt(x.Body, in)
	}
}

// run is a simple command.
func (w *walker) run(x *syntax.CallExpr, in stream, s *syntax.Stmt) {
	var inner []*syntax.Stmt
	var args []string
	for _, a := range x.Args {
		args = append(args, w.word(a, &inner))
	}
	for _, a := range x.Assigns {
		if a.Value != nil {
			w.word(a.Value, &inner)
		}
	}
	sub := walker{src: w.src, depth: w.depth + 1}
	sub.stmts(inner, stream{})
	code := flow(sub.calls)
	for _, c := range sub.calls {
		c.sub = true
	}
	if len(args) == 0 {
		if len(x.Assigns) > 0 {
			w.calls = append(w.calls, &call{})
		}
	} else {
		w.calls = append(w.calls, unwrap(args, in, code, w.depth)...)
	}
	w.calls = append(w.calls, sub.calls...)
}

// substituted are the commands inside the words of a redirection.
func (w *walker) substituted(inner []*syntax.Stmt) {
	if len(inner) > 0 && w.depth < maxDepth {
		w.depth++
		w.stmts(inner, stream{})
		w.depth--
	}
}

// flow is what comes out of a command that another one reads.
func flow(calls []*call) (out stream) {
	for _, c := range calls {
		out.fetched = out.fetched || c.client() || c.in.fetched
		switch c.name {
		case "echo", "printf":
			out.text += strings.Join(c.args, " ") + "\n"
		case "cat":
			out.text += c.in.text
		}
	}
	return out
}

// word is the text of a word, without its quotes. Commands that it holds are
// gathered; they and variables stand in the text as they are written.
func (w *walker) word(x *syntax.Word, inner *[]*syntax.Stmt) string {
	if x == nil {
		return ""
	}
	var b strings.Builder
	w.parts(&b, x.Parts, false, inner)
	return b.String()
}

func (w *walker) parts(b *strings.Builder, parts []syntax.WordPart, quoted bool, inner *[]*syntax.Stmt) {
	for _, p := range parts {
		switch x := p.(type) {
		case *syntax.Lit:
			b.WriteString(unescaped(x.Value, quoted))
		case *syntax.SglQuoted:
			b.WriteString(x.Value)
		case *syntax.DblQuoted:
			w.parts(b, x.Parts, true, inner)
		case *syntax.CmdSubst:
			*inner = append(*inner, x.Stmts...)
			b.WriteString(substituted)
		case *syntax.ProcSubst:
			*inner = append(*inner, x.Stmts...)
			b.WriteString(substituted)
		default:
			if from, to := int(p.Pos().Offset()), int(p.End().Offset()); to <= len(w.src) && from < to {
				b.WriteString(w.src[from:to])
			}
		}
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
