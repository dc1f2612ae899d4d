package apply

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/edit/laws"
	"agentconnector/pkg/plan"
	"agentconnector/pkg/wire"

	tomllib "github.com/pelletier/go-toml/v2"
	"github.com/tailscale/hujson"
)

// The corpus is what people really have: configs of many hosts, every word
// replaced, every byte of format kept. One run of the whole engine installs
// three connectors in all of them at once and takes them out in some order.

// A habit is where a kind of file keeps what a connector brings.
type habit struct {
	prefix  string // of the file's name; the first that fits counts
	format  string
	patches func(id string) []wire.Patch
}

var habits = []habit{
	{"amp-", "jsonc", servers("amp.mcpServers")},
	{"claude-settings", "json", nestedHooks("PreToolUse", "Stop")},
	{"codex-config", "toml", servers("mcp_servers")},
	{"codex-hooks", "json", nestedHooks("Stop", "PreToolUse")},
	{"continue", "yaml", listed("mcpServers")},
	{"copilot", "json", flatHooks("preToolUse", "sessionEnd")},
	{"crlf-md", "block", memory},
	{"crlf-other-04.toml", "toml", servers("mcp_servers")},
	{"crlf-other-06.yml", "yaml", servers("mcp_servers")},
	{"crlf-other-10.yml", "yaml", servers("mcp_servers")},
	{"crlf-other", "jsonc", servers("mcpServers")},
	{"crush", "json", servers("mcp")},
	{"cursor-hooks", "json", flatHooks("preToolUse", "stop")},
	{"devin", "json", nestedHooks("PermissionRequest", "Stop")},
	{"factory-04", "json", nestedHooks("PostToolUse")},
	{"gemini-settings-04", "jsonc", nestedHooks("BeforeTool", "SessionEnd")},
	{"goose", "yaml", servers("extensions")},
	{"hermes", "yaml", servers("mcp_servers")},
	{"kilo-02", "jsonc", servers("mcp")},
	{"markdown", "block", memory},
	{"openclaw", "json5", servers("mcp", "servers")},
	{"opencode", "jsonc", servers("mcp")},
	{"vscode-mcp", "jsonc", servers("servers")},
	{"vscode-settings", "jsonc", servers("mcp", "servers")},
	{"windsurf-06", "json", flatHooks("pre_write_code")},
	{"windsurf", "json", flatHooks("post_setup_worktree")},
	{"zed", "jsonc", servers("context_servers")},
	{"", "json", servers("mcpServers")},
}

func servers(root ...string) func(string) []wire.Patch {
	return func(id string) []wire.Patch {
		v := fmt.Sprintf(`{"command":"npx","args":["-y","%s@1"],"env":{"PATH_%d":"C:\\it's \"x\""}}`, id, len(id))
		return []wire.Patch{{Op: wire.OpSet, Surface: wire.Server, At: append(slices.Clone(root), strings.Replace(id, "-three", " three", 1)), Value: []byte(v)}}
	}
}

func listed(at string) func(string) []wire.Patch {
	return func(id string) []wire.Patch {
		return []wire.Patch{{Op: wire.OpUpsert, Surface: wire.Server, At: []string{at}, Identity: &wire.Identity{Path: []string{"name"}, Value: id},
			Value: []byte(fmt.Sprintf(`{"name":%q,"command":"npx","args":["-y"]}`, id))}}
	}
}

func nestedHooks(events ...string) func(string) []wire.Patch {
	return func(id string) (ps []wire.Patch) {
		for _, ev := range events {
			cmd := fmt.Sprintf("ac-hook h %s --connector %s", ev, id)
			ps = append(ps, wire.Patch{Op: wire.OpUpsert, Surface: wire.Hooks, At: []string{"hooks", ev},
				Identity: &wire.Identity{Path: []string{"hooks", "*", "command"}, Value: cmd},
				Value:    []byte(fmt.Sprintf(`{"matcher":"Bash","hooks":[{"type":"command","command":%q,"timeout":5}]}`, cmd))})
		}
		return ps
	}
}

func flatHooks(events ...string) func(string) []wire.Patch {
	return func(id string) (ps []wire.Patch) {
		for _, ev := range events {
			cmd := fmt.Sprintf("ac-hook h %s --connector %s", ev, id)
			ps = append(ps, wire.Patch{Op: wire.OpUpsert, Surface: wire.Hooks, At: []string{"hooks", ev},
				Identity: &wire.Identity{Path: []string{"command"}, Value: cmd},
				Value:    []byte(fmt.Sprintf(`{"command":%q,"timeout":5}`, cmd))})
		}
		return ps
	}
}

func memory(id string) []wire.Patch {
	return []wire.Patch{{Op: wire.OpBlock, Surface: wire.Memory, At: []string{id + "/memory"}, Value: []byte(`"Use ` + id + `.\n\n- twice"`)}}
}

