package schema_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/tailscale/hujson"

	"agentconnector/pkg/config"
	"agentconnector/pkg/connector"
	"agentconnector/pkg/wire"
	"agentconnector/schema"
)

// compile gives a schema as an independent implementation understands it, and
// as plain JSON.
func compile(t *testing.T, name string) (*jsonschema.Schema, map[string]any) {
	t.Helper()
	text, ok := schema.Get(name)
	if !ok {
		t.Fatalf("no schema %s", name)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mem:"+name, doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("mem:" + name)
	if err != nil {
		t.Fatal(err)
	}
	return s, doc.(map[string]any)
}

func validate(s *jsonschema.Schema, text []byte) error {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return s.Validate(v)
}

var records = map[string]any{
	"machine": wire.Machine{}, "host": wire.Host{}, "plan": wire.Plan{}, "plan.end": wire.PlanEnd{}, "patch": wire.Patch{},
	"notice": wire.Notice{}, "change": wire.Change{}, "installed": wire.Installed{}, "verified": wire.Verified{}, "finding": wire.Finding{}, "explain": wire.Explain{},
	"event": wire.Event{}, "measure": wire.Measure{}, "hookfile": wire.HookFile{},
	"handler-event": wire.HandlerEvent{}, "handler-reply": wire.HandlerReply{}, "statusline": wire.StatuslineContext{}, "action-call": wire.ActionCall{}, "config": config.Config{},
}

func TestNames(t *testing.T) {
	want := []string{"connector", "hostfile"}
	for name := range records {
		want = append(want, name)
	}
	slices.Sort(want)
	if got := schema.Names(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if _, ok := schema.Get("none"); ok {
		t.Error("there is a schema named none")
	}
}

// What Go writes, empty or full, is what the schema describes; and what it
// does not write is refused.
func TestRecordsValidate(t *testing.T) {
	for name, zero := range records {
		s, doc := compile(t, name)
		full := reflect.New(reflect.TypeOf(zero)).Elem()
		fill(full, 0)
		for kind, v := range map[string]any{"empty": zero, "full": full.Interface()} {
			b, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			var m map[string]any
			if err := json.Unmarshal(b, &m); err != nil {
				t.Fatal(err)
			}
			b, _ = json.Marshal(choose(m, doc, doc))
			if err := validate(s, b); err != nil {
				t.Errorf("%s, %s: %v\n%s", name, kind, err, b)
			}
			broken := 0
			for key := range m {
				was := m[key]
				m[key] = make([]any, 1) // a list of null fits no field but free JSON
				b, _ := json.Marshal(choose(m, doc, doc))
				if validate(s, b) != nil {
					broken++
				}
				m[key] = was
			}
			if kind == "full" && broken < len(m)-4 {
				t.Errorf("%s: only %d of %d fields are typed", name, broken, len(m))
			}
		}
	}
}

// fill sets every field to something.
func fill(v reflect.Value, depth int) {
	switch {
	case v.Type() == reflect.TypeFor[wire.Raw]():
		v.SetBytes([]byte(`{"tool":{"equals":1}}`))
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), depth)
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), depth)
		}
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), depth+1)
	case v.Kind() == reflect.Map:
		item := reflect.New(v.Type().Elem()).Elem()
		fill(item, depth+1)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(reflect.ValueOf("Stop").Convert(v.Type().Key()), item)
	case v.Kind() == reflect.String:
		v.SetString("x")
	case v.Kind() == reflect.Bool:
		v.SetBool(true)
	case v.CanInt():
		v.SetInt(1)
	case v.CanFloat():
		v.SetFloat(1.5)
	case v.Kind() == reflect.Interface:
		v.Set(reflect.ValueOf("x"))
	}
}

// choose puts a right word where the schema wants one of several, and one
// member where it wants exactly one.
func choose(v any, s, root map[string]any) any {
	if r, ok := s["$ref"].(string); ok {
		s = root["$defs"].(map[string]any)[filepath.Base(r)].(map[string]any)
	}
	if str, ok := v.(string); ok && (str == "" || str == "x") {
		if c, ok := s["const"]; ok {
			return c
		}
		if e, ok := s["enum"].([]any); ok {
			return e[0]
		}
		if _, ok := s["pattern"]; ok {
			return ""
		}
		return v
	}
	switch v := v.(type) {
	case map[string]any:
		props, _ := s["properties"].(map[string]any)
		more, _ := s["additionalProperties"].(map[string]any)
		out := map[string]any{}
		for k, e := range v {
			sub, ok := props[k].(map[string]any)
			if !ok {
				sub = more
			}
			out[k] = choose(e, sub, root)
		}
		if _, ok := s["oneOf"]; ok {
			delete(out, "command")
		}
		return out
	case []any:
		items, _ := s["items"].(map[string]any)
		out := []any{}
		for _, e := range v {
			out = append(out, choose(e, items, root))
		}
		return out
	}
	return v
}

