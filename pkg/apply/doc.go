package apply

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/edit/block"
	"agentconnector/pkg/edit/jsonc"
	"agentconnector/pkg/edit/toml"
	"agentconnector/pkg/edit/yaml"
	"agentconnector/pkg/wire"
)

// formatFile is a whole file of ours: there is nothing to parse.
const formatFile = "file"

// how says what the user allows when a document is opened.
type how struct {
	force bool // take over what was changed inside our own edit, and a root that is null
	last  bool // of a key that appears twice, the last is meant
}

// openDoc opens bytes with the editor of their format.
func openDoc(format string, b []byte, h how) (edit.Doc, error) {
	switch format {
	case "json", "jsonc", "json5":
		return jsonc.OpenWith(b, jsonc.Options{Strict: format == "json", JSON5: format == "json5", LastWins: h.last, NullRoot: h.force})
	case "toml":
		return toml.Open(b)
	case "yaml":
		return yaml.Open(b)
	case "block":
		return block.Open(b, h.force)
	}
	return nil, fmt.Errorf("no editor for format %q: json, jsonc, json5, toml, yaml, block and file are known", format)
}

// again gives a document that has just been opened a second time, from the
// same bytes. The editor of JSON, whose files are the large ones, need not read
// them a second time for it.
func again(d edit.Doc, format string, b []byte, h how) func() (edit.Doc, error) {
	if twin := jsonc.Fork(d, h.last, h.force); twin != nil {
		return func() (edit.Doc, error) { return jsonc.Fork(twin, h.last, h.force), nil }
	}
	return func() (edit.Doc, error) { return openDoc(format, b, h) }
}

// tidied is the text of a block as the file will hold it, so that what is
// wanted and what is found can be compared.
func tidied(v json.RawMessage) (json.RawMessage, error) {
	var s string
	if err := json.Unmarshal(v, &s); err != nil {
		return nil, fmt.Errorf("the value of a block must be a string: %w", err)
	}
	b, err := wire.Encode(block.Tidy(s))
	return bytes.TrimSpace(b), err
}

// content decodes the value of a write.
func content(v json.RawMessage, encoding string) ([]byte, error) {
	var s string
	if err := json.Unmarshal(v, &s); err != nil {
		return nil, fmt.Errorf("the value of a write must be a string: %w", err)
	}
	if encoding == "base64" {
		return base64.StdEncoding.DecodeString(s)
	}
	return []byte(s), nil
}

// status is how an edit of ours is found in a file.
type status string

const (
	intact  status = "ok"
	missing status = "missing"
	changed status = "changed"
)

// inspect compares an edit with the file: is it there, is it what we wrote?
// extra names what others have put inside it since.
func inspect(d edit.Doc, e *own) (st status, extra []string) {
	var now json.RawMessage
	var ok bool
	if e.Identity != nil {
		now, ok = element(d, e.At, *e.Identity)
	} else {
		var err error
		if now, ok, err = d.Get(e.At); err != nil {
			return unreadable(d, e.At), nil
		}
	}
	if !ok {
		return missing, nil
	}
	want := e.real(now)
	if e.Identity != nil {
		want = innermost(e.Value, e.Identity.Path)
	}
	st, extra = compare(want, now)
	if e.Keep && len(extra) > 0 {
		st = changed // such a value is ours as a whole or not at all
	}
	return st, extra
}

// unreadable tells a value that has no JSON, such as inf, from a way that leads
// nowhere any more.
func unreadable(d edit.Doc, at []string) status {
	if len(at) > 0 {
		if _, ok, err := d.Get(at[:len(at)-1]); err == nil && ok {
			return changed
		}
	}
	return missing
}

func compare(want, now json.RawMessage) (status, []string) {
	if equal(want, now) {
		return intact, nil
	}
	w, okW := object(want)
	n, okN := object(now)
	if !okW || !okN {
		return changed, nil
	}
	var extra []string
	st := intact
	for _, k := range sortedKeys(n) {
		if _, ours := w[k]; !ours {
			extra = append(extra, k)
		}
	}
	for k, v := range w {
		if s, _ := compare(v, n[k]); n[k] == nil || s != intact {
			st = changed
		}
	}
	return st, extra
}

