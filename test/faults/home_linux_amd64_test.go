package faults

import (
	"agentconnector/pkg/plan"
	"agentconnector/pkg/wire"
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
)

// planOf is a plan of every kind of target: files that are there, files and
// directories that are not, our own state, a tool. A later version changes every
// value, takes files away and brings others.
func planOf(b *box, version int) []byte {
	v := fmt.Sprintf("by gamma %d", version)
	p := &plan.Plan{Head: wire.Plan{Schema: wire.SchemaPlan, Plan: v, Connector: "gamma", Version: fmt.Sprint(version), DefinitionHash: v,
		Scope: wire.ScopeUser, Hosts: []string{"h"}, Surfaces: wire.Surfaces, Tools: []string{"ac-hook"}, ACHome: b.ours()}}
	add := func(surface, path, format, op string, at []string, value any) {
		val, err := json.Marshal(value)
		if err != nil {
			panic(err)
		}
		pt := wire.Patch{Schema: wire.SchemaPatch, Hosts: []string{"h"}, Surface: surface, Path: filepath.Join(b.home, path), Format: format, Op: op, At: at, Value: val, If: wire.IfAbsent}
		if surface == wire.State {
			pt.Hosts = []string{}
		}
		if op == wire.OpUpsert {
			pt.Identity = &wire.Identity{Path: []string{"command"}, Value: v}
		}
		p.Patches = append(p.Patches, pt)
	}
	server := map[string]any{"command": "srv", "args": []string{v}}
	add(wire.State, ".agent-connector/connectors/gamma/user/connector.json", "file", wire.OpWrite, nil, `{"id": "`+v+`"}`)
	add(wire.Server, ".claude.json", "json", wire.OpSet, []string{"mcpServers", "gamma"}, server)
	add(wire.Hooks, ".claude.json", "json", wire.OpUpsert, []string{"hooks", "Stop"}, map[string]any{"command": v}) // known by another command in each version
	add(wire.Server, ".cursor/mcp.json", "jsonc", wire.OpSet, []string{"mcpServers", "gamma"}, server)
	add(wire.Server, ".codex/config.toml", "toml", wire.OpSet, []string{"mcp_servers", "gamma"}, server)
	add(wire.Server, ".gemini/settings.json", "json", wire.OpSet, []string{"mcpServers", "gamma"}, server) // a link
	add(wire.Server, ".new/deep/mcp.json", "json", wire.OpSet, []string{"mcpServers", "gamma"}, server)
	add(wire.Memory, ".claude/CLAUDE.md", "block", wire.OpBlock, []string{"gamma/usage"}, "Written "+v)
	if version == 1 {
		add(wire.Commands, ".claude/commands/gone.md", "file", wire.OpWrite, nil, v)
	} else {
		add(wire.Skills, ".claude/skills/gamma/SKILL.md", "file", wire.OpWrite, nil, v)
	}
	var out bytes.Buffer
	if err := plan.Write(&out, p); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// people is a home with files of people in it.
func people() map[string]string {
	return map[string]string{
		".claude.json":          "{\n\t\"n\": 0, \"big\": 9007199254740993,\n\t\"mcpServers\": { \"mine\": {\"command\":\"x\"} }\n}",
		".claude/CLAUDE.md":     "# Mine\r\n\r\nBe kind.\r\n",
		".claude/settings.json": "{}",
		".codex/config.toml":    "# my model\nmodel = \"o3\" # the good one\n\n[mcp_servers.mine]\ncommand = \"x\"",
		".cursor/mcp.json":      "\xef\xbb\xbf{\r\n  // mine\r\n  \"mcpServers\": {},\r\n}\r\n",
		"dotfiles/gemini.json":  "{\"theme\": \"dark\"}\n",
		".gemini/settings.json": "-> ../dotfiles/gemini.json",
	}
}
