package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"agentconnector/pkg/host"
)

// TestHostsPage: the page is what the host files give, and names every host with
// a source.
func TestHostsPage(t *testing.T) {
	want, err := page("../..")
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../hosts.md")
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("docs/hosts.md is not what go generate ./docs makes: %v", err)
	}
	for _, h := range host.All {
		src, err := read("../..", h)
		if err != nil || !strings.Contains(src.head, "ource") {
			t.Errorf("%s: the comment above it names no sources: %v", h.ID, err)
		}
	}
}

// TestObservationsAreClaims: what the suite has seen a host do is what its file
// claims. What it claims beside that is said to be so by documents.
func TestObservationsAreClaims(t *testing.T) {
	all, err := observations("../..")
	if err != nil || len(all) == 0 {
		t.Fatalf("%d hosts, %v", len(all), err)
	}
	for id, s := range all {
		h := host.Find(id)
		if h == nil {
			t.Errorf("there is no host %s", id)
			continue
		}
		for _, name := range s.came {
			if h.Event(name) == nil {
				t.Errorf("%s: %s came, and its file knows no such event", id, name)
			}
		}
		for name, said := range s.said {
			for _, d := range said {
				can := false
				for e := range h.EventsOf(name) {
					can = can || e.Can(d)
				}
				if !can {
					t.Errorf("%s: %s on %s was honoured, and its file does not claim it", id, d, name)
				}
			}
		}
	}
}

func TestClaimsSayFromWhereTheyAre(t *testing.T) {
	s := &seen{version: "1.2", came: []string{"Stop", "PreToolUse"}, said: map[string][]string{"PreToolUse": {"deny"}}}
	deny := host.Say{Decision: "deny"}
	for want, e := range map[string]host.Event{
		"observed 1.2": {Canonical: "Stop", Native: "x"},
		"observed 1.2: comes, deny; doc: context": {Canonical: "PreToolUse", Says: []host.Say{deny, {Decision: "context"}}},
		"doc": {Canonical: "SessionStart", Says: []host.Say{deny}},
	} {
		if got := s.claims(&e); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		if got := (*seen)(nil).claims(&e); got != "doc" {
			t.Errorf("of nothing seen: %s", got)
		}
	}
	if got := s.claims(&host.Event{Canonical: "Stop", ParseOnly: true}); got != "doc" {
		t.Errorf("an event that is not installed: %s", got)
	}
}
