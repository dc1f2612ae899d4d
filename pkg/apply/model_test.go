package apply

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"agentconnector/pkg/plan"
	"agentconnector/pkg/wire"
)

// kinds are files as people keep them, with the patches that a connector wants
// of each and the foreign edit that somebody else makes in between.
var kinds = []struct {
	name, format, text string
	patches            func(id string, v int) []wire.Patch
	foreign            func(b []byte, n int) []byte
}{
	{"servers.json", "json", "{\n\t\"keep\": 12345678901234567890,\n\t\"mcpServers\": {\n\t\t\"mine\": { \"command\": \"m\" }\n\t},\n\t\"n\": 0\n}", entry("mcpServers"), number("\"n\": ")},
	{"empty.json", "json", "{}", entry("mcpServers"), nil},
	{"hooks.json", "json", "{ \"hooks\": { \"Stop\": [ { \"hooks\": [] } ] }, \"n\": 0 }\n", hooks, number("\"n\": ")},
	{"bare.jsonc", "jsonc", "// mine\n{\n  // nothing\n  \"n\": 0, // last\n}\n", entry("servers"), number("\"n\": ")},
	{"config.toml", "toml", "# mine\nn = 0\nbig = 0xFF # hex\n\n[mcp_servers.mine]\ncommand = 'm'\n\n# tail", entry("mcp_servers"), number("n = ")},
	{"empty.toml", "toml", "", entry("mcp_servers"), nil},
	{"crlf.toml", "toml", "n = 0\r\n[a]\r\nb = 1\r\n", entry("mcp_servers"), number("n = ")},
	{"config.yaml", "yaml", "# mine\nn: 0 # zero\nextensions:\n  mine: {command: m}\n\n# about d\nd: &d\n- |+\n  kept\n\ne: *d", entry("extensions"), number("n: ")},
	{"empty.yaml", "yaml", "servers: {} # none\n", entry("servers"), nil},
	{"hooks.yaml", "yaml", "n: 0\r\nhooks:\r\n  Stop:\r\n  - hooks:\r\n    - command: theirs\r\n", hooks, number("n: ")},
	{"tasks.json", "jsonc", "// mine\n[\n\t{ \"label\": \"m\", \"n\": 0 }, // one\n\t// Example:\n]\n", tasks, number("\"n\": ")},
	{"no-tasks.json", "jsonc", "// none yet\n[]", tasks, nil},
	{"new-tasks.json", "jsonc", "\x00", tasks, nil},
	{"AGENTS.md", "block", "# Mine\n\n```\nopen fence\n\nn: 0", blocks, number("n: ")},
	{"new.json", "json", "\x00", entry("mcpServers"), nil}, // no file at all
}

func entry(root string) func(string, int) []wire.Patch {
	return func(id string, v int) []wire.Patch {
		val := fmt.Sprintf(`{"command":"npx","args":["-y","%s@%d"],"env":{"A":"%d"}}`, id, v, v)
		if v%2 == 0 {
			val = fmt.Sprintf(`{"command":"npx","args":["-y","%s@%d"]}`, id, v)
		}
		return []wire.Patch{{Op: wire.OpSet, At: []string{root, id}, Value: []byte(val)}}
	}
}

func hooks(id string, v int) []wire.Patch {
	var ps []wire.Patch
	for _, ev := range []string{"Stop", "PreToolUse"}[:1+v%2] {
		cmd := fmt.Sprintf("ac-hook h %s --connector %s", ev, id)
		ps = append(ps, wire.Patch{Op: wire.OpUpsert, At: []string{"hooks", ev},
			Value:    []byte(fmt.Sprintf(`{"matcher":"m%d","hooks":[{"type":"command","command":%q}]}`, v, cmd)),
			Identity: &wire.Identity{Path: []string{"hooks", "*", "command"}, Value: cmd}})
	}
	return ps
}

// tasks are elements of a list that is the whole file.
func tasks(id string, v int) []wire.Patch {
	var ps []wire.Patch
	for i := range 1 + v%2 {
		cmd := fmt.Sprintf("ac-hook action h a%d --connector %s", i, id)
		ps = append(ps, wire.Patch{Op: wire.OpUpsert, Value: []byte(fmt.Sprintf(`{"label":"%s %d","command":%q}`, id, v, cmd)),
			Identity: &wire.Identity{Path: []string{"command"}, Value: cmd}})
	}
	return ps
}

func blocks(id string, v int) []wire.Patch {
	return []wire.Patch{{Op: wire.OpBlock, At: []string{id + "/memory"}, Value: []byte(fmt.Sprintf(`"text of %s, %d"`, id, v))}}
}

// number changes a number of the user's.
func number(mark string) func([]byte, int) []byte {
	return func(b []byte, n int) []byte {
		i := bytes.Index(b, []byte(mark)) + len(mark)
		return append(append(append([]byte{}, b[:i]...), byte('0'+n%10)), b[i+1:]...)
	}
}

// world is one run of the model: three connectors over every kind of file.
type model struct {
	t      *testing.T
	dir    string
	o      Options
	have   map[string]int // connector → version installed
	expect map[string][]byte
	log    []string
}

