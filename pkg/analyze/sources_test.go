package analyze

import (
	"encoding/json"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"agentconnector/pkg/calls"
	"agentconnector/pkg/wire"
)

// jsonNames are the fields of a record by the names of their JSON form.
func jsonNames(t reflect.Type, prefix string) map[string]bool {
	names := map[string]bool{}
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		names[prefix+name] = true
	}
	return names
}

// TestSourcesAreThere holds the table against the record: what a type needs of hooks
// is in the event.
func TestSourcesAreThere(t *testing.T) {
	there := jsonNames(reflect.TypeFor[wire.Event](), "")
	for name := range jsonNames(reflect.TypeFor[wire.EventMeta](), "meta.") {
		there[name] = true
	}
	word := regexp.MustCompile("`([^`]+)`")
	for _, s := range Sources {
		for _, m := range word.FindAllStringSubmatch(s.From, -1) {
			if !there[m[1]] {
				t.Errorf("%s: %s comes from %s, which no event has", s.Type, s.Field, m[1])
			}
		}
	}
}

// fill gives every field of a record a value.
func fill(v reflect.Value) {
	for i := range v.NumField() {
		switch f := v.Field(i); f.Kind() {
		case reflect.String:
			f.SetString("x")
		case reflect.Bool:
			f.SetBool(true)
		case reflect.Int64:
			f.SetInt(7)
		case reflect.Float64:
			f.SetFloat(1.5)
		case reflect.Slice:
			f.Set(reflect.ValueOf([]string{"x"}))
		case reflect.Pointer:
			p := reflect.New(f.Type().Elem())
			if p.Elem().Kind() == reflect.Struct {
				fill(p.Elem())
			} else {
				p.Elem().SetInt(7)
			}
			f.Set(p)
		}
	}
}

// TestEveryFieldHasASource: whatever the records may hold stands in the table of its
// type, and the table promises nothing else.
func TestEveryFieldHasASource(t *testing.T) {
	promised := map[string]map[string]bool{}
	for _, s := range Sources {
		for typ := range strings.SplitSeq(s.Type, ", ") {
			if promised[typ] == nil {
				promised[typ] = map[string]bool{"eventType": true, "event_version": true}
			}
			for f := range strings.SplitSeq(s.Field, ", ") {
				promised[typ][f] = true
			}
		}
	}
	got := map[string]map[string]bool{}
	who := Who{Developer: "d", App: "a", Team: "t", Org: "o", Project: func(string) (string, string) { return "p", "u" }}
	for _, tool := range []string{"Bash", "Read", "Glob", "Agent", "TaskUpdate", ""} {
		for _, host := range []string{"claude-code", "windsurf"} {
			f := NewEvents(who, Types, func(*calls.Call) bool { return true })
			e := &wire.Event{}
			fill(reflect.ValueOf(e).Elem())
			e.Host, e.Tool, e.Event, e.NativeEvent, e.Degraded = host, tool, wire.PostToolUse, "post_run_command", ""
			e.IsError = host == "claude-code"
			if tool == "" {
				e.NativeTool = "own"
			} else {
				e.MCPServer = ""
				e.Meta.Command, e.Meta.FilePath = "rm -rf x", "/src/.env"
			}
			for line := range strings.Lines(string(f.Add(e))) {
				var r map[string]any
				if err := json.Unmarshal([]byte(line), &r); err != nil {
					t.Fatal(err, line)
				}
				typ := r["eventType"].(string)
				if got[typ] == nil {
					got[typ] = map[string]bool{}
				}
				for k := range r {
					got[typ][k] = true
				}
			}
		}
	}
	for _, typ := range Types {
		for k := range got[typ] {
			if !promised[typ][k] {
				t.Errorf("%s has %s, which stands in no table", typ, k)
			}
		}
		for k := range promised[typ] {
			if !got[typ][k] {
				t.Errorf("%s: the table promises %s", typ, k)
			}
		}
	}
}
