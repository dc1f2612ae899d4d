package jsonc

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/wire"
)

// gen writes a valid document with odd white space, comments and trailing
// commas; its bytes are the choices. A mutated text is hardly ever valid, a
// mutated choice always is.
type gen struct {
	choice []byte
	out    strings.Builder
	nl     string
	five   bool // in JSON5
}

// pick returns a number below n; when the choices are used up, 0.
func (g *gen) pick(n int) int {
	if len(g.choice) == 0 {
		return 0
	}
	c := int(g.choice[0])
	g.choice = g.choice[1:]
	return c % n
}

// of picks one of the texts; in JSON5 one of the others too.
func (g *gen) of(all []string, five ...string) {
	if g.five {
		all = append(all, five...)
	}
	g.out.WriteString(all[g.pick(len(all))])
}

func (g *gen) space() {
	kinds := 8
	if g.five {
		kinds = 11
	}
	for range g.pick(4) {
		switch g.pick(kinds) {
		case 0, 1:
			g.out.WriteString(" ")
		case 2, 3:
			g.out.WriteString(g.nl + strings.Repeat("  ", g.pick(4)))
		case 4:
			g.out.WriteString(g.nl + "\t")
		case 5:
			g.out.WriteString("/* , */")
		case 6:
			g.out.WriteString("// \"}" + g.nl)
		case 7:
			g.out.WriteString("/* " + g.nl + " */")
		case 8:
			g.of([]string{"\u00a0", "\ufeff", "\u2028", "\v\f", "\r"})
		case 9:
			g.of([]string{"// '\u2028", "// \"}\u2029", "// \r", "/* ' */"})
		case 10:
			g.out.WriteString(g.nl + "\u00a0 ")
		}
	}
}

func (g *gen) value(depth int) {
	switch n := g.pick(9); {
	case n < 3 && depth > 0:
		g.list(depth, '{', '}', g.member)
	case n < 5 && depth > 0:
		g.list(depth, '[', ']', func(int, int) { g.value(depth - 1) })
	case n < 7:
		g.of([]string{`"x"`, `"y"`, `"a\"/"`}, `'x'`, `'y'`, `'a"//\''`, `"'{"`, "'\\\r\nx'", "\"\\\u2028y\"", `"\x41\v\0\q"`, "'\t\u2028'")
	default:
		g.of([]string{"1", "-0.5e3", "null", "true"}, "0xFf", "-0X10", ".5", "5.", "+5.e-1", "Infinity", "-Infinity", "+NaN", "false")
	}
}

func (g *gen) member(i, depth int) {
	name := []string{"a", "b", "hooks", "command", `\u0062`}[(g.pick(5)+i)%5]
	q := `"`
	if g.five {
		q = []string{``, `"`, `'`}[g.pick(3)]
	}
	g.out.WriteString(q + name + q)
	g.space()
	g.out.WriteString(":")
	g.space()
	g.value(depth - 1)
}

func (g *gen) list(depth int, open, end byte, entry func(i, depth int)) {
	g.out.WriteByte(open)
	g.space()
	n := g.pick(4)
	for i := range n {
		entry(i, depth)
		g.space()
		if i < n-1 || g.pick(3) == 0 {
			g.out.WriteString(",")
			g.space()
		}
	}
	g.out.WriteByte(end)
}

func document(choice []byte, five bool) (string, *gen) {
	g := &gen{choice: choice, five: five}
	g.nl = []string{"\n", "\r\n"}[g.pick(2)]
	g.space()
	switch n := g.pick(10); {
	case n > 3:
		g.list(4, '{', '}', g.member)
	case n > 0:
		g.list(4, '[', ']', func(int, int) { g.value(3) })
	}
	g.space()
	return g.out.String(), g
}

