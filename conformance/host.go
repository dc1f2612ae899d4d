// Package conformance drives real agent hosts and asks them what they make of
// the files that the tools write.
//
// A driver knows how one host is installed, which variables keep it quiet and
// inside its sandbox, and how it says what it has read: nothing else. What the
// host says is compared with what was written by one function for all hosts
// (Faults), and the same function must find every breakage that a test makes.
// Conversations with a scripted model are compared in the same way (TalkFaults).
//
// The rules of the room: a host is run in a home of its own, without a
// network where the system can take it away, with a deadline, and only
// processes started here are ended. No package of the product is imported: its
// programs are run, as a user would.
package conformance

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
)

// Hosts lists the drivers.
var Hosts = []Host{Claude{}, Codex{}, geminiCLI, qwenCode, opencode, kiloCLI, mimoCode, copilotCLI, pi, cline, droid, kimi, amp, openclaw, continueDev, goose, omp, auggie, qoder, grokBuild, codebuddy, crush}

// Chosen are the hosts that the variable HOSTS names, ids with blanks or commas
// between them; all, if it is empty.
func Chosen() ([]Host, error) {
	ids := strings.FieldsFunc(os.Getenv("HOSTS"), func(r rune) bool { return r == ' ' || r == ',' })
	if len(ids) == 0 {
		return Hosts, nil
	}
	var chosen []Host
	for _, h := range Hosts {
		if i := slices.Index(ids, h.ID()); i >= 0 {
			chosen = append(chosen, h)
			ids = slices.Delete(ids, i, i+1)
		}
	}
	if len(ids) > 0 {
		known := make([]string, len(Hosts))
		for i, h := range Hosts {
			known[i] = h.ID()
		}
		return nil, fmt.Errorf("HOSTS: there is no driver for %q; there are drivers for %s", ids, strings.Join(known, ", "))
	}
	return chosen, nil
}

// Host is one real host.
type Host interface {
	// ID is the canonical id of the host.
	ID() string
	// Install puts the pinned version into the cache, unless it is there,
	// and gives the path of its program.
	Install(ctx context.Context, cache string) (string, error)
	// Env are the variables that keep it quiet, and those that place its
	// files if the sandbox moves them.
	Env(s *Sandbox) []string
	// List is what the host says about MCP servers. One that it starts for
	// that has a Status.
	List(ctx context.Context, s *Sandbox) (Servers, error)
	// Hooks is what the host says about hooks.
	Hooks(ctx context.Context, s *Sandbox) (Hooks, error)
}

// Servers is what a host says about the MCP servers in its files.
type Servers struct {
	ByName     map[string]Server
	Complaints []string // what the host finds wrong, in its words
}

// Server is one server as the host has understood it.
type Server struct {
	// Fields are the fields of the entry under their names in the host's own
	// file, as far as it shows them. A list that it shows as text, joined by
	// blanks, is a string.
	Fields map[string]any
	// HidesDefaults says that it shows ${X:-default} as ${X}.
	HidesDefaults bool
	Status        Status
	Tools         []string // that it was offered, if the host says so
}

// Status says whether a server answered when the host started it.
type Status string

// The states of a server.
const (
	Unknown   Status = "" // the host did not try
	Connected Status = "connected"
	Failed    Status = "failed"
)

// Hooks is what a host says about the hooks in its files.
type Hooks struct {
	Lists      bool // whether it can say which it has; if not, only Complaints tell
	All        []Hook
	Complaints []string
}

// Hook is one hook as the host has understood it.
type Hook struct {
	Event, Matcher, Command string
	TimeoutSec              float64
}
