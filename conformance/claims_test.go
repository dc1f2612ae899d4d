package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agentconnector/conformance/fakemodel"
)

// claim is a decision on an event, and the word that the model is told if the
// host honours it.
type claim struct{ event, decision, word string }

// claims are those of testdata/claims.
var claims = []claim{
	{"SessionStart", "context", "SAID-AT-START"},
	{"UserPromptSubmit", "context", "SAID-WITH-PROMPT"},
	{"PreToolUse", "modify", "CHANGED-INPUT"},
	{"PreToolUse", "context", "SAID-BEFORE"},
	{"PreToolUse", "deny", "REFUSED-BEFORE"},
	{"PostToolUse", "modify", "CHANGED-OUTPUT"},
	{"PostToolUse", "deny", "REFUSED-AFTER"},
	{"PostToolUse", "context", "SAID-AFTER"},
	{"PostToolUseFailure", "context", "SAID-OF-FAILURE"},
	{"Stop", "deny", "NOT-YET"},
}

// The log of ac-hook says of each decision whether the host honours it, by the
// host file: that is what the model was told.
func TestHostsHonourWhatTheLogSays(t *testing.T) {
	for _, h := range further(t) {
		t.Run(h.ID(), func(t *testing.T) {
			t.Parallel()
			watch(t, h, "claims", func() {
				if h.Loop.Skip != "" || h.Loop.Ungated {
					t.Skipf("%s: no hooks in a conversation (%s)", h.ID(), h.Loop.Skip)
				}
				if !HasNoNetwork() {
					t.Skip("no network namespace here, and the model's address stands in a file of " + h.ID())
				}
				s, _ := settled(t, h)
				dir, err := filepath.Abs("testdata/claims")
				if err != nil {
					t.Fatal(err)
				}
				pipeline(t, s, dir)
				k, err := s.Talk(context.Background(), h, decisions(h), Task{Prompt: question})
				if err != nil {
					t.Fatal(err)
				}
				log := decided(t, s)
				t.Logf("%s: %s", h.ID(), strings.Join(slices.Sorted(maps.Keys(log)), ", "))
				told := k.Heard().Everything()
				if went, _ := aborted(k); h.Loop.Fatal && went == nil {
					told += "REFUSED-BEFORE" // what it does in place of telling
				}
				for _, f := range claimFaults(told, log, h.Loop.AtTimes...) {
					t.Errorf("%s: %s", h.ID(), f)
				}
				observe(t, h, nil, sure(log, h.Loop.AtTimes))
				if len(log) == 0 || t.Failed() {
					t.Errorf("%s: what the model was told:\n%.6000s\n%.2000s", h.ID(), lastTold(k)+results(k), k.Stderr)
				}
			})
		})
	}
}

// sure are the decisions in a log that were compared with what the model was told.
func sure(log map[string]bool, atTimes []string) map[string]bool {
	all := map[string]bool{}
	for _, c := range claims {
		key := c.event + " " + c.decision
		if ok, came := log[key]; came && !slices.Contains(atTimes, key) {
			all[key] = ok
		}
	}
	return all
}

func results(k Talk) string {
	var b strings.Builder
	for i, e := range k.Exchanges() {
		fmt.Fprintf(&b, "call %d: %s %v answered=%v %.300q\n", i+1, e.Name, e.Args, e.Answered, e.Told)
	}
	return b.String()
}

// decisions is a conversation with a command for each of the claims. Where a
// denial ends the run it comes last.
func decisions(h Plain) fakemodel.Script {
	commands := []string{"echo change-me", "echo note-before", "echo never", "echo rewrite", "echo refuse", "echo note-after", "exit 3"}
	if h.Loop.Fatal {
		commands = append(slices.Delete(commands, 2, 3), "echo never")
	}
	var turns []fakemodel.Turn
	for _, c := range commands {
		turns = append(turns, fakemodel.Turn{Calls: []fakemodel.Call{h.Shell(c)}})
	}
	script := fakemodel.Turns(append(turns, fakemodel.Turn{Text: "There."}, fakemodel.Turn{Text: "There it is."})...)
	script.Least = 2
	return script
}

// decided are the decisions in the log: "EVENT DECISION" → whether the host is
// said to honour it.
func decided(t *testing.T, s *Sandbox) map[string]bool {
	t.Helper()
	got := map[string]bool{}
	for _, file := range logs(t, s) {
		for line := range strings.Lines(read(t, file)) {
			var e struct{ Event, Decision, Degraded string }
			if err := json.Unmarshal([]byte(line), &e); err != nil {
				t.Fatalf("%v in %s", err, line)
			}
			if e.Decision != "" && e.Decision != "allow" {
				got[e.Event+" "+e.Decision] = e.Degraded == ""
			}
		}
	}
	return got
}

// claimFaults compares what the log says with what the model was told. An event
// that did not come claims nothing.
func claimFaults(told string, log map[string]bool, atTimes ...string) []string {
	var faults []string
	for _, c := range claims {
		key := c.event + " " + c.decision
		honoured, came := log[key]
		switch seen := strings.Contains(told, c.word); {
		case slices.Contains(atTimes, key): // either is as it is said to be
		case came && honoured && !seen:
			faults = append(faults, fmt.Sprintf("%s on %s is said to be honoured, and the model was not told %s", c.decision, c.event, c.word))
		case came && !honoured && seen:
			faults = append(faults, fmt.Sprintf("%s on %s is said to be lost, and the model was told %s", c.decision, c.event, c.word))
		case !came && seen:
			faults = append(faults, fmt.Sprintf("the model was told %s, and the log has no %s on %s", c.word, c.decision, c.event))
		}
	}
	return faults
}

func TestClaimFaults(t *testing.T) {
	log := map[string]bool{"Stop deny": true, "PreToolUse modify": false}
	if f := claimFaults("tool: NOT-YET\n", log); f != nil {
		t.Errorf("nothing is wrong: %q", f)
	}
	for told, says := range map[string]string{
		"":                         "is said to be honoured",
		"NOT-YET CHANGED-INPUT":    "is said to be lost",
		"NOT-YET REFUSED-AFTER":    "the log has no deny on PostToolUse",
		"SAID-WITH-PROMPT NOT-YET": "the log has no context on UserPromptSubmit",
	} {
		if f := claimFaults(told, log); len(f) != 1 || !strings.Contains(f[0], says) {
			t.Errorf("%q: %q, expected %q", told, f, says)
		}
	}
	b, err := os.ReadFile("testdata/claims/connector.json")
	for _, c := range claims {
		if err != nil || !strings.Contains(string(b), c.word) {
			t.Errorf("%s is not said there: %v", c.word, err)
		}
	}
}
