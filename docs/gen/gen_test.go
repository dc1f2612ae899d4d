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
