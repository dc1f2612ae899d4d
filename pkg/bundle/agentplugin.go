package bundle

import (
	"agentconnector/pkg/connector"
	"agentconnector/pkg/host"
)

// agentPlugins is the open standard Agent Plugins 1.0 as if it were a host: a
// manifest, skills and MCP servers that every client of it reads. What a client
// has beyond that stands in a folder of its own, of which we write none.
// Fields: the two schemas (agent-plugins.org/schemas/1.0.0), as public validators read
// them; taken by Codex 0.171.0, Qwen Code 0.24.4 and Copilot CLI 1.0.102 (observed).
var agentPlugins = host.Host{
	Caller: &host.Caller{ID: "agent-plugins", Name: "an Agent Plugins client"},
	Server: host.Server{
		Root:  []string{"mcpServers"},
		Stdio: host.Fields{Command: "command", Args: "args", Env: "env"}, // a cwd is one inside of the plugin
		HTTP:  host.Fields{URL: "url", Headers: "headers"},
		// Of a remote server over https alone: that is not looked at.
		Transports:    host.Transports{TypeKey: "type", Stdio: "stdio", HTTP: "streamable-http", SSE: "sse"},
		Expand:        host.ExpandPluginRoot, // and ${PLUGIN_DATA}
		ProjectHeader: []host.Const{{At: []string{"$schema"}, Value: `"https://agent-plugins.org/schemas/1.0.0/mcp.schema.json"`}},
	},
	Skills: host.Content{
		Form:   host.SkillDir,
		Fields: host.ContentField{Name: "name", Description: "description"},
		Note:   "a portable skill has a name and a description; tools and model are dropped",
	},
	Plugin: host.Plugin{
		Format: "agent-plugin",
		Proof:  "Codex 0.171.0, Qwen Code 0.24.4 and Copilot CLI 1.0.102 take it; valid by the standard's schemas",
		Name:   `[a-z0-9]+([.-][a-z0-9]+)*`, // no two marks one after the other; 64 characters at most, as an id has
		Manifest: host.Document{Path: "plugin.json", Members: []host.Member{
			{Key: "$schema", Value: `"https://agent-plugins.org/schemas/1.0.0/plugin.schema.json"`},
			{Key: "name", Value: host.SayID}, {Key: "version", Value: host.SayAnyVersion}, {Key: "description", Value: host.SayDescription},
			{Key: "author", Value: host.SayAuthor}, {Key: "homepage", Value: host.SayHomepage},
			{Key: "repository", Value: host.SayRepository}, {Key: "license", Value: host.SayLicense}}},
		// Of the catalogs the one that most clients read.
		Catalog: host.Document{Path: ".claude-plugin/marketplace.json", Members: []host.Member{
			{Key: "name", Value: host.SayID}, {Key: "owner", Value: host.SayOwner}, {Key: "plugins", Value: host.SayEntry}}},
		Server: "mcp.json", Skills: "skills",
	},
}

func agentPlugin(c *connector.Connector) (*Bundle, error) { return plugin(&agentPlugins, c) }
