package conformance

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agentconnector/conformance/fakemodel"
)

// usages is the folder of what hosts have written of conversations, each beside
// what the model has billed.
const usages = "testdata/usage"

// dear gives each answer of a script a price of its own, so that one that is counted
// twice, or not at all, shows in a sum.
func dear(script fakemodel.Script) fakemodel.Script {
	script.Aside = &fakemodel.Turn{Text: "aside", Usage: &fakemodel.Usage{Input: 5501, Output: 379, Cached: 1709, Reasoning: 83}}
	for l := range script.Lanes {
		for i := range script.Lanes[l].Turns {
			n := 100*l + i
			script.Lanes[l].Turns[i].Usage = &fakemodel.Usage{Input: 7101 + 13*n, Output: 411 + 7*n, Cached: 2003 + 11*n, Reasoning: 101 + 3*n}
		}
	}
	return script
}

// logUsed compares the log of a conversation with the bill, and keeps both where
// what is observed is kept.
func logUsed(t *testing.T, s *Sandbox, h Talker, k Talk) {
	t.Helper()
	u := loopOf(h).Usage
	if u.Dir == "" {
		return
	}
	b := billed(h.ID(), version(h), k, u)
	files, err := usageFiles(context.Background(), s, cacheDir(t), u)
	if err != nil {
		t.Errorf("%s: %v", h.ID(), err)
	}
	for _, f := range usageFaults(b, files) {
		t.Errorf("%s: usage: %s", h.ID(), f)
	}
	if t.Failed() || os.Getenv("CONFORMANCE_OBSERVED") != "1" || os.Getenv("CONFORMANCE_LATEST") != "" {
		return
	}
	if err := keepUsage(filepath.Join(usages, h.ID()+"-"+version(h)), b, files); err != nil {
		t.Error(err)
	}
}

