package apply

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"agentconnector/pkg/wire"
)

// A program of any later version can read the state of every earlier one.
func TestStepsLeadFromEveryVersionToOurs(t *testing.T) {
	for v := 1; v < stateVersion; v++ {
		if steps[v] == nil {
			t.Errorf("there is no step from version %d", v)
		}
	}
	if len(steps) != stateVersion-1 {
		t.Errorf("there are %d steps to version %d", len(steps), stateVersion)
	}
}

// older makes a state with n files in it look like one of version 1, and returns
// the ledgers.
func older(t *testing.T, s store, n int) []string {
	t.Helper()
	for i := range n {
		path := filepath.Join(filepath.Dir(s.dir), string(rune('a'+i))+".json")
		if err := os.WriteFile(path, []byte("{}\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if a := s.apply(adding(path)); a.err != nil {
			t.Fatal(a.err)
		}
	}
	if err := os.Remove(s.versionPath()); err != nil {
		t.Fatal(err)
	}
	names, err := records(filepath.Join(s.dir, "state", "ledger"))
	if err != nil || len(names) != n {
		t.Fatal(names, err)
	}
	for _, p := range names {
		setVersion(t, p, 1)
	}
	return names
}

func setVersion(t *testing.T, path string, v int) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m := map[string]any{}
	if err := json.Unmarshal(b, &m); err != nil {
		t.Fatal(err)
	}
	m["version"] = v
	b, _ = json.Marshal(m)
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
}

func versionOf(t *testing.T, path string) int {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var m struct{ Version int }
	if err := json.Unmarshal(b, &m); err != nil {
		t.Fatal(err)
	}
	return m.Version
}

// TestUpgradeGoesOn: an upgrade that stopped after any number of ledgers is
// read rightly meanwhile, and goes on. A state without the record whose ledgers
// are all ours needs only the record.
func TestUpgradeGoesOn(t *testing.T) {
	const n = 3
	for done := range n + 1 {
		s := store{dir: filepath.Join(t.TempDir(), "ours")}
		names := older(t, s, n)
		for _, p := range names[:done] {
			if err := s.upgrade(p); err != nil {
				t.Fatal(err)
			}
		}
		if v, err := s.version(); err != nil || v != 1 {
			t.Fatal(v, err)
		}
		if vs, err := Verify("", Options{Home: s.dir}); err != nil || len(vs) != n {
			t.Fatalf("after %d: %v %v", done, vs, err)
		}
		if from, to, err := Upgrade(Options{Home: s.dir}); err != nil || from != 1 || to != stateVersion {
			t.Fatalf("after %d: from %d to %d: %v", done, from, to, err)
		}
		for _, p := range names {
			if v := versionOf(t, p); v != stateVersion {
				t.Errorf("after %d: %s has version %d", done, p, v)
			}
		}
		if from, to, err := Upgrade(Options{Home: s.dir}); err != nil || from != stateVersion || to != stateVersion {
			t.Errorf("a second upgrade: from %d to %d: %v", from, to, err)
		}
		if _, err := Undo(Selector{ID: "gamma", Scope: wire.ScopeUser}, Options{Home: s.dir}); err != nil {
			t.Fatal(err)
		}
		for i := range n {
			b, _ := os.ReadFile(filepath.Join(filepath.Dir(s.dir), string(rune('a'+i))+".json"))
			if string(b) != "{}\n" {
				t.Errorf("after %d: undo left %q", done, b)
			}
		}
	}
}

// TestUpgradesAtOnce: of many runs one upgrades, and the others go on after it.
func TestUpgradesAtOnce(t *testing.T) {
	s := store{dir: filepath.Join(t.TempDir(), "ours")}
	names := older(t, s, 5)
	var runs sync.WaitGroup
	upgraded := make([]bool, 8)
	for i := range upgraded {
		runs.Go(func() {
			from, to, err := Upgrade(Options{Home: s.dir})
			if err != nil {
				t.Error(err)
			}
			upgraded[i] = from != to
			a := s.apply(adding(filepath.Join(filepath.Dir(s.dir), "a.json")))
			if a.err != nil {
				t.Error(a.err)
			}
		})
	}
	runs.Wait()
	n := 0
	for _, u := range upgraded {
		if u {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d of the runs say that they have upgraded", n)
	}
	for _, p := range names {
		if v := versionOf(t, p); v != stateVersion {
			t.Errorf("%s has version %d", p, v)
		}
	}
}

// TestLedgersOfOtherVersions: each is read by its own version, and what cannot
// be is an error that names it.
func TestLedgersOfOtherVersions(t *testing.T) {
	for text, want := range map[string]string{
		`{"version": 3, "secrets": "?"}`: "the state has version 3, this program knows versions up to 2\nhint: a newer agent-connector wrote it",
		`{"version": 0}`:                 "there is no version 0",
		`{"version": -1}`:                "there is no version -1",
		`{"version": "2"}`:               "the ledger does not parse",
		`{}`:                             "there is no version 0",
		`{`:                              "the ledger does not parse",
		`{"version": 1, "edits": {}}`:    "the ledger does not parse",
	} {
		if l, err := decodeLedger("/x/l.json", []byte(text)); err == nil || !strings.HasPrefix(err.Error(), "/x/l.json: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v %v", text, l, err)
		}
	}
	if l, err := decodeLedger("l", []byte(`{"version": 1, "real": "/x", "wrote": "y"}`)); err != nil || l.Version != stateVersion || l.Real != "/x" || l.Wrote != "y" {
		t.Errorf("%+v %v", l, err)
	}
}

// TestVersionRecord: what may stand in state/version, and what is then said.
func TestVersionRecord(t *testing.T) {
	s := store{dir: t.TempDir()}
	if v, err := s.version(); v != stateVersion || err != nil {
		t.Errorf("no state: %d %v", v, err)
	}
	if err := s.mark(); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{"1": "", "2\n": "", " 2\r\n": "",
		"3": "the state has version 3, this program knows versions up to 2", "999\n": "version 999",
		"": `found "", expected the version`, "two": `found "two"`, "0": `found "0"`, "-1": `found "-1"`, "2.0": `found "2.0"`, "1e400": "found"} {
		if err := os.WriteFile(s.versionPath(), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := s.version()
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v", text, err)
		}
		_, _, uerr := Upgrade(Options{Home: s.dir})
		_, rerr := Recover(Options{Home: s.dir})
		if want != "" && (uerr == nil || rerr == nil) {
			t.Errorf("%q is not refused: %v %v", text, uerr, rerr)
		}
	}
}
