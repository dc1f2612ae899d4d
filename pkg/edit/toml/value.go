package toml

import (
	"math"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

type kind int

const (
	object kind = iota
	array
	text
	number
	boolean
	special // inf and nan, which JSON does not have
)

func (k kind) String() string {
	return [...]string{"an object", "an array", "a string", "a number", "a boolean", "inf or nan"}[k]
}

// value is what both sides mean: JSON with the order of its keys.
type value struct {
	kind kind
	text string // of a scalar; a number as it is spelled
	keys []string
	kids []value
}

// json gives the value of a node.
func (n *node) json() value {
	switch {
	case n.kind == leaf:
		return n.val.json()
	case n.kind == tables:
		v := value{kind: array}
		for _, c := range n.kids {
			v.kids = append(v.kids, c.json())
		}
		return v
	}
	v := value{kind: object}
	for _, c := range n.kids {
		v.keys, v.kids = append(v.keys, c.key), append(v.kids, c.json())
	}
	return v
}

// tree grows the small tree of an inline table in an array, which has no node.
func (s *span) tree() *node {
	n := &node{header: -1}
	for i := range s.members {
		n.define(&s.members[i], s)
	}
	return n
}

// json gives a value that stands in the file.
func (s *span) json() value {
	switch s.kind {
	case unstable.Array:
		v := value{kind: array}
		for i := range s.elems {
			v.kids = append(v.kids, s.elems[i].json())
		}
		return v
	case unstable.InlineTable:
		return s.tree().json()
	case unstable.Bool:
		return value{kind: boolean, text: s.text}
	case unstable.Integer:
		i, _ := strconv.ParseInt(s.text, 0, 64) // go-toml has checked it
		return value{kind: number, text: strconv.FormatInt(i, 10)}
	case unstable.Float:
		t := strings.TrimPrefix(strings.ReplaceAll(s.text, "_", ""), "+")
		if strings.HasSuffix(t, "inf") || strings.HasSuffix(t, "nan") {
			return value{kind: special, text: t}
		}
		return value{kind: number, text: t}
	}
	return value{kind: text, text: s.text}
}

// equal compares what two values mean; the order of keys means nothing.
func equal(a, b value) bool {
	if a.kind != b.kind || len(a.kids) != len(b.kids) {
		return false
	}
	switch a.kind {
	case number:
		return sameNumber(a.text, b.text)
	case array:
		for i := range a.kids {
			if !equal(a.kids[i], b.kids[i]) {
				return false
			}
		}
	case object:
		at := make(map[string]int, len(b.keys))
		for i, k := range b.keys {
			at[k] = i
		}
		for i, k := range a.keys {
			if j, ok := at[k]; !ok || !equal(a.kids[i], b.kids[j]) {
				return false
			}
		}
	}
	return a.text == b.text
}

func sameNumber(a, b string) bool {
	if whole(a) && whole(b) {
		return a == b || strings.TrimPrefix(a, "-") == "0" && strings.TrimPrefix(b, "-") == "0"
	}
	x, _ := strconv.ParseFloat(a, 64)
	y, _ := strconv.ParseFloat(b, 64)
	// Above 2^53 an integer and a float can look alike and not be.
	return x == y && (whole(a) == whole(b) || math.Abs(x) < 1<<53)
}
