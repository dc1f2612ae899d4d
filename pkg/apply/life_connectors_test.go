package apply_test

import (
	"encoding/json"
	"fmt"
	"sync"

	"agentconnector/pkg/connector"
)

// A def is one version of a connector, as far as the model knows it.
type def struct {
	id, version string
	args        []string // of the server, which starts with npx; nil: no server
	env         map[string]string
	ms          int64 // time limit of its tools
	hooks       []hook
	commands    []item
	skills      []item
	agents      []item
	memory      []item
	config      []setting // of Claude Code: no other host has settings
}

type hook struct {
	event  string
	bash   bool // only for the shell
	ms     int64
	strict bool // a failing handler denies
}

type item struct {
	name, text string
	quiet      bool // a skill that only the user may start
}

type setting struct {
	key   string
	value any
}

// defs are three connectors in four versions. They come and go with every
// surface, and get into each other's way: a command of one name with the same
// text and with another, a skill where Codex has a command of another one, a
// setting that two want, and one that lies inside another.
var defs = map[string][]*def{
	"alpha": {
		{args: []string{"-y", "alpha@1"}, env: map[string]string{"A": "1"}, hooks: []hook{{event: "PreToolUse", bash: true, ms: 5000}},
			commands: []item{{name: "go", text: "Go, 1."}, {name: "shared", text: "The same."}}, skills: []item{{name: "guide", text: "# Guide"}},
			memory: []item{{name: "notes", text: "Use alpha.\n\n- once"}}, config: []setting{{"includeCoAuthoredBy", false}}},
		{args: []string{"-y", "alpha@2", "--it's"}, env: map[string]string{"A": "2", "B": `"x" \y`}, ms: 90_000,
			hooks:    []hook{{event: "PreToolUse", bash: true, ms: 7000}, {event: "Stop", strict: true}},
			commands: []item{{name: "go", text: "Go, 2.\n\nAnd again."}, {name: "shared", text: "The same."}, {name: "deploy", text: "Ship."}},
			skills:   []item{{name: "guide", text: "# Guide, 2", quiet: true}}, agents: []item{{name: "scout", text: "Look."}},
			memory: []item{{name: "notes", text: "Use alpha.\n\n- twice"}, {name: "more", text: "```\nopen"}},
			config: []setting{{"includeCoAuthoredBy", false}, {"attribution.commit", "by alpha"}}},
		{hooks: []hook{{event: "Stop"}, {event: "SessionEnd"}}, commands: []item{{name: "shared", text: "Alpha's own."}},
			config: []setting{{"includeCoAuthoredBy", true}, {"cleanupPeriodDays", 30}}},
		{args: []string{"alpha@4"}, ms: 500, skills: []item{{name: "guide", text: "# Guide"}, {name: "extra", text: "More."}},
			agents: []item{{name: "scout", text: "Look twice."}}, memory: []item{{name: "more", text: "Only this."}}},
	},
	"beta": {
		{args: []string{"beta@1"}, hooks: []hook{{event: "PreToolUse"}, {event: "SessionStart"}}, commands: []item{{name: "shared", text: "The same."}},
			skills: []item{{name: "deploy", text: "Ship it."}}, config: []setting{{"includeCoAuthoredBy", false}}},
		{args: []string{"beta@2"}, env: map[string]string{"B": "2"}, hooks: []hook{{event: "PreToolUse", ms: 9000}}, commands: []item{{name: "shared", text: "Beta's own."}},
			config: []setting{{"includeCoAuthoredBy", true}, {"attribution", map[string]any{"commit": "by beta", "pr": ""}}}},
		{commands: []item{{name: "deploy", text: "Ship it now."}}, memory: []item{{name: "memory", text: "Beta is here."}}, agents: []item{{name: "scout", text: "Look."}}},
		{args: []string{"beta@4"}, env: map[string]string{"C": "4"}, config: []setting{{"env.BETA", "4"}, {"cleanupPeriodDays", 30}}},
	},
	"gamma": {
		{commands: []item{{name: "go", text: "Gamma goes."}, {name: "guide", text: "A command."}}, memory: []item{{name: "g", text: "Gamma."}}},
		{args: []string{"-y", "gamma@2"}, skills: []item{{name: "guide", text: "# Guide"}, {name: "extra", text: "Even more."}}},
		{hooks: []hook{{event: "PreToolUse", bash: true, strict: true}, {event: "Stop", ms: 61_000}}, memory: []item{{name: "g", text: "Gamma, 3."}},
			config: []setting{{"env", map[string]any{"GAMMA": "3"}}}},
		{args: []string{"-y", "gamma@4"}, config: []setting{{"env.GAMMA", "4"}, {"attribution.commit", "by gamma"}}},
	},
}

var ids = []string{"alpha", "beta", "gamma"}

func init() {
	for id, versions := range defs {
		for i, d := range versions {
			d.id, d.version = id, fmt.Sprintf("%d.0.0", i+1)
		}
	}
}

type object = map[string]any

// json is the connector.json of a def.
func (d *def) json() []byte {
	o := object{"id": d.id, "version": d.version}
	if d.args != nil {
		s := object{"transport": "stdio", "command": "npx", "args": d.args}
		if d.env != nil {
			s["env"] = d.env
		}
		if d.ms > 0 {
			s["timeoutMs"] = d.ms
		}
		o["server"] = s
	}
	hooks := object{}
	for _, h := range d.hooks {
		handler := object{"command": []string{"node", "hook.js"}}
		if h.ms > 0 {
			handler["timeoutMs"] = h.ms
		}
		if h.strict {
			handler["onError"] = "deny"
		}
		def := object{"handler": handler}
		if h.bash {
			def["matcher"] = "Bash"
		}
		hooks[h.event] = def
	}
	o["hooks"] = hooks
	o["commands"] = content(d.commands, "prompt")
	o["skills"] = content(d.skills, "body")
	o["subagents"] = content(d.agents, "prompt")
	memory := []object{}
	for _, m := range d.memory {
		memory = append(memory, object{"name": m.name, "content": m.text})
	}
	o["memory"] = memory
	patches := []object{}
	for _, s := range d.config {
		patches = append(patches, object{"key": s.key, "value": s.value, "reason": "it is needed"})
	}
	o["platforms"] = object{claude: object{"configPatch": patches}}
	b, err := json.Marshal(o)
	if err != nil {
		panic(err)
	}
	return b
}

func content(items []item, text string) []object {
	list := []object{}
	for _, it := range items {
		o := object{"name": it.name, "description": "About " + it.name, text: it.text}
		if it.quiet {
			o["disableModelInvocation"] = true
		}
		list = append(list, o)
	}
	return list
}

var loaded sync.Map // *def → *connector.Connector

// load gives the connector to the pipeline as a user would: as text.
func (d *def) load() *connector.Connector {
	if c, ok := loaded.Load(d); ok {
		return c.(*connector.Connector)
	}
	c, err := connector.Parse(d.id+".json", d.json(), nil)
	if err != nil {
		panic(err)
	}
	loaded.Store(d, c)
	return c
}