// generated holds the invariants for one generated document and one edit.
func (l lang) generated(t *testing.T, choice []byte) {
	s, g := document(choice, l.opt.JSON5)
	if !l.usable([]byte(s)) {
		return
	}
	var at edit.Path
	if d := l.open(t, []byte(s)).(*doc); d.root < 0 && g.pick(2) == 0 || d.root >= 0 && s[d.root] == '[' {
		l.inRoot(t, []byte(s), g.pick(5))
		return
	}
	for range 1 + g.pick(3) {
		at = append(at, []string{"a", "b", "hooks", "command"}[g.pick(4)])
	}
	switch g.pick(6) {
	case 4:
		l.removes(t, []byte(s), at)
	case 5:
		l.removesElem(t, []byte(s), at)
	case 0, 1, 2:
		l.holds(t, []byte(s), at, &elements[0].id, elements[0].v)
		l.holds(t, []byte(s), at, &elements[1].id, elements[1].v)
		l.holds(t, []byte(s), at, &elements[2].id, elements[2].v)
	default:
		l.holds(t, []byte(s), at, nil, wire.Raw(values[g.pick(len(values))]))
		l.anyOrder(t, []byte(s), at, g.pick(6))
	}
}

// elements are values with the identity that each has.
var elements = []struct {
	id wire.Identity
	v  wire.Raw
}{
	{wire.Identity{Value: "x"}, wire.Raw(`"x"`)},
	{wire.Identity{Path: []string{"command"}, Value: "x"}, wire.Raw(`{"command":"x"}`)},
	{wire.Identity{Path: []string{"hooks", "*"}, Value: "x"}, wire.Raw(`{"hooks":["x"],"a":[]}`)},
}

// inRoot holds the invariants for an element of a root that is an array, or is
// not there.
func (l lang) inRoot(t *testing.T, b []byte, what int) {
	switch {
	case what < len(elements):
		l.holds(t, b, nil, &elements[what].id, elements[what].v)
	case what == len(elements):
		l.removesElem(t, b, nil)
	default:
		d := l.open(t, b)
		if _, err := d.Set(edit.Path{"a"}, wire.Raw("1")); err == nil && d.(*doc).b[d.(*doc).root] == '[' || !bytes.Equal(d.Bytes(), b) && err != nil {
			t.Fatalf("a key was set in an array: %v, %q", err, d.Bytes())
		}
		l.manyInRoot(t, b)
	}
}

// manyInRoot inserts several elements and takes them back in another order.
func (l lang) manyInRoot(t *testing.T, b []byte) {
	d := l.open(t, b)
	edits := make([]edit.Edit, len(elements))
	for i, el := range elements {
		id := el.id
		id.Value = "new" + id.Value
		v := wire.Raw(strings.ReplaceAll(string(el.v), `"x"`, `"newx"`))
		e, err := d.Upsert(nil, id, v)
		if err != nil {
			t.Fatalf("%v: %q", err, b)
		}
		edits[i] = e
	}
	edits[1].Made, edits[0].Made = edits[0].Made, nil // as the ledger hands on what was made
	for _, i := range []int{2, 0, 1} {
		if err := d.Revert(edits[i]); err != nil {
			t.Fatalf("%v: %q", err, d.Bytes())
		}
	}
	if !same(l.tree(t, d.Bytes()), l.tree(t, b)) || fmt.Sprint(commentsOf(b)) != fmt.Sprint(commentsOf(d.Bytes())) {
		t.Fatalf("before %q\nafter  %q", b, d.Bytes())
	}
}

