package conformance

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"agentconnector/conformance/fakemodel"
)

// A model that claims to be nearly full makes its host shorten the conversation,
// which events tell of.
func TestHostsTellThatTheyShorten(t *testing.T) {
	for _, h := range chosen(t, func(h Host) bool { k, ok := h.(Talker); return ok && loopOf(k).Full > 0 }) {
		t.Run(h.ID(), func(t *testing.T) {
			t.Parallel()
			watch(t, h, "claims", func() { shortened(t, h.(Talker)) })
		})
	}
}

// longOutput is a command that prints some 50 kB: what is short is not shortened. Each
// is another one, for some hosts take calls that are alike for a loop.
func longOutput(n int) string { return fmt.Sprintf("echo %d; seq 100000 107000", n) }

// summary is what a model answers that is asked for one: some hosts want it long.
var summary = fakemodel.Turn{Text: "Summary of the conversation:\n" + strings.Repeat("- The user has asked about revenue, and commands were run that print numbers.\n", 30)}

func shortened(t *testing.T, h Talker) {
	t.Helper()
	if !HasNoNetwork() {
		t.Skip("no network namespace here, and the model's address stands in a file of some hosts")
	}
	s := inUse(t, h)
	installDefinition(t, s, h, "testdata/claims")
	loop := loopOf(h)
	full := &fakemodel.Usage{Input: loop.Full, Output: 50}
	var turns []fakemodel.Turn
	for i := range 6 {
		turn := fakemodel.Turn{Calls: []fakemodel.Call{h.Shell(longOutput(i))}}
		if i >= 3 {
			turn.Usage = full
		}
		turns = append(turns, turn)
	}
	turns = append(turns, fakemodel.Turn{Text: "There.", Usage: full}, fakemodel.Turn{Text: "There it is."})
	summary := summary
	summary.Usage = full // what it has read of the conversation, by which some reckon what is left
	script := fakemodel.Script{Least: 2, Aside: &summary, Lanes: []fakemodel.Lane{{Turns: turns}}}
	for _, word := range []string{"summary of the conversation", "summary of our conversation", "state_snapshot"} {
		script.Lanes = append([]fakemodel.Lane{{Last: word, Turns: slices.Repeat([]fakemodel.Turn{summary}, 8)}}, script.Lanes...)
	}
	k, err := s.Talk(context.Background(), h, script, Task{Prompt: question})
	if err != nil {
		t.Fatal(err)
	}
	var came []string
	for _, e := range entries(t, s) {
		came = append(came, e.Event)
	}
	if !shrank(k) {
		t.Errorf("%s: it has asked for no summary, and no request is shorter than the one before", h.ID())
	}
	for _, event := range []string{"PreCompact", "PostCompact"} {
		if loop.Shortens == nil && slices.Contains(came, event) {
			t.Errorf("%s: %s is in the log of ac-hook, and it is said to say nothing", h.ID(), event)
		}
	}
	for _, want := range loop.Shortens {
		if !slices.Contains(came, want) {
			t.Errorf("%s: no %s in the log of ac-hook, but %v", h.ID(), want, came)
		}
	}
	observe(t, h, came, nil)
	if t.Failed() {
		for i, r := range k.Requests {
			t.Logf("request %d: %s lane %d turn %d, %d tools, %d bytes, said %.200q", i, r.Path, r.Lane, r.Turn, len(r.Offered), len(r.Body), r.Last().Text)
		}
		t.Logf("%.1500s\n%.1500s", k.Stdout, k.Stderr)
	}
}

// shrank says that the host has had its model sum up, or has told it less at some time
// than just before, in requests of one kind.
func shrank(k Talk) bool {
	before := map[int]int{} // tools offered → bytes
	for _, r := range k.Requests {
		n, size := len(r.Offered), len(r.Body)
		if size < before[n] || n < 2 && strings.Contains(r.Last().Text, "summar") {
			return true
		}
		before[n] = size
	}
	return false
}

func TestShrank(t *testing.T) {
	of := func(tools, bytes int, last string) fakemodel.Request {
		return fakemodel.Request{Offered: make([]fakemodel.Tool, tools), Body: make([]byte, bytes), Said: []fakemodel.Said{{Role: "user", Text: last}}}
	}
	for _, c := range []struct {
		all  []fakemodel.Request
		want bool
	}{
		{nil, false},
		{[]fakemodel.Request{of(5, 10, ""), of(5, 20, ""), of(5, 30, "")}, false},
		{[]fakemodel.Request{of(5, 10, ""), of(0, 5, "a title"), of(5, 20, "")}, false}, // of another kind
		{[]fakemodel.Request{of(5, 10, ""), of(5, 20, "what is a summary?"), of(5, 30, "")}, false},
		{[]fakemodel.Request{of(5, 10, ""), of(5, 30, ""), of(5, 20, "")}, true},
		{[]fakemodel.Request{of(5, 10, ""), of(0, 50, "write a summary"), of(5, 20, "")}, true},
	} {
		if got := shrank(Talk{Requests: c.all}); got != c.want {
			t.Errorf("%v: %v", c.all, got)
		}
	}
}
