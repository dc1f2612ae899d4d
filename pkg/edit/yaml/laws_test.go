package yaml

import (
	"bytes"
	"encoding/json"
	"errors"
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

	yamllib "go.yaml.in/yaml/v4"
)

const bom = edit.BOM

// corpus is every real file and every spelling that the tests know.
func corpus(t testing.TB) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for _, pattern := range []string{"testdata/corpus/*.y*ml", "testdata/cases/*.yaml"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no files for %s: %v", pattern, err)
		}
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			out[filepath.Base(f)] = b
		}
	}
	for name, src := range spellings {
		out[name] = []byte(src)
	}
	for name, src := range maps.Clone(out) {
		lf := bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n"))
		out[name+" crlf"] = bytes.ReplaceAll(lf, []byte("\n"), []byte("\r\n"))
		if len(src) > 4<<10 {
			continue // what follows does not depend on the size
		}
		out[name+" bom"] = append([]byte(bom), src...)
		out[name+" no-eol"] = bytes.TrimRight(src, "\r\n")
	}
	return out
}

// meaning is what the parser alone makes of a document: the witness that knows
// nothing of our offsets.
func meaning(t testing.TB, b []byte) map[string]any {
	t.Helper()
	var v any
	b = bytes.Replace(bytes.TrimPrefix(b, []byte(bom)), []byte("%YAML 1.2"), []byte("%YAML 1.1"), 1)
	if err := yamllib.Unmarshal(b, &v); err != nil {
		t.Fatalf("the result does not parse: %v\n%s", err, b)
	}
	if v == nil {
		v = map[string]any{}
	}
	return plain(v).(map[string]any)
}

// plain makes values comparable: keys by text, numbers by value, the rest by
// spelling.
func plain(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			v[k] = plain(v[k])
		}
		return v
	case map[any]any:
		out := map[string]any{}
		for k, kid := range v {
			out[fmt.Sprint(plain(k))] = plain(kid)
		}
		return out
	case []any:
		for i := range v {
			v[i] = plain(v[i])
		}
		return v
	case int, int64, uint64:
		return json.Number(fmt.Sprint(v))
	case json.Number:
		if f, err := v.Float64(); err == nil && (v == "-0" || strings.ContainsAny(v.String(), ".eE") || tooBig(v.String())) {
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

// tooBig says whether the witness reads an integer as a float.
func tooBig(s string) bool {
	_, errI := strconv.ParseInt(s, 10, 64)
	_, errU := strconv.ParseUint(s, 10, 64)
	return errI != nil && errU != nil
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

// pick takes the value at a path out of m, and the parents that are empty or
// null then.
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
	if kid == nil {
		delete(m, at[0])
	}
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

func equalBytes(t testing.TB, what string, got, want []byte) {
	t.Helper()
	if !bytes.Equal(got, want) {
		t.Fatalf("%s\ngot:\n%q\nwant:\n%q", what, got, want)
	}
}

// refusal holds that an error is an *edit.Error and left the document alone.
func refusal(t testing.TB, err error, d edit.Doc, src []byte) {
	t.Helper()
	if bad := new(edit.Error); !errors.As(err, &bad) {
		t.Fatalf("not an *edit.Error: %#v", err)
	}
	equalBytes(t, "refused but changed", d.Bytes(), src)
}

// setLaws holds every promise of Set, Get, Revert and Remove for one edit, and
// says whether the edit was made at all.
func setLaws(t testing.TB, src []byte, at edit.Path, raw wire.Raw) bool {
	t.Helper()
	d := mustOpen(t, src)
	equalBytes(t, "identity", d.Bytes(), src)
	_, had, _ := d.Get(at)
	e, err := d.Set(at, raw)
	if err != nil {
		refusal(t, err, d, src)
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
	pick(before, at)
	v, ok := pick(after, at)
	if !reflect.DeepEqual(before, after) {
		t.Fatalf("the rest changed\n%v\n%v\n%s", before, after, out)
	}
	if e.Changed && (!ok || !reflect.DeepEqual(v, fromJSON(t, raw))) {
		t.Fatalf("an independent parser reads %v, want %s\n%s", v, raw, out)
	}
	again, err := d.Set(at, raw)
	if err != nil || again.Changed {
		t.Fatalf("second Set: changed=%v err=%v\n%s", again.Changed, err, out)
	}
	equalBytes(t, "second Set", d.Bytes(), out)
	for _, d := range []edit.Doc{d, mustOpen(t, out)} {
		if err := d.Revert(thaw(t, e)); err != nil {
			t.Fatalf("Revert: %v\n%s", err, out)
		}
		equalBytes(t, "undo of "+string(out), d.Bytes(), src)
	}
	if !had {
		linesKept(t, src, out, e)
	}
	removeLaws(t, out, at)
	return true
}

// unflowed leaves out what the last line of a flow collection may gain or lose.
var unflowed = strings.NewReplacer(",", "", " ", "", "}", "", "]", "")

// linesKept holds that an insertion leaves every line of others as it is and
// in order, but for the one whose empty value or flow collection it fills.
func linesKept(t testing.TB, src, out []byte, e edit.Edit) {
	t.Helper()
	lines := func(b []byte) []string {
		ls := strings.Split(strings.TrimRight(string(bytes.TrimPrefix(b, []byte(bom))), "\r\n"), "\n")
		for i := range ls { // the last line may have a CR alone, which gets its LF
			ls[i] = strings.TrimRight(ls[i], "\r")
		}
		return ls
	}
	// What is filled may spread over lines that do not show it.
	fills := bytes.ContainsAny(src, "{[~") || bytes.Contains(bytes.ToLower(src), []byte("null"))
	rest, lost := lines(out), 0
	for _, line := range lines(src) {
		if strings.Trim(line, "{}[] \t\r") == "" {
			continue // perhaps of an empty collection that spread over lines and became a block: nobody's text
		}
		i := slices.Index(rest, line)
		if i < 0 {
			grew := slices.ContainsFunc(rest, func(l string) bool { return unflowed.Replace(l) == unflowed.Replace(line) })
			if lost++; !grew && !fills || lost > 1 {
				t.Fatalf("the line %q is lost\n%s\n---\n%s", line, src, out)
			}
			continue
		}
		rest = rest[i+1:]
	}
}

// removeLaws holds that Remove takes the value and nothing else, for good.
func removeLaws(t testing.TB, src []byte, at edit.Path) {
	t.Helper()
	d := mustOpen(t, src)
	if err := d.Remove(at); err != nil {
		refusal(t, err, d, src)
		return
	}
	if d.(*doc).find(steps(at)) != nil {
		t.Fatalf("still there\n%s", d.Bytes())
	}
	before, after := meaning(t, src), meaning(t, d.Bytes())
	pick(before, at)
	pick(after, at)
	if !reflect.DeepEqual(before, after) {
		t.Fatalf("Remove changed the rest\n%s\n---\n%s", src, d.Bytes())
	}
	out := d.Bytes()
	if _, merged, _ := d.Get(at); merged {
		return // a merge key has it too, which Remove refuses
	}
	if err := d.Remove(at); err != nil {
		t.Fatal(err)
	}
	equalBytes(t, "second Remove", d.Bytes(), out)
}
