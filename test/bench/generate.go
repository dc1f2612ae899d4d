package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
)

// This file makes a ~/.claude.json like the ones that people have after a year:
// a few hundred projects, each with the history of its prompts, some with whole
// logs pasted into them. The text is the layout of JSON.stringify(v, null, 2).

// Most strings are short and a few are very long: how many lines a paste has.
const pasteLines = 400

// generate writes a file of about size bytes, always the same for a size. The
// servers stand after the projects, so that every byte has to be walked over.
// It holds one project in memory, never the file.
func generate(out io.Writer, size int64) error {
	n := &counter{out: out}
	w := &writer{out: bufio.NewWriterSize(n, 64<<10)}
	g := &maker{rand.New(rand.NewPCG(uint64(size), 6))}
	w.str("{")
	for i, f := range g.settings() {
		w.member(f, 1, i == 0)
	}
	w.str(",\n  \"projects\": {")
	for i := 0; i == 0 || n.n < size; i++ {
		w.member(g.project(i), 2, i == 0)
		w.flush()
	}
	w.str("\n  }")
	w.member(field{"mcpServers", object{g.server("files"), g.server("search")}}, 1, false)
	w.member(field{"lastReleaseNotesSeen", "2.1.9"}, 1, false)
	w.str("\n}")
	w.flush()
	return w.err
}

// counter counts what goes through it.
type counter struct {
	out io.Writer
	n   int64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.out.Write(b)
	c.n += int64(n)
	return n, err
}

// maker makes the parts. Its choices follow from the seed alone.
type maker struct{ *rand.Rand }

func pick[T any](g *maker, from []T) T { return from[g.IntN(len(from))] }

var (
	words = []string{"fix", "the", "failing", "test", "in", "parser", "and", "explain", "why", "it", "broke", "add", "a", "flag", "for", "café", "→",
		"naïve", "日本語", "👍", "\"quoted\"", "C:\\src\\app", "`go vet`", "$HOME/.config", "TypeError:", "undefined", "42", "don't", "a/b", "\t"}
	folders = []string{"/home/ada/src", "/home/ada/work/clients", "/Users/ada/Documents/GitHub", "/srv/checkouts"}
	names   = []string{"shop", "billing", "api", "web", "infra", "notes", "parser", "café", "mobile", "docs"}
	tools   = []string{"Bash(npm run test:*)", "Bash(git log:*)", "WebFetch(domain:example.com)", "mcp__files__read", "Edit"}
	files   = []string{"src/main.ts", "pkg/server/handler.go", "README.md", "app/models/user.rb", "tests/test_parser.py"}
)

func (g *maker) text(n int) string {
	b := make([]byte, 0, 8*n)
	for i := range n {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, pick(g, words)...)
	}
	return string(b)
}

// paste is a terminal's output with its colours, which become \u001b.
func (g *maker) paste() string {
	var b []byte
	for range 1 + g.IntN(pasteLines) {
		b = fmt.Appendf(b, "\x1b[3%dm2026-0%d-%02dT10:00:00Z\x1b[0m %s\r\n", g.IntN(8), 1+g.IntN(9), 1+g.IntN(28), g.text(4+g.IntN(12)))
	}
	return string(b)
}

func (g *maker) id() string {
	b := make([]byte, 32)
	for i := range b {
		b[i] = byte(g.IntN(256))
	}
	return hex.EncodeToString(b)
}

func (g *maker) settings() object {
	tips, gates := object{}, object{}
	for i := range 40 {
		tips = append(tips, field{fmt.Sprintf("tip-%d", i), g.IntN(900)})
		gates = append(gates, field{fmt.Sprintf("gate_%s", g.id()[:12]), g.IntN(2) == 0})
	}
	return object{
		{"numStartups", 1000 + g.IntN(1000)}, {"installMethod", "native"}, {"autoUpdates", false}, {"theme", "dark-daltonized"},
		{"tipsHistory", tips}, {"cachedStatsigGates", gates}, {"firstStartTime", "2025-06-01T08:00:00.000Z"}, {"userID", g.id()},
		{"oauthAccount", object{{"accountUuid", g.id()[:32]}, {"organizationName", "Ada's café"}, {"workspaceRole", nil}}},
	}
}

func (g *maker) server(name string) field {
	return field{name, object{{"type", "stdio"}, {"command", "npx"}, {"args", []any{"-y", name + "-mcp", "--root", "/srv/data"}}, {"env", object{}}}}
}

func (g *maker) list(from []string) []any {
	out := []any{}
	for range g.IntN(len(from)) {
		out = append(out, pick(g, from))
	}
	return out
}

func (g *maker) history() []any {
	out := []any{}
	for range g.IntN(100) {
		h, pastes := g.text(3+g.IntN(60)), object{}
		if g.IntN(8) == 0 {
			h += " [Pasted text #1]"
			pastes = object{{"1", object{{"id", 1}, {"type", "text"}, {"content", g.paste()}}}}
		}
		out = append(out, object{{"display", h}, {"pastedContents", pastes}})
	}
	return out
}

func (g *maker) project(i int) field {
	servers := object{}
	if g.IntN(4) == 0 {
		servers = object{g.server("local")}
	}
	return field{fmt.Sprintf("%s/%s-%d", pick(g, folders), pick(g, names), i), object{
		{"allowedTools", g.list(tools)}, {"history", g.history()}, {"mcpContextUris", []any{}}, {"mcpServers", servers},
		{"enabledMcpjsonServers", []any{}}, {"disabledMcpjsonServers", []any{}}, {"hasTrustDialogAccepted", true},
		{"projectOnboardingSeenCount", g.IntN(5)}, {"hasClaudeMdExternalIncludesApproved", false},
		{"exampleFiles", g.list(files)}, {"exampleFilesGeneratedAt", 1750000000000 + g.IntN(1e10)},
		{"lastCost", g.Float64() * 10}, {"lastAPIDuration", g.IntN(1e7)}, {"lastLinesAdded", g.IntN(5000)},
		{"lastTotalInputTokens", g.IntN(1e6)}, {"lastTotalCacheReadInputTokens", g.IntN(1e8)}, {"lastSessionId", g.id()[:36]},
	}}
}
