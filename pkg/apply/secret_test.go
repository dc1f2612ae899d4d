package apply_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/apply"
	"agentconnector/pkg/plan"
	"agentconnector/pkg/wire"
)

// TestSecrets runs random sequences of installs with and without the values of
// variables, changed variables, upgrades, foreign edits, removals and kills.
// Whatever happens, no value that was ever set appears in our state or in what
// is printed; a file that holds one is open to nobody else unless its user has
// opened it; and when all is taken out, bytes and modes are those of the user.
func TestSecrets(t *testing.T) {
	runs := uint64(24)
	if testing.Short() {
		runs = 6
	}
	for seed := range runs {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			v := newVault(t, rand.New(rand.NewPCG(seed, 7)))
			for range 4 + v.r.IntN(12) {
				v.something()
			}
			for _, id := range []string{"b", "a", "c"} {
				v.undo(id, 0)
			}
			v.atTheEnd()
		})
	}
}

// kept are files as people keep them. "N" in a text is a number that others
// change; an entry c is one that the connector of that name takes over.
var kept = []struct{ name, format, root, text string }{
	{"servers.json", "json", "mcpServers", "{\n\t\"n\": N,\n\t\"mcpServers\": {\n\t\t\"mine\": { \"command\": \"m\" },\n\t\t\"c\": {\"command\":   \"theirs\",\n\t\t\"env\": {\"T\": \"t\"}}\n\t}\n}"},
	{"one-line.json", "json", "mcpServers", "{\"n\":N,\"mcpServers\":{}}"},
	{"bare.jsonc", "jsonc", "servers", "// mine\n{\n  // nothing\n  \"n\": N, // last\n}\n"},
	{"config.toml", "toml", "mcp_servers", "# mine\nn = N\nbig = 0xFF # hex\n\n[mcp_servers.mine]\ncommand = 'm'\n\n[mcp_servers.c] # theirs\ncommand = 'c'\nargs = [ 'x' ]\n\n# tail"},
	{"crlf.toml", "toml", "mcp_servers", "n = N\r\n[a]\r\nb = 1\r\n"},
	{"config.yaml", "yaml", "extensions", "# mine\nn: N # zero\nextensions:\n  mine: {command: m}\n  c: {command: theirs, env: {T: t}} # mine\n\n# tail\n"},
	{"crlf.yaml", "yaml", "servers", "n: N\r\nservers:\r\n  mine:\r\n    command: 'm'\r\n"},
	{"new.json", "json", "mcpServers", ""},
	{"new.toml", "toml", "mcp_servers", ""},
}

// entries are what the versions of a connector want: V and W are its variables.
var entries = []string{
	`{"command":"npx","args":["-y","V"],"env":{"T":{"env":"V"},"L":"lit"}}`,
	`{"command":"npx","env":{"T":{"expand":"Bearer ${env:V}"},"U":{"expand":"${env:W:-nothing}"}},"label":{"expand":{"a":["x${env:W}"],"b":"npx"}}}`,
	`{"command":"npx","args":{"expand":["--dsn","${env:V}","${env:V}"]},"env":{"literal":{"env":{"env":"W"}}}}`,
	`{"command":"npx","args":["-y"]}`,
	`{"command":"npx","env":{"literal":{"env":"V"}},"headers":{"A":{"env":"V"}}}`,
}

// holding is how often an entry holds V.
var holding = []int{1, 1, 2, 0, 1}

type vault struct {
	t       *testing.T
	r       *rand.Rand
	dir     string
	o       apply.Options
	vars    map[string]string
	cores   []string // what all values that ever were are known by
	version map[string]int
	held    map[string]string // connector → what its files hold of V
	number  byte
	modes   map[string]fs.FileMode // of the user
	opened  map[string]bool        // by the user, since
	log     []string
}

func newVault(t *testing.T, r *rand.Rand) *vault {
	v := &vault{t: t, r: r, dir: t.TempDir(), vars: map[string]string{}, version: map[string]int{}, held: map[string]string{}, number: '0',
		modes: map[string]fs.FileMode{}, opened: map[string]bool{}}
	v.o = apply.Options{Home: filepath.Join(v.dir, "ours"), OS: runtime.GOOS, Getenv: func(n string) string { return v.vars[n] }}
	if err := os.Mkdir(v.path(""), 0o755); err != nil {
		t.Fatal(err)
	}
	for i, k := range kept {
		if k.text == "" {
			continue
		}
		v.modes[k.name] = []fs.FileMode{0o644, 0o600, 0o664}[(i+r.IntN(3))%3]
		v.write(k.name, v.users(k.text))
		v.check(os.Chmod(v.path(k.name), v.modes[k.name]))
	}
	return v
}

func (v *vault) path(name string) string { return filepath.Join(v.dir, "home", name) }

func (v *vault) write(name string, b []byte) { v.check(os.WriteFile(v.path(name), b, 0o644)) }

// users is a text with the number that the user has there now.
func (v *vault) users(text string) []byte {
	return bytes.Replace([]byte(text), []byte("N"), []byte{v.number}, 1)
}

