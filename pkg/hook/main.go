package hook

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/world"
)

const tool = "ac-hook"

const synopsis = "HOST EVENT --connector ID|--all [--on-error deny] [--shared] [--plugin VAR] < payload > reply"

// help is written by hand: a hook starts twice per tool call, and a parser of
// flags would double its size.
const help = tool + " " + synopsis + `
` + tool + ` statusline HOST --connector ID < payload
` + tool + ` action HOST ACTION --connector ID
` + tool + ` simulate HOST EVENT|statusline CONNECTOR < payload
` + tool + ` serve HOST [--connector ID] [--on-error deny] [--shared] [--plugin-dir DIR] < requests > answers

It answers a hook of an agent host. The payload on stdin becomes one normalised
event, the connector's handlers decide, and the host's own reply goes to stdout:
one line, or nothing if there is nothing to say.

  HOST               id of the host, as ac-detect names it
  EVENT              canonical (PreToolUse) or the host's own name (preToolUse)
  --connector ID     the installed connector whose hooks decide
  --all              all connectors that are installed for the host decide: for
                     one that has a single file for each event; --file PATH is
                     that file, which makes no difference
  --on-error deny    what a host can block is denied when our own part fails,
                     such as a definition that cannot be read; default: allow
  --shared           the call comes from a file that a team shares: say nothing
                     where the connector is not installed, or where a call of
                     the user's own file answers
  --plugin VAR       the call comes from a plugin, whose folder the variable VAR
                     has: its definition decides

statusline prints the connector's line for the host's prompt: what its command
prints, or its template filled in. Whatever goes wrong: an empty line, exit 0.

action runs an action of the connector that the user has started.

simulate says what would happen, without a log entry: one line of JSON with
honored (does the host do what was decided?), decision, reply and why.

  CONNECTOR          an installed id, or the path of a hook.json or its folder

serve is for the module of a host that runs plugins: one process for as long as
the host runs, one line of JSON for a request, one for its answer, in any order.
Without --connector all connectors are asked that are installed for the host. Of a
module in a plugin --plugin-dir is the plugin's folder, whose definition decides.

  {"id":1,"event":"EVENT","onError":"deny","payload":{…}}
                     id: a number or a string; onError: as --on-error, for this
                     event; payload: what the module sees, at most 16 MB a line
  {"id":1}           nothing to say
  {"id":1,"reply":{…}}
                     what the module does: throw, args, output, context, ask or
                     continue, as the host's file has it for the event
  {"id":1,"return":{…}}
                     a hook on the host's own event: its answer, as it is
  {"id":1,"error":"…"}
                     what went wrong; with a reply if the policy is to deny

Faults are written to logs/hook.log in ~/.agent-connector
(AGENT_CONNECTOR_DATA_DIR moves it, AGENT_CONNECTOR_LOG=silent|error|warn|info
sets how much).

exit codes:
  0  always, when a host calls, serve too, whatever went wrong; a host that is
     told so by the exit code gets the one that its dialect has for the decision
  1  action: there is no such action, or it failed
  2  simulate, or no host and event given: wrong usage or bad input

examples:
  echo '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}' |
      ac-hook claude-code PreToolUse --connector acme-db
  ac-hook simulate cursor preToolUse acme-db < payload.json
`

// Main runs ac-hook and returns its exit code.
func Main(w *world.World) int {
	switch {
	case slices.Contains(w.Args, "--help") || slices.Contains(w.Args, "-h"):
		io.WriteString(w.Stdout, help)
		return world.OK
	case slices.Contains(w.Args, "--version"):
		v, commit := world.Version()
		fmt.Fprintf(w.Stdout, "%s %s %s\n", tool, v, commit)
		return world.OK
	}
	if len(w.Args) > 0 {
		switch w.Args[0] {
		case "simulate":
			return simulate(w, w.Args[1:])
		case "statusline":
			return statusline(w, w.Args[1:])
		case "action":
			return action(w, w.Args[1:])
		case "serve":
			return serve(w, w.Args[1:])
		}
	}
	args := parse(w.Args)
	if len(args.names) < 2 {
		complain(w, "a host and an event are missing", "usage: "+tool+" "+synopsis)
		return world.Usage
	}
	return fromHost(w, args)
}

