package detect

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// Case 13: on Windows the project stands in a host's list as whoever wrote it
// spelled it.
func TestProjectsAreSpelledAsTheyStandThere(t *testing.T) {
	h := host.Find("claude-code")
	for _, c := range []struct{ file, want, note string }{
		{``, "C:/work/game", ""},
		{`{"projects": {"c:/work/game": {}}}`, "c:/work/game", ""},
		{"\ufeff" + `{"projects": {"C:/Work/Game": {}, /* mine */ }}`, "C:/Work/Game", ""},
		{`{"projects": {"c:/work/game": {}, "C:/work/game": {}}}`, "C:/work/game", "c:/work/game, C:/work/game"},
		{`{"projects": {"c:/work/game": {}, "C:/WORK/game": {}}}`, "c:/work/game", "c:/work/game, C:/WORK/game"},
		{`{"projects": {"c:/work/game2": {}, "C:\\work\\game": {}}}`, "C:/work/game", ""},
		{`{"projects": []}`, "C:/work/game", ""},
		{`{"projects": {"c:/work/game": {}`, "C:/work/game", ""},
	} {
		e := host.Env{OS: "windows", Home: `C:\Users\u`, Project: `C:\work\game`, Getenv: func(string) string { return "" }}
		p := h.Record(e, func(string) bool { return false }).Scopes[wire.PlacesLocal][wire.Server]
		p.Path = filepath.Join(t.TempDir(), ".claude.json")
		if err := os.WriteFile(p.Path, []byte(c.file), 0o600); err != nil {
			t.Fatal(err)
		}
		asSpelled(&p, h)
		if got := strings.Join(p.Root, " "); got != "projects "+c.want+" mcpServers" || !strings.HasSuffix(p.Note, c.note) || c.note == "" && p.Note != "" {
			t.Errorf("%s: %s, note %q", c.file, got, p.Note)
		}
	}
}

// A host lists a project by its real path.
func TestListed(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	repo := filepath.Join(base, "repo")
	for _, d := range []string{repo + "/.git/worktrees/w", repo + "/sub", base + "/linked", base + "/plain/sub"} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for p, text := range map[string]string{base + "/linked/.git": "gitdir: " + repo + "/.git/worktrees/w\n", repo + "/.git/worktrees/w/commondir": "../..\n"} {
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want := map[string]string{repo: repo, repo + "/sub": repo, base + "/linked": repo, base + "/plain": base + "/plain", base + "/plain/sub": base + "/plain/sub"}
	_ = os.Symlink(repo, base+"/link")
	if _, err := os.Readlink(base + "/link"); err == nil { // not everybody may make links on Windows, and Wine says that it did
		want[base+"/link"] = repo
	}
	for dir, w := range want {
		if got := listed(filepath.FromSlash(dir)); filepath.ToSlash(got) != filepath.ToSlash(w) {
			t.Errorf("%s is listed as %s, want %s", dir, got, w)
		}
	}
}
