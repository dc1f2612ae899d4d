package apply_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"agentconnector/pkg/plan"
	"agentconnector/pkg/wire"
)

// This file says where each host has what a connector brings, and how it is
// spelled there: what a user would look for in the files.

const (
	claude = "claude-code"
	codex  = "codex"
	cursor = "cursor"
)

var hosts = []string{claude, codex, cursor}

// A want is one place that shall hold one value.
type want struct {
	file, format, surface string
	at                    []string
	id                    string // of an array element: its command line
	value                 any    // as JSON has it; of blocks and whole files a string
	hosts                 []string
	keep                  bool // shared with the user: whoever was first is right
}

func (w *want) slot() string { return strings.Join(append(w.at, w.id), "\x00") }

type wants struct {
	l       *life
	p       *plan.Plan
	d       *def
	site    int
	targets []string
	list    []want
}

// wants lists what a connector brings to a site for some hosts, with the values
// of the plan, which must be what is expected.
func (l *life) wants(d *def, p *plan.Plan, site int, targets []string) ([]want, error) {
	ws := &wants{l: l, p: p, d: d, site: site, targets: targets}
	state := filepath.Join(l.acHome(), "connectors", d.id, "user")
	if site > 0 {
		state = filepath.Join(l.acHome(), "connectors", d.id, "projects", l.keys[site])
	}
	for _, name := range []string{"connector.json", "hook.json"} {
		ws.list = append(ws.list, want{file: filepath.Join(state, name), format: "file", surface: "state", value: anything})
	}
	for _, h := range hosts {
		if slices.Contains(targets, h) {
			ws.server(h)
			if n := len(ws.list); ws.hooks(h) {
				ws.list = slices.Insert(ws.list, n, want{file: filepath.Join(state, "hooked", h), format: "file", surface: "state", hosts: []string{h}, value: anything})
			}
			ws.items(h)
			ws.memory(h)
			ws.config(h)
		}
	}
	return ws.list, spelled(ws.list, p)
}

// anything stands for the text of our own state, which is not this model's.
const anything = "\x00anything"

func (ws *wants) add(rel string, w want) {
	w.file = filepath.Join(ws.l.dir(ws.site), filepath.FromSlash(rel))
	w.value = plainJSON(w.value)
	for i := range ws.list {
		if o := &ws.list[i]; o.file == w.file && o.slot() == w.slot() {
			o.hosts = append(o.hosts, w.hosts...)
			return
		}
	}
	ws.list = append(ws.list, w)
}

func plainJSON(v any) (out any) {
	b, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(b, &out)
	}
	if err != nil {
		panic(err)
	}
	return out
}

// either is the path of the user's file, or of the project's.
func (ws *wants) either(user, project string) string {
	if ws.site == 0 {
		return user
	}
	return project
}

func (ws *wants) server(h string) {
	if ws.d.args == nil {
		return
	}
	command, args := "npx", ws.d.args
	if ws.site == 0 { // measured; what is shared must work without us
		args = append([]string{"--connector", ws.d.id, "--host", h, "--", "npx"}, args...)
		command = filepath.Join(ws.l.acHome(), "bin", "ac-proxy")
	}
	v := object{"command": command, "args": args}
	if ws.d.env != nil {
		v["env"] = ws.d.env
	}
	w := want{surface: "server", hosts: []string{h}, value: v}
	switch h {
	case claude:
		v["type"] = "stdio"
		if ws.d.ms > 0 {
			v["timeout"] = max(1000, ws.d.ms)
		}
		w.format, w.at = "json", []string{"mcpServers", ws.d.id}
		ws.add(ws.either(".claude.json", ".mcp.json"), w)
	case codex:
		if ws.d.ms > 0 {
			v["tool_timeout_sec"] = (ws.d.ms + 999) / 1000
		}
		w.format, w.at = "toml", []string{"mcp_servers", ws.d.id}
		ws.add(".codex/config.toml", w)
	case cursor:
		w.format, w.at = "json", []string{"mcpServers", ws.d.id}
		ws.add(".cursor/mcp.json", w)
	}
}

var shell = map[string]string{
	claude: "Bash|mcp__.*__Bash",
	codex:  "Bash|exec_command|shell_command|mcp__.*__Bash",
	cursor: "Bash|Shell|run_terminal_command|MCP:Bash",
}

var events = []string{"SessionStart", "SessionEnd", "PreToolUse", "Stop"}

// hooks says whether there are any.
func (ws *wants) hooks(h string) (some bool) {
	file := map[string]string{claude: ".claude/settings.json", codex: ".codex/hooks.json", cursor: ".cursor/hooks.json"}[h]
	if h == cursor && len(ws.d.hooks) > 0 {
		ws.add(file, want{format: "json", surface: "hooks", hosts: []string{h}, at: []string{"version"}, value: 1})
	}
	for _, ev := range events {
		i := slices.IndexFunc(ws.d.hooks, func(k hook) bool { return k.event == ev })
		if i < 0 {
			continue
		}
		k := ws.d.hooks[i]
		says := " " + h + " " + ev + " --connector " + ws.d.id
		if k.strict {
			says += " --on-error deny"
		}
		v := object{"timeout": 5}
		switch {
		case h == codex && ev == "SessionEnd":
			v["timeout"] = 3 // it grants no more
		case k.ms > 0:
			v["timeout"] = (k.ms + 999) / 1000
		}
		if h != cursor {
			v["type"] = "command"
			v = object{"hooks": []any{v}}
		}
		if k.bash {
			v["matcher"] = shell[h]
		}
		native := ev
		if h == cursor {
			native = strings.ToLower(ev[:1]) + ev[1:]
		}
		ws.add(file, want{format: "json", surface: "hooks", hosts: []string{h}, at: []string{"hooks", native}, id: says, value: v})
		some = true
	}
	return some
}

