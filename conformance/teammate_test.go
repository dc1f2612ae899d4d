package conformance

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agentconnector/conformance/fakemodel"
)

// work is a conversation about the example: every call of it is of interest to
// one of its hooks.
func work(h Talker) fakemodel.Script {
	call := func(c fakemodel.Call) fakemodel.Turn { return fakemodel.Turn{Calls: []fakemodel.Call{c}} }
	// More than a pipe holds: a hook that does not read it must not matter.
	row := map[string]any{"id": 9, "customer_id": 1, "item": strings.Repeat("lamp ", 20_000), "amount": 12, "status": "open"}
	return fakemodel.Turns(
		call(h.Shell("echo hi")),
		call(h.MCP(connectorID, "acme_query", map[string]any{"table": "customers"})),
		call(h.Shell("echo rm -rf all")),
		call(h.MCP(connectorID, "acme_write", map[string]any{"table": "orders", "op": "insert", "row": row})),
		call(h.MCP(connectorID, "acme_drop", map[string]any{"table": "orders"})),
		fakemodel.Turn{Text: "2 rows were updated."},
		fakemodel.Turn{Text: "They are right."},
	)
}

const question = "What revenue do we have?"

// saysTeam is what the team itself has written for agents.
const saysTeam = "Tests of the shop run with make check."

// always are the events of the conversation on which both hosts run hooks.
var always = []string{"SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"}

// committed are texts of the files that were committed: the model knows of the
// guidance, the skill and the command, whether our tools are there or not.
var committed = []string{
	saysTeam,
	"Questions about customers and orders are answered with the acme-db MCP tools",
	"How to query and change the acme database (customers, orders) safely",
	"Open orders of a customer",
}

// bystander is what must come out for somebody without our tools: what there
// would be without the hooks, although they ran.
func bystander(like *Talk) TalkWant {
	w := TalkWant{
		Results: []string{"hi", "Ada Byron", "rm -rf all", `"changed":1`, `"dropped":"orders"`},
		Once:    committed, Says: "2 rows were updated.", Like: like,
	}
	if like != nil {
		w.Hooks = always
	}
	return w
}

// A project in which one person has installed the example works for another,
// who has cloned it: without our tools as if no hooks were there, with them as
// for the first.
func TestAProjectWorksForATeammate(t *testing.T) {
	a := shared(t)
	noTraceOf(t, a)
	for _, h := range pair(t) {
		t.Run(h.ID(), func(t *testing.T) {
			t.Parallel()
			withoutOurTools(t, a, h.(Talker))
		})
		t.Run(h.ID()+",with tools", func(t *testing.T) {
			t.Parallel()
			watch(t, h, "works", func() { withOurTools(t, a, h.(Talker)) })
		})
	}
}

// noTraceOf looks for the paths of somebody's machine in what he has committed.
func noTraceOf(t *testing.T, a *Sandbox) {
	t.Helper()
	seen := 0
	for path := range strings.FieldsSeq(git(t, a, "ls-files")) {
		seen++
		if text := read(t, filepath.Join(a.Project(), path)); strings.Contains(text, a.Root) {
			t.Errorf("%s names a path of the machine that it was written on:\n%s", path, text)
		}
	}
	if seen < 5 {
		t.Errorf("only %d files are committed", seen)
	}
}

func welcome(t *testing.T, s *Sandbox, h Talker) {
	t.Helper()
	if err := h.Welcome(context.Background(), s); err != nil {
		t.Fatal(err)
	}
}

