package host

import "agentconnector/pkg/wire"

// Sources: [D] zed.dev/docs: ai/mcp, ai/tools, ai/rules, ai/skills,
// configuring-zed, worktree-trust; [S] seed 000; [X] rulesync 17 and toolhive,
// source.
var zedCaller = Caller{
	ID: "zed", Name: "Zed", Paradigm: MCPOnly, Visibility: MCPToolsOnly,
	Runtime: []Signal{{Var: "ZED_TERM", Value: "true"}}, // in its terminals: unverified

	// Its agent's own tools [D]. No event names them: they are for the day on which one does.
	Tools: []Tool{
		{Native: "read_file", Canonical: Read},
		{Native: "edit_file", Canonical: Edit},
		{Native: "write_file", Canonical: Write},
		{Native: "delete_path", Canonical: Delete},
		{Native: "terminal", Canonical: Bash},
		{Native: "grep", Canonical: Grep},
		{Native: "find_path", Canonical: Glob},
		{Native: "fetch", Canonical: WebFetch},
		{Native: "web_search", Canonical: WebSearch},
		{Native: "search_web", Canonical: WebSearch, Alias: true}, // seed 000, as are the next three
		{Native: "list_directory", Canonical: Glob, Alias: true},
		{Native: "spawn_agent", Canonical: Agent},
		{Native: "skill", Canonical: Skill},
	},
	Unmapped: []string{"diagnostics", "copy_path", "move_path", "create_directory"}, // [S]
}

var zed = Host{
	Caller: &zedCaller,
	Docs:   "https://zed.dev/docs/ai/mcp",
	GUI:    true, // unverified what it makes of the login shell

	Probe: Probe{
		Bins:  []string{"zed", "zeditor"}, // the second one is that of some distributions
		Files: []Loc{zedDir},
	},
	Client: []string{"Zed"}, // unverified

	// [D ai/agent-profiles]
	Above: []Above{{Scope: wire.ScopeProfile, At: Loc{Path: "$XDG_CONFIG_HOME/zed/settings.json|~/.config/zed/settings.json",
		Darwin: "~/.config/zed/settings.json", Windows: "$APPDATA/Zed/settings.json|~/AppData/Roaming/Zed/settings.json"},
		If:       []Const{{At: []string{"agent", "profiles", "*", "enable_all_context_servers"}, Value: "false"}},
		Surfaces: []string{wire.Server},
		Why:      "a profile there (agent.profiles) has enable_all_context_servers: false: of a server it shows the tools alone that it names in context_servers"}},

	Server: Server{
		User: Loc{Path: "$XDG_CONFIG_HOME/zed/settings.json|~/.config/zed/settings.json",
			Darwin: "~/.config/zed/settings.json", Windows: "$APPDATA/Zed/settings.json|~/AppData/Roaming/Zed/settings.json"}, // [D], [X]
		Project: Loc{Path: ".zed/settings.json"},          // [D]
		Format:  JSONC, Root: []string{"context_servers"}, // [D]
		Stdio: Fields{Command: "command", Args: "args", Env: "env", TimeoutSec: "timeout", Enabled: "enabled"}, // [D]
		HTTP:  Fields{URL: "url", Headers: "headers", TimeoutSec: "timeout", Enabled: "enabled"},               // [D]
		// What an entry is follows from its fields [D]; SSE is not supported.
		Transports:  Transports{Stdio: "-", HTTP: "-"},
		Expand:      ExpandNothing,                                                            // [D]
		State:       []string{"settings"},                                                     // what an extension's server is set up with
		ProjectGate: "Zed starts the servers of a project only after its worktree is trusted", // [D]
	},

	// zed.dev/docs/ai/agent-settings and agent-panel [D]: of a project Zed takes no settings of its agent (unverified).
	Config: Config{
		User: Loc{Path: "$XDG_CONFIG_HOME/zed/settings.json|~/.config/zed/settings.json",
			Darwin: "~/.config/zed/settings.json", Windows: "$APPDATA/Zed/settings.json|~/AppData/Roaming/Zed/settings.json"},
		Format: JSONC,
		Allowed: []string{"agent.notify_when_agent_waiting", "agent.play_sound_when_agent_done", "agent.use_modifier_to_send", "agent.single_file_review",
			"agent.message_editor_min_lines", "agent.expand_edit_card", "agent.expand_terminal_card", "agent.enable_feedback", "agent_ui_font_size", "agent_buffer_font_size"},
	},

	// The first that exists is read [D]. Not .clinerules, which is a folder in
	// most projects that have one.
	Memory: Memory{
		User: []Loc{{Path: "$XDG_CONFIG_HOME/zed/AGENTS.md|~/.config/zed/AGENTS.md", Darwin: "~/.config/zed/AGENTS.md", Windows: "$APPDATA/Zed/AGENTS.md|~/AppData/Roaming/Zed/AGENTS.md"}},
		Project: []Loc{{Path: ".rules"}, {Path: ".cursorrules"}, {Path: ".windsurfrules"}, {Path: ".github/copilot-instructions.md"},
			{Path: "AGENT.md"}, {Path: "AGENTS.md"}, {Path: "CLAUDE.md"}, {Path: "GEMINI.md"}, {Path: "AGENTS.md"}},
	},
	Commands: Content{ // zed.dev/docs/ai/skills [D]
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		Form: CommandAsSkill, Slash: true,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "Zed has no files for commands: installed as a skill, which the user starts by its name, too",
	},
	Skills: Content{ // [D]
		User: Loc{Path: "~/.agents/skills"}, Project: Loc{Path: ".agents/skills"}, Open: true,
		Form:   SkillDir,
		Fields: ContentField{Name: "name", Description: "description"},
		Note:   "Zed reads name and description of a skill; tools and model are dropped",
	},

	// zed.dev/docs/tasks [D]. A command of one line goes to the user's shell, on
	// Windows to PowerShell (unverified). Of a variable with a default, Zed puts in
	// the default unless the variable is one of its own (crates/task, source): a
	// moved AGENT_CONNECTOR_DATA_DIR is not seen by what a project shares.
	Actions: Actions{
		User: Loc{Path: "$XDG_CONFIG_HOME/zed/tasks.json|~/.config/zed/tasks.json",
			Darwin: "~/.config/zed/tasks.json", Windows: "$APPDATA/Zed/tasks.json|~/AppData/Roaming/Zed/tasks.json"},
		Project: Loc{Path: ".zed/tasks.json"}, // of the worktree
		Format:  JSONC, Form: ActionTask, Start: "$NAME in the list of task: spawn", Labels: true,
	},
	Gaps: []string{
		"no hooks: its own agent cannot be watched or guarded; an external agent (ACP) runs its own hooks",
		"a profile of the agent (agent.profiles) can hide a server's tools",
		"the tools of a server cannot be limited in its entry, and a server has no working directory",
		"a .clinerules file would be read instead of AGENTS.md",
	},
}

// zedDir is where Zed keeps its settings, on macOS too; its data is elsewhere [D].
var zedDir = Loc{Path: "$XDG_CONFIG_HOME/zed|~/.config/zed", Darwin: "~/.config/zed", Windows: "$APPDATA/Zed|~/AppData/Roaming/Zed"}
