package apply

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/plan"
	"agentconnector/pkg/wire"
)

// eachField makes things of which one field is set, for every field there is.
func eachField(t *testing.T, of reflect.Type, f func(name string, v reflect.Value)) {
	t.Helper()
	for i := range of.NumField() {
		v := reflect.New(of).Elem()
		switch fv := v.Field(i); fv.Kind() {
		case reflect.String:
			fv.SetString("x")
		case reflect.Bool:
			fv.SetBool(true)
		case reflect.Int64:
			fv.SetInt(7)
		case reflect.Slice:
			if of.Field(i).Type == reflect.TypeFor[wire.Raw]() {
				fv.SetBytes([]byte("1"))
			} else {
				fv.Set(reflect.ValueOf([]string{""}))
			}
		case reflect.Pointer:
			fv.Set(reflect.New(fv.Type().Elem()))
		default:
			t.Fatalf("%s: what is another %v?", of.Field(i).Name, fv.Kind())
		}
		f(of.Field(i).Name, v)
	}
}

// TestAsksOfEveryField: whatever a plan asks otherwise, nothing that was seen before
// stands for it.
func TestAsksOfEveryField(t *testing.T) {
	sums := map[string]string{}
	note := func(name string, p wire.Patch) {
		tg := target{path: "/x", format: "json", task: task{want: []want{{Patch: p}}}}
		sum := tg.asked("", "/x", new(gist))
		if was, ok := sums[sum]; ok {
			t.Errorf("a patch with another %s asks what %s does", name, was)
		}
		sums[sum] = "one with another " + name
	}
	note("nothing", wire.Patch{})
	eachField(t, reflect.TypeFor[wire.Patch](), func(name string, v reflect.Value) { note(name, v.Interface().(wire.Patch)) })
	eachField(t, reflect.TypeFor[wire.Identity](), func(name string, v reflect.Value) {
		id := v.Interface().(wire.Identity)
		note("identity "+name, wire.Patch{Identity: &id})
	})
	eachField(t, reflect.TypeFor[wire.Run](), func(name string, v reflect.Value) {
		r := v.Interface().(wire.Run)
		note("run "+name, wire.Patch{Run: &r})
	})
	for _, lists := range [][2][]string{{{"a", "b"}, {"ab"}}, {{"a"}, {"a", ""}}} {
		a, b := gist{}, gist{}
		a.list(lists[0])
		b.list(lists[1])
		if a.sum() == b.sum() {
			t.Errorf("%q and %q are the same", lists[0], lists[1])
		}
	}
}

