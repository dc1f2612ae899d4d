package host

// Sources: [R] repository continuedev/continue at its end, 2026-06: extensions/cli
// (the program cn), core (the IDE extension) and packages/config-yaml, which both
// use; [O] observed in cn 1.5.47, run offline with a scripted model.
var continueDevCaller = Caller{
	ID: "continue", Name: "Continue", Paradigm: MCPOnly, Visibility: MCPToolsOnly,

	// Of cn, then of the extension, where they differ [R].
	Tools: []Tool{
		{Native: "Bash", Canonical: Bash},
		{Native: "Read", Canonical: Read},
		{Native: "Write", Canonical: Write},
		{Native: "Edit", Canonical: Edit},
		{Native: "MultiEdit", Canonical: MultiEdit},
		{Native: "Search", Canonical: Grep},
		{Native: "Fetch", Canonical: WebFetch},
		{Native: "Checklist", Canonical: TodoWrite},
		{Native: "run_terminal_command", Canonical: Bash},
		{Native: "read_file", Canonical: Read},
		{Native: "read_file_range", Canonical: Read, Alias: true},
		{Native: "create_new_file", Canonical: Write},
		{Native: "edit_existing_file", Canonical: Edit},
		{Native: "single_find_and_replace", Canonical: Edit, Alias: true},
		{Native: "multi_edit", Canonical: MultiEdit},
		{Native: "grep_search", Canonical: Grep},
		{Native: "file_glob_search", Canonical: Glob},
		{Native: "fetch_url_content", Canonical: WebFetch},
		{Native: "search_web", Canonical: WebSearch},
		{Native: "read_currently_open_file", Canonical: Read, Alias: true}, // seed 000, as are the next four
		{Native: "ls", Canonical: Glob, Alias: true},
		{Native: "view_subdirectory", Canonical: Glob, Alias: true},
		{Native: "view_repo_map", Canonical: Glob, Alias: true},
		{Native: "read_skill", Canonical: Skill},
	},
	Unmapped: []string{"AskQuestion", "CheckBackgroundJob", "Exit", "List", "ReportFailure", "Skills", "Status", "UploadArtifact", "Diff",
		"view_diff", "create_rule_block", "request_rule", "codebase"},
}

var continueDev = Host{
	Caller: &continueDevCaller,
	Docs:   "https://docs.continue.dev",

	Probe: Probe{
		Bins:  []string{"cn"},                                    // [O]
		Files: []Loc{{Path: "$CONTINUE_GLOBAL_DIR|~/.continue"}}, // [R]
		Vars:  []string{"CONTINUE_GLOBAL_DIR"},                   // [R]
	},
	// Servers get no variable that says so [O].
	Client: []string{"continue-cli-client", "continue-client", "continue"}, // cn [O]; the extension [R]; seed 000's name for it

	Server: Server{
		User: Loc{Path: "$CONTINUE_GLOBAL_DIR/config.yaml|~/.continue/config.yaml"}, // cn and extension [R]
		// The extension alone, and one server a file [R config-yaml blockSchema].
		Project:       Loc{Path: ".continue/mcpServers/agent-connector-" + ConnectorID + ".yaml"},
		ProjectHeader: []Const{{At: []string{"name"}, Value: `"agent-connector"`}, {At: []string{"version"}, Value: `"1.0.0"`}, {At: []string{"schema"}, Value: `"v1"`}}, // [R baseConfigYamlSchema]
		NotMade:       true,                                                                                                                                              // cn takes its default from the network until there is one; the extension makes it at its first start [R]
		Format:        YAML, Root: []string{"mcpServers"}, NameKey: "name",                                                                                               // [R], [O]
		Stdio:      Fields{Command: "command", Args: "args", Env: "env", Cwd: "cwd", TimeoutMS: "connectionTimeout"},    // [R]; also of each call in the extension, cn has none
		HTTP:       Fields{URL: "url", Headers: "headers", HeadersIn: "requestOptions", TimeoutMS: "connectionTimeout"}, // [R]
		Transports: Transports{TypeKey: "type", Stdio: "stdio", HTTP: "streamable-http", SSE: "sse"},                    // [R]
		Expand:     ExpandSecrets,                                                                                       // from its .env files or its environment, in the whole file [R], [O]
		ClearsEnv:  true,                                                                                                // the extension; cn passes all on [R], [O]
		RunsBatch:  true,                                                                                                // cn through cross-spawn, the extension by itself [R]
	},

	// It loads Claude's hooks, and hooks of its own settings.json, and never calls
	// any: nothing in [R] fires an event, and none fired in 1.5.47 [O].

	// cn takes the first of these, the extension an AGENTS.md alone; rules beside it
	// always [R].
	Memory: Memory{
		User:    []Loc{{Path: "$CONTINUE_GLOBAL_DIR/rules/agent-connector.md|~/.continue/rules/agent-connector.md"}}, // [O]
		Project: []Loc{{Path: "AGENTS.md"}, {Path: "AGENT.md"}, {Path: "CLAUDE.md"}, {Path: "CODEX.md"}, {Path: "AGENTS.md"}},
	},
	Commands: Content{ // the extension alone [R promptFiles]; without invokable it would be a rule
		User: Loc{Path: "$CONTINUE_GLOBAL_DIR/prompts|~/.continue/prompts"}, Project: Loc{Path: ".continue/prompts"},
		Form:   MarkdownFrontmatter,
		Fields: ContentField{Name: "name", Description: "description", Always: "invokable: true"},
		Note:   "a Continue prompt has a description: argument hint, tools and model are dropped",
	},
	Skills: Content{ // [R], [O]
		User: Loc{Path: "$CONTINUE_GLOBAL_DIR/skills|~/.continue/skills"}, Project: Loc{Path: ".continue/skills"},
		AlsoProject: []Loc{{Path: ".claude/skills"}},
		Form:        SkillDir,
		Fields:      ContentField{Name: "name", Description: "description"},
		Note:        "Continue reads name and description of a skill; tools and model are dropped",
	},

	Gaps: []string{
		"cn loads hooks of Claude's format, from Claude's files, too, and calls none of them: built-in tools are not seen",
		"cn reads the servers of the user alone, and no prompts: those of a project are for the IDE extension",
		"cn does not start headless when a server fails, such as one that needs a variable that is not set",
		"a server cannot be switched off in the file, nor its tools be limited",
		"in the IDE extension memory in a CLAUDE.md is not read, and in both two lines of three dashes in a memory take away what stands before",
	},
}
