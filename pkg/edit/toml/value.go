package toml

import (
	"fmt"
	"strconv"
	"strings"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/edit/value"

	"github.com/pelletier/go-toml/v2/unstable"
)

// json gives the value of a node.
func (n *node) json() value.Value {
	switch {
	case n.kind == leaf:
		return n.val.json()
	case n.kind == tables:
		v := value.Value{Kind: value.Array}
		for _, c := range n.kids {
			v.Kids = append(v.Kids, c.json())
		}
		return v
	}
	v := value.Value{Kind: value.Object}
	for _, c := range n.kids {
		v.Keys, v.Kids = append(v.Keys, c.key), append(v.Kids, c.json())
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
func (s *span) json() value.Value {
	switch s.kind {
	case unstable.Array:
		v := value.Value{Kind: value.Array}
		for i := range s.elems {
			v.Kids = append(v.Kids, s.elems[i].json())
		}
		return v
	case unstable.InlineTable:
		return s.tree().json()
	case unstable.Bool:
		return value.Value{Kind: value.Boolean, Text: s.text}
	case unstable.Integer:
		i, _ := strconv.ParseInt(s.text, 0, 64) // go-toml has checked it
		return value.Value{Kind: value.Number, Text: strconv.FormatInt(i, 10)}
	case unstable.Float:
		t := strings.TrimPrefix(strings.ReplaceAll(s.text, "_", ""), "+")
		if strings.HasSuffix(t, "inf") || strings.HasSuffix(t, "nan") {
			return value.Value{Kind: value.Special, Text: t}
		}
		return value.Value{Kind: value.Number, Text: t}
	}
	return value.Value{Kind: value.Text, Text: s.text}
}

// rules refuse what TOML cannot hold of JSON. The spelling of every JSON number
// that fits its integers and floats of 64 bits is also one of TOML.
var rules = value.Rules{
	Key: func(k string) error {
		if len(k) > edit.MaxKey {
			return &edit.Error{Kind: edit.Limit, Msg: fmt.Sprintf("a key of %d bytes is over the limit of %d", len(k), edit.MaxKey)}
		}
		return nil
	},
	Scalar: func(v value.Value) (err error) {
		switch {
		case v.Kind == value.Null:
			return &edit.Error{Kind: edit.Shape, Msg: "the value holds null, which TOML does not have", Hint: "leave the key out"}
		case v.Kind == value.Number && value.Whole(v.Text):
			_, err = strconv.ParseInt(v.Text, 10, 64)
		case v.Kind == value.Number:
			_, err = strconv.ParseFloat(v.Text, 64)
		}
		if err != nil {
			err = &edit.Error{Kind: edit.Shape, Msg: fmt.Sprintf("the number %.40s does not fit TOML's 64 bits", v.Text)}
		}
		return err
	},
}
