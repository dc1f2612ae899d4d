package value

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"agentconnector/pkg/edit"
)

// Rules refuse what JSON has and a format cannot hold.
type Rules struct {
	Key    func(string) error
	Scalar func(Value) error
}

// Parse reads a value that is to stand at the given depth.
func (r Rules) Parse(raw []byte, depth int) (Value, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	v, err := r.value(dec, depth)
	if err == nil {
		if _, more := dec.Token(); more != io.EOF {
			err = errors.New("more than one JSON value")
		}
	}
	var bad *edit.Error
	if err != nil && !errors.As(err, &bad) {
		err = &edit.Error{Kind: edit.Shape, Msg: "the value is not JSON: " + err.Error()}
	}
	return v, err
}

func (r Rules) value(dec *json.Decoder, depth int) (Value, error) {
	if depth > edit.MaxDepth {
		return Value{}, &edit.Error{Kind: edit.Limit, Msg: fmt.Sprintf("the value is nested deeper than the limit of %d", edit.MaxDepth)}
	}
	t, err := dec.Token()
	if err != nil {
		return Value{}, err
	}
	v := Value{Kind: Null}
	switch t := t.(type) {
	case json.Delim:
		return r.inside(dec, t == '{', depth)
	case string:
		v = Value{Kind: Text, Text: t}
	case bool:
		v = Value{Kind: Boolean, Text: strconv.FormatBool(t)}
	case json.Number:
		v = Value{Kind: Number, Text: t.String()}
	}
	return v, r.Scalar(v)
}

// inside reads what stands in an object or array, and its closing bracket.
func (r Rules) inside(dec *json.Decoder, keyed bool, depth int) (Value, error) {
	v := Value{Kind: Array}
	seen := map[string]bool{}
	if keyed {
		v.Kind = Object
	}
	for dec.More() {
		if keyed {
			k, err := r.key(dec, seen)
			if err != nil {
				return v, err
			}
			v.Keys = append(v.Keys, k)
		}
		kid, err := r.value(dec, depth+1)
		if err != nil {
			return v, err
		}
		v.Kids = append(v.Kids, kid)
	}
	_, err := dec.Token()
	return v, err
}

func (r Rules) key(dec *json.Decoder, seen map[string]bool) (string, error) {
	t, err := dec.Token()
	if err != nil {
		return "", err
	}
	k := t.(string)
	if seen[k] {
		return "", &edit.Error{Kind: edit.Shape, Msg: fmt.Sprintf("the value has the key %q twice", k)}
	}
	seen[k] = true
	return k, r.Key(k)
}
