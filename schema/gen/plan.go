package main

import (
	"slices"
	"strings"

	"agentconnector/pkg/config"
	"agentconnector/pkg/connector"
	"agentconnector/pkg/host"
	"agentconnector/pkg/schemagen"
	"agentconnector/pkg/wire"
)

const intro = `# Records

What travels between the tools, and the files that people write. Generated from the Go types by ` + "`go generate ./schema`" + `: do not edit.

Records are NDJSON: UTF-8, one object a line, ` + "`schema`" + ` first, fields in snake_case, times in integer milliseconds since 1970 (UTC).
A reader ignores fields that it does not know and refuses a major version that it does not know. A field that is not optional is always written; an empty list or object may be null.
connector.json, and what goes to and comes from handlers, is camelCase. ` + "`ac-render --schema NAME`" + ` prints a schema.`

// plan is everything that is generated.
func plan(root string) *schemagen.Plan {
	record := func(name, typ, note string) schemagen.Record {
		return schemagen.Record{Name: name, Dir: "pkg/wire", Type: typ, Note: note}
	}
	return &schemagen.Plan{
		Root: root, Intro: intro, Overlay: overlay(), Replace: replace(), Defs: defs(),
		Records: []schemagen.Record{
			record("machine", "Machine", "first line of `ac-detect`"),
			record("host", "Host", "`ac-detect`, one per host"),
			record("plan", "Plan", "first line of `ac-render`"),
			record("patch", "Patch", "`ac-render`, one per edit"),
			record("notice", "Notice", "`ac-render`, passed on by `ac-apply`"),
			record("plan.end", "PlanEnd", "last line of `ac-render`"),
			record("change", "Change", "`ac-apply`"),
			record("installed", "Installed", "`ac-apply --list`"),
			record("verified", "Verified", "`ac-apply --verify`"),
			record("finding", "Finding", "`ac-apply --doctor`"),
			record("explain", "Explain", "`ac-render --explain`"),
			record("event", "Event", "`ac-hook`, in `logs/events`"),
			record("measure", "Measure", "`ac-proxy`, in `logs/measure`"),
			record("hookfile", "HookFile", "`hook.json` of an installed connector"),
			record("handler-event", "HandlerEvent", "what a handler gets on stdin"),
			record("handler-reply", "HandlerReply", "what a handler prints"),
			record("statusline", "StatuslineContext", "what the command of a status line gets on stdin"),
			record("action-call", "ActionCall", "what the command of an action gets on stdin"),
			{Name: "connector", Dir: "pkg/connector", Type: "Connector", Closed: true, Note: "`connector.json`, written by people"},
			{Name: "hostfile", Dir: "pkg/wire", Type: "HostFile", Closed: true, Note: "`hosts.d/ID.json` in our home, a host that the user adds"},
			{Name: "config", Dir: "pkg/config", Type: "Config", Closed: true, Note: "`config.json` in our home, the user's settings"},
		},
	}
}

type keywords = map[string]any

func enum(words ...string) keywords {
	list := make([]any, len(words))
	for i, w := range words {
		list[i] = w
	}
	return keywords{"enum": list}
}

func ref(def string) keywords { return keywords{"$ref": "#/$defs/" + def} }

func list(items keywords) keywords { return keywords{"type": "array", "items": items, "minItems": 1} }

// either says that exactly one of two members is there.
func either(a, b string) []any {
	return []any{keywords{"required": []any{a}}, keywords{"required": []any{b}}}
}

var (
	kebab    = keywords{"pattern": connector.NamePattern, "maxLength": connector.MaxName}
	positive = keywords{"minimum": 1}
	filled   = keywords{"minLength": 1}
)