func complain(w *world.World, lines ...string) {
	for _, l := range lines {
		fmt.Fprintf(w.Stderr, "%s: %s\n", tool, l)
	}
}

// arguments of a call by a host.
type arguments struct {
	names     []string
	connector string
	deny      bool
	shared    bool
	all       bool
	plugin    string   // variable with the folder of the plugin that calls
	pluginDir string   // that folder
	odd       []string // not understood: a pointer written by another version
}

// parse reads the arguments. It refuses nothing: a host that calls cannot do
// anything about it.
func parse(argv []string) (a arguments) {
	first := 0
	for first < min(2, len(argv)) && !strings.HasPrefix(argv[first], "-") {
		first++
	}
	a.names = argv[:first:first] // as our own pointers have them: no list to be made
	for i := first; i < len(argv); i++ {
		name, value, has := strings.Cut(argv[i], "=")
		if name == "--connector" || name == "--on-error" || name == "--plugin" || name == "--plugin-dir" {
			if !has && i+1 < len(argv) {
				i++
				value = argv[i]
			}
		}
		switch {
		case name == "--connector":
			a.connector = value
		case name == "--on-error" && (value == "deny" || value == "allow"):
			a.deny = value == "deny"
		case name == "--plugin":
			a.plugin = value
		case name == "--plugin-dir":
			a.pluginDir = value
		case name == "--shared":
			a.shared = true
		case name == "--all":
			a.all = true
		case name == "--file":
			i++
		case strings.HasPrefix(name, "-") || len(a.names) == 2:
			a.odd = append(a.odd, argv[i])
		default:
			a.names = append(a.names, argv[i])
		}
	}
	return a
}

// fromHost answers a host: one write to stdout, or none. Its exit code is 0 or
// what the host's dialect has for the answer.
func fromHost(w *world.World, args arguments) int {
	h := host.FindCaller(args.names[0])
	if h == nil {
		// Its dialect is unknown, and a non-zero exit would block on some hosts.
		c := newCall(w, &host.Caller{ID: args.names[0]}, args.names[1], args.connector, false)
		c.log.errorf("unknown host %q: %s", args.names[0], knownHosts())
		complain(w, c.log.said...)
		return world.OK
	}
	if args.all {
		return fromAll(w, h, args)
	}
	c := newCall(w, h, args.names[1], args.connector, args.deny)
	c.shared = args.shared
	if args.plugin != "" {
		c.plugin = w.Getenv(args.plugin)
	}
	for _, o := range args.odd {
		c.log.warnf("argument %q is not understood, and left out", o)
	}
	a := c.answer()
	c.say(w.Stdout, a.text)
	c.say(w.Stderr, a.stderr)
	if !a.silent {
		c.account(&a)
	}
	return a.exit
}

// say writes a line in one piece. That nobody may read it any more is one line
// in the log.
func (c *call) say(to io.Writer, text string) {
	if text == "" {
		return
	}
	line := append(append(world.Bytes(len(text)+1), text...), '\n')
	if _, err := to.Write(line); err != nil {
		c.log.errorf("the reply could not be written: %v", err)
	}
}

// account logs what the host could not honour, and the event.
func (c *call) account(a *answer) {
	defer func() { _ = recover() }() // the host has its reply; a bug in what follows must not end in a crash
	c.report(a)
	c.record(a)
}

// report logs what the host could not honour.
func (c *call) report(a *answer) {
	if !a.honored() {
		c.log.warnf("%s became %s: %s", a.decision, a.degraded, a.why)
	}
	for _, d := range a.dropped {
		c.log.warnf("dropped %s", d)
	}
}

func knownHosts() string {
	var ids []string
	for _, h := range host.Callers {
		ids = append(ids, h.ID)
	}
	return strings.Join(ids, ", ")
}
