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
	"sync"
	"unicode/utf8"
)

// Regex is an expression that has been read. Many may use it at once.
type Regex struct {
	tree *node
	need literals
	once sync.Once
	prog []inst // made when a text has what is needed
	some [20]inst
}

// Parse reads an expression.
func Parse(expr string) (*Regex, error) {
	if !utf8.ValidString(expr) {
		return nil, fmt.Errorf("regular expression %q: found invalid UTF-8", expr)
	}
	p := &parser{expr: expr}
	p.nodes, p.sets = p.some[:], p.few[:]
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
	p.regex.tree, p.regex.need = tree, tree.literals()
	return &p.regex, nil
}

// Match says whether the expression matches anywhere in s.
func (re *Regex) Match(s string) bool {
	switch {
	case !re.need.in(s):
		return false
	case re.need.exact:
		return true
	}
	re.compile()
	return run(re.prog, s, re.tree.anchored())
}

func (re *Regex) compile() {
	re.once.Do(func() { re.prog = append(re.tree.emit(re.some[:0]), inst{op: opMatch}) })
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
func (n *node) literals() (l literals) {
	switch n.op {
	case opChar, opConcat:
		return concat(n)
	case opAlternate:
		l.exact = true
		for k := n.kids; k != nil; k = k.next {
			m := k.literals()
			if len(m.any) == 0 {
				return literals{}
			}
			l.any, l.fold, l.exact = append(l.any, m.any...), l.fold || m.fold, l.exact && m.exact
		}
		return l.folded()
	case opRepeat:
		if n.min > 0 {
			l = n.kids.literals()
			l.exact = false
		}
	}
	return l
}

// plain says whether the node is a character that a text must have as it is, or
// in the other case.
func (n *node) plain() bool {
	switch {
	case n.op != opChar || n.r == utf8.RuneError || !utf8.ValidRune(n.r):
		return false // what is no UTF-8 matches U+FFFD, and nothing a half of a pair
	}
	return !n.fold || n.r < utf8.RuneSelf
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

// concat is the best of what the parts have, or the one character; characters
// that follow one another are one literal.
func concat(n *node) literals {
	var room [64]byte
	var best literals
	run, fold, exact := room[:0], false, true
	cut := func() {
		if len(run) > 0 {
			best = best.better(literals{any: []string{string(run)}, fold: fold}.folded())
		}
		run, fold = run[:0], false
	}
	k, end := n.kids, (*node)(nil)
	if n.op == opChar {
		k, end = n, n.next
	}
	for ; k != end; k = k.next {
		if k.plain() {
			run, fold = utf8.AppendRune(run, k.r), fold || k.fold
			continue
		}
		cut()
		if exact = false; k.op != opChar {
			best = best.better(k.literals())
		}
	}
	exact = exact && !fold && len(run) > 0
	cut()
	best.exact = exact
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
