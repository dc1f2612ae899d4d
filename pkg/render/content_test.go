package render

import (
	"bytes"
	"encoding/json"
	"path"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

const skill = `"skills": [{"name": "guide", "description": "d", "body": "b", "tools": {"allow": ["Read"]}, "disableModelInvocation": true}]`

// written lists "PATH hosts" of a surface.
func written(r *Result, surface string) []string {
	var list []string
	for _, p := range r.Plan.Patches {
		if p.Surface == surface {
			list = append(list, strings.TrimPrefix(p.Path, "/home/jo/")+" "+strings.Join(p.Hosts, ","))
		}
	}
	return list
}

// Hosts share directories; a file is written once for all that read it.
func TestSharedDirectories(t *testing.T) {
	for _, c := range []struct {
		targets string
		want    []string
	}{
		{"claude-code", []string{".claude/skills/guide/SKILL.md claude-code"}},
		{"cursor", []string{".agents/skills/guide/SKILL.md cursor"}},
		{"claude-code cursor", []string{".claude/skills/guide/SKILL.md claude-code,cursor"}},
		{"codex cursor", []string{".agents/skills/guide/SKILL.md codex,cursor"}},
		{"claude-code codex", []string{".claude/skills/guide/SKILL.md claude-code", ".agents/skills/guide/SKILL.md codex"}},
		{"claude-code codex cursor", []string{".claude/skills/guide/SKILL.md claude-code", ".agents/skills/guide/SKILL.md codex,cursor"}},
	} {
		for _, reverse := range []bool{false, true} {
			in := lines(t, "linux")
			if reverse { // who comes first must not matter
				slices.Reverse(in.Hosts)
			}
			got := written(render(t, in, parse(t, skill), Options{Targets: strings.Fields(c.targets)}), wire.Skills)
			for i := range got {
				path, hosts, _ := strings.Cut(got[i], " ")
				ids := strings.Split(hosts, ",")
				slices.Sort(ids)
				got[i] = path + " " + strings.Join(ids, ",")
			}
			want := slices.Clone(c.want)
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("%s, reversed %v: %q, want %q", c.targets, reverse, got, want)
			}
		}
	}
}

// Two hosts that would write other bytes to one file get the common form.
func TestSharedFileHasTheCommonForm(t *testing.T) {
	r := render(t, lines(t, "linux"), parse(t, skill), Options{Targets: []string{"codex", "cursor"}})
	for _, p := range r.Plan.Patches {
		if p.Surface == wire.Skills && value(p) != "---\nname: guide\ndescription: d\ndisable-model-invocation: true\n---\n\nb\n" {
			t.Errorf("%q", value(p))
		}
	}
}

// The host that another one serves is explained, and told nothing is missing.
func TestServedThroughAnotherHost(t *testing.T) {
	r := render(t, lines(t, "linux"), parse(t, `"skills": [{"name": "g", "description": "d", "body": "b"}]`), Options{Targets: []string{"claude-code", "cursor"}})
	for _, e := range r.Explain() {
		if e.Support != "native" {
			t.Errorf("%+v", e)
		}
		if e.Host == "cursor" && !strings.Contains(e.Reason, "read from /home/jo/.claude/skills") {
			t.Errorf("%+v", e)
		}
	}
}

