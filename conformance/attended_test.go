package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"agentconnector/conformance/fakemodel"
)

// asked is a question of a host. It is about a command `echo WORD | tee WORD`: the file says
// whether it ran, the end of the word what the person says.
type asked struct {
	word            string
	event, decision string // what testdata/attended decides of it; none: nothing
}

// careful is a conversation with a host that asks before it runs a command, free
// one with a host that asks about none. What a person refuses comes last: it may
// end more than the call.
var (
	careful = []asked{
		{"is-plain-yes", "", ""},
		{"is-given-no", "PermissionRequest", "grant"},
		{"is-left-yes", "PermissionRequest", "ask"},
		{"is-changed-yes", "PermissionRequest", "modify"},
		{"is-given-before-no", "PreToolUse", "grant"},
		{"is-refused-yes", "PermissionRequest", "deny"},
		{"is-left-no", "PermissionRequest", "ask"},
		{"is-plain-no", "", ""},
	}
	free = []asked{
		{"is-plain-no", "", ""},
		{"is-asked-before-yes", "PreToolUse", "ask"},
		{"is-asked-before-no", "PreToolUse", "ask"},
	}
)

// entry is what is read of a line of the log of ac-hook.
type entry struct {
	Event, Decision, Degraded, Tool string
	Agent                           string `json:"agent_id"`
	Meta                            struct{ Command string }
}

func entries(t *testing.T, s *Sandbox) []entry {
	t.Helper()
	var all []entry
	for _, file := range logs(t, s) {
		for line := range strings.Lines(read(t, file)) {
			var e entry
			if err := json.Unmarshal([]byte(line), &e); err != nil {
				t.Errorf("%v in %s", err, line)
			}
			all = append(all, e)
		}
	}
	return all
}

// scene is what came of a conversation with a person.
type scene struct {
	log   []entry
	asked []string        // the questions
	ran   map[string]bool // words of the commands that ran
	// unasked and unhooked are what the driver says of it (Loop.Unasked, Loop.Unhooked).
	unasked, unhooked bool
}

// of finds the line of the log about a command.
func (s scene) of(event, word string) (entry, bool) {
	i := slices.IndexFunc(s.log, func(e entry) bool { return e.Event == event && strings.Contains(e.Meta.Command, word) })
	if i < 0 {
		return entry{}, false
	}
	return s.log[i], true
}

// wasAsked says whether the person was asked about a command.
func (s scene) wasAsked(word string) bool {
	return slices.ContainsFunc(s.asked, func(q string) bool { return strings.Contains(q, word) })
}

// sceneFaults compares what came of the commands with what the log says of each
// decision: that the host honours it, or what became of it instead.
func sceneFaults(all []asked, s scene, asks bool) (faults []string, honoured map[string]bool) {
	honoured = map[string]bool{}
	fault := func(a asked, format string, args ...any) {
		faults = append(faults, fmt.Sprintf("%s (%s on %s): ", a.word, a.decision, a.event)+fmt.Sprintf(format, args...))
	}
	if slices.ContainsFunc(s.log, func(e entry) bool { return e.Event == "PreToolUse" }) == s.unhooked {
		faults = append(faults, fmt.Sprintf("hooks before tools are said not to run: %v, and that is not so", s.unhooked))
	}
	for _, a := range all {
		yes := strings.HasSuffix(a.word, "-yes")
		e, came := s.of(a.event, a.word)
		if a.event == "" || !came { // nobody has decided: the person does, if asked
			if s.ran[a.word] != (yes || !asks) {
				fault(a, "it ran: %v", s.ran[a.word])
			}
			if s.wasAsked(a.word) != asks {
				fault(a, "the person was asked: %v", !asks)
			}
			continue
		}
		want := s.expected(a, e, yes, asks)
		if s.unasked && a.event == "PreToolUse" && a.decision == "ask" {
			if s.ran[a.word] || s.wasAsked(a.word) {
				fault(a, "it is said to be refused at once; it ran: %v", s.ran[a.word])
			}
			continue
		}
		key := a.event + " " + a.decision
		if s.ran[a.word] != want {
			fault(a, "the log says %q and %q, and it ran: %v", e.Decision, e.Degraded, s.ran[a.word])
		}
		if a.decision == "modify" && s.ran["is-other-yes"] != (e.Degraded == "") {
			fault(a, "the log says %q and %q, and the other command ran: %v", e.Decision, e.Degraded, s.ran["is-other-yes"])
		}
		if a.decision == "ask" && e.Degraded == "" && !s.wasAsked(a.word) {
			fault(a, "it is said to be honoured, and nobody was asked")
		}
		honoured[key] = e.Degraded == ""
	}
	return faults, honoured
}

// expected says whether a command that was decided on must have run.
func (s scene) expected(a asked, e entry, yes, asks bool) bool {
	outcome := a.decision
	if e.Degraded != "" {
		outcome = e.Degraded
	}
	switch outcome {
	case "deny", "modify": // then another one ran
		return false
	case "grant":
		return true
	case "ask":
		return yes
	}
	return yes || !asks // nothing was decided after all
}