// private are the wants of a plan for the user's own files of a project. Where
// these are is tested elsewhere; here none of them is one that a team shares.
func (l *life) private(p *plan.Plan, site int) (ws []want, err error) {
	for _, x := range p.Patches {
		w := want{file: x.Path, format: x.Format, surface: x.Surface, at: x.At, hosts: x.Hosts, keep: x.KeepIfChanged, value: anything}
		if x.Identity != nil {
			w.id = x.Identity.Value
		}
		if x.Surface != "state" {
			if err := json.Unmarshal(x.Value, &w.value); err != nil {
				return nil, err
			}
		}
		if rel, err := filepath.Rel(l.dir(site), x.Path); err == nil && filepath.IsLocal(rel) && !strings.Contains(rel, ".local.") {
			return nil, fmt.Errorf("the plan writes %s, which the project shares", rel)
		}
		ws = append(ws, w)
	}
	return ws, nil
}

// spelled takes the values from the plan, which must have a patch for every
// want, and no other, and say in it what is expected. How exactly each host is
// told is tested where plans are made.
func spelled(ws []want, p *plan.Plan) error {
	if len(ws) != len(p.Patches) {
		return fmt.Errorf("the plan has %d patches, expected %d: %+v", len(p.Patches), len(ws), p.Patches)
	}
	for i := range ws {
		w := &ws[i]
		j := slices.IndexFunc(p.Patches, func(x wire.Patch) bool {
			return x.Path == w.file && slices.Equal(x.At, w.at) && (x.Identity == nil) == (w.id == "")
		})
		if j < 0 {
			return fmt.Errorf("the plan has nothing for %s at %v", w.file, w.at)
		}
		if err := w.take(&p.Patches[j]); err != nil {
			return err
		}
	}
	return nil
}

func (w *want) take(p *wire.Patch) error {
	fail := func(found, want any) error {
		return fmt.Errorf("the plan has %q for %s at %v, expected to find %q", found, w.file, w.at, want)
	}
	var v any
	if err := json.Unmarshal(p.Value, &v); err != nil {
		return err
	}
	switch text, _ := v.(string); {
	case w.surface == "state":
		return nil
	case w.surface != p.Surface || w.format != p.Format || !slices.Equal(w.hosts, p.Hosts) || w.keep != p.KeepIfChanged:
		return fail(p, *w)
	case w.format == "file":
		if !strings.Contains(text, w.value.(string)) {
			return fail(text, w.value)
		}
	case w.id != "":
		id := p.Identity.Value
		if deny := strings.Contains(w.id, "deny"); !strings.Contains(id, w.id) || commandOf(v) != id || strings.Contains(id, "deny") != deny {
			return fail(id, w.id)
		}
		w.id = id
		fallthrough
	default:
		if !holds(v, w.value) {
			return fail(v, w.value)
		}
	}
	w.value = v
	return nil
}

func (ws *wants) items(h string) {
	file := func(surface, rel, text string) {
		ws.add(rel, want{format: "file", surface: surface, hosts: []string{h}, value: text})
	}
	for _, c := range ws.d.commands {
		switch h {
		case claude:
			file("commands", ".claude/commands/"+c.name+".md", c.text)
		case codex: // which has no commands: it is a skill there
			file("commands", ".agents/skills/"+c.name+"/SKILL.md", c.text)
		case cursor:
			file("commands", ".cursor/commands/"+c.name+".md", c.text)
		}
	}
	for _, s := range ws.d.skills {
		dir := ".agents"
		// Cursor reads Claude's skills too, and is served there unless it shares
		// a folder with Codex.
		if h == claude || h == cursor && !slices.Contains(ws.targets, codex) && slices.Contains(ws.targets, claude) {
			dir = ".claude"
		}
		file("skills", dir+"/skills/"+s.name+"/SKILL.md", s.text)
	}
	for _, a := range ws.d.agents {
		dir := map[string]string{claude: ".claude", codex: ".codex", cursor: ".cursor"}[h]
		ext := map[bool]string{true: ".toml", false: ".md"}[h == codex]
		file("subagents", dir+"/agents/"+a.name+ext, a.text)
	}
}

// memory goes to the file that the host really reads, of several; which one is
// tested elsewhere.
func (ws *wants) memory(h string) {
	if h == cursor && ws.site == 0 {
		return // it has no file for the user
	}
	for _, m := range ws.d.memory {
		w := want{format: "block", surface: "memory", hosts: []string{h}, at: []string{ws.d.id + "/" + m.name}, value: m.text}
		n := 0
		for _, x := range ws.p.Patches {
			if rel, err := filepath.Rel(ws.l.dir(ws.site), x.Path); err == nil && x.Op == wire.OpBlock && slices.Equal(x.At, w.at) && slices.Contains(x.Hosts, h) {
				ws.add(rel, w)
				n++
			}
		}
		if n != 1 { // one want too many, which the plan does not have
			ws.list = append(ws.list, w)
		}
	}
}

func (ws *wants) config(h string) {
	if h != claude {
		return
	}
	for _, s := range ws.d.config {
		ws.add(".claude/settings.json", want{format: "json", surface: "configPatch", hosts: []string{h}, at: strings.Split(s.key, "."), value: s.value, keep: true})
	}
}
