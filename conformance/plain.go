package conformance

import (
	"context"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"agentconnector/conformance/fakemodel"
)

// Plain is a host that is driven by data: one command lists its servers, or it
// is asked for a word and offers the model their tools; one command gives it a
// task. In texts $HOME, $PROJECT, $SERVER (the example's program), $OWN (the
// program in ownserver), $MODEL (the model's address) and $PROMPT stand for what
// they say.
type Plain struct {
	Name    string // canonical id
	Program string // under which it is found on PATH
	Pin     Pin
	Vars    []string // keep it quiet and inside the sandbox
	// Own are the files of somebody who uses it already: with a server "own",
	// and with the model of a task. Paths begin at the home.
	Own []OwnFile

	Lists   []string       // arguments of the command that lists servers; none: what the model is offered counts
	Line    *regexp.Regexp // one server of the list: name and state
	Fine    string         // state of one that it has started; empty: the list says nothing of that
	Trouble *regexp.Regexp // a line that says what it finds wrong

	// Rewrites says that it writes its own files anew once it sees what is new, and
	// puts notes of its own there: after undo they need only have nothing of the connector.
	Rewrites bool

	Task     []string // arguments of a task
	TaskVars []string
	Approved []string // of one in which it may do everything, if those of Task do not say so
	// Tool is how it names a tool of a server, with $TOOL and $SERVER, or $CLEAN,
	// which has "_" for all that is no letter and no digit. Without the server the
	// name of a tool of "own" begins with that.
	Tool string
	// Told stands before the names of servers' tools in what the model is told,
	// where they are not offered.
	Told string
	// Through is a tool by way of which the model calls the tools of servers: in its
	// arguments stand a script with $CALL in it, or $NAME and $ARGS or, as text,
	// $JSON.
	Through fakemodel.Call
	// ShellCall is a call of its shell, with $COMMAND.
	ShellCall fakemodel.Call
	ReadCall  fakemodel.Call // of its tool that reads a file, with $FILE; none: it has none
	AgentCall fakemodel.Call // of its tool that starts a subagent, with $TASK; likewise
	Loop      Loop

	// Speaks is how it is talked to with a person before it, Careful are the arguments
	// where it asks before it runs a command, Free those where it does not; none: it
	// never does, or always.
	Speaks        Dialogue
	Careful, Free []string
	CarefulVars   []string
	AttendVars    []string // of both
	Plugin        PluginUse
	// Fires are commands of it that fire an event at what is installed, for one that
	// holds no conversation.
	Fires [][]string
}

// PluginUse is how the host takes a plugin of ours, with its own program. In the
// arguments $FOLDER is what ac-render --package has made.
type PluginUse struct {
	Format  string     // none: the host has no plugins, or no program of it installs them
	Install [][]string // its commands; each must succeed
	Remove  [][]string
	Lists   []string // says what is installed
	Shown   string   // under that name, if not the connector's id
	// File is instead what the host itself writes when somebody installs the plugin
	// in its window, where it has no command for that.
	File     OwnFile
	Server   string   // the name of its server then, if not the connector's id
	Names    []string // what else Lists says of the example: its commands, skills, subagents
	Notes    bool     // its commands note plugins in its own file, and leave notes there
	Late     bool     // its commands that list do not wait for plugins
	Unlisted bool     // its list of servers has those of files alone
	Told     []string // what else of the example its model hears of
	Untold   bool     // its model hears of a skill only when it looks for one
	Made     []string // files that it makes for it and leaves there, below the home
	Method   bool     // ac install --method plugin lets the host install it
}

// OwnFile is a file of the user. Theirs says that the host writes it anew with
// every run, so that its bytes prove nothing. Adds is what the host itself puts at
// its end in a conversation: after undo it may stand there, and nothing else.
type OwnFile struct {
	Path, Text string
	Theirs     bool
	Adds       string
}

// Loop is what comes of the conversation of loops_test.go: the claims of the
// host file, as a test can see them.
type Loop struct {
	Skip string // why there is none
	// Hears are the texts of the example's hooks that reach the model, Deaf those
	// that are said to be lost. Each of them is in one of the three.
	Hears, Deaf []string
	Maybe       []string // those that arrive in some runs only
	Ungated     bool     // nothing can be denied
	Alone       bool     // its subagents run no hooks
	Fatal       bool     // a denial ends the run
	Mute        bool     // it prints nothing where there is no terminal
	Events      []string // "EVENT DECISION" in the log of ac-hook
	AtTimes     []string // likewise: what the host honours in some runs only
	Patient     bool     // what a hook makes it ask it waits for, also where nobody is
	Unasked     bool     // what a hook makes it ask is refused where the person is not at its own screen
	Unhooked    bool     // no hook runs before a tool where another program shows it to the person
	Comes       []string // events in the log of the conversations of claims_test.go
	// Waits are calls with which the model waits for a subagent, where starting one
	// does not.
	Waits []fakemodel.Call
	Usage UsageLog
	// Full is what a model claims to have read when its host shortens the conversation,
	// Shortens are the events that tell of that; none: it says nothing of it.
	Full     int
	Shortens []string
}

