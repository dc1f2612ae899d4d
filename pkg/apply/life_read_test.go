package apply_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	tomllib "github.com/pelletier/go-toml/v2"
	"github.com/tailscale/hujson"
)

// The model reads files with parsers that the editors do not use; blocks it
// finds itself.

var bom = "\xef\xbb\xbf"

// parse gives the values of a file.
func parse(format string, b []byte) (object, error) {
	b = bytes.TrimPrefix(b, []byte(bom))
	o := object{}
	switch {
	case format == "toml":
		var v object
		if err := tomllib.Unmarshal(b, &v); err != nil {
			return nil, err
		}
		return plainJSON(v).(object), nil
	case format == "json" && len(bytes.TrimSpace(b)) > 0:
		if err := json.Unmarshal(b, &o); err != nil {
			return nil, fmt.Errorf("%w in\n%s", err, b)
		}
	}
	return o, nil
}

// A part is a block of ours, or what stands between two of them.
type part struct {
	id, text string // of a block its content
	raw      string
}

// parts takes a text apart.
func parts(b []byte) (out []part) {
	var cur part
	for line := range strings.Lines(strings.TrimPrefix(string(b), bom)) {
		bare := strings.TrimRight(line, "\r\n")
		name, isBegin := strings.CutPrefix(bare, "<!-- agent-connector:begin ")
		if isBegin && cur.id == "" {
			out = append(out, cur)
			id, _, _ := strings.Cut(name, " ")
			cur = part{id: id, raw: line}
			continue
		}
		cur.raw += line
		switch {
		case cur.id != "" && bare == "<!-- agent-connector:end "+cur.id+" -->":
			cur.text = strings.TrimSuffix(cur.text, "\n")
			out = append(out, cur)
			cur = part{}
		case cur.id != "" && cur.text == "" && strings.HasPrefix(bare, "<!-- "): // our notice
		default:
			cur.text += bare + "\n"
		}
	}
	return append(out, cur)
}

// outside is the text that is not ours, without its blank lines.
func outside(b []byte) (lines []string) {
	for _, p := range parts(b) {
		for line := range strings.Lines(p.text) {
			if line = strings.TrimSpace(line); p.id == "" && line != "" {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// A found is what stands at the place of an edit; now is nil if nothing does.
type found struct {
	now    any
	guests []any
}

// read gives what stands at the places of edits.
func (f *file) read(b []byte, exists bool) (all []found, err error) {
	all = make([]found, len(f.edits))
	if !exists {
		return all, nil
	}
	v, err := parse(f.format, b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.path, err)
	}
	for i, e := range f.edits {
		switch f.format {
		case "file":
			if all[i].now = string(b); e.surface == "state" {
				all[i].now = anything
			}
		case "block":
			for _, p := range parts(b) {
				if p.id == e.at[0] {
					all[i].now = p.text
				}
			}
		default:
			all[i] = find(v, e)
		}
	}
	return all, nil
}

func find(v any, e *edit) found {
	for _, k := range e.at {
		o, ok := v.(object)
		if !ok {
			return found{}
		}
		v = o[k]
	}
	if e.id == "" {
		return found{now: v}
	}
	list, _ := v.([]any)
	for _, el := range list {
		if commandOf(el) != e.id {
			continue
		}
		if in, _ := el.(object)["hooks"].([]any); len(in) > 1 {
			return found{withHook(el, in[0]), in[1:]}
		}
		return found{now: el}
	}
	return found{}
}

// commandOf is what a hook runs.
func commandOf(el any) string {
	o, _ := el.(object)
	if in, ok := o["hooks"].([]any); ok && len(in) > 0 {
		o, _ = in[0].(object)
	}
	s, _ := o["command"].(string)
	return s
}

// tree is what a file of values should hold.
func (f *file) tree() object {
	root := object{}
	if f.exists {
		var err error
		if root, err = parse(f.format, f.shadow); err != nil {
			panic(err)
		}
	}
	for _, w := range f.over {
		put(root, w.at, w.id, w.value)
	}
	for _, e := range f.edits {
		v := e.now
		if len(e.guests) > 0 {
			g := maps.Clone(v.(object))
			g["hooks"] = append([]any{hookIn(v)}, e.guests...)
			v = g
		}
		if v != nil {
			put(root, e.at, e.id, v)
		}
	}
	return root
}

func put(o object, at []string, id string, v any) {
	for _, k := range at[:len(at)-1] {
		in, ok := o[k].(object)
		if !ok {
			in = object{}
			o[k] = in
		}
		o = in
	}
	k := at[len(at)-1]
	if id == "" {
		o[k] = v
		return
	}
	list, _ := o[k].([]any)
	o[k] = append(slices.Clone(list), v)
}

// canon is a value as text: keys sorted, the hooks of an event in any order,
// and without what is empty, which a host may leave behind.
func canon(v any) string {
	b, err := json.Marshal(pruned(v, ""))
	if err != nil {
		panic(err)
	}
	return string(b)
}

func pruned(v any, under string) any {
	switch v := v.(type) {
	case object:
		out := object{}
		for k, x := range v {
			at := under
			if at == "" {
				at = k
			}
			if x = pruned(x, at); x != nil {
				out[k] = x
			}
		}
		if len(out) == 0 {
			return nil
		}
		return out
	case []any:
		out := []any{}
		for _, x := range v {
			out = append(out, pruned(x, under))
		}
		if under == "hooks" {
			slices.SortFunc(out, func(a, b any) int { return strings.Compare(canonRaw(a), canonRaw(b)) })
		}
		if len(out) == 0 {
			return nil
		}
		return out
	}
	return v
}

func canonRaw(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}

// span finds a value in a JSON text: its object or array, and which member or
// element of it.
func span(b []byte, at []string, id string) (in *hujson.Value, index int) {
	if bytes.HasPrefix(b, []byte(bom)) {
		b = append([]byte("   "), b[3:]...)
	}
	v, err := hujson.Parse(b)
	if err != nil {
		return nil, 0
	}
	in, index = &v, -1
	for i, k := range at {
		o, ok := in.Value.(*hujson.Object)
		if !ok {
			return nil, 0
		}
		index = slices.IndexFunc(o.Members, func(m hujson.ObjectMember) bool { return m.Name.Value.(hujson.Literal).String() == k })
		if index < 0 {
			return nil, 0
		}
		if i < len(at)-1 || id != "" {
			in = &o.Members[index].Value
		}
	}
	if id == "" {
		return in, index
	}
	a, ok := in.Value.(*hujson.Array)
	if !ok {
		return nil, 0
	}
	for i := range a.Elements {
		var el any
		x := a.Elements[i].Clone()
		x.Standardize()
		if json.Unmarshal(x.Pack(), &el) == nil && commandOf(el) == id {
			return in, i
		}
	}
	return nil, 0
}

func readDisk(path string) (b []byte, there bool) {
	b, err := os.ReadFile(path)
	return b, err == nil
}