// keepUsage writes a log beside its bill. Where that very bill is kept the log beside
// it stays: another run of the same version would change ids and times alone.
func keepUsage(dir string, b Bill, files map[string]string) error {
	text, err := json.MarshalIndent(b, "", " ")
	if err != nil {
		return err
	}
	bill := string(text) + "\n"
	if old, err := os.ReadFile(filepath.Join(dir, "billed.json")); err == nil && string(old) == bill {
		return nil
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	files["billed.json"] = bill
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// kept are the logs that are kept, by host and version.
func kept(t *testing.T) map[string]map[string]string {
	t.Helper()
	all := map[string]map[string]string{}
	dirs, err := filepath.Glob(filepath.Join(usages, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range dirs {
		files := map[string]string{}
		err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				files[strings.TrimPrefix(path, dir+"/")] = read(t, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(dir)] = files
	}
	return all
}

// Each log that is kept has what was billed, and nothing of the machine that it was
// written on.
func TestKeptLogsHaveWhatWasBilled(t *testing.T) {
	all := kept(t)
	if len(all) == 0 {
		t.Fatal("there are none")
	}
	for name, files := range all {
		var b Bill
		if err := json.Unmarshal([]byte(files["billed.json"]), &b); err != nil || name != b.Host+"-"+b.Version || len(b.Requests) < 3 {
			t.Errorf("%s: no bill: %v", name, err)
		}
		delete(files, "billed.json")
		for _, f := range usageFaults(b, files) {
			t.Errorf("%s: %s", name, f)
		}
		for path, text := range files {
			if strings.Contains(text, os.TempDir()) || strings.Contains(path, "Test") || strings.Contains(text, "TestHosts") {
				t.Errorf("%s: %s names a folder of the machine", name, path)
			}
		}
	}
}

// A short log lacks what was asked beside the conversation, and the bill says so.
func TestBills(t *testing.T) {
	usage := func(n int) *fakemodel.Usage { return &fakemodel.Usage{Output: n} }
	k := Talk{Requests: []fakemodel.Request{{Lane: -1, Billed: usage(3)}, {Billed: usage(5)}, {Lane: -1}, {Lane: 1, Billed: usage(7)}}}
	if b := billed("x", "1", k, UsageLog{}); len(b.Requests) != 3 || b.Total.Output != 15 || b.Beside != nil {
		t.Errorf("of a whole log: %+v", b)
	}
	if b := billed("x", "1", k, UsageLog{Uncounted: true}); len(b.Requests) != 2 || b.Total.Output != 12 || len(b.Beside) != 1 || b.Beside[0].Output != 3 {
		t.Errorf("of a short log: %+v", b)
	}
}

// A log is renewed with its bill: nothing of the old one stays then, and nothing
// changes before.
func TestALogIsKeptWithItsBill(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "x-1")
	keep := func(b Bill, name string) {
		t.Helper()
		if err := keepUsage(dir, b, map[string]string{"logs/" + name: name}); err != nil {
			t.Fatal(err)
		}
	}
	has := func(name string) bool {
		_, err := os.Stat(filepath.Join(dir, "logs", name))
		return err == nil
	}
	keep(Bill{Host: "x", Version: "1"}, "a")
	keep(Bill{Host: "x", Version: "1"}, "b")
	if !has("a") || has("b") {
		t.Error("the same bill has another log")
	}
	keep(Bill{Host: "x", Version: "1", Total: fakemodel.Usage{Output: 1}}, "c")
	if has("a") || !has("c") || !strings.Contains(read(t, filepath.Join(dir, "billed.json")), `"output": 1`) {
		t.Error("another bill has the old log")
	}
}

func TestUsageFaults(t *testing.T) {
	b := Bill{Requests: []fakemodel.Usage{{Output: 411, Reasoning: 100}, {Output: 418, Reasoning: 100}}, Total: fakemodel.Usage{Output: 829, Reasoning: 200}}
	for text, want := range map[string]int{
		`{"output":411}` + "\n" + `{"output":418}`: 0,
		`{"output":311,"x":1} {"output":318}`:      0,
		`{"total": 829 }`:                          0,
		`{"data":"{\"output\":411}"} {"o":318}`:    0,
		`{"output":411}`:                           1,
		`{"output":4110} {"output":1418}`:          2,
	} {
		if f := usageFaults(b, map[string]string{"log": text}); len(f) != want {
			t.Errorf("%s: %q", text, f)
		}
	}
	b.Beside = []fakemodel.Usage{{Output: 379, Reasoning: 83}}
	for text, want := range map[string]int{`{"total": 829 }`: 0, `{"total": 829, "title": 296}`: 1, `{"output":411} {"output":418} {"title": 379}`: 1} {
		if f := usageFaults(b, map[string]string{"log": text}); len(f) != want {
			t.Errorf("what is said to be missing, in %s: %q", text, f)
		}
	}
	if f := usageFaults(b, nil); len(f) != 1 {
		t.Errorf("of no log: %q", f)
	}
}

// What was said is taken out, and the machine; all else keeps its bytes.
func TestLogsAreAnonymous(t *testing.T) {
	s := &Sandbox{Root: "/tmp/TestX1/001"}
	for text, want := range map[string]string{
		`{"n": 1.50, "id":"a-b", "text":"say hi\n"}`:                     `{"n": 1.50, "id":"a-b", "text":"text of 7 characters"}`,
		`{"cwd":"/tmp/TestX1/001/project/x","h":"-tmp-TestX1-001-home"}`: `{"cwd":"/home/user/project/x","h":"-home-user"}`,
		`{"file":"%2Ftmp%2FTestX1%2F001%2Fproject/x"}`:                   `{"file":"%2Fhome%2Fuser%2Fproject/x"}`,
		`{"path":"tmp/TestX1/001/project/x"}`:                            `{"path":"home/user/project/x"}`,
		`{"data":"{\"text\":\"two words\",\"n\":411}"}`:                  `{"data":"{\"text\":\"text of 9 characters\",\"n\":411}"}`,
		`"` + strings.Repeat("x", maxWord+1) + `"`:                       `"text of 81 characters"`,
	} {
		if got := anonymous(s, text); got != want {
			t.Errorf("%s: %s, expected %s", text, got, want)
		}
	}
}
