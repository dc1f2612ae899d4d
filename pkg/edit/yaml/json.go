package yaml

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"agentconnector/pkg/wire"

	"agentconnector/pkg/edit"
)

// parseJSON reads a value that is to stand at the given depth.
func parseJSON(raw wire.Raw, depth int) (value, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	v, err := readValue(dec, depth)
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

func readValue(dec *json.Decoder, depth int) (value, error) {
	if depth > edit.MaxDepth {
		return value{}, &edit.Error{Kind: edit.Limit, Msg: fmt.Sprintf("the value is nested deeper than the limit of %d", edit.MaxDepth)}
	}
	t, err := dec.Token()
	if err != nil {
		return value{}, err
	}
	switch t := t.(type) {
	case json.Delim:
		return readInside(dec, t == '{', depth)
	case string:
		return value{kind: text, text: t}, nil
	case bool:
		return value{kind: boolean, text: strconv.FormatBool(t)}, nil
	case json.Number:
		return readNumber(t.String())
	}
	return value{kind: null}, nil
}

// readInside reads what stands in an object or array, and its closing bracket.
func readInside(dec *json.Decoder, keyed bool, depth int) (value, error) {
	v := value{kind: array}
	seen := map[string]bool{}
	if keyed {
		v.kind = object
	}
	for dec.More() {
		if keyed {
			k, err := readKey(dec, seen)
			if err != nil {
				return v, err
			}
			v.keys = append(v.keys, k)
		}
		kid, err := readValue(dec, depth+1)
		if err != nil {
			return v, err
		}
		v.kids = append(v.kids, kid)
	}
	_, err := dec.Token()
	return v, err
}

func readKey(dec *json.Decoder, seen map[string]bool) (string, error) {
	t, err := dec.Token()
	if err != nil {
		return "", err
	}
	k := t.(string)
	if seen[k] {
		return "", &edit.Error{Kind: edit.Shape, Msg: fmt.Sprintf("the value has the key %q twice", k)}
	}
	seen[k] = true
	return k, fits(k)
}

// readNumber refuses floats that no reader can hold: they would turn into inf.
func readNumber(s string) (value, error) {
	if !whole(s) {
		if _, err := strconv.ParseFloat(s, 64); err != nil {
			return value{}, &edit.Error{Kind: edit.Shape, Msg: fmt.Sprintf("the number %.40s does not fit 64 bits", s)}
		}
	}
	return value{kind: number, text: s}, nil
}
