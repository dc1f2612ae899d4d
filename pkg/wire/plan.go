package wire

// Plan opens a plan and bounds it: what the connector owns inside these bounds
// and the plan does not hold is removed, nothing outside is touched.
type Plan struct {
	Schema         string   `json:"schema"`
	Plan           string   `json:"plan"`                  // id: hash of what the plan was made from
	Connector      string   `json:"connector"`             // connector id
	Version        string   `json:"version"`               // connector version
	DefinitionHash string   `json:"definition_hash"`       // SHA-256 of the normalised definition
	Scope          string   `json:"scope"`                 // user or project
	Project        string   `json:"project,omitempty"`     // root of the project, at project scope
	Local          bool     `json:"local,omitempty"`       // at project scope: in the hosts' uncommitted files, for this user alone
	ProjectKey     string   `json:"project_key,omitempty"` // its stable identity
	Hosts          []string `json:"hosts"`                 // the hosts that the plan speaks about
	Surfaces       []string `json:"surfaces"`              // the surfaces that the plan speaks about
	Tools          []string `json:"tools"`                 // our tools that its pointers name; ac-apply places them in ac_home/bin
	ACHome         string   `json:"ac_home"`               // the folder for which its pointers were written
}

// PlanEnd closes a plan. Without it, or with a wrong count or hash, a plan was
// cut short and nothing of it is applied.
type PlanEnd struct {
	Schema string `json:"schema"`
	Plan   string `json:"plan"`   // the same id as in the plan line
	Count  int    `json:"count"`  // lines between the plan line and this one
	SHA256 string `json:"sha256"` // of all bytes from the plan line up to this line
}

// The operations of a patch.
const (
	OpSet    = "set"    // the value at a path
	OpUpsert = "upsert" // an element of an array, known by its identity
	OpRemove = "remove" // the value at a path
	OpBlock  = "block"  // a managed block in a text file
	OpWrite  = "write"  // a whole file
	OpDelete = "delete" // a whole file
	OpRun    = "run"    // a host's own command
)

// What a patch may find in its place.
const (
	IfAbsent = "absent" // nothing, or what we wrote before (the default)
	IfOurs   = "ours"   // only what we wrote before
	IfAny    = "any"    // anything
)

// Patch is one edit of one place.
type Patch struct {
	Schema   string    `json:"schema"`
	Hosts    []string  `json:"hosts"`              // every host that reads this place; empty for our own state
	Surface  string    `json:"surface"`            // the surface it installs
	Path     string    `json:"path"`               // absolute path of the file
	Format   string    `json:"format"`             // json, jsonc, json5, toml, yaml, block or file
	Op       string    `json:"op"`                 // set, upsert, remove, block, write, delete or run
	At       []string  `json:"at,omitempty"`       // keys from the root to the value; for block its id
	Value    Raw       `json:"value,omitempty"`    // the value, a string for block and write; in that of set and upsert {"env":"X"} and {"expand":V} stand for variables, {"literal":V} for V
	Identity *Identity `json:"identity,omitempty"` // upsert: which element is meant
	Mode     string    `json:"mode,omitempty"`     // octal mode of a file that the patch creates
	Encoding string    `json:"encoding,omitempty"` // of a write: utf8 (default) or base64
	SHA256   string    `json:"sha256,omitempty"`   // of the bytes of a write
	If       string    `json:"if,omitempty"`       // absent, ours or any
	Why      string    `json:"why,omitempty"`      // what the edit is for, in words
	Run      *Run      `json:"run,omitempty"`      // op run

	Needs []string `json:"needs,omitempty"` // keys of the value without which it is of no use: while a variable in one of them is not resolved, nothing is written
	Stays []string `json:"stays,omitempty"` // keys of the value that are the user's, such as a switch: an entry of somebody else that is taken over keeps them

	Refuse []string `json:"refuse,omitempty"` // texts that the value of a variable must not hold here: the host would read them as something else

	BringsIn string `json:"brings_in,omitempty"` // of a block: the file that it brings in, which may hold guidance of connectors of which our state, once lost, knows nothing

	KeepIfChanged bool `json:"keep_if_changed,omitempty"` // what somebody has changed since is theirs: an upgrade and undo leave it, even if forced, and say so; where the value cannot be set is no error either
}

// Identity names one element of an array by the value of one string inside it.
type Identity struct {
	Path  []string `json:"path"`  // keys from the element to the string; "*" stands for any index of an inner array
	Value string   `json:"value"` // the string, compared exactly
}

