package host

import (
	"iter"
	"strings"
)

// Hooks is how the host keeps and runs hooks.
type Hooks struct {
	User, Project, Local Loc // Local: the project's uncommitted file
	Format               Format
	Root                 []string // path of the table that maps an event to its entries
	Shape                Shape
	Header               []Const // values that the file must have beside Root, set if absent
	Unit                 Unit    // of the timeout
	TimeoutKey           string  // its field, if not "timeout"
	EventKey, MatcherKey string  // those of an EventList, if not "event" and "matcher"
	NameKey              string  // of an EventList: the field with the hook's name, which no other has
	DefaultTimeoutMS     int64   // if an entry has none
	Events               []Event
	Matcher              Matcher
	Payload              Payload  // family of stdin
	WindowsCommand       string   // field with the command for cmd.exe, which is run on Windows in place of the other
	PowerShell           string   // field with the command for PowerShell, likewise
	Quiet                string   // the reply that says nothing, if nothing at all is not it
	Every                string   // the matcher for every tool, where an entry must have one
	NoQuotes             bool     // on Windows it hands quotes to the program as they stand
	MaxContext           int      // UTF-16 units; the host drops a longer context whole; 0: no limit known
	ProjectVar           string   // variable in a hook's environment that holds the project's root
	Switch               []Const  // settings with which the user has turned hooks off
	AlsoRuns             []string // hosts whose hook files it runs, too
	Marks                []string // keys that its payloads have and those hosts' have not
	Misses               []string // keys that those hosts' payloads always have, and its have not
	Entries              []string // path, in the file of the servers, of the table in which a module must be switched on by its name
	Gate                 string   // what the user must do before hooks run, in words
	Beside               bool     // it reads every file of that kind in the folder
}

// Const is a value at a path.
type Const struct {
	At    []string
	Value string // as JSON
}

// Shape is how one hook stands in the file.
type Shape string

const (
	ClaudeNested Shape = "claude-nested" // {matcher, hooks: [{type: command, command, timeout}]}
	CursorFlat   Shape = "cursor-flat"   // {command, matcher, timeout}
	CommandFlat  Shape = "command-flat"  // {command}: the host has no matchers and no time limit
	CopilotFlat  Shape = "copilot-flat"  // {type: command, command, matcher, timeoutSec}
	EventList    Shape = "event-list"    // {event, matcher, command, timeout}, all events in one list
	TriggerList  Shape = "trigger-list"  // {name, trigger, matcher, action: {type: command, command}, timeout}, likewise

	// The hooks' place is a folder, in which an executable file with the name of an
	// event is run by the host, one for all that want it.
	HookFiles Shape = "hook-files"

	// The hooks' place is a folder, in which one module of ours per connector is
	// run by the host itself.
	OpencodeModule Shape = "opencode-module" // exports a function that gives an object of hooks
	PiModule       Shape = "pi-module"       // its default export registers handlers
	AmpModule      Shape = "amp-module"      // likewise
	OmpModule      Shape = "omp-module"      // likewise, with replies of their own
	OpenclawPlugin Shape = "openclaw-plugin" // a folder: a manifest, and a module like that
)

// Unit is the unit of a hook timeout.
type Unit string

const (
	Seconds Unit = "s"
	Millis  Unit = "ms"
)

// Event pairs a canonical event with the host's own.
type Event struct {
	Canonical string // empty: known, but outside the canonical ones
	Native    string
	NoMatcher bool   // its entries take no matcher
	Sync      bool   // the host waits for the answer and obeys it: it can block
	TimeoutMS int64  // if an entry has none, where that differs from the host's other events
	MaxMS     int64  // the host gives it no more; 0: what the entry says
	Bare      bool   // its entries are the handlers themselves, with no matcher around
	ParseOnly bool   // understood when it comes, never installed
	Observed  bool   // outside the canonical ones, and heard where one observes
	Talk      bool   // it tells what is said in the conversation: a module needs leave for it, in Entries
	Quiet     string // the reply that says nothing there, if not Hooks.Quiet
	Says      []Say  // how each decision is said to the host there; what is missing it cannot honour
}

// Matcher is the language of a matcher in the host's file.
type Matcher string

const (
	MatchRegex Matcher = "regex" // a regular expression on the native tool name
	MatchNone  Matcher = "none"  // the host's file has no matchers: ac-hook is asked about every tool
)

// Payload names the family of what a host sends; package hook has them.
type Payload string

const (
	ClaudePayload      Payload = "claude"
	CursorPayload      Payload = "cursor"
	GeminiPayload      Payload = "gemini"
	CopilotPayload     Payload = "copilot"
	ClinePayload       Payload = "cline"
	CascadePayload     Payload = "cascade"
	AntigravityPayload Payload = "antigravity"
	GoosePayload       Payload = "goose"
	HermesPayload      Payload = "hermes"
	GrokPayload        Payload = "grok"

	// What our modules send of what they see.
	OpencodePayload Payload = "opencode"
	PiPayload       Payload = "pi"
	AmpPayload      Payload = "amp"
	OmpPayload      Payload = "omp"
	OpenclawPayload Payload = "openclaw"
)

// Event returns the host's event with that canonical name that is installed,
// the first if there are several, or nil.
func (c *Caller) Event(canonical string) *Event {
	for e := range c.EventsOf(canonical) {
		return e
	}
	return nil
}

// EventsOf gives all events of a canonical name that are installed: a host may
// have one for each kind of tool.
func (c *Caller) EventsOf(canonical string) iter.Seq[*Event] {
	return func(yield func(*Event) bool) {
		for i := range c.Hooks.Events {
			if e := &c.Hooks.Events[i]; e.Canonical == canonical && !e.ParseOnly && !yield(e) {
				return
			}
		}
	}
}

// Quiet is the reply that says nothing on an event.
func (c *Caller) Quiet(native string) string {
	if e := c.Native(native); e != nil && e.Quiet != "" {
		return e.Quiet
	}
	return c.Hooks.Quiet
}

// Native returns the host's event with that native name, or nil.
func (c *Caller) Native(name string) *Event {
	for i := range c.Hooks.Events {
		if e := &c.Hooks.Events[i]; e.Native == name {
			return e
		}
	}
	return nil
}

// Spelled returns the host's event whose native name differs in the case of letters
// alone, or nil: versions of Kiro write preToolUse and PreToolUse (seed 000).
func (c *Caller) Spelled(name string) *Event {
	for i := range c.Hooks.Events {
		if e := &c.Hooks.Events[i]; strings.EqualFold(e.Native, name) {
			return e
		}
	}
	return nil
}
