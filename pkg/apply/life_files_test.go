package apply_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// A spot is a file that hosts read in a home or a project.
type spot struct {
	sites  string // "u" user, "p" project
	rel    string
	format string
	texts  []string // what people have there
}

// servers, settings and so on are files as people keep them. The number n is
// what others change; "mine" is what they have.
var (
	servers = []string{
		"{\n  \"n\": 0,\n  \"big\": 12345678901234567890,\n  \"projects\": {\"/x\": {\"allowedTools\": []}},\n  \"mcpServers\": {\n    \"mine\": {\n      \"command\": \"m\",\n      \"args\": []\n    }\n  },\n  \"last\": 1.50\n}\n",
		"{}",
		"{\n\t\"mcpServers\": {\n\t\t\"mine\": { \"command\": \"m\" }\n\t},\n\t\"n\": 0\n}",
		"{\"n\":0,\"mcpServers\":{\"mine\":{\"command\":\"m\"}}}\n",
		"{\r\n    \"mcpServers\": {},\r\n    \"n\": 0\r\n}\r\n",
		bom + "{\n  \"n\": 0\n}\n",
		"",
		"{\n  \"n\": 0,\n  \"mcpServers\": {\n    \"alpha\": { \"command\": \"theirs\" },\n    \"mine\": {\"command\": \"m\"}\n  }\n}\n",
		"{\"mcpServers\":{\"gamma\":{\"command\":\"theirs\",\"args\":[\"x\"]}},\"n\":0}",
	}
	settings = []string{
		"{\n  \"n\": 0,\n  \"permissions\": {\n    \"allow\": [\"Bash(ls:*)\"]\n  },\n  \"hooks\": {\n    \"Stop\": [\n      {\n        \"hooks\": [\n          { \"type\": \"command\", \"command\": \"mine\" }\n        ]\n      }\n    ]\n  },\n  \"env\": {\n    \"MINE\": \"1\"\n  }\n}\n",
		"{ \"n\": 0, \"includeCoAuthoredBy\": true }",
		"{\n  \"hooks\": {},\n  \"n\": 0\n}\n",
		"{\r\n\t\"n\": 0,\r\n\t\"attribution\": { \"commit\": \"me\" },\r\n\t\"hooks\": { \"PreToolUse\": [] }\r\n}\r\n",
		"{}\n",
	}
	hookFiles = []string{
		"{\n  \"n\": 0,\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\n        \"matcher\": \"x\",\n        \"hooks\": [{ \"type\": \"command\", \"command\": \"mine\", \"timeout\": 5 }]\n      }\n    ]\n  }\n}\n",
		"{\"hooks\":{},\"n\":0}",
		"{}",
	}
	cursorHooks = []string{
		"{\n  \"version\": 1,\n  \"n\": 0,\n  \"hooks\": {\n    \"preToolUse\": [\n      { \"command\": \"mine\" }\n    ]\n  }\n}\n",
		"{\"hooks\":{\"stop\":[]},\"n\":0}",
		"{\n  \"n\": 0,\n  \"version\": 2\n}\n",
	}
	tomls = []string{
		"# mine\nmodel = \"gpt\" # a comment\nn = 0\nbig = 0xFF\n\n[mcp_servers.mine]\ncommand = 'm'\nargs = [\n  \"a\", # one\n]\n\n[projects.\"/x\"]\ntrust_level = \"trusted\"\n",
		"",
		"n = 0",
		"# only a comment\n",
		"n = 0\r\n\r\n[mcp_servers.mine]\r\ncommand = \"m\"\r\n",
		"[mcp_servers]\nmine = { command = \"m\" }\n\n[tail]\nn = 0\n\n# the end\n",
		"mcp_servers.mine.command = \"m\"\nn = 0\n",
		"n = 0\n\n[mcp_servers.alpha] # theirs\ncommand = 'theirs'\n\n[mcp_servers.beta]\ncommand = \"theirs\"\nargs = []\n\n[tail]\n",
	}
	texts = []string{
		"# Mine\n\nBe kind.\n\nn: 0\n",
		"",
		"n: 0",
		"# Mine\r\n\r\nn: 0\r\n",
		"n: 0\n\n\n",
		bom + "n: 0\n\n```\nopen fence\n",
		"   \nn: 0\n \t\n",
	}
	commands = []string{"Mine.\n", "---\ndescription: mine\n---\n\nMine too."}
)

var spots = []spot{
	{"u", ".claude.json", "json", servers},
	{"p", ".mcp.json", "json", servers},
	{"up", ".claude/settings.json", "json", settings},
	{"u", ".claude/CLAUDE.md", "block", texts},
	{"p", "CLAUDE.md", "block", texts},
	{"p", ".claude/CLAUDE.md", "block", texts},
	{"up", ".codex/config.toml", "toml", tomls},
	{"up", ".codex/hooks.json", "json", hookFiles},
	{"u", ".codex/AGENTS.md", "block", texts},
	{"p", "AGENTS.md", "block", texts},
	{"u", ".codex/AGENTS.override.md", "block", texts},
	{"p", "AGENTS.override.md", "block", texts},
	{"p", ".claude/settings.local.json", "json", settings},
	{"p", "CLAUDE.local.md", "block", texts},
	{"up", ".cursor/mcp.json", "json", servers},
	{"up", ".cursor/hooks.json", "json", cursorHooks},
	{"up", ".claude/commands/go.md", "file", commands},
	{"up", ".claude/commands/shared.md", "file", commands},
	{"up", ".cursor/commands/shared.md", "file", commands},
	{"up", ".agents/skills/guide/SKILL.md", "file", commands},
	{"up", ".agents/skills/deploy/SKILL.md", "file", commands},
	{"up", ".claude/skills/guide/SKILL.md", "file", commands},
	{"up", ".codex/agents/scout.toml", "file", commands},
}

// at is the file of a spot at a site, or nil if there is none.
func (l *life) at(s spot, site int) *file {
	if strings.Contains(s.sites, map[bool]string{true: "u", false: "p"}[site == 0]) {
		return l.m.file(filepath.Join(l.dir(site), filepath.FromSlash(s.rel)), s.format)
	}
	return nil
}

// theirMode is one that we would never give.
const theirMode = 0o640

// lay puts a file of the user's there before anybody came, perhaps as a link
// into a folder of theirs.
func (l *life) lay(s spot, site, n int, link bool) error {
	f := l.at(s, site)
	if f == nil || f.exists || exists(f.path) || len(f.edits) > 0 {
		return nil
	}
	f.exists, f.shadow, f.mode = true, []byte(s.texts[n%len(s.texts)]), theirMode
	if err := l.mkdir(filepath.Dir(f.path)); err != nil {
		return err
	}
	if !link {
		return os.WriteFile(f.path, f.shadow, theirMode)
	}
	to := filepath.Join(l.root, "dotfiles", fmt.Sprint(site), s.rel)
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	f.link = to
	if err := os.WriteFile(to, f.shadow, theirMode); err != nil {
		return err
	}
	return os.Symlink(to, f.path)
}

// write is how another program writes the file.
func (f *file) write(b []byte) error {
	return os.WriteFile(f.path, b, theirMode)
}

func newline(b []byte) string {
	if bytes.Contains(b, []byte("\r\n")) {
		return "\r\n"
	}
	return "\n"
}
