// Package regex says whether a text has a match of a regular expression, and
// nothing else: no positions, no groups, no replacing. The language is RE2 as
// the package regexp of the standard library reads it, the time is linear in
// the text.
//
// It is here because ac-hook starts before every tool call: to link regexp costs
// more than the whole decision, since it brings tables that are set up at start,
// and to compile one expression with it costs as much again. That this package
// decides as that one does is fuzzed.
//
// \p{Greek} and its like are left out, for their tables: what installs a
// connector writes their characters out (connector.HookFile).
package regex

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Regex is an expression that has been read.
type Regex struct {
	tree *node
	need literals
	prog []inst // made when a text has what is needed
}

// Parse reads an expression.
func Parse(expr string) (*Regex, error) {
	if !utf8.ValidString(expr) {
		return nil, fmt.Errorf("regular expression %q: found invalid UTF-8", expr)
	}
	p := &parser{expr: expr}
	tree := p.alternatives()
	if p.err == "" && p.more() {
		p.fail("unexpected )")
	}
	if p.err != "" {
		return nil, fmt.Errorf("regular expression %q: %s", expr, p.err)
	}
	if tree.size() > maxSize {
		return nil, fmt.Errorf("regular expression %q: it repeats too much", expr)
	}
	re := &Regex{tree: tree}
	re.need = tree.literals()
	return re, nil
}

// Match says whether the expression matches anywhere in s.
func (re *Regex) Match(s string) bool {
	switch {
	case !re.need.in(s):
		return false
	case re.need.exact:
		return true
	}
	if re.prog == nil {
		re.prog = append(re.tree.emit(nil), inst{op: opMatch})
	}
	return run(re.prog, s, re.tree.anchored())
}

// literals are texts of which one stands in every text that matches. Most texts
// have none of them, and then there is nothing to run.
type literals struct {
	any   []string // none: nothing is known
	fold  bool     // letters count in either case; any is in lower case then
	exact bool     // a text that has one of them matches
}

// in says whether s has one of them.
func (l literals) in(s string) bool {
	if len(l.any) == 0 {
		return true
	}
	if l.fold {
		for i := range len(s) {
			if s[i] >= utf8.RuneSelf { // case is more than ASCII: the Kelvin sign is a k
				return true
			}
		}
		s = strings.ToLower(s)
	}
	return slices.ContainsFunc(l.any, func(lit string) bool { return strings.Contains(s, lit) })
}

// literals finds them.
func (n *node) literals() literals {
	switch n.op {
	case opChar:
		switch {
		case n.r == utf8.RuneError || !utf8.ValidRune(n.r): // what is no UTF-8 matches the first, nothing the others
			return literals{}
		case !n.fold:
			return literals{any: []string{string(n.r)}, exact: true}
		case n.r < utf8.RuneSelf:
			return literals{any: []string{strings.ToLower(string(n.r))}, fold: true}
		}
	case opConcat:
		return concat(n.kids)
	case opAlternate:
		l := literals{exact: true}
		for _, k := range n.kids {
			m := k.literals()
			if len(m.any) == 0 {
				return literals{}
			}
			l.any, l.fold, l.exact = append(l.any, m.any...), l.fold || m.fold, l.exact && m.exact
		}
		return l.folded()
	case opRepeat:
		if n.min > 0 {
			l := n.kids[0].literals()
			l.exact = false
			return l
		}
	}
	return literals{}
}

// folded puts all of them into lower case if one of them is.
func (l literals) folded() literals {
	if l.fold {
		l.exact = false
		for i, s := range l.any {
			l.any[i] = strings.ToLower(s)
		}
	}
	return l
}

// concat is the best of what the parts have; characters that follow one another
// are one literal.
func concat(parts []*node) literals {
	var best, run literals
	exact := true
	cut := func() {
		best, run, exact = best.better(run.folded()), literals{}, false
	}
	for _, n := range parts {
		l := n.literals()
		if n.op != opChar || len(l.any) == 0 {
			cut()
			best = best.better(l)
			continue
		}
		if len(run.any) == 0 {
			run.any = []string{""}
		}
		run.any[0], run.fold = run.any[0]+l.any[0], run.fold || l.fold
	}
	if run.exact = exact && len(run.any) > 0; run.exact {
		return run.folded()
	}
	cut()
	return best
}

// better chooses what fewer texts will have by chance.
func (l literals) better(m literals) literals {
	if m.exact = false; m.shortest() > l.shortest() {
		return m
	}
	return l
}

func (l literals) shortest() int {
	n := 0
	for i, s := range l.any {
		if i == 0 || len(s) < n {
			n = len(s)
		}
	}
	return n
}
