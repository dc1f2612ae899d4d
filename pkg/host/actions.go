package host

// Actions is where the host lets a user start something, and how.
type Actions struct {
	User, Project Loc // the file, or the folder of files
	Format        Format
	Form          ActionForm
	At            []string // the table or list of entries, in a file that has others; empty: the file is the list
	Start         string   // how the user starts one, in words; $NAME is its name there
	Asks          bool     // it can ask before one runs
	Labels        bool     // it shows the label
	LimitMS       int64    // it gives one no more time; 0: it waits
	Gate          string   // what the user must do before they are there, in words
}

// ActionForm is how one action stands there.
type ActionForm string

const (
	ActionScript   ActionForm = "script"   // an executable file of that name
	ActionEntry    ActionForm = "entry"    // a member of a table: {type: exec, command}
	ActionTrigger  ActionForm = "trigger"  // a hook with the trigger Manual, as a TriggerList has hooks
	ActionTask     ActionForm = "task"     // an element of a list: {label, command}
	ActionWorkflow ActionForm = "workflow" // NAME.yaml with name, command, tags and description

	// A module of ours that registers commands, beside that of the hooks.
	ActionPi       ActionForm = "pi-commands"
	ActionAmp      ActionForm = "amp-commands"
	ActionOpenclaw ActionForm = "openclaw-commands" // a folder: a manifest, and a module like that
)
