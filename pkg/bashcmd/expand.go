package bashcmd

import (
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// gathered is what the words of a command bring with them.
type gathered struct {
	calls []*call // what runs for one of them
	out   stream  // what that prints, where it is no text of the word
}

// maxBraces bounds the words that one with braces becomes.
const maxBraces = 64

// words adds the words that one word becomes.
func (w *walker) words(all []string, x *syntax.Word, g *gathered) []string {
	if !strings.Contains(w.src, "{") || !syntax.SplitBraces(x) {
		return parted(all, w.word(x, g))
	}
	n := 0
	for part, err := range expand.BracesSeq(nil, x) {
		if n++; err != nil || n > maxBraces {
			break
		}
		all = parted(all, w.word(part, g))
	}
	return all
}

// parted adds the words of a text with marks.
func parted(all []string, text string) []string {
	if !strings.Contains(text, mark) {
		return append(all, text)
	}
	for word := range strings.SplitSeq(text, mark) {
		if word != "" {
			all = append(all, word)
		}
	}
	return all
}

// plain is a word that stays one, such as the name of a file.
func (w *walker) plain(x *syntax.Word, g *gathered) string {
	return strings.ReplaceAll(w.word(x, g), mark, " ")
}

// document is the text of a here-document, in which quotes are text; if its end is in
// quotes, all is.
func (w *walker) document(r *syntax.Redirect, g *gathered) string {
	if r.Hdoc == nil {
		return ""
	}
	var b strings.Builder
	if lit := r.Word.Lit(); lit != "" && !strings.Contains(lit, `\`) {
		w.parts(&b, r.Hdoc.Parts, true, g)
		return b.String()
	}
	for _, p := range r.Hdoc.Parts {
		if lit, ok := p.(*syntax.Lit); ok {
			b.WriteString(lit.Value)
		}
	}
	return b.String()
}

// word is the text of a word, without its quotes. Commands that it holds are
// gathered; they, and variables of which nothing is known, stand in the text as they
// are written. Marks are where it parts.
func (w *walker) word(x *syntax.Word, g *gathered) string {
	if x == nil {
		return ""
	}
	if len(x.Parts) == 1 {
		if lit, ok := x.Parts[0].(*syntax.Lit); ok {
			return unescaped(lit.Value, false)
		}
	}
	var b strings.Builder
	w.parts(&b, x.Parts, false, g)
	return b.String()
}

func (w *walker) parts(b *strings.Builder, parts []syntax.WordPart, quoted bool, g *gathered) {
	for _, p := range parts {
		if b.Len() > maxText {
			return
		}
		switch x := p.(type) {
		case *syntax.Lit:
			b.WriteString(unescaped(x.Value, quoted))
		case *syntax.SglQuoted:
			if x.Dollar {
				b.WriteString(escaped(x.Value))
			} else {
				b.WriteString(x.Value)
			}
		case *syntax.DblQuoted:
			w.parts(b, x.Parts, true, g)
		case *syntax.CmdSubst:
			w.insert(b, w.inside(x.Stmts, g), quoted, g)
		case *syntax.ProcSubst:
			out := w.inside(x.Stmts, g)
			out.whole = false // the word is the name of a file with it
			w.insert(b, out, quoted, g)
		case *syntax.ParamExp:
			if v, ok := w.param(x, quoted, g); ok {
				w.insert(b, v, quoted, g)
				continue
			}
			w.source(b, p)
		default:
			w.source(b, p)
		}
	}
}

// source is a part as it is written.
func (w *walker) source(b *strings.Builder, p syntax.Node) {
	if from, to := int(p.Pos().Offset()), int(p.End().Offset()); to <= len(w.src) && from < to {
		b.WriteString(w.src[from:to])
	}
}

// inside runs the commands that stand in a word.
func (w *walker) inside(ss []*syntax.Stmt, g *gathered) stream {
	in := walker{src: w.src, at: w.at.in()}
	if in.at.tooDeep() {
		return stream{}
	}
	out := in.stmts(ss, stream{})
	for _, c := range in.calls {
		c.sub = true
		out.fetched = out.fetched || c.client()
	}
	g.calls = append(g.calls, in.calls...)
	return out
}

// insert puts into a word what is known, and else that something is there.
func (w *walker) insert(b *strings.Builder, v stream, quoted bool, g *gathered) {
	if !v.whole || v.opaque() {
		b.WriteString(substituted)
		g.out = g.out.then(v)
		return
	}
	text := strings.TrimRight(v.text, "\n")
	if !quoted {
		text = w.at.split(text)
	}
	b.WriteString(text)
}

// param is the value of a variable, if the line has set it.
func (w *walker) param(x *syntax.ParamExp, quoted bool, g *gathered) (v stream, ok bool) {
	if x.Param == nil || x.Excl || x.Length || x.Width || x.IsSet || x.Slice != nil || x.Repl != nil || x.Names != 0 {
		return v, false
	}
	name := x.Param.Value
	v, ok = w.at.vars[name]
	switch {
	case !ok && name == "IFS" && x.Exp == nil:
		return stream{text: " ", whole: true}, true
	case x.Exp == nil:
	case x.Exp.Op == syntax.DefaultUnset, x.Exp.Op == syntax.DefaultUnsetOrNull, x.Exp.Op == syntax.AssignUnset, x.Exp.Op == syntax.AssignUnsetOrNull:
		if !ok && name != "@" {
			v, ok = stream{text: w.plain(x.Exp.Word, g), whole: true}, true
		}
	default:
		return v, false
	}
	return v, ok
}

// assign takes note of what variables are set to.
func (w *walker) assign(all []*syntax.Assign, g *gathered) {
	for _, a := range all {
		if a.Name == nil || a.Naked || a.Index != nil {
			w.plain(a.Value, g)
			continue
		}
		var inner gathered
		v := stream{whole: true}
		if a.Array != nil {
			var list []string
			for _, e := range a.Array.Elems {
				list = w.words(list, e.Value, &inner)
			}
			v.text = strings.Join(list, mark)
		} else {
			v.text = w.plain(a.Value, &inner)
		}
		if v.text == substituted { // all of it is what a command prints
			v = inner.out
		}
		if a.Append {
			v = w.at.vars[a.Name.Value].then(v)
			v.whole = true
		}
		w.at.set(a.Name.Value, v)
		g.calls = append(g.calls, inner.calls...)
	}
}
