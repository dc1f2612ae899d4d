package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agentconnector/conformance/fakemodel"
)

// told are the texts that the example's hooks have for the model.
var told = []string{saysStart, saysPrompt, saysQuery, saysFailure, saysStop}

// loop is a conversation in which the shell and the server are used, well and
// badly: each call is of interest to one of the example's hooks.
func loop(h Plain) fakemodel.Script {
	call := func(c fakemodel.Call) fakemodel.Turn { return fakemodel.Turn{Calls: []fakemodel.Call{c}} }
	var turns []fakemodel.Turn
	for _, step := range steps(h) {
		turns = append(turns, call(step.call))
	}
	script := fakemodel.Turns(append(turns, fakemodel.Turn{Text: "2 rows were updated."}, fakemodel.Turn{Text: "They are right."})...)
	script.Least = 2 // MiMoCode asks for a title with a tool to give it by
	return script
}

// step is a call, and a part of what the model must be told of it.
type step struct {
	call   fakemodel.Call
	result string
}

// steps are the calls of the conversation. Where a denial ends the run there is
// one, at the end.
func steps(h Plain) []step {
	row := map[string]any{"id": 9, "customer_id": 1, "item": "lamp", "amount": 12, "status": "open"}
	remove := step{h.Shell("echo rm -rf all"), saysRemove}
	drop := step{h.MCP(connectorID, "acme_drop", map[string]any{"table": "orders"}), saysDrop}
	if h.Loop.Ungated {
		remove.result, drop.result = "rm -rf all", "dropped orders"
	}
	all := []step{
		{h.Shell("echo hi"), "hi"},
		{h.MCP(connectorID, "acme_query", map[string]any{"table": "customers"}), "Ada Byron"},
		remove,
		{h.MCP(connectorID, "acme_write", map[string]any{"table": "orders", "op": "insert", "row": row}), "1 rows of orders"},
		drop,
		{h.Shell("echo broken; exit 3"), "broken"},
		{h.MCP(connectorID, "acme_query", map[string]any{"table": "nowhere"}), saysNowhere},
	}
	if h.Loop.Fatal {
		all = append(append(append(all[:2:2], all[3]), all[5:]...), remove)
	}
	return all
}

// A whole conversation of each host, in which what the host file claims is what
// the model and the log of ac-hook are told; then it is undone.
func TestFurtherHostsWork(t *testing.T) {
	for _, h := range further(t) {
		t.Run(h.ID(), func(t *testing.T) {
			t.Parallel()
			var s *Sandbox
			var files map[string]string
			watch(t, h, "works", func() {
				if h.Loop.Skip != "" {
					t.Skip(h.ID() + ": " + h.Loop.Skip)
				}
				if !HasNoNetwork() {
					t.Skip("no network namespace here, and the model's address stands in a file of " + h.ID())
				}
				s, files = settled(t, h)
				worked(t, h, s)
			})
			watch(t, h, "undone", func() { undone(t, h, s, files) })
		})
	}
}

func worked(t *testing.T, h Plain, s *Sandbox) {
	t.Helper()
	pipeline(t, s, example(t))
	k, err := s.Talk(context.Background(), h, loop(h), Task{Prompt: question})
	if err != nil {
		t.Fatal(err)
	}
	got := events(t, s, h)
	for _, f := range loopFaults(h, k, got) {
		t.Errorf("%s: %s", h.ID(), f)
	}
	observe(t, h, slices.Collect(maps.Keys(got)), nil)
	if !measured(t, s, h.ID()) {
		t.Errorf("%s: no measurement of its tools/list: was the server started through ac-proxy?", h.ID())
	}
	if t.Failed() {
		shown(t, s, h, k)
	}
}

