package toml

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"agentconnector/pkg/wire"

	"agentconnector/pkg/edit"

	tomllib "github.com/pelletier/go-toml/v2"
)

const bom = edit.BOM

const server = `{"command":"npx","args":["-y","acme"],"env":{"TOKEN":"t"}}`

var serverAt = edit.Path{"mcp_servers", "acme-db"}

// corpus is every real file and every spelling that the tests know.
func corpus(t testing.TB) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for _, pattern := range []string{"testdata/corpus/*.toml", "testdata/cases/*.toml"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no files for %s: %v", pattern, err)
		}
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			out[f] = b
		}
	}
	for name, src := range spellings {
		out[name] = []byte(src)
	}
	for name, src := range maps.Clone(out) {
		lf := bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n"))
		out[name+" crlf"] = bytes.ReplaceAll(lf, []byte("\n"), []byte("\r\n"))
		out[name+" bom"] = append([]byte(bom), src...)
		out[name+" no-eol"] = bytes.TrimRight(src, "\r\n")
	}
	return out
}

// meaning is what go-toml alone makes of a document: the independent witness.
func meaning(t testing.TB, b []byte) map[string]any {
	t.Helper()
	m := map[string]any{}
	if err := tomllib.Unmarshal(bytes.TrimPrefix(b, []byte(bom)), &m); err != nil {
		t.Fatalf("the result does not parse: %v\n%s", err, b)
	}
	return plain(m).(map[string]any)
}

// plain makes values comparable: numbers by value, NaN and dates by spelling.
func plain(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			v[k] = plain(v[k])
		}
		return v
	case []any:
		for i := range v {
			v[i] = plain(v[i])
		}
		return v
	case int64:
		return json.Number(strconv.FormatInt(v, 10))
	case json.Number:
		if f, err := v.Float64(); err == nil && (v == "-0" || strings.ContainsAny(v.String(), ".eE")) {
			return plain(f)
		}
		return v
	case float64:
		if math.Abs(v) < 1<<53 && v == math.Trunc(v) {
			return json.Number(strconv.FormatInt(int64(v), 10))
		}
		return json.Number(fmt.Sprint(v))
	case string, bool, nil:
		return v
	}
	return fmt.Sprint(v)
}

// fromJSON is the meaning of a JSON value.
func fromJSON(t testing.TB, raw []byte) any {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatalf("not JSON: %v: %s", err, raw)
	}
	return plain(v)
}

// pick returns the value at a path, and the rest without it and without the
// tables that are empty then.
func pick(m map[string]any, at edit.Path) (v any, ok bool) {
	kid, ok := m[at[0]]
	if !ok {
		return nil, false
	}
	if len(at) == 1 {
		delete(m, at[0])
		return kid, true
	}
	sub, isMap := kid.(map[string]any)
	if !isMap {
		return nil, false
	}
	v, ok = pick(sub, at[1:])
	if len(sub) == 0 {
		delete(m, at[0])
	}
	return v, ok
}

func mustOpen(t testing.TB, b []byte) edit.Doc {
	t.Helper()
	d, err := Open(b)
	if err != nil {
		t.Fatalf("%v\n%s", err, b)
	}
	return d
}

