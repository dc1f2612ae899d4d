package apply

import (
	"os"
	"path/filepath"
	"testing"
)

// TestLeftovers: a run was killed between two files of one record. The next run that
// wants the first settles it before anything else, and leaves the second, whose lock
// it does not have, to recovery.
func TestLeftovers(t *testing.T) {
	dir := t.TempDir()
	s := store{dir: filepath.Join(dir, "ours")}
	var is []*intent
	for _, name := range []string{"a.json", "b.json"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("{}\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		a, _, cur, res := s.look(adding(path))
		if a.err != nil {
			t.Fatal(a.err)
		}
		is = append(is, &intent{Real: path, Temp: tempName(path), Old: cur.sum(), New: res.sum(), TS: 1, Ledger: res.led})
		if err := s.putBase(res.base, 1); err != nil {
			t.Fatal(err)
		}
		if err := writeTemp(is[len(is)-1].Temp, res.data, 0o600, cur.info); err != nil {
			t.Fatal(err)
		}
	}
	name, err := s.begin(is...)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(is[0].Temp, is[0].Real); err != nil {
		t.Fatal(err)
	}
	next := adding(is[0].Real)
	next.task.want[0].Value = []byte(`{"command":"npm"}`)
	next.task.adopt = true // without its ledger the entry would be a stranger's
	if a := s.apply(next); a.err != nil || len(a.outs) != 1 || a.outs[0].detail != "updated" {
		t.Fatalf("%+v", a)
	}
	left, err := readIntents(name)
	if err != nil || len(left) != 1 || left[0].Real != is[1].Real {
		t.Fatalf("%+v %v", left, err)
	}
	rec, err := s.Recover()
	if err != nil || len(rec) != 1 || rec[0].Finished || rec[0].Path != is[1].Real {
		t.Fatalf("%+v %v", rec, err)
	}
	if names, _ := s.journal(); len(names) != 0 {
		t.Errorf("left in the journal: %v", names)
	}
	if vs, err := Verify("gamma", Options{Home: s.dir}); err != nil || len(vs) != 1 || vs[0].Status != "ok" {
		t.Errorf("%+v %v", vs, err)
	}
	es, _ := os.ReadDir(dir)
	if len(es) != 3 {
		t.Errorf("left beside the files: %v", es)
	}
}
