package conformance

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agentconnector/conformance/fakemodel"
)

// claim is a decision of testdata/claims on an event, and the word that the model
// is told if the host honours it.
type claim struct {
	event, decision string
	tool            string // as the log names it, where it is not the shell's
	word            string
	ran             string // a file that is there only if the call was made after all
}

func (c claim) key() string { return c.event + " " + c.decision }

// claims are those of the conversation with the host itself.
var claims = []claim{
	{event: "SessionStart", decision: "context", word: "SAID-AT-START"},
	{event: "UserPromptSubmit", decision: "context", word: "SAID-WITH-PROMPT"},
	{event: "PreToolUse", decision: "modify", word: "CHANGED-INPUT"},
	{event: "PreToolUse", decision: "context", word: "SAID-BEFORE"},
	{event: "PreToolUse", decision: "deny", word: "REFUSED-BEFORE", ran: "never.ran"},
	{event: "PreToolUse", decision: "deny", tool: "Read", word: "REFUSED-READING"},
	{event: "PreToolUse", decision: "deny", tool: "acme_query", word: "REFUSED-QUERY"},
	{event: "PreToolUse", decision: "modify", tool: "acme_query", word: "Ada Byron"},
	{event: "PostToolUse", decision: "modify", word: "CHANGED-OUTPUT"},
	{event: "PostToolUse", decision: "modify", tool: "acme_query", word: "CHANGED-ANSWER"},
	{event: "PostToolUse", decision: "deny", word: "REFUSED-AFTER"},
	{event: "PostToolUse", decision: "context", word: "SAID-AFTER"},
	{event: "PostToolUse", decision: "context", tool: "Read", word: "SAID-OF-READING"},
	{event: "PostToolUseFailure", decision: "context", word: "SAID-OF-FAILURE"},
	{event: "Stop", decision: "deny", word: "NOT-YET"},
}

// atFirst are those that come before the model is asked at all.
var atFirst = claims[:2]

// ofSubagents are those of the conversation that a subagent of it has.
var ofSubagents = []claim{
	{event: "SubagentStart", decision: "context", word: "SAID-TO-SUBAGENT"},
	{event: "PreToolUse", decision: "deny", word: "REFUSED-THERE", ran: "there.ran"},
	{event: "SubagentStop", decision: "deny", word: "NOT-YET-THERE"},
}

// atStop is what Claude Code alone is known to take there.
var atStop = []claim{{event: "Stop", decision: "context", word: "SAID-AT-STOP"}}

// The log of ac-hook says of each decision whether the host honours it, by the
// host file: that is what the model was told, and what ran.
func TestHostsHonourWhatTheLogSays(t *testing.T) {
	for _, h := range chosen(t, func(h Host) bool { _, ok := h.(Talker); return ok }) {
		t.Run(h.ID(), func(t *testing.T) {
			t.Parallel()
			watch(t, h, "claims", func() { claimed(t, h.(Talker)) })
		})
	}
}

func claimed(t *testing.T, h Talker) {
	t.Helper()
	loop := loopOf(h)
	if loop.Ungated && loop.Usage.Dir != "" && HasNoNetwork() {
		s := inUse(t, h)
		write(t, s, filepath.Join(s.Project(), "notes.txt"), "WHAT-STANDS-THERE\n")
		k := spoken(t, s, h, dear(readsAndRuns(s, h)), question)
		logUsed(t, s, h, k)
		if told := k.Heard().Everything(); h.Reads("").Name != "" && !strings.Contains(told, "WHAT-STANDS-THERE") {
			t.Errorf("%s: no file was read: %s", h.ID(), results(k))
		}
	}
	if loop.Skip != "" || loop.Ungated {
		t.Skipf("%s: no hooks in a conversation (%s)", h.ID(), loop.Skip)
	}
	if !HasNoNetwork() {
		t.Skip("no network namespace here, and the model's address stands in a file of some hosts")
	}
	s := inUse(t, h)
	write(t, s, filepath.Join(s.Project(), "notes.txt"), "WHAT-STANDS-THERE\n")
	write(t, s, filepath.Join(s.Project(), "secret.txt"), "WHAT-NOBODY-READS\n")
	installDefinition(t, s, h, "testdata/claims")

	k := spoken(t, s, h, dear(decisions(s, h)), question)
	logUsed(t, s, h, k)
	told := k.Heard().Everything()
	if loop.Fatal {
		if went, _ := aborted(k); went == nil {
			told += "REFUSED-BEFORE" // what it does in place of telling
		}
	}
	compared(t, s, h, k, claims, told)
	if strings.Contains(told, "WHAT-NOBODY-READS") && !loop.Fatal {
		t.Errorf("%s: a file was read that a hook keeps", h.ID())
	}
	asking(t, s, h)
	refused(t, s, h)
	k = spoken(t, s, h, fakemodel.Turns(fakemodel.Turn{Text: "With a word."}, fakemodel.Turn{Text: "There it is."}), question)
	compared(t, s, h, k, atStop, k.Heard().Everything())
	delegated(t, s, h)

	for _, want := range loop.Comes {
		if !slices.ContainsFunc(entries(t, s), func(e entry) bool { return e.Event == want }) {
			t.Errorf("%s: no %s in the log of ac-hook", h.ID(), want)
		}
	}
	var came []string
	for _, e := range entries(t, s) {
		came = append(came, e.Event)
	}
	observe(t, h, came, nil)
}

