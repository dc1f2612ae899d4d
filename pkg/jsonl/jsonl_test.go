package jsonl

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"agentconnector/pkg/wire"
)

// The records of a pipe of our tools, and of what it says.
var records = []any{wire.Machine{}, wire.Host{}, wire.Plan{}, wire.Patch{}, wire.Notice{}, wire.PlanEnd{}, wire.Change{}, wire.Explain{}, wire.Installed{}, wire.Verified{}}

// Were one of them not plain, nothing would be wrong and all would be slow.
func TestRecordsArePlain(t *testing.T) {
	for _, r := range records {
		if recordOf(reflect.TypeOf(r)) == nil {
			t.Errorf("%T is left to encoding/json", r)
		}
	}
}

type own struct{ s string }

func (o own) MarshalJSON() ([]byte, error) { return json.Marshal(o.s) }

// What is not plain is left to encoding/json.
func TestTypesThatAreNotPlain(t *testing.T) {
	type named string
	type inner struct {
		A int `json:"a"`
	}
	type endless struct {
		Next []endless `json:"next"`
	}
	for _, v := range []any{
		map[string]any{"b": 1, "a": "<"}, 1.5, struct{ A int }{1}, struct {
			A own `json:"a"`
		}{own{"<x>"}}, struct {
			inner
			B int `json:"b"`
		}{inner{1}, 2}, struct {
			A int `json:"a,string"`
		}{1}, struct {
			A named `json:"a"`
		}{"x"}, struct {
			A []byte `json:"a"`
		}{[]byte("x")}, endless{[]endless{{}}}, map[int]string{1: "x"}, struct {
			A json.RawMessage `json:"a"`
		}{json.RawMessage("1")}, nil, struct {
			A *inner `json:"a"`
		}{}, struct {
			A wire.Raw `json:"a"`
		}{},
	} {
		same(t, v)
	}
	if _, err := Encode(struct {
		A wire.Raw `json:"a"`
	}{wire.Raw("{")}); err == nil {
		t.Error("a value that is no JSON is written")
	}
}

func same(t *testing.T, v any) {
	t.Helper()
	var want bytes.Buffer
	e := json.NewEncoder(&want)
	e.SetEscapeHTML(false)
	wantErr := e.Encode(v)
	l := Lines{b: []byte("before\n")}
	err := l.Add(v)
	if (err == nil) != (wantErr == nil) || string(l.Bytes()) != "before\n"+want.String() {
		t.Errorf("%T\n got %s %v\nwant %s %v", v, l.Bytes(), err, want.Bytes(), wantErr)
	}
}

var texts = []string{"", "x", "/home/u/.claude.json", "a \"b\" \\ <&>", "\x00\x1f\x7f\b\f\n\r\t", "é世\u2028\u2029😀", "\xff\xc3", "ends \xe4\xb8"}
var raws = []string{"null", `"x"`, "{}", `{"a": [1, 2.5e3, {"b":" c\n "}], "d":null}`, " 1 ", `"\u00e9\ud800"`, "[[]]", "\"\xff\""}

// fill puts something into every part of a value, or leaves it out.
func fill(r *rand.Rand, v reflect.Value) {
	if r.IntN(4) == 0 {
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(texts[r.IntN(len(texts))])
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(r.Uint64()) >> r.IntN(64))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(r, v.Elem())
	case reflect.Slice:
		if v.Type() == reflect.TypeFor[wire.Raw]() {
			v.SetBytes([]byte(raws[r.IntN(len(raws))]))
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), r.IntN(3), 3))
		for i := range v.Len() {
			fill(r, v.Index(i))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range r.IntN(4) {
			e := reflect.New(v.Type().Elem()).Elem()
			fill(r, e)
			v.SetMapIndex(reflect.ValueOf(texts[r.IntN(len(texts))]), e)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(r, v.Field(i))
		}
	}
}

// Every record is written as encoding/json writes it, and read as that reads it.
func TestRecordsAsEncodingJSON(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		for _, rec := range records {
			v := reflect.New(reflect.TypeOf(rec))
			fill(r, v.Elem())
			same(t, v.Interface())
			same(t, v.Elem().Interface())
			if b, err := Encode(v.Interface()); err == nil {
				decodes(t, b)
			}
		}
	}
}

// decodes holds Decode against encoding/json, for each kind of record.
func decodes(t *testing.T, line []byte) {
	t.Helper()
	before := bytes.Clone(line)
	for _, rec := range records {
		got, want := reflect.New(reflect.TypeOf(rec)), reflect.New(reflect.TypeOf(rec))
		err, wantErr := Decode(line, got.Interface()), json.Unmarshal(line, want.Interface())
		if (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() || !reflect.DeepEqual(got.Interface(), want.Interface()) {
			t.Fatalf("%s\n got %+v %v\nwant %+v %v", line, got, err, want, wantErr)
		}
	}
	if !bytes.Equal(line, before) {
		t.Fatalf("%s: the line was changed", before)
	}
}

// What is read does not hang on the line that it came from, nor one part on another.
func TestDecodedStandsByItself(t *testing.T) {
	line := []byte(`{"path":"p","value":{"a":1},"why":"w"}`)
	var p wire.Patch
	if err := Decode(line, &p); err != nil {
		t.Fatal(err)
	}
	clear(line)
	p.Value = append(p.Value, " and much more than there was room for"...)
	clear(p.Value)
	if p.Path != "p" || p.Why != "w" {
		t.Errorf("%+v", p)
	}
}

var lines = []string{
	`{"schema":"ac.host/v1","id":"x","scopes":{"user":{"server":{"path":"/p","exists":true,"blocks":{"a":3}}}},"above":[{"scope":"s","off":true}],"def":{"a": 1}}`,
	`{"SCHEMA":"a","Schema":"b","schema":"c"}`, `{"schema":"a","schema":null}`, `{"path":["a"],"path":[]}`, `{"sch\u0065ma":"x","x":{"schema":1}}`, `{"path":["a",null,"b"]}`,
	`{"count":1.0}`, `{"count":1e2}`, `{"count":-0}`, `{"count":99999999999999999999}`, `{"count":"1"}`, `{"value":null,"run":null,"identity":{}}`, `{"hosts":{}}`, `{"installed":1}`,
	`[]`, `null`, ``, `{`, `{"a":1}x`, ` {"schema" : "x" } `, `{"schema":"\ud800"}`, "{\"schema\":\"\xff\"}", "{\"\xff\":1}", `{"scopes":{"a":{"b":null},"a":{"c":{}}}}`, `{"run":{"argv":[]},"run":{"check":[""]}}`,
}

func TestLinesAsEncodingJSON(t *testing.T) {
	for _, l := range lines {
		decodes(t, []byte(l))
		decodes(t, []byte(strings.ReplaceAll(l, ",", " ,\t")))
	}
}

func FuzzDecode(f *testing.F) {
	for _, l := range lines {
		f.Add([]byte(l))
	}
	f.Fuzz(func(t *testing.T, line []byte) { decodes(t, line) })
}

func FuzzAppendString(f *testing.F) {
	for _, s := range texts {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var want bytes.Buffer
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		_ = e.Encode(s)
		if got := AppendString(nil, s); string(got)+"\n" != want.String() {
			t.Errorf("%q: %s, want %s", s, got, want.Bytes())
		}
	})
}