func newModel(t *testing.T) *model {
	m := &model{t: t, dir: t.TempDir(), have: map[string]int{}, expect: map[string][]byte{}}
	m.o = Options{Home: filepath.Join(m.dir, "ours"), OS: "linux", Getenv: func(string) string { return "" }}
	os.MkdirAll(filepath.Join(m.dir, "home"), 0o755)
	for _, k := range kinds {
		if k.text == "\x00" {
			m.expect[k.name] = nil
			continue
		}
		m.expect[k.name] = []byte(k.text)
		os.WriteFile(m.path(k.name), []byte(k.text), 0o644)
	}
	return m
}

func (m *model) path(name string) string { return filepath.Join(m.dir, "home", name) }

func (m *model) install(id string, v int) {
	m.log = append(m.log, fmt.Sprintf("install %s@%d", id, v))
	p := &plan.Plan{Head: wire.Plan{Connector: id, Version: fmt.Sprint(v), Scope: wire.ScopeUser, Hosts: []string{"h"}, Surfaces: wire.Surfaces}}
	for _, k := range kinds {
		for _, pt := range k.patches(id, v) {
			pt.Path, pt.Format, pt.Surface, pt.Hosts = m.path(k.name), k.format, wire.Server, []string{"h"}
			p.Patches = append(p.Patches, pt)
		}
	}
	var reps []*Report
	for again := range 3 {
		if again == 2 { // without the record of the latest run everything is worked out
			os.RemoveAll(filepath.Join(m.o.Home, "state", "latest"))
		}
		rep, err := Plan(p, m.o)
		if err != nil || len(rep.Errors) > 0 {
			m.fail("%v %v", err, rep.Errors)
		}
		if again > 0 && rep.Changed {
			m.fail("run %d of the same plan changes something: %v", again+1, rep.Changes)
		}
		reps = append(reps, rep)
	}
	if !reflect.DeepEqual(reps[1].Changes, reps[2].Changes) || !reflect.DeepEqual(reps[1].Notices, reps[2].Notices) {
		m.fail("what was seen before is told otherwise:\n%v\n%v\nthan what is worked out:\n%v\n%v", reps[1].Changes, reps[1].Notices, reps[2].Changes, reps[2].Notices)
	}
	m.have[id] = v
}

func (m *model) undo(id string) {
	m.log = append(m.log, "undo "+id)
	rep, err := Undo(Selector{ID: id, Scope: wire.ScopeUser}, m.o)
	if err != nil || len(rep.Errors) > 0 {
		m.fail("%v %v", err, rep)
	}
	delete(m.have, id)
	for _, k := range kinds {
		b, _ := os.ReadFile(m.path(k.name))
		if bytes.Contains(b, []byte(id+"@")) || bytes.Contains(b, []byte("--connector "+id+"\"")) {
			m.fail("%s still holds %s:\n%s", k.name, id, b)
		}
	}
}

// foreign lets somebody else write: the user's number changes, in the file and
// in what we expect to be left.
func (m *model) foreign(n int) {
	m.log = append(m.log, fmt.Sprintf("foreign %d", n))
	for _, k := range kinds {
		if k.foreign == nil {
			continue
		}
		b, err := os.ReadFile(m.path(k.name))
		if err != nil {
			m.fail("%v", err)
		}
		os.WriteFile(m.path(k.name), k.foreign(b, n), 0o644)
		m.expect[k.name] = k.foreign(m.expect[k.name], n)
	}
}

// done checks that with all connectors gone the foreign bytes are left.
func (m *model) done() {
	for _, k := range kinds {
		b, err := os.ReadFile(m.path(k.name))
		if k.text == "\x00" && !os.IsNotExist(err) {
			m.fail("%s was created by us and is left: %q", k.name, b)
		}
		if !bytes.Equal(b, m.expect[k.name]) {
			m.fail("%s is\n%q\nexpected\n%q", k.name, b, m.expect[k.name])
		}
	}
	if ls, _ := (store{dir: m.o.Home}).all(); len(ls) != 0 {
		m.fail("%d ledgers are left", len(ls))
	}
}

func (m *model) fail(format string, args ...any) {
	m.t.Helper()
	m.t.Fatalf("%s\nafter %s", fmt.Sprintf(format, args...), strings.Join(m.log, "; "))
}

// TestModel runs random sequences of installs, upgrades, removals and foreign
// edits. Whatever the order, a second run of a plan changes nothing, and when
// all connectors are gone exactly the foreign bytes remain.
func TestModel(t *testing.T) {
	runs := uint64(40)
	if testing.Short() {
		runs = 10
	}
	for seed := range runs {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(seed, 1))
			m := newModel(t)
			for range 4 + r.IntN(8) {
				id := string('a' + rune(r.IntN(3)))
				switch _, have := m.have[id]; {
				case r.IntN(4) == 0 && seed%2 == 1: // odd seeds only: even ones stay free of foreign edits
					m.foreign(r.IntN(10))
				case have && r.IntN(2) == 0:
					m.undo(id)
				default:
					m.install(id, r.IntN(4))
				}
			}
			for _, id := range []string{"b", "a", "c"} {
				if _, have := m.have[id]; have {
					m.undo(id)
				}
			}
			m.done()
		})
	}
}