// element finds the innermost array element that an identity names.
func element(d edit.Doc, at []string, id wire.Identity) (json.RawMessage, bool) {
	arr, ok, err := d.Get(at)
	if err != nil || !ok {
		return nil, false
	}
	var els []json.RawMessage
	if json.Unmarshal(arr, &els) != nil {
		return nil, false
	}
	for _, el := range els {
		if found, ok := walk(el, id.Path, id.Value); ok {
			return found, true
		}
	}
	return nil, false
}

// walk returns the innermost array element on the way to the identifying string.
func walk(el json.RawMessage, path []string, value string) (json.RawMessage, bool) {
	cur := el
	for i, k := range path {
		if k != "*" {
			m, ok := object(cur)
			if !ok || m[k] == nil {
				return nil, false
			}
			cur = m[k]
			continue
		}
		var in []json.RawMessage
		if json.Unmarshal(cur, &in) != nil {
			return nil, false
		}
		for _, x := range in {
			if found, ok := walk(x, path[i+1:], value); ok {
				return found, true
			}
		}
		return nil, false
	}
	var s string
	if json.Unmarshal(cur, &s) != nil || s != value {
		return nil, false
	}
	return el, true
}

// innermost is the part of an element's value that walk would return.
func innermost(v json.RawMessage, path []string) json.RawMessage {
	i := slices.Index(path, "*")
	if i < 0 {
		return v
	}
	cur := v
	for _, k := range path[:i] {
		m, ok := object(cur)
		if !ok {
			return v
		}
		cur = m[k]
	}
	var in []json.RawMessage
	if json.Unmarshal(cur, &in) != nil || len(in) == 0 {
		return v
	}
	return innermost(in[0], path[i+1:])
}

func object(v json.RawMessage) (map[string]json.RawMessage, bool) {
	var m map[string]json.RawMessage
	if len(v) == 0 || bytes.TrimLeft(v, " \t\r\n")[0] != '{' || json.Unmarshal(v, &m) != nil {
		return nil, false
	}
	return m, true
}

func sortedKeys(m map[string]json.RawMessage) []string {
	ks := make([]string, 0, len(m))
	for k := range m {
		ks = append(ks, k)
	}
	slices.Sort(ks)
	return ks
}

// equal compares two JSON values by meaning; numbers by value, so that a file
// that spells 30 as 30.0 is not rewritten.
func equal(a, b json.RawMessage) bool {
	x, okX := decode(a)
	y, okY := decode(b)
	return okX && okY && same(x, y)
}

func decode(v json.RawMessage) (any, bool) {
	d := json.NewDecoder(bytes.NewReader(v))
	d.UseNumber()
	var x any
	err := d.Decode(&x)
	return x, err == nil
}

func same(x, y any) bool {
	switch x := x.(type) {
	case map[string]any:
		y, ok := y.(map[string]any)
		if !ok || len(x) != len(y) {
			return false
		}
		for k, v := range x {
			if w, ok := y[k]; !ok || !same(v, w) {
				return false
			}
		}
		return true
	case []any:
		y, ok := y.([]any)
		return ok && slices.EqualFunc(x, y, same)
	case json.Number:
		y, ok := y.(json.Number)
		return ok && (x == y || sameNumber(string(x), string(y)))
	}
	return x == y
}

// sameNumber compares by value where float64 holds both exactly enough to
// tell; large integers compare as text, because 2^53+1 is not 2^53.
func sameNumber(a, b string) bool {
	_, errA := strconv.ParseInt(a, 10, 64)
	_, errB := strconv.ParseInt(b, 10, 64)
	if errA == nil && errB == nil {
		return a == b
	}
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	return errX == nil && errY == nil && x == y && x < 1<<53 && x > -1<<53
}