func talk(t *testing.T, s *Sandbox, h Talker, task Task) Talk {
	t.Helper()
	task.Prompt = question
	k, err := s.Talk(context.Background(), h, work(h), task)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func noTalkFaults(t *testing.T, h Talker, k Talk, w TalkWant) {
	t.Helper()
	faults := TalkFaults(h, k, w)
	for _, f := range faults {
		t.Errorf("%s: %s", h.ID(), f)
	}
	if len(faults) > 0 {
		t.Logf("stdout:\n%s\nstderr:\n%s", k.Stdout, k.Stderr)
	}
}

// Somebody who has just cloned it, and has trusted nothing yet, has no trouble.
func TestAProjectThatNobodyTrustsIsQuiet(t *testing.T) {
	a := shared(t)
	for _, h := range pair(t) {
		t.Run(h.ID(), func(t *testing.T) {
			h := h.(Talker)
			b := clone(t, a, h)
			if h.ID() == (Codex{}).ID() {
				write(t, b, Codex{}.ServerFile(b), CodexQuiet)
			}
			k, err := b.Talk(context.Background(), h, fakemodel.Turns(fakemodel.Turn{Text: "Good morning."}), Task{Prompt: question})
			if err != nil {
				t.Fatal(err)
			}
			k.Complaints = slices.DeleteFunc(k.Complaints, func(s string) bool { // Codex says that it has read nothing
				return strings.HasPrefix(s, "warning: Untrusted project-local configuration is disabled.")
			})
			noTalkFaults(t, h, k, TalkWant{Says: "Good morning.", Once: []string{saysTeam}})
			clean(t, b)
		})
	}
}

// The files are the same for a team whose members have other hosts.
func TestATeammateWithOtherHostsChangesNothing(t *testing.T) {
	a := shared(t)
	for _, hosts := range [][]Host{{Claude{}}, {Codex{}}, {Claude{}, Codex{}}} {
		b := clone(t, a, hosts...)
		install := withTools(t, b)
		install(t)
		check(t, install, 0)
		clean(t, b)
		write(t, b, filepath.Join(b.Project(), "AGENTS.md"), "# Shop\n")
		check(t, install, 3)
	}
}

func withoutOurTools(t *testing.T, a *Sandbox, h Talker) {
	b := clone(t, a, h)
	welcome(t, b, h)
	quiet := talk(t, b, h, Task{NoHooks: true})
	noTalkFaults(t, h, quiet, bystander(nil))
	if len(quiet.Hooks) > 0 {
		t.Fatalf("hooks ran that were switched off: %v", quiet.Hooks)
	}
	noTalkFaults(t, h, talk(t, b, h, Task{}), bystander(&quiet))

	// Our tools are there for another connector, this one is not installed.
	withTools(t, b)
	noTalkFaults(t, h, talk(t, b, h, Task{}), bystander(&quiet))
	clean(t, b)
}

func withOurTools(t *testing.T, a *Sandbox, h Talker) {
	b := clone(t, a, h)
	welcome(t, b, h) // before we come: what is trusted must stay as it was
	install := withTools(t, b)
	install(t)
	check(t, install, 0)
	clean(t, b)
	noTalkFaults(t, h, talk(t, b, h, Task{}), member())
	logged(t, b, h)

	// A handler cannot run, and its policy is to deny then: that is asked of the
	// two tools that it guards, of no other.
	guard := filepath.Join(installed(t, b), "hooks", "confirm-write.sh")
	if err := os.Remove(guard); err != nil {
		t.Fatal(err)
	}
	const handler = "its onError is deny"
	noTalkFaults(t, h, talk(t, b, h, Task{}), TalkWant{
		Results: []string{"hi", "Ada Byron", saysRemove, handler, handler},
		Denied:  []string{saysRemove, handler, handler},
	})
	check(t, install, 3)

	// Nobody can tell what is guarded: then all is that the hook is asked about.
	write(t, b, filepath.Join(installed(t, b), "hook.json"), "{")
	const policy = "its policy is to deny then"
	noTalkFaults(t, h, talk(t, b, h, Task{}), TalkWant{
		Results: []string{policy, "Ada Byron", policy, policy, policy},
		Denied:  []string{policy, policy, policy, policy},
	})

	install(t, "--force")
	check(t, install, 0)
	clean(t, b)
}

// member is what must come out for somebody with our tools.
func member() TalkWant {
	return TalkWant{
		Results: []string{"hi", "Ada Byron", saysRemove, `"changed":1`, saysDrop},
		Denied:  []string{saysRemove, saysDrop},
		Hears:   []string{saysStart, saysPrompt, saysQuery, saysStop},
		Once:    committed, Says: "They are right.", Hooks: always,
	}
}

// check asks ac-apply whether it would change something.
func check(t *testing.T, install func(*testing.T, ...string) Result, want int) {
	t.Helper()
	if r := install(t, "--check"); r.Code != want {
		t.Errorf("ac-apply --check: status %d, expected %d\n%s", r.Code, want, r.Stderr)
	}
}

// installed is the folder of the example's definition for the one project.
func installed(t *testing.T, s *Sandbox) string {
	t.Helper()
	dirs, err := filepath.Glob(filepath.Join(s.Home(), ".agent-connector", "connectors", connectorID, "projects", "*"))
	if err != nil || len(dirs) != 1 {
		t.Fatalf("%q %v", dirs, err)
	}
	return dirs[0]
}

// logged looks for the hooks in our own log: they ran for this host, in this
// project, and decided what the model was told.
func logged(t *testing.T, s *Sandbox, h Talker) {
	t.Helper()
	got := map[string]int{}
	for line := range strings.Lines(read(t, filepath.Join(s.Home(), ".agent-connector", "logs", "events", "current.ndjson"))) {
		var e struct {
			Host, Event, Connector, Scope, Decision string
			ProjectKey                              string `json:"project_key"`
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		if e.Host != h.ID() || e.Connector != connectorID || e.Scope != "project" || e.ProjectKey != filepath.Base(installed(t, s)) {
			t.Errorf("an event of somebody else: %s", line)
		}
		got[e.Event+" "+e.Decision]++
	}
	heard := map[string]bool{} // all of them are in what the model must be told (member)
	for _, want := range []string{"SessionStart context", "UserPromptSubmit context", "PreToolUse deny", "PostToolUse context", "Stop deny"} {
		if got[want] == 0 {
			t.Errorf("%s: no %q in the event log, but %v", h.ID(), want, got)
		}
		heard[want] = true
	}
	observe(t, h, slices.Collect(maps.Keys(got)), heard)
}