// overlay is what Go's types cannot say. The words are those of the validator
// and of the records' constants, so that both stay the same.
func overlay() map[string]map[string]any {
	events := keywords{"propertyNames": enum(wire.Events...)}
	policy := enum(connector.Policies...)
	return map[string]map[string]any{
		"Plan.scope": enum(wire.ScopeUser, wire.ScopeProject), "Plan.surfaces": {"items": enum(append(slices.Clone(wire.Surfaces), wire.PluginSurface)...)},
		"PlanEnd.count": {"minimum": 0}, "PlanEnd.sha256": {"pattern": "^([0-9a-f]{64})?$"},
		"Patch.op":     enum(wire.OpSet, wire.OpUpsert, wire.OpRemove, wire.OpBlock, wire.OpWrite, wire.OpDelete, wire.OpRun),
		"Patch.if":     enum(wire.IfAbsent, wire.IfOurs, wire.IfAny),
		"Notice.level": enum(wire.LevelInfo, wire.LevelWarn),
		"Change.action": enum(wire.ActionCreate, wire.ActionUpdate, wire.ActionRemove, wire.ActionSkip,
			wire.ActionWarn, wire.ActionError),

		"Connector.id": kebab, "Connector.hooks": events, "Connector.files": {"items": keywords{"type": "string", "minLength": 1}},
		"Command.name": kebab, "Skill.name": kebab, "Subagent.name": kebab, "Memory.name": kebab, "Statusline.name": kebab, "Action.id": kebab,
		"Server.transport": enum(connector.Transports...), "Server.command": filled, "Server.url": filled, "Server.timeoutMs": positive,
		"Server": {"if": keywords{"properties": keywords{"transport": keywords{"const": "stdio"}}},
			"then": keywords{"required": []any{"command"}}, "else": keywords{"required": []any{"url"}}},
		"Auth.type": enum(connector.AuthTypes...), "Auth.bearerEnvVar": {"pattern": "^[A-Za-z_][A-Za-z0-9_]*$"},
		"Handler": {"oneOf": either("command", "rules")}, "Handler.command": {"minItems": 1}, "Handler.rules": {"minItems": 1},
		"Handler.timeoutMs": positive, "Handler.onError": policy, "Handler.onTimeout": policy,
		"Fallback.ask": policy, "Fallback.modify": policy, "Fallback.context": policy,
		"Rule.decision": enum(connector.Decisions...), "Rule.if": ref("Condition"), "Rule.updatedInput": {"type": "object"},
		"Skill.description": {"minLength": 1, "maxLength": connector.MaxDescription}, "Subagent.description": filled,
		"Statusline": {"oneOf": either("command", "template")}, "StatuslineOptions.refreshInterval": positive, "StatuslineOptions.maxLines": positive,
		"Action.command": {"minItems": 1}, "Action.timeoutMs": positive,
		"Telemetry.modelFamilyHint": enum(connector.ModelFamilies...),
		"Platform.hooks":            events, "Platform.nativeHooks": {"propertyNames": keywords{"not": enum(wire.Events...)}},
		"Platform.scope": enum(connector.Scopes...), "MemoryPlace.mode": enum(connector.MemoryModes...),
		"ConfigPatch.key":    {"pattern": `^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$`},
		"ConfigPatch.reason": filled, "Publish.registryNamespace": {"pattern": "^[a-zA-Z0-9.-]+$"}, "Author.name": filled,

		"HostFile.id": kebab, "HostFile.name": filled, "HostFile.probe": {"anyOf": []any{keywords{"required": []any{"bins"}}, keywords{"required": []any{"files"}}}},
		"HostPath.path": filled, "HostServer.format": enum("json", "jsonc", "toml"), "HostServer.root": {"minItems": 1}, "HostServer.expand": enum(spellings()...),
		"HostContent.form": enum(string(host.SkillDir), string(host.MarkdownFrontmatter), string(host.MarkdownBody), string(host.CommandTOML), string(host.CommandAsSkill)),

		"Config.log_level": enum(config.LogLevels...), "Privacy.level": enum(config.Levels...), "Retention.days": {"minimum": 0}, "Retention.max_bytes": {"minimum": 0},
		"Pruning.days": {"minimum": 0}, "Pruning.count": {"minimum": 0},
		"Budgets.session": {"minimum": 0}, "Budgets.daily": {"minimum": 0}, "Budgets.weekly": {"minimum": 0},
	}
}

func spellings() (words []string) {
	for _, s := range host.Spellings {
		words = append(words, string(s))
	}
	return words
}

// replace holds the types with more than one form.
func replace() map[string]map[string]any {
	text := keywords{"type": "string"}
	file := keywords{"type": "object", "properties": keywords{"file": keywords{"type": "string", "minLength": 1}}, "required": []any{"file"}, "additionalProperties": false}
	confirm := keywords{"type": "object", "properties": keywords{"title": text, "message": text}, "additionalProperties": false}
	return map[string]map[string]any{
		"Text":     {"oneOf": []any{text, file}},
		"HookList": {"oneOf": []any{ref("Hook"), keywords{"type": "array", "items": ref("Hook")}}},
		"Strings":  {"oneOf": []any{text, keywords{"type": "array", "items": text}}},
		"Targets":  {"oneOf": []any{keywords{"const": "auto"}, keywords{"type": "array", "items": text, "minItems": 1, "uniqueItems": true}}},
		"Confirm":  {"oneOf": []any{keywords{"type": "boolean"}, confirm}},
	}
}

// defs is the grammar of a rule's condition (pkg/connector/check_rules.go).
func defs() map[string]map[string]any {
	say := func(k keywords, description string) keywords {
		out := keywords{"description": description}
		for key, v := range k {
			out[key] = v
		}
		return out
	}
	text := keywords{"type": "string", "minLength": 1}
	condition, test := ref("Condition"), ref("Test")
	return map[string]map[string]any{
		"Condition": {
			"type": "object", "minProperties": 1,
			"description": "Fields of the event and their tests, all of which must hold: {\"tool\": {\"equals\": \"Bash\"}}. Into toolInput, toolOutput and raw a field may go deeper: toolInput.command.",
			"properties": keywords{
				"all": say(list(condition), "a list of conditions that all hold"),
				"any": say(list(condition), "a list of conditions of which one holds"),
				"not": say(condition, "a condition that does not hold"),
			},
			"propertyNames":        keywords{"pattern": `^(all|any|not|` + strings.Join(connector.Fields, "|") + `|(toolInput|toolOutput|raw)(\.[^.]+)+)$`},
			"additionalProperties": test,
		},
		"Test": {
			"type": "object", "minProperties": 1, "additionalProperties": false,
			"description": "Tests of one value, all of which must hold.",
			"properties": keywords{
				"equals":  say(nil, "the same JSON value"),
				"matches": say(keywords{"type": "string"}, "RE2, anywhere in the text"),
				"glob":    say(text, "a pattern with *, ? and **, for the whole text"),
				"in":      say(keywords{"type": "array", "minItems": 1}, "a list of values, one of them equal"),
				"exists":  say(keywords{"type": "boolean"}, "whether the field is there"),
				"not":     say(test, "a test that does not hold"),
				"all":     say(list(test), "a list of tests that all hold"),
				"any":     say(list(test), "a list of tests of which one holds"),
			},
		},
	}
}