// A person sits before the host: what a hook says on its questions, or makes it ask,
// is what happens.
func TestHostsHonourWhatIsSaidOfQuestions(t *testing.T) {
	for _, h := range chosen(t, func(h Host) bool { _, ok := h.(Attended); return ok }) {
		t.Run(h.ID(), func(t *testing.T) {
			t.Parallel()
			watch(t, h, "claims", func() {
				h := h.(Attended)
				if !HasNoNetwork() {
					t.Skip("no network namespace here, and the model's address stands in a file of some hosts")
				}
				tried := false
				for asks, all := range map[bool][]asked{true: careful, false: free} {
					if _, _, d := h.Attend(&Sandbox{}, Task{Careful: asks}); d != nil {
						attended(t, h, asks, all)
						tried = true
					}
				}
				if !tried {
					t.Skipf("%s: its driver knows no way to answer its questions", h.ID())
				}
			})
		})
	}
}

func attended(t *testing.T, h Attended, asks bool, all []asked) {
	t.Helper()
	s := inUse(t, h)
	if asks {
		if err := h.Cautious(s); err != nil {
			t.Fatal(err)
		}
	}
	installDefinition(t, s, h, "testdata/attended")
	p := &Person{Says: func(q string) bool {
		slower(t, s, q)
		return strings.Contains(q, "-yes")
	}}
	var turns []fakemodel.Turn
	for _, a := range all {
		turns = append(turns, fakemodel.Turn{Calls: []fakemodel.Call{h.Shell(fmt.Sprintf("echo %s | tee %[1]s", a.word))}})
	}
	script := fakemodel.Turns(append(turns, fakemodel.Turn{Text: "All is done."})...)
	script.Least = 2
	k, err := s.Attend(context.Background(), h, script, Task{Prompt: "Hello.", Careful: asks, Person: p})
	if err != nil {
		t.Fatalf("%v\n%.3000s", err, k.Stdout)
	}
	got := scene{unasked: loopOf(h).Unasked, unhooked: loopOf(h).Unhooked, log: entries(t, s), asked: p.Asked(), ran: map[string]bool{}}
	for _, a := range append(slices.Clone(all), asked{word: "is-other-yes"}) {
		_, err := os.Stat(filepath.Join(s.Project(), a.word))
		got.ran[a.word] = err == nil
	}
	faults, honoured := sceneFaults(all, got, asks)
	for i := range k.Requests {
		k.Requests[i].Beyond = false // who is told to go on may ask once more
	}
	for _, f := range append(faults, modelFaults(k)...) {
		t.Errorf("%s: %s", h.ID(), f)
	}
	compared(t, s, h, k, atFirst, k.Ever())
	var came []string
	for _, e := range got.log {
		came = append(came, e.Event)
	}
	observe(t, h, came, honoured)
	t.Logf("%s: asks %v: %s; events %s", h.ID(), asks, strings.Join(slices.Sorted(maps.Keys(honoured)), ", "), strings.Join(slices.Compact(slices.Sorted(slices.Values(came))), ", "))
	if t.Failed() {
		t.Logf("%s: asks %v: %v\nran %v\nlog %+v\nasked %.300q\n%s\nstdout %.1500s\nstderr %.1500s", h.ID(), asks, honoured, got.ran, got.log, got.asked, results(k), k.Stdout, k.Stderr)
	}
}

// slower waits until a hook has answered the same question: some hosts put it to
// both, and the first answer counts. A person is slower than a hook.
func slower(t *testing.T, s *Sandbox, q string) {
	word := aboutWord.FindString(q)
	answered := func(e entry) bool { return e.Event == "PermissionRequest" && strings.Contains(e.Meta.Command, word) }
	ever := func(e entry) bool { return e.Event == "PermissionRequest" }
	for end := time.Now().Add(hookLimit); time.Now().Before(end); time.Sleep(lingerStep) {
		if all := entries(t, s); slices.ContainsFunc(all, answered) || len(all) > 1 && !slices.ContainsFunc(all, ever) && word != careful[0].word {
			break
		}
	}
	time.Sleep(thinks)
}

// hookLimit is what a hook may take on a busy machine, thinks what it takes to tell.
const hookLimit, thinks = 5 * time.Second, 700 * time.Millisecond

var aboutWord = regexp.MustCompile(`is-[a-z-]+-(yes|no)`)

// inUse is a machine with one host in use and our tools.
func inUse(t *testing.T, h Talker) *Sandbox {
	t.Helper()
	if p, ok := h.(Plain); ok {
		s, _ := settled(t, p)
		return s
	}
	s := sandboxWith(t, false, h)
	for _, name := range suite {
		put(t, s, name)
	}
	git(t, s, "init", "-q") // Codex asks for one
	if err := os.Symlink(s.Bins[h.ID()], filepath.Join(s.Bin(), program(h))); err != nil {
		t.Fatal(err)
	}
	welcome(t, s, h)
	return s
}

func program(h Host) string {
	switch h := h.(type) {
	case Plain:
		return h.Program
	case Codex:
		return "codex"
	}
	return "claude"
}

// installDefinition puts a definition of testdata there, and trusts its hooks as a user does.
func installDefinition(t *testing.T, s *Sandbox, h Talker, dir string) {
	t.Helper()
	dir, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	pipeline(t, s, dir)
	if c, ok := h.(Codex); ok {
		if err := c.TrustHooks(context.Background(), s); err != nil {
			t.Fatal(err)
		}
	}
}
