package hook

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/jsonl"
	"agentconnector/pkg/wire"
)

// marshal is what encoding/json makes of a value, without HTML escaping.
func marshal(t testing.TB, v any) []byte {
	t.Helper()
	b, err := jsonl.Encode(v)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.TrimSuffix(b, []byte("\n"))
}

// texts of JSON and of what is nearly that.
var nearJSON = []string{
	``, ` `, `null`, ` null `, `nul`, `nulll`, `true`, `false `, `"`, `""`, `"a`, `"a\"`, `"\u12"`, `"\u12gh"`, `"\x"`, "\"\x1f\"", "\"\x7f\"", "\"\xff\"",
	`0`, `-0`, `-`, `01`, `1.`, `.5`, `1.5`, `1e`, `1e+`, `1E-2`, `+1`, `1 2`, `12345678901234567890`, `1e999`, `0x1`, `NaN`,
	`{}`, `{ }`, `{"a"}`, `{"a":}`, `{"a":1,}`, `{,}`, `{"a":1 "b":2}`, `{a:1}`, `{"a":1}}`, `{"a":1} x`, `{"a":[1,{"b":null}],"a":2}`,
	`[]`, `[,]`, `[1,]`, `[1 2]`, `[[]`, `[1]]`, "[1,\u00a02]", "\ufeff{}", "{}\x00", "{\"a\x00\":1}",
	`{"\u0061":1,"a":2}`, `{"k\ud800":"\ud83d\ude00\ud83dx\udc00"}`, "{\"\xff\":\"\xed\xa0\x80\u2028<&>\"}",
	strings.Repeat("[", maxDepth) + strings.Repeat("]", maxDepth), strings.Repeat("[", maxDepth+1) + strings.Repeat("]", maxDepth+1),
	strings.Repeat(`{"a":`, maxDepth) + "1" + strings.Repeat("}", maxDepth), strings.Repeat(`{"a":`, maxDepth+1) + "1" + strings.Repeat("}", maxDepth+1),
	strings.Repeat("12345678", 3), `"12345678` + "\t" + `"`, `"1234567\"8901234\\"`, `"é12345é7\u00e9"`,
}

// sameAsStandard holds what this package reads from a text, and writes of it,
// to what encoding/json does.
func sameAsStandard(t *testing.T, in []byte) {
	ok := json.Valid(in)
	if valid(in) != ok {
		t.Fatalf("%.200q: valid %v, encoding/json says %v", in, !ok, ok)
	}
	var m map[string]wire.Raw
	o, err := parseObject(in)
	if jerr := json.Unmarshal(in, &m); (err == nil) != (jerr == nil && m != nil) {
		t.Fatalf("%.200q: error %v, encoding/json says %v", in, err, jerr)
	}
	if err == nil {
		sameObject(t, in, o, m)
	}
	var l []wire.Raw
	list, err := decodeList(in)
	if jerr := json.Unmarshal(in, &l); (err == nil) != (jerr == nil) || !slices.EqualFunc(list, l, sameBytes) {
		t.Fatalf("%.200q: list %q, error %v; encoding/json says %q, %v", in, list, err, l, jerr)
	}
	if !ok {
		return
	}
	v := raw(bytes.Trim(in, " \t\r\n"))
	var s *string
	got, isText := text(v)
	if jerr := json.Unmarshal(in, &s); isText != (jerr == nil && s != nil) || isText && got != *s {
		t.Fatalf("%.200q: text %q %v, encoding/json says %v, %v", in, got, isText, s, jerr)
	}
	var f float64
	if json.Unmarshal(in, &f) == nil && math.Abs(f) < 1<<62 && integer(v) != int64(f) {
		t.Fatalf("%.200q: %d, encoding/json says %v", in, integer(v), f)
	}
	if want := marshal(t, v); !bytes.Equal(appendCompact(nil, v), want) {
		t.Fatalf("%.200q: compact %q, encoding/json says %q", in, appendCompact(nil, v), want)
	}
}

func sameBytes(a raw, b wire.Raw) bool { return bytes.Equal(a, b) }

