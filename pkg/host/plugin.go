package host

// Plugin is the form in which a host takes a whole connector and installs it by
// itself: a folder with a manifest. Without a Format the host has no such thing,
// or it is not known. A surface without a place in it is one that plugins of that
// host cannot have.
type Plugin struct {
	Format   string   // its name for ac-render --package
	Manifest Document // what makes the folder a plugin
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

	// Install are the host's own commands that install the plugin from a folder, in
	// their order; none: the user does it by hand.
	Install []Deed

	// Module is the file that the host loads of a plugin that is a package of modules.
	// It gives the host the server, the skills and the memory.
	Module string

	ServerAs   *Server  // the dialect of servers, where it is another one
	ServerRoot []string // the table that maps a name to an entry, where it is another one
	HooksRoot  []string // the table that maps an event to its entries, where it is another one
	HooksGate  string   // what the user must do before hooks of a plugin run, in words
}

// Deed is a command of the host and the one that takes it back. In a word, $dir
// stands for the folder that holds the catalog, or the plugin where there is none,
// and $id for the connector's id.
type Deed struct{ Do, Undo []string }

// Document is a JSON file about the connector.
type Document struct {
	Path    string // in the folder
	Members []Member
}

// Member is one member of a document, in its order. Value is JSON as it stands,
// in which $id is the connector's, or one of the words below; what the connector does not say is left out.
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
	SayOwner       = "$owner"   // the same, the connector's name where it has no author
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
	SayEntry     = "$entry" // a list with the plugin's entry in a catalog: name, source, description
)