func (v *vault) check(err error) {
	v.t.Helper()
	if err != nil {
		v.fail("%v", err)
	}
}

func (v *vault) fail(format string, args ...any) {
	v.t.Helper()
	v.t.Fatalf("%s\nafter %s", fmt.Sprintf(format, args...), strings.Join(v.log, "\n  "))
}

func (v *vault) something() {
	id := string('a' + rune(v.r.IntN(3)))
	kill := 0
	if v.r.IntN(3) == 0 {
		kill = 1 + v.r.IntN(40)
	}
	switch v.r.IntN(8) {
	case 0:
		v.undo(id, kill)
	case 1:
		v.foreign()
	case 2:
		v.open()
	case 3:
		v.set(strings.ToUpper(id) + []string{"_V", "_W"}[v.r.IntN(2)])
	default:
		v.install(id, v.r.IntN(len(entries)), v.r.IntN(2) == 0, kill)
	}
}

// set gives a variable another value, plain or with all that editors quote.
func (v *vault) set(name string) {
	core := fmt.Sprintf("S3%010d", v.r.IntN(1e9))
	v.cores = append(v.cores, core)
	around := []string{"%s", "%s", "sk-%s/+=", "a \"%s\" b", "c:\\%s\\", "# %s: x", "'%s'", " %s\t", "line\n%s\n", "é%s✓", "<%s>&", "{%s}", "%%%s"}
	v.vars[name] = fmt.Sprintf(around[v.r.IntN(len(around))], core)
	v.log = append(v.log, fmt.Sprintf("%s=%q", name, v.vars[name]))
}

func (v *vault) plan(id string, version int) *plan.Plan {
	p := &plan.Plan{Head: wire.Plan{Connector: id, Version: fmt.Sprint(version), Scope: wire.ScopeUser, Hosts: []string{"h"}, Surfaces: wire.Surfaces}}
	vars := strings.NewReplacer(`"V"`, `"`+strings.ToUpper(id)+`_V"`, "env:V", "env:"+strings.ToUpper(id)+"_V",
		`"W"`, `"`+strings.ToUpper(id)+`_W"`, "env:W", "env:"+strings.ToUpper(id)+"_W")
	for _, k := range kept {
		pt := wire.Patch{Path: v.path(k.name), Format: k.format, Surface: wire.Server, Hosts: []string{"h"}, Op: wire.OpSet, If: wire.IfAbsent, Mode: "0644"}
		one := pt
		one.At, one.Value, one.Needs = []string{k.root, id}, wire.Raw(vars.Replace(entries[version])), []string{"args"}
		two := pt
		two.At, two.Value, two.KeepIfChanged = []string{"token-" + id}, wire.Raw(vars.Replace(`{"expand":{"t":"${env:V}","u":"b"}}`)), true
		p.Patches = append(p.Patches, one, two)
	}
	return p
}

func (v *vault) install(id string, version int, resolve bool, kill int) {
	for _, n := range []string{"_V", "_W"} {
		if name := strings.ToUpper(id) + n; resolve && v.vars[name] == "" {
			v.set(name)
		}
	}
	v.log = append(v.log, fmt.Sprintf("install %s@%d, resolve %v, kill %d", id, version, resolve, kill))
	o := v.o
	o.ResolveEnv, o.Adopt = resolve, id == "c"
	run := func(o apply.Options) (*apply.Report, error) { return apply.Plan(v.plan(id, version), o) }
	if v.version[id] != version {
		delete(v.held, id) // what is wanted now need not be what is there
	}
	v.run(run, o, kill)
	v.version[id] = version
	rep, err := run(o)
	v.look(rep, err)
	if rep.Changed {
		v.fail("a second run changes something: %+v", rep.Changes)
	}
	if core := v.vars[strings.ToUpper(id)+"_V"]; resolve {
		v.held[id] = core[strings.Index(core, "S3"):][:12]
	}
	v.hold(id)
}

// run makes a run once to look, once killed, and once to its end.
func (v *vault) run(run func(apply.Options) (*apply.Report, error), o apply.Options, kill int) {
	dry := o
	dry.DryRun = true
	rep, err := run(dry)
	v.look(rep, err)
	if kill > 0 {
		l := &life{root: v.dir}
		if _, err := l.kill(kill, func() error { _, err := run(o); return err }); err != nil {
			v.look(nil, err)
		}
		v.look(nil, nil)
		if _, err := apply.Recover(o); err != nil {
			v.fail("recovery: %v", err)
		}
		v.look(nil, nil)
	}
	rep, err = run(o)
	for _, name := range v.names() {
		v.opened[name] = v.opened[name] && !o.ResolveEnv
	}
	v.look(rep, err)
	if err == nil && len(rep.Errors) > 0 {
		v.fail("%v", rep.Errors)
	}
}

// hold checks that the value that was asked for is there, and still is if it was
// not asked for again.
func (v *vault) hold(id string) {
	for _, name := range v.names() {
		core, want := v.held[id], holding[v.version[id]]+1 // and the setting
		if b, _ := os.ReadFile(v.path(name)); core != "" && bytes.Count(b, []byte(core)) != want {
			v.fail("%s does not hold %s %d times:\n%s", name, core, want, b)
		}
	}
}