// thaw sends an edit through JSON, as the ledger does.
func thaw(t testing.TB, e edit.Edit) (out edit.Edit) {
	t.Helper()
	raw, err := json.Marshal(e)
	if err == nil {
		err = json.Unmarshal(raw, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func same(t testing.TB, what string, got, want []byte) {
	t.Helper()
	if !bytes.Equal(got, want) {
		t.Fatalf("%s\ngot:\n%q\nwant:\n%q", what, got, want)
	}
}

// setLaws holds every promise of Set, Get, Revert and Remove for one edit, and
// says whether the edit was made at all.
func setLaws(t testing.TB, src []byte, at edit.Path, raw wire.Raw) bool {
	t.Helper()
	d := mustOpen(t, src)
	same(t, "identity", d.Bytes(), src)
	_, had, _ := d.Get(at)
	e, err := d.Set(at, raw)
	if err != nil {
		if _, ok := err.(*edit.Error); !ok {
			t.Fatalf("not an *edit.Error: %#v", err)
		}
		same(t, "refused but changed", d.Bytes(), src)
		return false
	}
	out := d.Bytes()
	if e.Changed == bytes.Equal(out, src) {
		t.Fatalf("Changed=%v, but bytes equal=%v", e.Changed, !e.Changed)
	}
	got, ok, err := d.Get(at)
	if err != nil || !ok || !reflect.DeepEqual(fromJSON(t, got), fromJSON(t, raw)) {
		t.Fatalf("Get after Set: %s %v %v, want %s\n%s", got, ok, err, raw, out)
	}
	before, after := meaning(t, src), meaning(t, out)
	v, ok := any(after), true
	if len(at) > 0 {
		pick(before, at)
		v, ok = pick(after, at)
		if !reflect.DeepEqual(before, after) {
			t.Fatalf("the rest changed\n%v\n%v\n%s", before, after, out)
		}
	}
	if e.Changed && (!ok || !reflect.DeepEqual(v, fromJSON(t, raw))) {
		t.Fatalf("an independent parser reads %v, want %s\n%s", v, raw, out)
	}
	again, err := d.Set(at, raw)
	if err != nil || again.Changed {
		t.Fatalf("second Set: changed=%v err=%v\n%s", again.Changed, err, out)
	}
	same(t, "second Set", d.Bytes(), out)
	fresh := mustOpen(t, out)
	for _, d := range []edit.Doc{d, fresh} {
		if err := d.Revert(thaw(t, e)); err != nil {
			t.Fatalf("Revert: %v\n%s", err, out)
		}
		same(t, "undo of "+string(out), d.Bytes(), src)
	}
	if !had && len(at) > 0 {
		linesKept(t, src, out, e)
	}
	if len(at) > 0 {
		removeLaws(t, out, at)
	}
	return true
}

// linesKept holds that an insertion of lines leaves every other line as it is
// and in order. What is inserted into an inline table makes its line longer.
func linesKept(t testing.TB, src, out []byte, e edit.Edit) {
	t.Helper()
	if len(e.Del) > 0 {
		t.Fatalf("an insertion deleted %q", e.Del)
	}
	if !bytes.Contains(e.Ins, []byte("\n")) {
		return
	}
	trim := func(b []byte) string { return strings.TrimSuffix(string(bytes.TrimPrefix(b, []byte(bom))), "\n") }
	rest := strings.Split(trim(out), "\n")
	for _, line := range strings.Split(trim(src), "\n") {
		i := slices.IndexFunc(rest, func(l string) bool { return strings.TrimSuffix(l, "\r") == strings.TrimSuffix(line, "\r") })
		if i < 0 && line != "" {
			t.Fatalf("the line %q is lost\n%s\n---\n%s", line, src, out)
		}
		rest = rest[i+1:]
	}
}

// removeLaws holds that Remove takes the value and nothing else, for good.
func removeLaws(t testing.TB, src []byte, at edit.Path) {
	t.Helper()
	d := mustOpen(t, src)
	if err := d.Remove(at); err != nil {
		t.Fatalf("Remove: %v\n%s", err, src)
	}
	if _, ok, _ := d.Get(at); ok {
		t.Fatalf("still there\n%s", d.Bytes())
	}
	before, after := meaning(t, src), meaning(t, d.Bytes())
	pick(before, at)
	pick(after, at)
	if !reflect.DeepEqual(before, after) {
		t.Fatalf("Remove changed the rest\n%s\n---\n%s", src, d.Bytes())
	}
	out := d.Bytes()
	if err := d.Remove(at); err != nil {
		t.Fatal(err)
	}
	same(t, "second Remove", d.Bytes(), out)
}
