package conformance

import (
	"context"
	"slices"
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

// longOutput is a command that prints some 50 kB: what is short is not shortened.
const longOutput = "seq 100000 107000"

func shortened(t *testing.T, h Talker) {
	t.Helper()
	if !HasNoNetwork() {
		t.Skip("no network namespace here, and the model's address stands in a file of some hosts")
	}
	s := inUse(t, h)
	installDefinition(t, s, h, "testdata/claims")
	loop := loopOf(h)
	var turns []fakemodel.Turn
	for i := range 6 {
		turn := fakemodel.Turn{Calls: []fakemodel.Call{h.Shell(longOutput)}}
		if i >= 3 {
			turn.Usage = &fakemodel.Usage{Input: loop.Full, Output: 50}
		}
		turns = append(turns, turn)
	}
	script := fakemodel.Turns(append(turns, fakemodel.Turn{Text: "There.", Usage: &fakemodel.Usage{Input: loop.Full, Output: 50}}, fakemodel.Turn{Text: "There it is."})...)
	script.Least = 2
	k, err := s.Talk(context.Background(), h, script, Task{Prompt: question})
	if err != nil {
		t.Fatal(err)
	}
	var came []string
	for _, e := range entries(t, s) {
		came = append(came, e.Event)
	}
	for _, want := range loop.Shortens {
		if !slices.Contains(came, want) {
			t.Errorf("%s: no %s in the log of ac-hook, but %v", h.ID(), want, came)
		}
	}
	observe(t, h, came, nil)
	if t.Failed() {
		for i, r := range k.Requests {
			t.Logf("request %d: %s lane %d turn %d, %d tools, %d bytes, said %.200q", i, r.Path, r.Lane, r.Turn, len(r.Offered), len(r.Body), lastOf(r))
		}
		t.Logf("%.1500s\n%.1500s", k.Stdout, k.Stderr)
	}
}