// anyOrder sets three siblings and reverts them in one of the six orders: the
// document must say what it said, with all its comments.
func (l lang) anyOrder(t *testing.T, b []byte, at edit.Path, order int) {
	t.Helper()
	d := l.open(t, b)
	edits := make([]edit.Edit, 3)
	for i := range edits {
		e, err := d.Set(append(at[:len(at)-1:len(at)-1], fmt.Sprint("c", i)), wire.Raw(values[i]))
		if err != nil {
			return
		}
		edits[i] = e
	}
	perm := [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}[order]
	last := perm[2]
	if made := edits[0].Made; last != 0 {
		edits[0].Made, edits[last].Made = nil, made
	}
	for _, i := range perm {
		was := string(d.Bytes())
		if err := d.Revert(edits[i]); err != nil {
			t.Fatalf("%v\n%q", err, was)
		}
		if _, ok, _ := d.Get(edits[i].At); ok {
			t.Fatalf("%q is still there: %q", edits[i].At, d.Bytes())
		}
		l.tree(t, d.Bytes())
	}
	if !same(l.tree(t, d.Bytes()), l.tree(t, b)) {
		t.Fatalf("order %v\nbefore %q\nafter  %q", perm, b, d.Bytes())
	}
	if want, got := commentsOf(b), commentsOf(d.Bytes()); fmt.Sprint(want) != fmt.Sprint(got) {
		t.Fatalf("order %v: comments %q became %q", perm, want, got)
	}
}

// removes takes out what is at the path, if anything is: everything else must
// stay, comments outside the value included.
func (l lang) removes(t *testing.T, b []byte, at edit.Path) {
	d, want := l.open(t, b), l.tree(t, b)
	parent, _ := getTree(want, below(at[:len(at)-1]))
	if m, ok := parent.(map[string]any); ok {
		delete(m, at[len(at)-1])
	}
	if err := d.Remove(at); err != nil {
		t.Fatal(err)
	}
	if !same(l.tree(t, d.Bytes()), want) {
		t.Fatalf("remove %q\nbefore %q\nafter  %q", at, b, d.Bytes())
	}
	od := l.open(t, b).(*doc)
	if od.root < 0 {
		return
	}
	if p, err := od.find(at); err == nil && p.found {
		e := p.in().hit
		keepComments(t, b, d.Bytes(), e)
	}
}

// removesElem does the same for an element, a string.
func (l lang) removesElem(t *testing.T, b []byte, at edit.Path) {
	d, want := l.open(t, b), l.tree(t, b)
	v, _ := getTree(want, below(at))
	list, _ := v.([]any)
	if i := slices.Index(list, any("x")); i >= 0 {
		setTree(want, below(at), slices.Delete(slices.Clone(list), i, i+1))
	}
	if err := d.RemoveElem(at, wire.Identity{Value: "x"}); err != nil {
		t.Fatal(err)
	}
	if !same(l.tree(t, d.Bytes()), want) {
		t.Fatalf("remove x in %q\nbefore %q\nafter  %q", at, b, d.Bytes())
	}
	if len(commentsOf(d.Bytes())) != len(commentsOf(b)) {
		t.Fatalf("a comment is lost\nbefore %q\nafter  %q", b, d.Bytes())
	}
}

func keepComments(t *testing.T, b, after []byte, e entry) {
	t.Helper()
	want := append(commentsOf(b[:e.key]), commentsOf(b[e.end:])...)
	if got := commentsOf(after); !slices.Equal(got, want) {
		t.Fatalf("comments %q became %q\nbefore %q\nafter  %q", want, got, b, after)
	}
}

func TestGenerated(t *testing.T) {
	for name, l := range map[string]lang{"jsonc": jsoncLang, "json5": json5Lang} {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2)) // the same documents every time
			for range 10000 {
				choice := make([]byte, r.IntN(200))
				for i := range choice {
					choice[i] = byte(r.Uint32())
				}
				l.generated(t, choice)
			}
		})
	}
}

func FuzzGenerated(f *testing.F) {
	f.Add([]byte{0})
	f.Add([]byte{1, 3, 6, 2, 5, 3, 0, 0, 1, 2, 7, 4, 4, 1, 1, 2})
	f.Fuzz(func(t *testing.T, choice []byte) {
		jsoncLang.generated(t, choice)
		json5Lang.generated(t, choice)
	})
}
