// Package value is a JSON value that keeps the order of its keys: what the file
// and the caller both mean, for the editors whose file is not JSON itself.
package value

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"agentconnector/pkg/wire"
)

// Kind says what a value is.
type Kind int

const (
	Object Kind = iota
	Array
	Text
	Number
	Boolean
	Null
	Special // inf and nan, which JSON does not have
)

func (k Kind) String() string {
	return [...]string{"an object", "an array", "a string", "a number", "a boolean", "null", "inf or nan"}[k]
}

// Value is one value with all that is in it.
type Value struct {
	Kind Kind
	Text string // of a scalar; a number as JSON spells it
	Keys []string
	Kids []Value
}

// Empty says whether a value is an object or array with nothing in it.
func (v Value) Empty() bool { return len(v.Kids) == 0 }

// Wrap puts a value into objects of one key each, the first key outermost.
func Wrap(keys []string, v Value) Value {
	for _, k := range slices.Backward(keys) {
		v = Value{Kind: Object, Keys: []string{k}, Kids: []Value{v}}
	}
	return v
}

// Equal compares what two values mean; the order of keys means nothing.
func Equal(a, b Value) bool {
	if a.Kind != b.Kind || len(a.Kids) != len(b.Kids) {
		return false
	}
	switch a.Kind {
	case Number:
		return sameNumber(a.Text, b.Text)
	case Array:
		return slices.EqualFunc(a.Kids, b.Kids, Equal)
	case Object:
		at := make(map[string]int, len(b.Keys))
		for i, k := range b.Keys {
			at[k] = i
		}
		for i, k := range a.Keys {
			if j, ok := at[k]; !ok || !Equal(a.Kids[i], b.Kids[j]) {
				return false
			}
		}
	}
	return a.Text == b.Text
}

// Whole says whether a number is spelled as an integer.
func Whole(s string) bool { return !strings.ContainsAny(s, ".eE") }

func sameNumber(a, b string) bool {
	if Whole(a) && Whole(b) {
		return a == b || strings.TrimPrefix(a, "-") == "0" && strings.TrimPrefix(b, "-") == "0"
	}
	x, _ := strconv.ParseFloat(a, 64)
	y, _ := strconv.ParseFloat(b, 64)
	// Above 2^53 an integer and a float can look alike and not be.
	return x == y && (Whole(a) == Whole(b) || math.Abs(x) < 1<<53) && !math.IsInf(x, 0) || a == b
}

// AnyIndex stands in the path of an identity for every index of an inner array.
const AnyIndex = "*"

// Holds says whether the string at the path of an identity is there.
func (v Value) Holds(path []string, want string) bool {
	switch {
	case len(path) == 0:
		return v.Kind == Text && v.Text == want
	case path[0] == AnyIndex && v.Kind == Array:
		return slices.ContainsFunc(v.Kids, func(k Value) bool { return k.Holds(path[1:], want) })
	case v.Kind == Object:
		i := slices.Index(v.Keys, path[0])
		return i >= 0 && v.Kids[i].Holds(path[1:], want)
	}
	return false
}

// Inner goes from a whole element to what takes the place of a unit that many
// steps below it.
func (v Value) Inner(id wire.Identity, depth int) Value {
	path := id.Path
	for ; depth > 0; depth-- {
		i := 0
		if path[0] == AnyIndex && v.Kind == Array {
			i = slices.IndexFunc(v.Kids, func(k Value) bool { return k.Holds(path[1:], id.Value) })
		} else {
			i = slices.Index(v.Keys, path[0])
		}
		v, path = v.Kids[i], path[1:]
	}
	return v
}