func sameObject(t *testing.T, in []byte, o object, m map[string]wire.Raw) {
	for k, want := range m {
		if got, ok := o.get(k); !ok || !bytes.Equal(got, want) {
			t.Fatalf("%.200q: %q is %q, encoding/json says %q", in, k, got, want)
		}
	}
	if n := len(o.sorted()); n != len(m) {
		t.Fatalf("%.200q: %d keys, encoding/json says %d", in, n, len(m))
	}
	if got, want := encode(o), marshal(t, m); !bytes.Equal(got, want) {
		t.Fatalf("%.200q: written %q, encoding/json says %q", in, got, want)
	}
}

func TestSameAsStandard(t *testing.T) {
	for _, s := range nearJSON {
		sameAsStandard(t, []byte(s))
		sameAsStandard(t, []byte(" \n{\"a\" : "+s+"}\t"))
		sameAsStandard(t, []byte("["+s+","+s+"]"))
	}
}

// FuzzJSON: what is read, refused and written is what encoding/json reads,
// refuses and writes.
func FuzzJSON(f *testing.F) {
	for _, s := range nearJSON {
		if len(s) < 1000 {
			f.Add([]byte(s))
		}
	}
	f.Fuzz(func(t *testing.T, in []byte) { sameAsStandard(t, in) })
}