// Run is a host's own command as an edit.
type Run struct {
	Argv      []string `json:"argv"`              // the command and its arguments
	Check     []string `json:"check,omitempty"`   // succeeds when the edit is already there
	Inverse   []string `json:"inverse,omitempty"` // takes it back
	TimeoutMS int64    `json:"timeout_ms"`        // after which it is killed
}

// Levels of a notice.
const (
	LevelInfo = "info"
	LevelWarn = "warn"
)

// Notice says what could not be done on a host, or what the user must do there.
type Notice struct {
	Schema     string `json:"schema"`
	Level      string `json:"level"`                 // info or warn
	Host       string `json:"host,omitempty"`        // the host that it is about
	Surface    string `json:"surface,omitempty"`     // the surface that it is about
	Message    string `json:"message"`               // in words
	ManualEdit string `json:"manual_edit,omitempty"` // what to write where, by hand
}

// The actions of a change.
const (
	ActionCreate = "create"
	ActionUpdate = "update"
	ActionRemove = "remove"
	ActionSkip   = "skip"
	ActionWarn   = "warn"
	ActionError  = "error"
)

// Change is what ac-apply did, or would do: exactly one for every host and
// declared surface.
type Change struct {
	Schema    string `json:"schema"`
	Connector string `json:"connector,omitempty"` // connector id
	Host      string `json:"host"`                // empty for our own state
	Surface   string `json:"surface"`             // a surface, state or tools
	Action    string `json:"action"`              // create, update, remove, skip, warn or error
	Path      string `json:"path"`                // the file, or the directory of several
	Detail    string `json:"detail"`              // in words
	Backup    string `json:"backup,omitempty"`    // the copy made before the change
}

// Installed is one installation of one connector: what ac-apply --list prints.
type Installed struct {
	Schema     string   `json:"schema"`
	ID         string   `json:"id"`                    // connector id
	Version    string   `json:"version"`               // connector version
	Scope      string   `json:"scope"`                 // user or project
	Project    string   `json:"project,omitempty"`     // root of the project
	ProjectKey string   `json:"project_key,omitempty"` // its stable identity
	Local      bool     `json:"local,omitempty"`       // it is in the hosts' uncommitted files, or partly so
	Hosts      []string `json:"hosts"`                 // hosts that it serves
	Surfaces   []string `json:"surfaces"`              // surfaces that it has there
	Paths      []string `json:"paths"`                 // files that hold its edits
	TS         int64    `json:"ts"`                    // time of the last apply
}

// Verified is one owned edit and how it was found: what ac-apply --verify prints.
type Verified struct {
	Schema     string   `json:"schema"`
	Connector  string   `json:"connector"`             // connector id
	Version    string   `json:"version"`               // version of the connector that wrote it
	Scope      string   `json:"scope"`                 // user or project
	Project    string   `json:"project,omitempty"`     // root of the project
	ProjectKey string   `json:"project_key,omitempty"` // its stable identity
	Local      bool     `json:"local,omitempty"`       // it is in a host's uncommitted file
	Hosts      []string `json:"hosts"`                 // hosts that the edit serves
	Surface    string   `json:"surface"`               // surface that it installs
	Path       string   `json:"path"`                  // the file
	At         []string `json:"at,omitempty"`          // keys from the root to the value; for a block its id; left out for an element of a list that is the whole file
	Status     string   `json:"status"`                // ok, missing, changed or unreadable
	Detail     string   `json:"detail,omitempty"`      // what others have added inside it, or why it cannot be read
}

// Finding is something about an installation that somebody should know: what
// ac-apply --doctor prints.
type Finding struct {
	Schema    string   `json:"schema"`
	Level     string   `json:"level"`               // info or warn
	Host      string   `json:"host,omitempty"`      // canonical host id
	Surface   string   `json:"surface"`             // surface that it is about
	Connector string   `json:"connector,omitempty"` // connector id
	Message   string   `json:"message"`             // in words
	Places    []string `json:"places"`              // files, each with the keys from its root to the place
	Fix       string   `json:"fix,omitempty"`       // what to do about it
}

// Explain is one cell of the matrix host × declared surface.
type Explain struct {
	Schema  string `json:"schema"`
	Host    string `json:"host"`    // canonical host id
	Surface string `json:"surface"` // a surface that the connector declares
	Support string `json:"support"` // native, degraded, skipped or disabled
	Reason  string `json:"reason"`  // why, and what gets lost

	ManualEdit string `json:"manual_edit,omitempty"` // what the user can do by hand instead
}
