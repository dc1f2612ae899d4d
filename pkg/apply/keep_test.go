package apply

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/plan"
	"agentconnector/pkg/wire"
)

// shared is one key that three connectors and the user have a say in, beside
// the rules in a dozen lines: what the file should hold, by what happened.
type shared struct {
	t       *testing.T
	o       Options
	path    string
	format  string
	now     string   // what the file holds; empty: nothing
	wrote   string   // what we wrote and account for
	owners  []string // connectors, in order
	have    []string // connectors that are installed: each has a key of its own beside
	foreign bool     // the user has set the key
	log     []string
}

var sharedKey = []string{"env", "K"}

func (s *shared) owns(id string) int {
	for i, o := range s.owners {
		if o == id {
			return i
		}
	}
	return -1
}

func (s *shared) install(id, want string) {
	s.log = append(s.log, "install "+id+" "+want)
	value, _ := json.Marshal(want)
	s.have = union(s.have, []string{id})
	own := wire.Patch{Hosts: []string{"h"}, Surface: wire.Server, Path: s.path, Format: s.format, Op: wire.OpSet, At: []string{"mine", id}, Value: value}
	p := &plan.Plan{Head: wire.Plan{Connector: id, Version: want, Scope: wire.ScopeUser, Hosts: []string{"h"}, Surfaces: wire.Surfaces},
		Patches: []wire.Patch{own, {Hosts: []string{"h"}, Surface: wire.ConfigPatch, Path: s.path, Format: s.format, Op: wire.OpSet,
			At: sharedKey, Value: value, If: wire.IfAbsent, KeepIfChanged: true}}}
	for again := range 2 {
		rep, err := Plan(p, s.o)
		if err != nil || len(rep.Errors) > 0 || again == 1 && rep.Changed {
			s.t.Fatalf("%v: run %d: %v %+v", s.log, again, err, rep)
		}
	}
	me := s.owns(id)
	switch others := len(s.owners) > 1 || me < 0; {
	case s.wrote == "" && s.now == "":
		s.now, s.wrote, s.owners = want, want, []string{id}
	case s.wrote == "":
	case others && want != s.wrote:
		s.drop(me)
	case me < 0 && (s.now == "" || s.now == s.wrote):
		s.now, s.owners = s.wrote, append(s.owners, id)
	case me >= 0 && (s.now == "" || s.now == s.wrote):
		s.now, s.wrote = want, want
	}
	s.check()
}

func (s *shared) drop(i int) {
	if i >= 0 {
		s.owners = append(s.owners[:i:i], s.owners[i+1:]...)
	}
}

func (s *shared) undo(id string) {
	me := s.owns(id)
	s.have = missingFrom(s.have, []string{id})
	s.log = append(s.log, "undo "+id)
	if rep, err := Undo(Selector{ID: id, Scope: wire.ScopeUser}, s.o); err != nil || len(rep.Errors) > 0 {
		s.t.Fatalf("%v: %v %+v", s.log, err, rep)
	}
	if s.drop(me); me >= 0 && len(s.owners) == 0 {
		if s.now == s.wrote {
			s.now = ""
		}
		s.wrote = ""
	}
	s.check()
}

// user sets the key, or takes it out.
func (s *shared) user(v string) {
	s.log = append(s.log, "user "+v)
	s.foreign = s.foreign || v != ""
	d := s.doc()
	var err error
	if v == "" {
		err = d.Remove(sharedKey)
	} else {
		value, _ := json.Marshal(v)
		_, err = d.Set(sharedKey, value)
	}
	if err != nil {
		s.t.Fatal(s.log, err)
	}
	os.WriteFile(s.path, d.Bytes(), 0o644)
	s.now = v
	s.check()
}

func (s *shared) doc() edit.Doc {
	b, err := os.ReadFile(s.path)
	if err != nil {
		s.t.Fatal(s.log, err)
	}
	d, err := openDoc(s.format, b, how{})
	if err != nil {
		s.t.Fatal(s.log, err)
	}
	return d
}

func (s *shared) check() {
	got, there, err := s.doc().Get(sharedKey)
	want, _ := json.Marshal(s.now)
	if err != nil || there != (s.now != "") || there && !equal(got, want) {
		s.t.Fatalf("%v: the file holds %s, want %q (%v)", s.log, got, s.now, err)
	}
	vs, err := Verify("", s.o)
	vs = slices.DeleteFunc(vs, func(v wire.Verified) bool { return v.Surface != wire.ConfigPatch })
	if err != nil || len(vs) != len(s.owners) {
		s.t.Fatalf("%v: owned by %+v, want %v (%v)", s.log, vs, s.owners, err)
	}
	status := map[bool]string{true: "ok", false: "changed"}[s.now == s.wrote]
	if s.now == "" {
		status = "missing"
	}
	for _, v := range vs {
		if v.Status != status {
			s.t.Fatalf("%v: verify says %s, want %s", s.log, v.Status, status)
		}
	}
}

// Random installs, undos and edits by the user: the file holds what the rules
// say at every step, and unless the user has set the key the bytes come back.
func TestSharedKeyFollowsTheRules(t *testing.T) {
	texts := map[string]string{"json": "{\r\n  \"n\": 1.50\r\n}", "jsonc": "{\n  // mine\n  \"env\": {\"A\": \"1\"}, // a\n}\n",
		"toml": "# mine\nn = 1\n\n[env]\nA = '1' # a\n"}
	for format, text := range texts {
		for seed := range uint64(12) {
			rnd := rand.New(rand.NewPCG(seed, 1))
			dir := t.TempDir()
			s := &shared{t: t, format: format, path: filepath.Join(dir, "f"),
				o: Options{Home: filepath.Join(dir, "ours"), OS: "linux", Getenv: func(string) string { return "" }}}
			os.WriteFile(s.path, []byte(text), 0o644)
			for range 10 {
				id, v := fmt.Sprint("c", rnd.IntN(3)), fmt.Sprint(1+rnd.IntN(2))
				switch n := rnd.IntN(8); {
				case n < 4:
					s.install(id, v)
				case n < 6 && slices.Contains(s.have, id):
					s.undo(id)
				case n == 6 && seed%2 == 0:
					s.user(v)
				case n == 7 && seed%3 == 0:
					s.user("")
				}
			}
			for len(s.have) > 0 {
				s.undo(s.have[0])
			}
			if b, _ := os.ReadFile(s.path); !s.foreign && string(b) != text {
				t.Fatalf("%v: %q, want %q", s.log, b, text)
			}
		}
	}
}