// FuzzReply: a handler's reply is decoded as encoding/json decodes it, and what
// is found in any output is an object of that output.
func FuzzReply(f *testing.F) {
	for _, s := range []string{
		`{"decision":"deny","reason":"r","grant":true}`, `{"Decision":"ask","decision":null}`, `{"decision":1}`, `{"grant":"yes"}`,
		`{"updatedInput":null,"updatedOutput":[1, 2],"additionalContext":"\u00e9"}`, "banner {\n{\"decision\":\"allow\"} {}", `{"a":{"decision":"deny"}}`, "\xef\xbb\xbf{}", `{"deciſion":"x"}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, out []byte) {
		var want wire.HandlerReply
		jerr := json.Unmarshal(out, &want)
		got, err := decodeReply(out)
		if string(bytes.TrimSpace(out)) == "null" {
			return // no object; encoding/json lets that pass
		}
		if (err == nil) != (jerr == nil) || err == nil && !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: %+v, %v; encoding/json says %+v, %v", out, got, err, want, jerr)
		}
		r, noise, err := replyIn(out)
		if len(noise) > len(out) {
			t.Fatalf("%q: more noise than output: %q", out, noise)
		}
		if err == nil && jerr == nil && len(bytes.TrimSpace(out)) > 0 && (!reflect.DeepEqual(r, want) || noise != nil) {
			t.Fatalf("%q is one reply, read as %+v with noise %q", out, r, noise)
		}
	})
}

// fill gives every exported field of a struct a value that is not empty and
// differs from the others.
func fill(v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.String:
		v.SetString("text <" + string(rune('a'+*n%26)) + ">\u2028\"")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int64:
		v.SetInt(int64(*n))
	case reflect.Float64:
		v.SetFloat([]float64{0.1, 1e21, 1e-7, 123456789.25}[*n%4])
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), n)
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), n)
		}
	case reflect.Slice:
		if v.Type() == reflect.TypeFor[wire.Raw]() {
			v.SetBytes([]byte(`{"n":[1,"x y"]}`))
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range 2 {
			fill(v.Index(i), n)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for _, k := range []string{"Stop", "PreToolUse"} {
			e := reflect.New(v.Type().Elem()).Elem()
			fill(e, n)
			v.SetMapIndex(reflect.ValueOf(k), e)
		}
	case reflect.Interface:
		v.Set(reflect.ValueOf(map[string]any{"b": true, "a": "x", "n": int64(*n), "o": map[string]any{}}))
	default:
		panic(v.Kind())
	}
}

// TestRecordsAreWhole: every field of the records is written and read, under
// its name and as encoding/json does; one that wire gets anew fails here until
// it is listed.
func TestRecordsAreWhole(t *testing.T) {
	n := 0
	for _, v := range []any{&wire.HandlerEvent{}, &wire.Event{}, &wire.StatuslineContext{}, &wire.ActionCall{}} {
		if got, want := encode(v), marshal(t, v); !bytes.Equal(got, want) {
			t.Errorf("empty: %s, encoding/json says %s", got, want)
		}
		fill(reflect.ValueOf(v).Elem(), &n)
		if got, want := encode(v), marshal(t, v); !bytes.Equal(got, want) {
			t.Errorf("full: %s, encoding/json says %s", got, want)
		}
	}
	file := &wire.HookFile{}
	fill(reflect.ValueOf(file).Elem(), &n)
	file.Schema = wire.SchemaHookFile
	read, err := decodeHookFile(marshal(t, file))
	got := whole(read)
	if err != nil || !reflect.DeepEqual(got, file) {
		t.Errorf("hook.json: %v\n%s\n%s", err, marshal(t, got), marshal(t, file))
	}
	reply := wire.HandlerReply{}
	fill(reflect.ValueOf(&reply).Elem(), &n)
	if got, err := decodeReply(marshal(t, reply)); err != nil || !reflect.DeepEqual(got, reply) {
		t.Errorf("reply: %v\n%s\n%s", err, marshal(t, got), marshal(t, reply))
	}
}

// whole puts the hooks back into the record.
func whole(f *definition) *wire.HookFile {
	w := f.HookFile
	for _, h := range f.hooks {
		if h.host == "" {
			if w.Hooks == nil {
				w.Hooks = map[string][]wire.HookDef{}
			}
			w.Hooks[h.event] = h.defs
			continue
		}
		if w.Native == nil {
			w.Native = map[string]map[string][]wire.HookDef{}
		}
		if w.Native[h.host] == nil {
			w.Native[h.host] = map[string][]wire.HookDef{}
		}
		w.Native[h.host][h.event] = h.defs
	}
	return &w
}

func TestAppendFloat(t *testing.T) {
	for _, f := range []float64{0, 0.1, -1.5, 1e20, 1e21, 1.5e22, 1e-6, 9.9e-7, -1e-7, 1e-10, 1e-100, 1e100, math.MaxFloat64, math.SmallestNonzeroFloat64} {
		if got, want := appendFloat(nil, f), marshal(t, f); !bytes.Equal(got, want) {
			t.Errorf("%s, encoding/json says %s", got, want)
		}
	}
}

// TestHookFileFaults: what cannot be a hook.json is refused, with the place.
func TestHookFileFaults(t *testing.T) {
	head := `{"schema":"ac.hookfile/v1",`
	for in, want := range map[string]string{
		``:                                       "1:1: found the end, expected a value",
		`[]`:                                     "found an array, expected an object",
		"null\n":                                 "found null, expected an object",
		`{"hooks":[],"schema":"ac.hookfile/v9"}`: "upgrade agent-connector",
		head + "\n  oops}":                       `2:3: found 'o', expected a key in quotes`,
		head + `"hooks":[]}`:                     "hooks: found an array, expected an object",
		head + `"hooks":{"Stop":{}}}`:            "hooks: Stop: found an object, expected an array",
		head + `"hosts":[1]}`:                    "hosts: 0: found a number, expected a string",
		head + `"timeouts":{"Stop":1.5}}`:        "timeouts: Stop: found a number, expected a whole number",
		head + `"telemetry":"yes"}`:              "telemetry: found a string, expected true or false",
		head + `"hooks":{"Stop":[{"handler":{"rules":[{"decision":{}}]}}]}}`: "hooks: Stop: 0: handler: rules: 0: decision: found an object, expected a string",
		`{"schema":"ac.hookfile/v9"}`:                                        "upgrade agent-connector",
		`{}`:                                                                 `schema is "", expected "ac.hookfile/v1"`,
	} {
		if _, err := decodeHookFile([]byte(in)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected %q", in, err, want)
		}
	}
	f, err := decodeHookFile([]byte(head+`"hooks":{"Stop":[{}],"PreToolUse":[{},{}]}}`), "PreToolUse")
	if err != nil || len(f.hooks) != 1 || len(f.on("", "PreToolUse")) != 2 {
		t.Errorf("one event of it: %v %+v", err, f)
	}
}