// standard takes comments and trailing commas out.
func standard(t *testing.T, src []byte) []byte {
	t.Helper()
	b, err := hujson.Standardize(src)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestExampleConnectors(t *testing.T) {
	s, _ := compile(t, "connector")
	files, err := filepath.Glob("../examples/*/connector.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no examples", err)
	}
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if err := validate(s, standard(t, src)); err != nil {
			t.Errorf("%s: %v", f, err)
		}
		c, err := connector.Load(f)
		if err != nil {
			t.Fatal(err)
		}
		if err := validate(s, c.Definition()); err != nil {
			t.Errorf("definition of %s: %v", f, err)
		}
		b, err := json.Marshal(c.HookFile("telemetry"))
		if err != nil {
			t.Fatal(err)
		}
		hookfile, _ := compile(t, "hookfile")
		if err := validate(hookfile, b); err != nil {
			t.Errorf("hook file of %s: %v", f, err)
		}
	}
}

// The schema refuses what an editor can tell before we do, and nothing that
// the validator accepts.
func TestSchemaAgreesWithValidator(t *testing.T) {
	s, _ := compile(t, "connector")
	for src, good := range map[string]bool{
		`{"id": "a", "memory": [{"content": "x"}], "targets": "auto"}`:                                                                      true,
		`{"id": "a", "server": {"transport": "http", "url": "https://x.example"}, "targets": ["codex"]}`:                                    true,
		`{"id": "a", "hooks": {"Stop": [{"handler": {"rules": [{"decision": "deny", "if": {"raw.a.b": {"not": {"equals": 1}}}}]}}]}}`:       true,
		`{"id": "a", "hooks": {"Stop": {"handler": {"rules": [{"decision": "deny", "if": {"any": [{"tool": {"in": ["x"]}}]}}]}}}}`:          true,
		`{"id": "a", "memory": [{"content": "x"}], "platforms": {"codex": {"server": false, "hooks": false, "memory": {"mode": "block"}}}}`: true,
		`{"id": "a", "actions": [{"id": "b", "command": ["c"], "confirm": true, "placement": "x"}]}`:                                        true,
		`{"id": "a", "server": {"transport": "stdio", "command": "c"}, "platforms": {"codex": {"server": {"args": []}}}}`:                   true,

		`{"memory": [{"content": "x"}]}`:                                                                                                false,
		`{"id": "A", "memory": [{"content": "x"}]}`:                                                                                     false,
		`{"id": "a", "memory": [{"content": "x"}], "hoks": {}}`:                                                                         false,
		`{"id": "a", "memory": [{"content": {"file": "x", "y": 1}}]}`:                                                                   false,
		`{"id": "a", "version": 1, "memory": [{"content": "x"}]}`:                                                                       false,
		`{"id": "a", "server": {"transport": "foo", "command": "x"}}`:                                                                   false,
		`{"id": "a", "server": {"transport": "stdio"}}`:                                                                                 false,
		`{"id": "a", "server": {"transport": "sse", "command": "x"}}`:                                                                   false,
		`{"id": "a", "server": {"transport": "stdio", "command": "x", "args": "notarray"}}`:                                             false,
		`{"id": "a", "server": {"transport": "stdio", "command": "x", "env": {"A": 1}}}`:                                                false,
		`{"id": "a", "server": {"transport": "stdio", "command": "x", "timeoutMs": 0}}`:                                                 false,
		`{"id": "a", "hooks": {"PreTool": {"handler": {"command": ["x"]}}}}`:                                                            false,
		`{"id": "a", "hooks": {"Stop": {"handler": {}}}}`:                                                                               false,
		`{"id": "a", "hooks": {"Stop": {"handler": {"command": ["x"], "rules": [{"decision": "deny"}]}}}}`:                              false,
		`{"id": "a", "hooks": {"Stop": {"handler": {"command": ["x"], "onError": "ask"}}}}`:                                             false,
		`{"id": "a", "hooks": {"Stop": {"handler": {"rules": [{"decision": "den"}]}}}}`:                                                 false,
		`{"id": "a", "hooks": {"Stop": {"handler": {"rules": [{"decision": "deny", "if": {"toolname": {"equals": 1}}}]}}}}`:             false,
		`{"id": "a", "hooks": {"Stop": {"handler": {"rules": [{"decision": "deny", "if": {"tool": "Bash"}}]}}}}`:                        false,
		`{"id": "a", "hooks": {"Stop": {"handler": {"rules": [{"decision": "deny", "if": {"tool": {"equal": 1}}}]}}}}`:                  false,
		`{"id": "a", "memory": [{"content": "x"}], "platforms": {"codex": {"nativeHooks": {"Stop": {"handler": {"command": ["x"]}}}}}}`: false,
		`{"id": "a", "memory": [{"content": "x"}], "platforms": {"codex": {"configPatch": [{"key": "a.b", "reason": "r"}]}}}`:           false,
		`{"id": "a", "memory": [{"content": "x"}], "statusline": {"command": ["x"], "template": "y"}}`:                                  false,
		`{"id": "a", "memory": [{"content": "x"}], "targets": "codex"}`:                                                                 false,
	} {
		_, perr := connector.Parse("c.json", []byte(src), nil)
		serr := validate(s, []byte(src))
		if (perr == nil) != good || (serr == nil) != good {
			t.Errorf("%s\nvalidator: %v\nschema: %v", src, perr, serr)
		}
		var all connector.Errors
		if perr != nil && !errors.As(perr, &all) {
			t.Errorf("%s: error of type %T", src, perr)
		}
	}
}