// loopFaults compares a conversation with what must come of it.
func loopFaults(h Plain, k Talk, got map[string]int) []string {
	w := TalkWant{Hears: h.Loop.Hears, Says: "2 rows were updated."}
	for _, step := range steps(h) {
		w.Results = append(w.Results, step.result)
	}
	// What a host tells its user of a call that shall fail here is no complaint.
	k.Complaints = slices.DeleteFunc(slices.Clone(k.Complaints), func(line string) bool {
		return strings.Contains(line, saysRemove) || strings.Contains(line, saysDrop) || strings.Contains(line, saysNowhere)
	})
	var faults []string
	if h.Loop.Fatal {
		faults, k = aborted(k)
		w.Results, w.Says = w.Results[:len(w.Results)-1], ""
	}
	if slices.Contains(h.Loop.Hears, saysStop) {
		w.Says = "They are right."
	}
	if h.Loop.Mute {
		w.Says = ""
	}
	faults = append(faults, TalkFaults(h, k, w)...)
	if all := slices.Sorted(slices.Values(slices.Concat(h.Loop.Hears, h.Loop.Deaf, h.Loop.Maybe))); !slices.Equal(all, slices.Sorted(slices.Values(told))) {
		faults = append(faults, fmt.Sprintf("the driver does not say of each text whether it arrives: %q", all))
	}
	for _, want := range h.Loop.Events {
		if got[want] == 0 {
			faults = append(faults, fmt.Sprintf("no %q in the log of ac-hook, but %v", want, got))
		}
	}
	for _, text := range h.Loop.Deaf {
		if strings.Contains(k.Heard().Everything(), text) {
			faults = append(faults, fmt.Sprintf("the model was told %q, which is said to be lost here", text))
		}
	}
	return faults
}

// aborted looks for the end of a run whose last call was denied, and gives the
// conversation without that call.
func aborted(k Talk) ([]string, Talk) {
	all := k.Exchanges()
	if len(all) == 0 || all[len(all)-1].Answered {
		return []string{"a denial is said to end the run, and it went on"}, k
	}
	k.Requests = slices.Clone(k.Requests)
	for i := range k.Requests {
		k.Requests[i].Calls = slices.DeleteFunc(slices.Clone(k.Requests[i].Calls), func(m fakemodel.Made) bool { return m.ID == all[len(all)-1].ID })
	}
	return nil, k
}

// events are the events and decisions in the log of ac-hook.
func events(t *testing.T, s *Sandbox, h Host) map[string]int {
	t.Helper()
	got := map[string]int{}
	for _, file := range logs(t, s) {
		for line := range strings.Lines(read(t, file)) {
			var e struct{ Host, Event, Connector, Decision string }
			if err := json.Unmarshal([]byte(line), &e); err != nil {
				t.Fatalf("%v in %s", err, line)
			}
			if e.Host != h.ID() || e.Connector != connectorID {
				t.Errorf("%s: an event of somebody else: %s", h.ID(), line)
			}
			got[e.Event+" "+e.Decision]++
		}
	}
	return got
}

// logs are the files in which ac-hook keeps the events.
func logs(t *testing.T, s *Sandbox) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(s.Home(), ".agent-connector", "logs", "events", "*.ndjson"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// shown prints what there was, for who has to find out.
func shown(t *testing.T, s *Sandbox, h Plain, k Talk) {
	t.Helper()
	var b strings.Builder
	for i, r := range k.Requests {
		names := make([]string, len(r.Offered))
		for j, o := range r.Offered {
			names[j] = o.Name
		}
		fmt.Fprintf(&b, "request %d: %s %s lane %d turn %d text %q, %d tools\n", i, r.Method, r.Path, r.Lane, r.Turn, r.Text, len(names))
		if i == 0 {
			fmt.Fprintf(&b, "  %q\n", names)
		}
	}
	for i, e := range k.Exchanges() {
		fmt.Fprintf(&b, "call %d: %s offered=%v answered=%v %.600q\n", i+1, e.Name, e.Offered, e.Answered, e.Told)
	}
	got := events(t, s, h)
	var lines []string
	for k, n := range got {
		lines = append(lines, fmt.Sprintf("%s ×%d", k, n))
	}
	slices.Sort(lines)
	for _, file := range logs(t, s) {
		for line := range strings.Lines(read(t, file)) {
			fmt.Fprintf(&b, "%.420s\n", strings.TrimSpace(line))
		}
	}
	t.Logf("%s\nlog: %s\ntold %.3000s\nstdout %.1500s\nstderr %.1500s", b.String(), strings.Join(lines, ", "), lastTold(k), k.Stdout, k.Stderr)
}

func lastTold(k Talk) string {
	var b strings.Builder
	for _, s := range k.Heard().Said {
		if s.Role != "system" && s.Role != "tool" {
			fmt.Fprintf(&b, "%s: %.900s\n", s.Role, s.Text)
		}
	}
	return b.String()
}