// loopOf is what the driver says of conversations.
func loopOf(h Talker) Loop {
	switch h := h.(type) {
	case Plain:
		return h.Loop
	case interface{ Talks() Loop }:
		return h.Talks()
	}
	return Loop{}
}

// spoken is a conversation of which only the log and what the model was told count.
func spoken(t *testing.T, s *Sandbox, h Talker, script fakemodel.Script, prompt string) Talk {
	t.Helper()
	return spokenAs(t, s, h, script, Task{Prompt: prompt})
}

func spokenAs(t *testing.T, s *Sandbox, h Talker, script fakemodel.Script, task Task) Talk {
	t.Helper()
	script.Least = 2
	k, err := s.Talk(context.Background(), h, script, task)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// decisions is a conversation with a call for each of the claims. Where a denial
// ends the run it comes last.
func decisions(s *Sandbox, h Talker) fakemodel.Script {
	var calls, fatal []fakemodel.Call
	for _, c := range []string{"echo change-me", "echo note-before", "echo rewrite", "echo refuse", "echo note-after", "exit 3"} {
		calls = append(calls, h.Shell(c))
	}
	query := func(table string) fakemodel.Call {
		return h.MCP("acme-claims", "acme_query", map[string]any{"table": table})
	}
	calls = append(calls, query("change-me"), query("orders"))
	if c := h.Reads(filepath.Join(s.Project(), "notes.txt")); c.Name != "" {
		calls = append(calls, c)
		fatal = append(fatal, h.Reads(filepath.Join(s.Project(), "secret.txt")))
	}
	fatal = append(fatal, query("never"), h.Shell("echo never | tee never.ran"))
	if loopOf(h).Fatal {
		fatal = fatal[len(fatal)-1:]
	}
	var turns []fakemodel.Turn
	for _, c := range append(calls, fatal...) {
		turns = append(turns, fakemodel.Turn{Calls: []fakemodel.Call{c}})
	}
	return fakemodel.Turns(append(turns, fakemodel.Turn{Text: "There."}, fakemodel.Turn{Text: "There it is."})...)
}

// readsAndRuns is a conversation with a host that asks no hook.
func readsAndRuns(s *Sandbox, h Talker) fakemodel.Script {
	turns := []fakemodel.Turn{{Calls: []fakemodel.Call{h.Shell("echo hi")}}}
	if c := h.Reads(filepath.Join(s.Project(), "notes.txt")); c.Name != "" {
		turns = append(turns, fakemodel.Turn{Calls: []fakemodel.Call{c}})
	}
	return fakemodel.Turns(append(turns, fakemodel.Turn{Text: "There."}, fakemodel.Turn{Text: "There it is."})...)
}

// compared holds claims against what a model was told, and keeps what was seen.
func compared(t *testing.T, s *Sandbox, h Talker, k Talk, all []claim, told string) {
	t.Helper()
	log := decided(entries(t, s), all)
	ran := func(file string) bool {
		_, err := os.Stat(filepath.Join(s.Project(), file))
		return err == nil
	}
	loop := loopOf(h)
	faults := claimFaults(all, told, log, ran, loop.AtTimes...)
	for _, f := range faults {
		t.Errorf("%s: %s", h.ID(), f)
	}
	if len(faults) > 0 {
		t.Logf("%s: log %v\nthe model was told:\n%.5000s\n%.1500s", h.ID(), log, lastTold(k)+results(k), k.Stderr)
	}
	honoured := map[string]bool{}
	for _, c := range all {
		if ok, came := log[c]; came && !slices.Contains(loop.AtTimes, c.key()) {
			honoured[c.key()] = honoured[c.key()] || ok
		}
	}
	observe(t, h, nil, honoured)
	t.Logf("%s: %s", h.ID(), strings.Join(slices.Sorted(maps.Keys(honoured)), ", "))
}

// asking looks for what becomes of ask where there is nobody to be asked.
func asking(t *testing.T, s *Sandbox, h Talker) {
	t.Helper()
	asked := func() bool {
		return slices.ContainsFunc(entries(t, s), func(e entry) bool { return e.Event == "PreToolUse" && e.Decision == "ask" })
	}
	task := Task{Prompt: question}
	if loopOf(h).Patient {
		task.Enough = asked
	}
	k := spokenAs(t, s, h, fakemodel.Turns(fakemodel.Turn{Calls: []fakemodel.Call{h.Shell("echo ask-me | tee asked.ran")}}, fakemodel.Turn{Text: "There."}, fakemodel.Turn{Text: "There it is."}), task)
	if _, err := os.Stat(filepath.Join(s.Project(), "asked.ran")); err == nil {
		t.Errorf("%s: a command ran that nobody was asked about, though a hook wants it", h.ID())
	}
	if !asked() {
		t.Errorf("%s: the log has no ask", h.ID())
	}
	if k.Cut != loopOf(h).Patient {
		t.Errorf("%s: a question that nobody answers is said to be waited for (%v), and it was ended: %v", h.ID(), loopOf(h).Patient, k.Cut)
	}
}

// refused gives a prompt that a hook denies: the model is asked nothing then.
func refused(t *testing.T, s *Sandbox, h Talker) {
	t.Helper()
	k := spoken(t, s, h, fakemodel.Turns(fakemodel.Turn{Text: "There."}, fakemodel.Turn{Text: "There it is."}), "FORBIDDEN "+question)
	i := slices.IndexFunc(entries(t, s), func(e entry) bool { return e.Event == "UserPromptSubmit" && e.Decision == "deny" })
	if i < 0 {
		return // it does not come there
	}
	heard := strings.Contains(k.Heard().Everything(), "FORBIDDEN")
	honoured := entries(t, s)[i].Degraded == ""
	if heard == honoured {
		t.Errorf("%s: a denied prompt is said to be honoured: %v, and the model was asked: %v", h.ID(), honoured, heard)
	}
	observe(t, h, nil, map[string]bool{"UserPromptSubmit deny": honoured})
}

// delegated has the host start a subagent, in which hooks decide, too.
func delegated(t *testing.T, s *Sandbox, h Talker) {
	t.Helper()
	if h.Delegates("").Name == "" {
		return
	}
	var turns []fakemodel.Turn
	for _, c := range append([]fakemodel.Call{h.Delegates("Do the part that is yours.")}, loopOf(h).Waits...) {
		turns = append(turns, fakemodel.Turn{Calls: []fakemodel.Call{c}})
	}
	script := fakemodel.Script{Lanes: []fakemodel.Lane{
		{When: question, Turns: append(turns, fakemodel.Turn{Text: "All is done."}, fakemodel.Turn{Text: "It really is."})},
		{Turns: []fakemodel.Turn{
			{Calls: []fakemodel.Call{h.Shell("echo in-the-part")}},
			{Calls: []fakemodel.Call{h.Shell("echo never-there | tee there.ran")}},
			{Text: "The part is done."}, {Text: "It is, really."},
		}},
	}}
	k := spokenAs(t, s, h, script, Task{Prompt: question, Approved: true})
	told := k.HeardIn(1).Everything()
	if all := k.ExchangesIn(1); loopOf(h).Fatal && len(all) > 0 && !all[len(all)-1].Answered {
		told += "REFUSED-THERE" // what it does in place of telling
	}
	if part := k.ExchangesIn(1); len(part) == 0 || !strings.Contains(part[0].Told, "in-the-part") {
		t.Errorf("%s: no subagent has done its part", h.ID())
		for i, r := range k.Requests {
			t.Logf("request %d: %s lane %d turn %d calls %v, %d tools, said %.700s", i, r.Path, r.Lane, r.Turn, r.Calls, len(r.Offered), r.Last().Text)
		}
		t.Logf("%s\n%.1500s", results(k), k.Stderr)
		return
	}
	_, err := os.Stat(filepath.Join(s.Project(), "there.ran"))
	if ran := err == nil; loopOf(h).Alone != ran {
		t.Errorf("%s: what a hook denies ran in a subagent: %v", h.ID(), ran)
	}
	compared(t, s, h, k, ofSubagents, told)
}

func results(k Talk) string {
	var b strings.Builder
	for i, e := range k.Exchanges() {
		fmt.Fprintf(&b, "call %d: %s %v answered=%v %.300q\n", i+1, e.Name, e.Args, e.Answered, e.Told)
	}
	return b.String()
}

// decided says of the claims that came whether the host is said to honour them.
func decided(log []entry, all []claim) map[claim]bool {
	got := map[claim]bool{}
	for _, c := range all {
		for _, e := range log {
			special := e.Tool == "Read" || strings.HasPrefix(e.Tool, "acme_")
			if e.Event == c.event && e.Decision == c.decision && (e.Tool == c.tool || c.tool == "" && !special) && strings.Contains(e.Meta.Command, c.ran) {
				got[c] = e.Degraded == ""
			}
		}
	}
	return got
}

// claimFaults compares what the log says with what the model was told, and what
// ran. An event that did not come claims nothing.
func claimFaults(all []claim, told string, log map[claim]bool, ran func(file string) bool, atTimes ...string) []string {
	var faults []string
	fault := func(c claim, format string) {
		faults = append(faults, fmt.Sprintf(format, c.decision, c.event, c.word))
	}
	for _, c := range all {
		honoured, came := log[c]
		switch seen := strings.Contains(told, c.word); {
		case slices.Contains(atTimes, c.key()): // either is as it is said to be
		case came && honoured && !seen:
			fault(c, "%s on %s is said to be honoured, and the model was not told %s")
		case came && !honoured && seen:
			fault(c, "%s on %s is said to be lost, and the model was told %s")
		case !came && seen:
			fault(c, "the log has no %s on %s, and the model was told %s")
		}
		if c.ran != "" && came && honoured && ran(c.ran) {
			fault(c, "%s on %s is said to be honoured, and the command ran (%s)")
		}
	}
	return faults
}

func TestClaimFaults(t *testing.T) {
	find := func(key string) claim {
		return claims[slices.IndexFunc(claims, func(c claim) bool { return c.key() == key })]
	}
	log := map[claim]bool{find("Stop deny"): true, find("PreToolUse modify"): false, find("PreToolUse deny"): true}
	no := func(string) bool { return false }
	if f := claimFaults(claims, "tool: NOT-YET REFUSED-BEFORE\n", log, no); f != nil {
		t.Errorf("nothing is wrong: %q", f)
	}
	for told, says := range map[string]string{
		"REFUSED-BEFORE":                          "is said to be honoured",
		"REFUSED-BEFORE NOT-YET CHANGED-INPUT":    "is said to be lost",
		"REFUSED-BEFORE NOT-YET REFUSED-AFTER":    "the log has no deny on PostToolUse",
		"REFUSED-BEFORE SAID-WITH-PROMPT NOT-YET": "the log has no context on UserPromptSubmit",
	} {
		if f := claimFaults(claims, told, log, no); len(f) != 1 || !strings.Contains(f[0], says) {
			t.Errorf("%q: %q, expected %q", told, f, says)
		}
	}
	ran := func(file string) bool { return file == "never.ran" }
	if f := claimFaults(claims, "NOT-YET REFUSED-BEFORE", log, ran); len(f) != 1 || !strings.Contains(f[0], "and the command ran") {
		t.Errorf("a denied command that ran: %q", f)
	}
	b, err := os.ReadFile("testdata/claims/connector.json")
	attended, noFile := os.ReadFile("testdata/attended/connector.json")
	for _, c := range atFirst {
		if !strings.Contains(string(attended), c.word) {
			t.Errorf("%s is not said to who sits before a host: %v", c.word, noFile)
		}
	}
	for _, c := range slices.Concat(claims, ofSubagents, atStop) {
		if c.word != "Ada Byron" && (err != nil || !strings.Contains(string(b), c.word)) { // that is in the table
			t.Errorf("%s is not said there: %v", c.word, err)
		}
	}
}
