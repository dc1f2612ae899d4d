package yaml

import (
	"math/big"
	"strconv"
	"strings"

	yamllib "go.yaml.in/yaml/v4"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/edit/value"
	"agentconnector/pkg/lazy"
)

// The plain scalars of YAML 1.2 core that are no strings.
var (
	intCore     = lazy.Regexp(`^[-+]?[0-9]+$`)
	baseCore    = lazy.Regexp(`^0(o[0-7]+|x[0-9a-fA-F]+)$`)
	floatCore   = lazy.Regexp(`^([-+]?)([0-9]*)(?:\.([0-9]*))?([eE][-+]?[0-9]+)?$`)
	specialCore = lazy.Regexp(`^([-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$`)
)

// maxNodes bounds what a Get follows through aliases, which can name each
// other to give any size.
const maxNodes = 1_000_000

// value gives what a path means, through aliases and merge keys.
func (d *doc) value(at edit.Path) (value.Value, bool, error) {
	if d.root == nil {
		return value.Value{Kind: value.Object}, len(at) == 0, nil
	}
	n := d.root
	for _, k := range at {
		if err := d.unique(n.target(), step{k, isKey}); err != nil {
			return value.Value{}, false, err
		}
		if n = n.lookup(k, 0); n == nil {
			return value.Value{}, false, nil
		}
	}
	r := reader{d: d}
	v := r.read(n, 0)
	return v, r.err == nil, r.err
}

// lookup finds what a key means in a mapping: what stands there, else what a
// merge key brings in.
func (n *node) lookup(key string, depth int) *node {
	if n = n.target(); n.kind != mapping || depth > edit.MaxDepth {
		return nil
	}
	if k := n.child(step{key, isKey}); k != nil {
		return k
	}
	for _, from := range n.merged() {
		if k := from.lookup(key, depth+1); k != nil {
			return k
		}
	}
	return nil
}

// merged lists the mappings that the merge keys of a mapping bring in.
func (n *node) merged() (from []*node) {
	for _, k := range n.kids {
		switch t := k.target(); {
		case !k.merges():
		case t.kind == sequence:
			from = append(from, t.kids...)
		default:
			from = append(from, t)
		}
	}
	return from
}

// json gives the value of a node alone; what cannot be given is null.
func (n *node) json() value.Value {
	r := reader{}
	return r.read(n, 0)
}

// reader turns nodes into values and notes the first that has none.
type reader struct {
	d    *doc
	seen int
	err  error
}

func (r *reader) fail(n *node, k edit.Kind, hint, format string, args ...any) value.Value {
	if r.err == nil && r.d != nil {
		r.err = edit.At(r.d.b, n.entryStart(), k, hint, format, args...)
	}
	return value.Value{Kind: value.Null}
}

func (r *reader) read(n *node, depth int) value.Value {
	n = n.target()
	r.seen++
	switch {
	case r.err != nil:
		return value.Value{Kind: value.Null}
	case r.seen > maxNodes || depth > edit.MaxDepth:
		return r.fail(n, edit.Limit, "edit the file by hand", "the aliases here give more than the limit of %d values, or %d levels", maxNodes, edit.MaxDepth)
	case n.kind == scalar:
		v := plainValue(n.y)
		if v.Kind == value.Special {
			r.fail(n, edit.Shape, "write a number", "%.40s has no JSON", v.Text)
		}
		return v
	case n.kind == sequence:
		v := value.Value{Kind: value.Array}
		for _, k := range n.kids {
			v.Kids = append(v.Kids, r.read(k, depth+1))
		}
		return v
	}
	v := value.Value{Kind: value.Object}
	r.mapping(n, depth, map[string]bool{}, &v)
	return v
}

// mapping adds the entries of a mapping to v, then those that merge keys bring
// in under other keys.
func (r *reader) mapping(n *node, depth int, have map[string]bool, v *value.Value) {
	own := map[string]bool{}
	for _, k := range n.kids {
		key := k.key.target()
		name := key.y.Value
		switch {
		case k.merges():
			continue
		case key.kind != scalar:
			r.fail(k, edit.Shape, "edit the file by hand", "the key is %s, expected a string", key.describe())
			return
		case own[name]:
			r.fail(k, edit.Duplicate, "keep one of the two, then run again", "the key %s appears twice", show(edit.Path{name}))
			return
		}
		if own[name] = true; !have[name] {
			have[name] = true
			v.Keys, v.Kids = append(v.Keys, name), append(v.Kids, r.read(k, depth+1))
		}
	}
	for _, from := range n.merged() {
		if from = from.target(); from.kind != mapping || depth > edit.MaxDepth {
			r.fail(n, edit.Shape, "edit the file by hand", "a merge key holds %s, expected a mapping", from.describe())
			return
		}
		if r.seen++; r.err == nil && r.seen <= maxNodes {
			r.mapping(from, depth+1, have, v)
		}
	}
}

// plainValue resolves a scalar as YAML 1.2 core does. An explicit tag of the
// core counts, any other leaves the text.
func plainValue(y *yamllib.Node) value.Value {
	s := y.Value
	tagged := y.Style&yamllib.TaggedStyle != 0
	quoted := y.Style&(yamllib.SingleQuotedStyle|yamllib.DoubleQuotedStyle|yamllib.LiteralStyle|yamllib.FoldedStyle) != 0
	if tagged && !strings.Contains(" !!null !!bool !!int !!float ", " "+y.Tag+" ") || !tagged && (quoted || y.Tag == "!") {
		return value.Value{Kind: value.Text, Text: s}
	}
	switch s {
	case "", "~", "null", "Null", "NULL":
		return value.Value{Kind: value.Null}
	case "true", "True", "TRUE", "false", "False", "FALSE":
		return value.Value{Kind: value.Boolean, Text: strings.ToLower(s)}
	}
	switch {
	case specialCore().MatchString(s):
		return value.Value{Kind: value.Special, Text: s}
	case baseCore().MatchString(s):
		i, _ := new(big.Int).SetString(s, 0)
		return value.Value{Kind: value.Number, Text: i.String()}
	case intCore().MatchString(s):
		return value.Value{Kind: value.Number, Text: jsonNumber(s, "", "")}
	}
	if m := floatCore().FindStringSubmatch(s); m != nil && m[2]+m[3] != "" {
		if _, err := strconv.ParseFloat(s, 64); err != nil { // to a reader it is inf
			return value.Value{Kind: value.Special, Text: s}
		}
		return value.Value{Kind: value.Number, Text: jsonNumber(m[1]+m[2], m[3], m[4])}
	}
	return value.Value{Kind: value.Text, Text: s}
}

// jsonNumber spells a number as JSON allows it: no plus, no leading zeros, and
// digits on both sides of the point.
func jsonNumber(digits, fraction, exponent string) string {
	sign := ""
	if strings.HasPrefix(digits, "-") {
		sign = "-"
	}
	digits = strings.TrimLeft(strings.TrimLeft(digits, "+-"), "0")
	if digits == "" {
		digits = "0"
	}
	if fraction != "" {
		fraction = "." + fraction
	}
	return sign + digits + fraction + exponent
}
