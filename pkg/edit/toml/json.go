package toml

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

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
		if t == '[' {
			return readArray(dec, depth)
		}
		return readObject(dec, depth)
	case string:
		return value{kind: text, text: t}, nil
	case bool:
		return value{kind: boolean, text: strconv.FormatBool(t)}, nil
	case json.Number:
		return readNumber(t.String())
	}
	return value{}, &edit.Error{Kind: edit.Shape, Msg: "the value holds null, which TOML does not have", Hint: "leave the key out"}
}

func readArray(dec *json.Decoder, depth int) (value, error) {
	v := value{kind: array}
	for dec.More() {
		kid, err := readValue(dec, depth+1)
		if err != nil {
			return v, err
		}
		v.kids = append(v.kids, kid)
	}
	_, err := dec.Token()
	return v, err
}

func readObject(dec *json.Decoder, depth int) (value, error) {
	v := value{kind: object}
	seen := map[string]bool{}
	for dec.More() {
		t, err := dec.Token()
		if err != nil {
			return v, err
		}
		k := t.(string)
		if seen[k] {
			return v, &edit.Error{Kind: edit.Shape, Msg: fmt.Sprintf("the value has the key %q twice", k)}
		}
		if seen[k] = true; len(k) > edit.MaxKey {
			return v, &edit.Error{Kind: edit.Limit, Msg: fmt.Sprintf("a key of %d bytes is over the limit of %d", len(k), edit.MaxKey)}
		}
		kid, err := readValue(dec, depth+1)
		if err != nil {
			return v, err
		}
		v.keys, v.kids = append(v.keys, k), append(v.kids, kid)
	}
	_, err := dec.Token()
	return v, err
}

// readNumber refuses what TOML's integers and floats of 64 bits cannot hold.
// The spelling of every other JSON number is also one of TOML.
func readNumber(s string) (value, error) {
	var err error
	if whole(s) {
		_, err = strconv.ParseInt(s, 10, 64)
	} else {
		_, err = strconv.ParseFloat(s, 64)
	}
	if err != nil {
		return value{}, &edit.Error{Kind: edit.Shape, Msg: fmt.Sprintf("the number %.40s does not fit TOML's 64 bits", s)}
	}
	return value{kind: number, text: s}, nil
}

func whole(s string) bool { return !strings.ContainsAny(s, ".eE") }

func (v value) marshal(out []byte) ([]byte, error) {
	switch v.kind {
	case special:
		return nil, fmt.Errorf("the value %s has no JSON", v.text)
	case number, boolean:
		return append(out, v.text...), nil
	case text:
		return append(out, quoteJSON(v.text)...), nil
	}
	brackets := "[]"
	if v.kind == object {
		brackets = "{}"
	}
	out = append(out, brackets[0])
	for i, kid := range v.kids {
		if i > 0 {
			out = append(out, ',')
		}
		if v.kind == object {
			out = append(append(out, quoteJSON(v.keys[i])...), ':')
		}
		var err error
		if out, err = kid.marshal(out); err != nil {
			return nil, err
		}
	}
	return append(out, brackets[1]), nil
}

// quoteJSON quotes without the escapes that are meant for HTML.
func quoteJSON(s string) []byte {
	var w bytes.Buffer
	enc := json.NewEncoder(&w)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string always encodes
	return bytes.TrimSuffix(w.Bytes(), []byte("\n"))
}
