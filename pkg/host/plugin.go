package host

// Plugin is the form in which a host takes a whole connector and installs it by
// itself: a folder with a manifest. Without a Format the host has no such thing,
// or it is not known. A surface without a place in it is one that plugins of that
// host cannot have.
type Plugin struct {
	Format   string   // its name for ac-render --package
	Proof    string   // who has taken a plugin of ours, in words
	Name     string   // pattern of the names that it takes; empty: any that an id can be
	Manifest Document // what makes the folder a plugin
	Package  Document // the package.json, where the host wants one beside the manifest
	// Catalog lists the plugin for a host that installs from catalogs. It stands
	// beside the plugin's folder, which has the connector's id as its name.
	Catalog Document
	// RootVar is the variable that holds the plugin's folder where its hooks run.
	// RootText is instead a text in their commands for which the host puts the
	// folder. Without either they decide only where the connector is installed.
	RootVar, RootText string

	// Where the surfaces stand in the folder. They are written as in the host's own
	// files of a project, all data as JSON, but for what follows.
	Server, Hooks, Commands, Skills, Subagents, Memory string

	// CommandsIn and SubagentsIn are the tables of the server's file in which they stand
	// as entries, where a plugin has no files for them.
	CommandsIn, SubagentsIn Entries

	// Install are the host's own commands that install the plugin from a folder, in
	// their order; none: see Listed.
	Install []Deed
	// Listed is the list, in the user's file of servers, in which a host without a
	// command that takes a plugin out has the folders of its plugins. Without either
	// the user alone installs it.
	Listed []string
	// ByHand is what the user types to install it, where Install has no command.
	ByHand []string

	// Module is the file that the host loads of a plugin that is a package of modules.
	// Glue is the part of it (package render, module/) that gives the host what it does
	// not find by itself.
	Module string
	Glue   string

	// Rule is what a file of guidance begins with, where that is a rule among others.
	Rule string

	CommandsAs *Content // the form of commands, where it is another one
	ServerAs   *Server  // the dialect of servers, likewise
	ServerRoot []string // the table that maps a name to an entry, where it is another one
	HooksRoot  []string // the table that maps an event to its entries, where it is another one
	// NoCwd: of a folder outside of the plugin a server there cannot be started in.
	NoCwd bool
	// HooksStaged: hooks stand only in a plugin that is made for this machine, where
	// ac-hook is: without it the host would deny everything.
	HooksStaged bool
	HooksGate   string // what the user must do before hooks of a plugin run, in words
}

// Deed is a command of the host and the one that takes it back. In a word, and in
// ByHand, $dir
// stands for the folder that holds the catalog, or the plugin where there is none,
// and $id for the connector's id.
type Deed struct {
	Do, Undo []string
	With     string // it is done for a connector that has one of these surfaces; empty: for all
}

// Entries is a table of content: its name maps to an object in which Body holds the
// text. The other keys are the fields of the files.
type Entries struct {
	Root []string
	Body string
}

// Document is a JSON file about the connector.
type Document struct {
	Path    string // in the folder
	Members []Member
}

// Member is one member of a document, in its order. Value is JSON as it stands,
// in which $id is the connector's, or one of the words below; what the connector does
// not say is left out. "$with hooks,memory VALUE" is there for a connector that has
// one of these surfaces in the plugin.
type Member struct{ Key, Value string }

// What a document can say of a connector.
const (
	SayID          = "$id"
	SayName        = "$name"     // for people
	SayVersion     = "$version"  // left out where the connector has none
	SayAnyVersion  = "$version!" // 0.0.1 where it has none
	SayDescription = "$description"
	SayAuthor      = "$author"  // an object with name, email and url
	SayContact     = "$contact" // the same without url
	SayOwner       = "$owner"   // author, or the connector's name where it has none
	SayOwnerOnly   = "$owner!"  // the same without url
	SayLicense     = "$license"
	SayHomepage    = "$homepage"
	SayRepository  = "$repository"
	// Where a surface stands in the plugin, from "./"; left out if it has none of it.
	SayServer    = "$at server"
	SayHooks     = "$at hooks"
	SayCommands  = "$at commands"
	SaySkills    = "$at skills"
	SaySubagents = "$at subagents"
	SayMemory    = "$at memory"
	SayEntry     = "$entry"  // a list with the plugin's entry in a catalog: name, source, description, version
	SayEntryOnly = "$entry!" // the same without version
)