// A project's AGENTS.md is Codex's and Cursor's: one block for both.
func TestSharedMemory(t *testing.T) {
	r := render(t, lines(t, "linux"), parse(t, `"memory": [{"content": "c"}], "targets": ["claude-code", "codex", "cursor"]`), Options{Scope: "project"})
	want := []string{"shop/CLAUDE.md claude-code", "shop/AGENTS.md codex,cursor"}
	if got := written(r, wire.Memory); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestMemoryElsewhere(t *testing.T) {
	c := parse(t, `"targets": ["claude-code", "codex", "cursor"], "memory": [{"content": "c"}], "platforms": {"cursor": {"memory": {"path": "docs/X.md"}}, "codex": {"memory": {"path": "~/Y.md"}}, "claude-code": {"memory": {"mode": "agents-import"}}}`)
	r := render(t, lines(t, "linux"), c, Options{Scope: "project"})
	if got := written(r, wire.Memory); !slices.Equal(got, []string{"shop/CLAUDE.md claude-code", "shop/AGENTS.md claude-code", "shop/docs/X.md cursor"}) {
		t.Errorf("%q", got)
	}
	if len(r.Plan.Notices) != 1 { // codex: a path of the other scope
		t.Errorf("%+v", r.Plan.Notices)
	}
	r = render(t, lines(t, "linux"), c, Options{Scope: "user", Targets: []string{"codex"}})
	if got := written(r, wire.Memory); !slices.Equal(got, []string{"Y.md codex"}) {
		t.Errorf("%q", got)
	}
}

// Codex reads 32 KiB of the whole file: what others have in it counts, too, and our
// own blocks of an earlier time do not, since they are written anew.
func TestMemoryOverTheHostsLimit(t *testing.T) {
	const room = 32<<10 - aroundBlock
	for _, c := range []struct {
		content     int
		file, older int64
		warns       int
	}{
		{16 << 10, 0, 0, 0},
		{16 << 10, room - 16<<10, 0, 0},
		{16 << 10, room - 16<<10 + 1, 0, 1},
		{16 << 10, room, 16 << 10, 0}, // installed before
		{100, 40 << 10, 400, 1},
	} {
		in := lines(t, "linux")
		for i := range in.Hosts {
			if h := &in.Hosts[i]; h.ID == "codex" {
				p := h.Scopes["user"][wire.Memory]
				p.Bytes, p.Blocks = c.file, map[string]int64{"x": c.older, "other": 5}
				h.Scopes["user"][wire.Memory] = p
			}
		}
		def := parse(t, `"memory": [{"content": "`+strings.Repeat("x", c.content)+`"}]`)
		def.ID = "x"
		r := render(t, in, def, Options{Targets: []string{"codex"}})
		if len(r.Plan.Notices) != c.warns {
			t.Errorf("%+v: %+v", c, r.Plan.Notices)
		}
	}
}

// Who does not read another file in its own gets a block, and is told so.
func TestImportWhereThereIsNone(t *testing.T) {
	c := parse(t, `"memory": [{"content": "c"}], "platforms": {"codex": {"memory": {"mode": "agents-import"}}}`)
	r := render(t, lines(t, "linux"), c, Options{Scope: "project", Targets: []string{"codex"}})
	if got := written(r, wire.Memory); !slices.Equal(got, []string{"shop/AGENTS.md codex"}) || len(r.Plan.Notices) != 1 {
		t.Errorf("%q, %+v", got, r.Plan.Notices)
	}
}

// A command that would be written over a skill of the same name is left out.
func TestCommandAndSkillOfOneName(t *testing.T) {
	c := parse(t, `"commands": [{"name": "guide", "description": "d", "prompt": "command"}], "skills": [{"name": "guide", "description": "d", "body": "skill"}]`)
	r := render(t, lines(t, "linux"), c, Options{Targets: []string{"codex"}})
	if got := written(r, wire.Commands); len(got) != 0 {
		t.Errorf("%q", got)
	}
	if got := written(r, wire.Skills); len(got) != 1 {
		t.Errorf("%q", got)
	}
	if !strings.Contains(r.Plan.Notices[len(r.Plan.Notices)-1].Message, "the command guide is left out") {
		t.Errorf("%+v", r.Plan.Notices)
	}
}

func TestYAMLScalars(t *testing.T) {
	for s, want := range map[string]string{
		"plain words": "plain words", "Bash, Read": "Bash, Read", "a.b/c_d-e (f)": "a.b/c_d-e (f)",
		"": `""`, "yes": `"yes"`, "No": `"No"`, "null": `"null"`, "NaN": `"NaN"`, "1": `"1"`, "0x1": `"0x1"`, ".5": `".5"`,
		"-a": `"-a"`, "- a": `"- a"`, "a: b": `"a: b"`, "a #b": `"a #b"`, "#a": `"#a"`, "[a]": `"[a]"`, "a]": `"a]"`, "*a": `"*a"`, "&a": `"&a"`, "!a": `"!a"`,
		"a ": `"a "`, " a": `" a"`, "a\nb": `"a\nb"`, "a\tb": `"a\tb"`, `a"b`: `"a\"b"`, "it's": `"it's"`, `a\b`: `"a\\b"`, "ü": `"ü"`, "a<b>&": `"a<b>&"`,
		"\x7f": `"\u007f"`, "\u0085": `"\u0085"`, "---": `"---"`, "2024-01-01": `"2024-01-01"`, "~": `"~"`, "a%b": `"a%b"`, "@a": `"@a"`,
	} {
		if got := scalar(s); got != want {
			t.Errorf("%q: %s, want %s", s, got, want)
		}
	}
}

// A double-quoted scalar of ours is a JSON string of the same text.
func FuzzQuotedScalarIsJSON(f *testing.F) {
	for _, s := range []string{"a", "a\x00b", "\u2028", "\ufeff", "😀", `"\`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var back string
		if err := json.Unmarshal([]byte(quoteYAML(s)), &back); utf8.ValidString(s) && (err != nil || back != s) {
			t.Errorf("%q: %s: %q %v", s, quoteYAML(s), back, err)
		}
	})
}

func TestFlow(t *testing.T) {
	v := map[string]any{"b": []any{"x", "a, b", 1.5, true, nil}, "a c": map[string]any{"k:": "yes"}}
	if got, want := flow(v), `{a c: {"k:": "yes"}, b: [x, "a, b", 1.5, true, null]}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// An independent parser reads back what we wrote.
func FuzzTOMLText(f *testing.F) {
	for _, s := range []string{"", "a", "two\nlines\n", `"""`, "\\u0041", "\r\n", "\x7f\x01", "\n\n", "'''", "a\n\"\"\"\""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			return
		}
		var got struct{ K string }
		if err := toml.Unmarshal([]byte("k = "+tomlText(s)+"\n"), &got); err != nil || got.K != s {
			t.Errorf("%q: %s: %q %v", s, tomlText(s), got.K, err)
		}
	})
}

// odd makes a target of a host that does not exist, with its own directory of
// skills and others that it reads.
func odd(t *testing.T, id string, form host.ContentForm, own string, also ...string) *target {
	place := wire.Place{Path: own, Also: also}
	return &target{h: &host.Host{Caller: &host.Caller{ID: id}, Skills: host.Content{Form: form}}, c: parse(t, skill),
		line: &wire.Host{ID: id, Scopes: map[string]map[string]wire.Place{"user": {wire.Skills: place}}}}
}

// Whoever reads whom: every host reads exactly one group, and every group has a
// writer.
func TestGroupsOfOddHosts(t *testing.T) {
	for name, c := range map[string]struct {
		targets []*target
		want    string // group: readers; a writer has a star
	}{
		"each reads the other": {[]*target{odd(t, "a", host.SkillDir, "/a", "/b"), odd(t, "b", host.SkillDir, "/b", "/a")}, "/b: a b*"},
		"a ring of three": {[]*target{odd(t, "a", host.SkillDir, "/a", "/b"), odd(t, "b", host.SkillDir, "/b", "/c"), odd(t, "c", host.SkillDir, "/c", "/a")},
			"/b: a b*; /c: c*"},
		"another form is no help": {[]*target{odd(t, "a", host.MarkdownBody, "/a"), odd(t, "b", host.SkillDir, "/b", "/a")}, "/a: a*; /b: b*"},
		"the own one is shared":   {[]*target{odd(t, "a", host.SkillDir, "/x"), odd(t, "b", host.SkillDir, "/y"), odd(t, "c", host.SkillDir, "/y", "/x")}, "/x: a*; /y: b* c*"},
	} {
		b := &builder{scope: "user", targets: c.targets, in: &Input{}}
		var got []string
		for _, g := range grouped(b) {
			s := g.dir + ":"
			for _, r := range g.readers {
				s += " " + r.h.ID
				if slices.Contains(g.writers, r) {
					s += "*"
				}
			}
			got = append(got, s)
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// What a host would leave out in silence is told, and not put there; a host that
// has no such limit gets it.
func TestContentThatAHostLeavesOut(t *testing.T) {
	c := parse(t, `"subagents": [{"name": "short", "description": "d", "prompt": "Think.  "}, {"name": "model", "description": "d", "prompt": "Think, then answer."},
		{"name": "x", "description": "d", "prompt": "Think, then answer."}, {"name": "`+strings.Repeat("n", 51)+`", "description": "d", "prompt": "Think, then answer."},
		{"name": "good", "description": "d", "prompt": "0123456789"}]`)
	for id, want := range map[string][]string{"qwen-code": {"good"}, "claude-code": {"short", "model", "x", strings.Repeat("n", 51), "good"}} {
		r := render(t, on(t, machines[0], host.Find(id)), c, Options{Scope: "user", Targets: []string{id}})
		var got []string
		for _, p := range r.Plan.Patches {
			if p.Surface == wire.Subagents {
				got = append(got, strings.TrimSuffix(path.Base(p.Path), ".md"))
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s has %v, want %v", id, got, want)
		}
		told := 0
		for _, n := range r.Plan.Notices {
			if strings.Contains(n.Message, " leaves out ") && n.Level == wire.LevelWarn {
				told++
			}
		}
		if told != 5-len(want) {
			t.Errorf("%s: %d are told: %v", id, told, r.Plan.Notices)
		}
	}
}

// A file that one host needs may hide the one that another host reads.
func TestMemoryThatHidesAnother(t *testing.T) {
	c := parse(t, `"memory": [{"content": "x"}]`)
	hosts := []*host.Host{host.Find("codex"), host.Find("opencode"), host.Find("zed")}
	for _, r := range []struct {
		there  string
		hidden []string
	}{
		{"CLAUDE.md", []string{"opencode", "zed"}}, // Codex makes AGENTS.md
		{"AGENTS.md", nil},
		{".rules", nil}, // goes before AGENTS.md
	} {
		in, err := ReadInput(bytes.NewReader(linesOf(t, machines[0], hosts)))
		if err != nil {
			t.Fatal(err)
		}
		e := host.Env{OS: "linux", Home: "/home/jo", Project: "/home/jo/shop", Getenv: func(string) string { return "" }}
		for i := range in.Hosts {
			in.Hosts[i].Scopes = hosts[i].Record(e, func(p string) bool { return p == "/home/jo/shop/"+r.there }).Scopes
		}
		var hidden []string
		for _, n := range render(t, in, c, Options{Scope: "project"}).Plan.Notices {
			if strings.Contains(n.Message, "and no more once /home/jo/shop/AGENTS.md is there, which Codex CLI needs") && n.Level == wire.LevelWarn {
				hidden = append(hidden, n.Host)
			}
		}
		if !slices.Equal(hidden, r.hidden) {
			t.Errorf("with %s: %v are told, want %v", r.there, hidden, r.hidden)
		}
	}
}