// A specimen is one file of the corpus.
type specimen struct {
	habit
	name string
	text []byte
	bad  bool // must be refused
}

func specimens(t *testing.T) (all []specimen) {
	t.Helper()
	for dir, bad := range map[string]bool{"testdata/corpus": false, "testdata/corpus/refused": true} {
		names, _ := filepath.Glob(filepath.Join(dir, "*.*"))
		for _, n := range names {
			b, err := os.ReadFile(n)
			if err != nil {
				t.Fatal(err)
			}
			s := specimen{name: filepath.Base(n), text: b, bad: bad}
			s.habit = habits[slices.IndexFunc(habits, func(h habit) bool { return strings.HasPrefix(s.name, h.prefix) })]
			if readers[s.format] != nil {
				all = append(all, s)
			}
		}
	}
	slices.SortFunc(all, func(a, b specimen) int { return strings.Compare(a.name, b.name) })
	return all
}

// crlf gives the same file with the line ends of Windows and a BOM.
func (s specimen) crlf() specimen {
	b := bytes.ReplaceAll(bytes.ReplaceAll(bytes.TrimPrefix(s.text, []byte("\xef\xbb\xbf")), []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
	s.text = append([]byte("\xef\xbb\xbf"), b...)
	return s
}

// TestCorpus is the promise of the project, on every file of the corpus: what
// is not ours keeps its bytes, the result is what the host reads, a second run
// writes nothing, what cannot be read is refused with its place, and when the
// connectors have gone, in whatever order, the first bytes are back.
func TestCorpus(t *testing.T) {
	all := specimens(t)
	if good := slices.DeleteFunc(slices.Clone(all), func(s specimen) bool { return s.bad }); len(good) < 90 {
		t.Fatalf("only %d files in the corpus", len(good))
	}
	for seed := range uint64(2) {
		if testing.Short() && seed > 0 {
			break
		}
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			c := &corpusRun{t: t, all: slices.Clone(all)}
			if seed == 1 {
				for i := range c.all {
					c.all[i] = c.all[i].crlf()
				}
			}
			c.life(rand.New(rand.NewPCG(seed, 7)))
		})
	}
}

type corpusRun struct {
	t   *testing.T
	dir string
	all []specimen
	o   Options
}

func (c *corpusRun) path(s specimen) string { return filepath.Join(c.dir, "home", s.name) }

// life is one run: files laid out, connectors in, again, out.
func (c *corpusRun) life(r *rand.Rand) {
	c.dir = c.t.TempDir()
	c.o = Options{Home: filepath.Join(c.dir, "ours"), OS: "linux", Getenv: func(string) string { return "" }}
	if err := os.Mkdir(filepath.Join(c.dir, "home"), 0o755); err != nil {
		c.t.Fatal(err)
	}
	for _, s := range c.all {
		if err := os.WriteFile(c.path(s), s.text, 0o640); err != nil {
			c.t.Fatal(err)
		}
	}
	ids := []string{"ac-one", "ac-two", "ac-three"}
	r.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	for n, id := range ids {
		c.install(id)
		for _, s := range c.all {
			c.holds(s, ids[:n+1])
		}
	}
	r.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	for n, id := range ids {
		if rep, err := Undo(Selector{ID: id, Scope: wire.ScopeUser}, c.o); err != nil || len(rep.Errors) > 0 {
			c.t.Fatal(err, rep.Errors)
		}
		for _, s := range c.all {
			c.holds(s, ids[n+1:])
		}
	}
	if ls, _ := (store{c.o.Home}).all(); len(ls) > 0 {
		c.t.Errorf("%d ledgers are left", len(ls))
	}
}

// install applies a plan over every file, twice.
func (c *corpusRun) install(id string) {
	c.t.Helper()
	p := &plan.Plan{Head: wire.Plan{Connector: id, Version: "1", Scope: wire.ScopeUser, Hosts: []string{"h"}, Surfaces: wire.Surfaces}}
	for _, s := range c.all {
		for _, pt := range s.patches(id) {
			pt.Path, pt.Format, pt.Hosts = c.path(s), s.format, []string{"h"}
			p.Patches = append(p.Patches, pt)
		}
	}
	c.run(p)
	was := map[string]os.FileInfo{}
	for _, s := range c.all {
		was[s.name], _ = os.Stat(c.path(s))
	}
	if rep := c.run(p); rep.Changed {
		c.t.Error("the second run changes something")
	}
	for _, s := range c.all {
		is, err := os.Stat(c.path(s))
		if err != nil || !os.SameFile(was[s.name], is) || !is.ModTime().Equal(was[s.name].ModTime()) || runtime.GOOS != "windows" && is.Mode().Perm() != 0o640 { // Windows has no modes
			c.t.Errorf("%s: written by the second run: %v", s.name, err)
		}
	}
}

var placed = regexp.MustCompile(`:[0-9]+:[0-9]+: `)

