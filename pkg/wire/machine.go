package wire

// Machine is the first line of ac-detect: every fact about the machine that a
// plan depends on, so that ac-render needs nothing but its input.
type Machine struct {
	Schema     string            `json:"schema"`
	OS         string            `json:"os"`                    // linux, darwin or windows (GOOS)
	Arch       string            `json:"arch"`                  // amd64 or arm64 (GOARCH)
	Home       string            `json:"home"`                  // the user's home directory
	ACHome     string            `json:"ac_home"`               // our own folder: AGENT_CONNECTOR_DATA_DIR, else ~/.agent-connector
	User       string            `json:"user,omitempty"`        // login name
	Project    string            `json:"project,omitempty"`     // root of the project, absolute
	ProjectKey string            `json:"project_key,omitempty"` // stable identity of the project: hash of its git remote, else of its path
	Path       []string          `json:"path"`                  // the directories of PATH
	Runtimes   map[string]string `json:"runtimes"`              // node, npx, uvx, python3, docker, bun, deno → absolute path, those found
	AC         map[string]string `json:"ac"`                    // our tools already in ac_home/bin → version
	Unmeasured bool              `json:"unmeasured,omitempty"`  // the user's config.json turns measuring off
	Switched   []string          `json:"switched,omitempty"`    // by these switches: telemetry, measure
	Observe    string            `json:"observe,omitempty"`     // the most that events may tell of inputs (privacy.level of config.json): standard, minimal or off; absent: standard
	Withhold   []string          `json:"withhold,omitempty"`    // what is taken out of what they tell (privacy of config.json): commands, paths
}

// Host is one agent host on a machine, with every path already resolved.
type Host struct {
	Schema       string                      `json:"schema"`
	ID           string                      `json:"id"`                // canonical host id, such as claude-code
	Name         string                      `json:"name"`              // the product's own name
	Installed    bool                        `json:"installed"`         // found on this machine
	Evidence     []string                    `json:"evidence"`          // what it was found by: a path, a binary, a variable
	Version      string                      `json:"version,omitempty"` // output of BINARY --version, with ac-detect --versions
	Paradigm     string                      `json:"paradigm"`          // json-stdio, ts-plugin or mcp-only
	Visibility   string                      `json:"visibility"`        // full-hooks, mcp-tools-only or self-reported
	Supports     []string                    `json:"supports"`          // surfaces that this host honours
	Capabilities []string                    `json:"capabilities"`      // hook events it fires, by canonical name
	Scopes       map[string]map[string]Place `json:"scopes"`            // user, project or local (the user's own, uncommitted part of the project) → surface → where it is configured
	Above        []Above                     `json:"above,omitempty"`   // files that are there, which no plan writes, and which count beside or before those in scopes
	Def          Raw                         `json:"def,omitempty"`     // definition of a user-defined host
}

// Above is a file that no plan writes, and that may change or forbid what one
// writes: of the system, of those who run the machine, of a profile, or in a language
// of its own.
type Above struct {
	Scope    string   `json:"scope"`              // system, managed, profile, user or project
	Path     string   `json:"path"`               // absolute; of several profiles that of the first
	Surfaces []string `json:"surfaces,omitempty"` // which it can change or forbid
	Off      bool     `json:"off,omitempty"`      // it forbids them for sure
	Note     string   `json:"note"`               // what it does, in words
}

// What git makes of a file (Place.Git).
const (
	GitTracked   = "tracked"   // it is committed, or about to be
	GitIgnored   = "ignored"   // nobody adds it by accident
	GitUntracked = "untracked" // the next "git add ." takes it
)

// Place is where a host reads one surface in one scope.
type Place struct {
	Path    string   `json:"path"`              // absolute; for commands, skills and subagents the directory
	Format  string   `json:"format"`            // json, jsonc, json5, toml, yaml, block or file
	Variant string   `json:"variant,omitempty"` // which of the host's shapes applies here
	Root    []string `json:"root,omitempty"`    // keys from the root of the file to the surface's part of it, where they are not the host's usual ones
	Exists  bool     `json:"exists"`            // it is there now
	Hides   string   `json:"hides,omitempty"`   // local places, a file of the project that the host would read no more if this one were made
	Git     string   `json:"git,omitempty"`     // local places in a repository, what git makes of the file: ignored, untracked (the next git add takes it) or tracked (it is committed)
	Also    []string `json:"also,omitempty"`    // other places that the host reads for the same surface
	Homes   []string `json:"homes,omitempty"`   // servers, the files of further installations of the host, each of which gets the same
	Note    string   `json:"note,omitempty"`    // what the user has to know: a switch that is off, a trust gate

	MaxBytes *int64 `json:"max_bytes,omitempty"` // memory, how much of it the user lets the host read; 0: nothing

	Bytes   int64            `json:"bytes,omitempty"`   // memory, the size of the file
	Blocks  map[string]int64 `json:"blocks,omitempty"`  // memory, how much of it are the blocks of each connector, by id
	Imports []string         `json:"imports,omitempty"` // memory, the files that it brings in by a line of somebody else, absolute
}