func (v *vault) undo(id string, kill int) {
	if _, there := v.version[id]; !there {
		return
	}
	v.log = append(v.log, fmt.Sprintf("undo %s, kill %d", id, kill))
	v.run(func(o apply.Options) (*apply.Report, error) {
		rep, err := apply.Undo(apply.Selector{ID: id, Scope: wire.ScopeUser}, o)
		if err != nil && strings.Contains(err.Error(), "is not installed") { // the killed run was as good as done
			return &apply.Report{}, nil
		}
		return rep, err
	}, v.o, kill)
	delete(v.version, id)
	delete(v.held, id)
}

// foreign lets somebody else write the file: in place, which keeps the mode. Now
// and then they change a word in our entries too.
func (v *vault) foreign() {
	was := v.number
	v.number = '0' + byte(v.r.IntN(10))
	v.log = append(v.log, fmt.Sprintf("foreign %c", v.number))
	for _, k := range kept {
		if k.text == "" {
			continue
		}
		b, err := os.ReadFile(v.path(k.name))
		v.check(err)
		mark, _, _ := strings.Cut(k.text, "N")
		mark = mark[strings.LastIndexByte(mark, '\n')+1:]
		b = bytes.Replace(b, []byte(mark+string(was)), []byte(mark+string(v.number)), 1)
		if v.number > '4' {
			b = bytes.ReplaceAll(b, []byte("lit"), []byte("lot"))
		}
		v.write(k.name, b)
	}
}

// open lets the user open the files to others.
func (v *vault) open() {
	m := []fs.FileMode{0o644, 0o640, 0o664}[v.r.IntN(3)]
	v.log = append(v.log, fmt.Sprintf("chmod %04o", m))
	for name := range v.modes {
		v.check(os.Chmod(v.path(name), m))
		v.modes[name], v.opened[name] = m, true
	}
}

func (v *vault) names() (ns []string) {
	for _, k := range kept {
		ns = append(ns, k.name)
	}
	return ns
}

// look checks what always holds.
func (v *vault) look(rep *apply.Report, err error) {
	v.t.Helper()
	out, _ := json.Marshal(rep)
	out = fmt.Append(out, err)
	if rep != nil {
		out = fmt.Append(out, errors.Join(rep.Errors...))
	}
	v.silent("the output", out)
	if err != nil {
		v.fail("%v", err)
	}
	v.walk(v.o.Home, func(p string, b []byte, m fs.FileMode) {
		if runtime.GOOS != "windows" && m&0o077 != 0 {
			v.fail("%s has mode %v", p, m)
		}
		if !strings.HasPrefix(p, filepath.Join(v.o.Home, "backups")) {
			v.silent(p, b)
		}
	})
	v.walk(v.path(""), func(p string, b []byte, m fs.FileMode) {
		name, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(p), "."), ".ac-") // of a killed run too
		if runtime.GOOS != "windows" && m&0o077 != 0 && !v.opened[name] && v.holds(b) {
			v.fail("%s holds a value and has mode %v:\n%s", p, m, b)
		}
	})
}

func (v *vault) walk(root string, f func(p string, b []byte, m fs.FileMode)) {
	v.check(filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || d.IsDir() {
			return err
		}
		fi, err := d.Info()
		v.check(err)
		b, err := os.ReadFile(p)
		f(p, b, fi.Mode())
		return err
	}))
}

func (v *vault) holds(b []byte) bool {
	return slices.ContainsFunc(v.cores, func(c string) bool { return bytes.Contains(b, []byte(c)) })
}

// silent checks that bytes hold no value, nor do strings of JSON in them that are base64.
func (v *vault) silent(what string, b []byte) {
	v.t.Helper()
	if v.holds(b) {
		v.fail("%s holds a value:\n%s", what, b)
	}
	for _, s := range strings.Split(string(b), `"`) {
		if raw, err := base64.StdEncoding.DecodeString(s); err == nil && v.holds(raw) {
			v.fail("%s holds a value: %q in\n%s", what, raw, b)
		}
	}
}

// atTheEnd checks that all is as the user had it.
func (v *vault) atTheEnd() {
	for _, k := range kept {
		b, err := os.ReadFile(v.path(k.name))
		if k.text == "" {
			if !errors.Is(err, fs.ErrNotExist) {
				v.fail("%s is left: %q", k.name, b)
			}
			continue
		}
		if want := v.users(k.text); !bytes.Equal(b, want) {
			v.fail("%s is\n%q\nexpected\n%q", k.name, b, want)
		}
		fi, err := os.Stat(v.path(k.name))
		v.check(err)
		if fi.Mode().Perm() != v.modes[k.name] && runtime.GOOS != "windows" {
			v.fail("%s has mode %v, had %v", k.name, fi.Mode(), v.modes[k.name])
		}
	}
	v.walk(filepath.Join(v.o.Home, "state", "ledger"), func(p string, _ []byte, _ fs.FileMode) { v.fail("%s is left", p) })
}