// run applies a plan; the files that must be refused are, and no other.
func (c *corpusRun) run(p *plan.Plan) *Report {
	c.t.Helper()
	rep, err := Plan(p, c.o)
	if err != nil {
		c.t.Fatal(err)
	}
	refused := map[string]error{}
	for _, err := range rep.Errors {
		name, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), filepath.Join(c.dir, "home")+string(filepath.Separator)), ":")
		if refused[name] = err; !placed.MatchString(err.Error()) {
			c.t.Errorf("no line and column in: %v", err)
		}
	}
	for _, s := range c.all {
		// A marker without its partner is in the way of its own connector only.
		stray := s.name == "markdown-stray-marker.md" && p.Head.Connector != "ac-one"
		if err := refused[s.name]; (err != nil) != (s.bad && !stray) {
			c.t.Errorf("%s: refused with %v", s.name, err)
		}
	}
	return rep
}

// holds checks one file while the connectors of ids are installed.
func (c *corpusRun) holds(s specimen, ids []string) {
	c.t.Helper()
	got, err := os.ReadFile(c.path(s))
	if err != nil {
		c.t.Fatal(err)
	}
	if s.bad && s.format != "block" || len(ids) == 0 {
		if !bytes.Equal(got, s.text) {
			c.t.Errorf("%s: not the first bytes:\n%s", s.name, got)
		}
		return
	}
	parents := map[string]bool{}
	for _, p := range s.patches("x") {
		parents[fmt.Sprint(p.At[:len(p.At)-1])+fmt.Sprint(p.Identity)] = true
	}
	if n := lost(s.text, got); n > len(parents) {
		c.t.Errorf("%s: %d lines changed:\n%s", s.name, n, got)
	}
	if !within(s.text, got) {
		c.t.Errorf("%s: bytes are missing:\n%s", s.name, got)
	}
	if s.format == "block" {
		return
	}
	v, err := readers[s.format](bytes.TrimPrefix(got, []byte("\xef\xbb\xbf")))
	if err != nil {
		c.t.Errorf("%s: another parser says %v:\n%s", s.name, err, got)
		return
	}
	for _, id := range ids {
		for _, p := range s.patches(id) {
			if !says(v, p) {
				c.t.Errorf("%s: another parser does not find %s at %v in\n%s", s.name, p.Value, p.At, got)
			}
		}
	}
}

// readers are parsers that the editors do not use; for TOML, whose grammar is
// large, at least the value is not taken from the editor's tree. A format joins
// the corpus when it stands here.
var readers = map[string]func([]byte) (any, error){
	"json":  readJSON,
	"json5": laws.ReadJSON5,
	"jsonc": func(b []byte) (any, error) {
		b, err := hujson.Standardize(b)
		if err != nil {
			return nil, err
		}
		return readJSON(b)
	},
	"toml": func(b []byte) (v any, err error) {
		err = tomllib.Unmarshal(b, &v)
		return v, err
	},
	"block": func(b []byte) (any, error) { return nil, nil }, // a text: there is nothing to parse
}

func readJSON(b []byte) (v any, err error) {
	err = json.Unmarshal(b, &v)
	return v, err
}

// says tells whether a tree holds what a patch wants.
func says(v any, p wire.Patch) bool {
	var want any
	if json.Unmarshal(p.Value, &want) != nil {
		return false
	}
	for _, k := range p.At {
		m, ok := v.(map[string]any)
		if !ok {
			return false
		}
		v = m[k]
	}
	same := func(x any) bool { return plain(x) == plain(want) }
	if p.Identity == nil {
		return same(v)
	}
	list, _ := v.([]any)
	return slices.ContainsFunc(list, same)
}

// plain is a value as text, whichever types a parser gave it.
func plain(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return regexp.MustCompile(`([0-9])\.0\b`).ReplaceAllString(string(b), "$1")
}

// lost counts the lines of a text that do not stand in another, in order; a
// line may have gained a comma.
func lost(old, now []byte) int {
	a, b := lines(old), lines(now)
	best := make([]int, len(b)+1) // the longest common subsequence so far, by end in b
	for _, x := range a {
		diagonal := 0
		for j, y := range b {
			up := best[j+1]
			if x == y {
				best[j+1] = diagonal + 1
			}
			best[j+1] = max(best[j+1], best[j], up)
			diagonal = up
		}
	}
	return len(a) - best[len(b)]
}

func lines(b []byte) (out []string) {
	for l := range strings.Lines(string(b)) {
		out = append(out, strings.TrimSuffix(strings.TrimRight(l, "\r\n"), ","))
	}
	return out
}

// within says whether every byte of a text stands in another, in order.
func within(old, now []byte) bool {
	for _, c := range now {
		if len(old) > 0 && old[0] == c {
			old = old[1:]
		}
	}
	return len(old) == 0
}