// seenWorld is one file with an entry of ours, applied once, and what the next run
// of the same plan makes of it.
func seenWorld(t *testing.T) (path string, p *plan.Plan, o Options) {
	t.Helper()
	dir := t.TempDir()
	path = filepath.Join(dir, "x.json")
	if err := os.WriteFile(path, []byte("{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p = &plan.Plan{Head: wire.Plan{Connector: "gamma", Version: "1", Scope: wire.ScopeUser, Hosts: []string{"h"}, Surfaces: wire.Surfaces},
		Patches: []wire.Patch{{Op: wire.OpSet, Surface: wire.Server, Path: path, Format: "json", At: []string{"mcpServers", "gamma"},
			Value: []byte(`{"command":"npx"}`), Hosts: []string{"h"}}}}
	o = Options{Home: filepath.Join(dir, "ours"), OS: "linux", Now: 1000, Getenv: func(string) string { return "" }}
	mustApply(t, p, o)
	return path, p, o
}

func mustApply(t *testing.T, p *plan.Plan, o Options) *Report {
	t.Helper()
	rep, err := Plan(p, o)
	if err != nil || len(rep.Errors) > 0 {
		t.Fatal(err, rep)
	}
	return rep
}

// TestSeenIsNotTouched: a run that finds all as it was writes only when it was, and
// that is the time of the latest apply.
func TestSeenIsNotTouched(t *testing.T) {
	_, p, o := seenWorld(t)
	var touched []string
	step = func(p string) { touched = append(touched, filepath.Base(filepath.Dir(p))) }
	defer func() { step = nil }()
	o.Now = 2000
	rep := mustApply(t, p, o)
	if rep.Changed || len(rep.Changes) != 1 || rep.Changes[0].Detail != "unchanged" {
		t.Errorf("%+v", rep)
	}
	if !slices.Equal(touched, []string{"latest"}) {
		t.Errorf("it has touched %v", touched)
	}
	is, err := List(o)
	if err != nil || len(is) != 1 || is[0].TS != 2000 {
		t.Errorf("%+v %v", is, err)
	}
	if err := os.RemoveAll(filepath.Join(o.Home, "state", "latest")); err != nil {
		t.Fatal(err)
	}
	if is, err = List(o); err != nil || len(is) != 1 || is[0].TS != 1000 { // of what is left to tell
		t.Errorf("%+v %v", is, err)
	}
}

// TestSeenIsLookedAt: nothing that has changed since is taken for what was seen, nor
// anything if the record is damaged.
func TestSeenIsLookedAt(t *testing.T) {
	for name, change := range map[string]func(path string, p *plan.Plan, o *Options) string{
		"":                func(string, *plan.Plan, *Options) string { return "" },
		"our value":       func(f string, _ *plan.Plan, _ *Options) string { return replaced(f, `"npx"`, `"npm"`) },
		"our entry":       func(f string, _ *plan.Plan, _ *Options) string { return replaced(f, "gamma", "delta") },
		"the size":        func(f string, _ *plan.Plan, _ *Options) string { return replaced(f, "}\n", "}\n\n") },
		"the file itself": func(f string, _ *plan.Plan, _ *Options) string { return said(os.Remove(f)) },
		"the ledger": func(_ string, _ *plan.Plan, o *Options) string {
			return replaced(only(o, "ledger"), `"ts":1000`, `"ts":1001`)
		},
		"what is allowed":       func(_ string, _ *plan.Plan, o *Options) string { o.Force = true; return "" },
		"another version of us": func(_ string, _ *plan.Plan, o *Options) string { o.ToolVersion = "9"; return "" },
		"the hosts":             func(_ string, p *plan.Plan, _ *Options) string { p.Head.Hosts = []string{"h", "i"}; return "" },
		"the surfaces":          func(_ string, p *plan.Plan, _ *Options) string { p.Head.Surfaces = wire.Surfaces[:3]; return "" },
		"the version":           func(_ string, p *plan.Plan, _ *Options) string { p.Head.Version = "2"; return "" },
		"the value":             func(_ string, p *plan.Plan, _ *Options) string { p.Patches[0].Value = []byte(`{}`); return "" },
		"a variable":            func(_ string, p *plan.Plan, _ *Options) string { p.Patches[0].Value = []byte(`{"env":"X"}`); return "" },
		"the record, cut short": func(_ string, _ *plan.Plan, o *Options) string { return replaced(only(o, "latest"), "}]}\n", "") },
		"the record, its key": func(_ string, _ *plan.Plan, o *Options) string {
			return replaced(only(o, "latest"), `"ledger":"`, `"ledger":"0`)
		},
	} {
		path, p, o := seenWorld(t)
		if bad := change(path, p, &o); bad != "" {
			t.Fatal(name, bad)
		}
		s := store{dir: o.Home, ways: ways{}, books: map[string]*ledger{}}
		h := p.Head
		ts, err := s.targets(p.Patches, owner{Connector: h.Connector, Version: h.Version, Scope: h.Scope}, h, o)
		if err != nil || len(ts) != 1 || (ts[0].found.Asks != "") != (name == "") {
			t.Errorf("%q has changed: %+v %v", name, ts, err)
		}
	}
}

// TestSeenOfOthers: a plan about some hosts leaves what is on record of others, as
// long as there is a ledger.
func TestSeenOfOthers(t *testing.T) {
	path, p, o := seenWorld(t)
	other := *p
	other.Patches = slices.Clone(p.Patches)
	other.Patches[0].Path, other.Patches[0].Hosts = path+".other", []string{"i"}
	other.Head.Hosts = []string{"i"}
	mustApply(t, &other, o)
	me := owner{Connector: "gamma", Scope: wire.ScopeUser}
	if n := len(store{dir: o.Home}.seen(me)); n != 2 {
		t.Errorf("%d files are on record, want 2", n)
	}
	if _, err := Undo(Selector{ID: "gamma", Scope: wire.ScopeUser, Hosts: []string{"h"}}, o); err != nil {
		t.Fatal(err)
	}
	mustApply(t, &other, o)
	if n := len(store{dir: o.Home}.seen(me)); n != 1 {
		t.Errorf("%d files are on record, want 1", n)
	}
	if _, err := Undo(Selector{ID: "gamma", Scope: wire.ScopeUser}, o); err != nil {
		t.Fatal(err)
	}
	if names, _ := records(filepath.Join(o.Home, "state", "latest")); len(names) != 0 {
		t.Errorf("the record of what is gone is left: %v", names)
	}
}

func only(o *Options, dir string) string {
	names, _ := filepath.Glob(filepath.Join(o.Home, "state", dir, "*.json"))
	if len(names) != 1 {
		return fmt.Sprint(names)
	}
	return names[0]
}

// replaced changes a file and says what went wrong.
func replaced(path, from, to string) string {
	b, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(b), from) {
		return fmt.Sprintf("%q %v", b, err)
	}
	return said(os.WriteFile(path, []byte(strings.Replace(string(b), from, to, 1)), 0o600))
}

func said(err error) string {
	if err != nil {
		return err.Error()
	}
	return ""
}