// adds is what it puts at the end of a file itself.
func (p Plain) adds(path string) string {
	for _, f := range p.Own {
		if strings.HasSuffix(path, "/"+f.Path) {
			return f.Adds
		}
	}
	return ""
}

// ID is the canonical id.
func (p Plain) ID() string { return p.Name }

// Install puts the pinned version into the cache, unless there is one at hand.
func (p Plain) Install(ctx context.Context, cache string) (string, error) {
	if program := atHand(p.Name); program != "" {
		_, err := exec.LookPath(program)
		return program, err
	}
	return install(ctx, cache, p.Pin)
}

// Env are the variables that keep it quiet.
func (p Plain) Env(s *Sandbox) []string { return p.fillAll(s, Task{}, p.Vars) }

func (p Plain) fill(s *Sandbox, t Task, text string) string {
	url := t.URL
	if url == "" {
		url = "http://" + modelAddress
	}
	return strings.NewReplacer("$HOME", s.Home(), "$PROJECT", s.Project(), "$MODEL", url, "$PROMPT", t.Prompt,
		"$SERVER", filepath.Join(s.Bin(), "acme-db-server"), "$OWN", filepath.Join(s.Bin(), "own-server")).Replace(text)
}

func (p Plain) fillAll(s *Sandbox, t Task, texts []string) []string {
	var all []string
	for _, text := range texts {
		all = append(all, p.fill(s, t, text))
	}
	return all
}

// List asks for the servers.
func (p Plain) List(ctx context.Context, s *Sandbox) (Servers, error) {
	if p.Lists == nil {
		return p.offered(ctx, s)
	}
	r, err := s.Run(ctx, nil, append([]string{s.Bins[p.Name]}, p.Lists...)...)
	if err != nil {
		return Servers{}, err
	}
	all := p.read(r.Stdout + r.Stderr)
	if r.Code != 0 {
		all.Complaints = append(all.Complaints, strings.TrimSpace(r.Stdout+r.Stderr))
	}
	return all, nil
}

// colours are the escape sequences that some print in a dumb terminal, too.
var colours = regexp.MustCompile("\x1b\\[[0-9;]*m")

func (p Plain) read(text string) Servers {
	all := Servers{ByName: map[string]Server{}}
	for line := range strings.Lines(colours.ReplaceAllString(text, "")) {
		line = strings.TrimRight(line, " \r\n")
		if m := p.Line.FindStringSubmatch(line); m != nil {
			all.ByName[m[1]] = Server{Status: p.status(m[2])}
		} else if p.Trouble != nil && p.Trouble.MatchString(line) {
			all.Complaints = append(all.Complaints, line)
		}
	}
	return all
}

func (p Plain) status(said string) Status {
	switch p.Fine {
	case "":
		return Unknown
	case said:
		return Connected
	}
	return Failed
}

// offered leads it through a short conversation, and takes the servers from the
// tools in its last request: not all wait for servers before the first.
func (p Plain) offered(ctx context.Context, s *Sandbox) (Servers, error) {
	all := Servers{ByName: map[string]Server{}}
	t, err := s.Talk(ctx, p, fakemodel.Turns(fakemodel.Turn{Calls: []fakemodel.Call{p.Shell("sleep 2")}}, fakemodel.Turn{Text: "Good morning."}), Task{Prompt: "Good morning."})
	if err != nil {
		return all, err
	}
	all.Complaints = append(t.Complaints, modelFaults(t)...)
	var names []string
	for _, o := range t.Heard().Offered {
		names = append(names, o.Name)
	}
	if p.Told != "" {
		for _, m := range regexp.MustCompile(regexp.QuoteMeta(p.Told)+`(\w+)`).FindAllStringSubmatch(t.Heard().Everything(), -1) {
			names = append(names, m[1])
		}
	}
	for _, n := range names {
		if name, tool := p.cut(n); tool != "" {
			server := all.ByName[name]
			server.Status, server.Tools = Connected, append(server.Tools, tool)
			all.ByName[name] = server
		}
	}
	return all, nil
}

// cut gives the server and the tool of a name; nothing, if it is no such name.
func (p Plain) cut(name string) (server, tool string) {
	pattern := strings.NewReplacer(`\$SERVER`, `(?P<server>.+?)`, `\$CLEAN`, `(?P<server>\w+?)`, `\$TOOL`, `(?P<tool>(acme|own)_\w+)`).Replace(regexp.QuoteMeta(p.Tool))
	re := regexp.MustCompile("^" + pattern + "$")
	m := re.FindStringSubmatch(name)
	if m == nil {
		return "", ""
	}
	tool = m[re.SubexpIndex("tool")]
	switch i := re.SubexpIndex("server"); {
	case i >= 0 && m[i] == cleaned(connectorID):
		return connectorID, tool
	case i >= 0:
		return m[i], tool
	case strings.HasPrefix(tool, "own_"):
		return "own", tool
	}
	return connectorID, tool
}

// Hooks: none of them says which hooks it has. The log of ac-hook does.
func (Plain) Hooks(context.Context, *Sandbox) (Hooks, error) { return Hooks{}, nil }
