package conformance

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// further are the chosen hosts that are driven by data.
func further(t *testing.T) []Plain {
	t.Helper()
	var all []Plain
	for _, h := range chosen(t, func(h Host) bool { _, ok := h.(Plain); return ok }) {
		all = append(all, h.(Plain))
	}
	return all
}

// settled is a machine with one host in use and our tools, and the text of the
// user's files once the host has seen them.
func settled(t *testing.T, h Plain) (*Sandbox, map[string]string) {
	t.Helper()
	s := sandboxWith(t, false, h)
	for _, name := range append([]string{"own-server"}, suite...) {
		put(t, s, name)
	}
	if err := os.Symlink(s.Bins[h.ID()], filepath.Join(s.Bin(), h.Program)); err != nil {
		t.Fatal(err)
	}
	if h.Lists == nil && !HasNoNetwork() {
		t.Skip("no network namespace here, and the model's address stands in a file of " + h.ID())
	}
	welcome(t, s, h)
	lists(t, h, s, "own")
	files := map[string]string{}
	for _, f := range h.Own {
		if path := filepath.Join(s.Home(), f.Path); !f.Theirs {
			files[path] = read(t, path)
		}
	}
	return s, files
}

// lists says that the host knows these servers, and no others of ours, and has
// started those that it starts.
func lists(t *testing.T, h Plain, s *Sandbox, want ...string) {
	t.Helper()
	for _, f := range listFaults(t, h, s, want...) {
		t.Errorf("%s: %s", h.ID(), f)
	}
}

func listFaults(t *testing.T, h Plain, s *Sandbox, want ...string) []string {
	t.Helper()
	all, err := h.List(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	faults := all.Complaints
	for _, name := range want {
		server, ok := all.ByName[name]
		switch {
		case !ok:
			faults = append(faults, "it does not list "+name+", but "+text(all.ByName))
		case server.Status == Failed:
			faults = append(faults, "it could not start "+name)
		}
	}
	for name := range all.ByName {
		if !slices.Contains(want, name) {
			faults = append(faults, "it lists "+name)
		}
	}
	return faults
}

// What the pipeline writes is what each host lists and starts, beside what the
// user had; a breakage is noticed; after undo the host knows nothing of it and
// every file is as it was.
func TestFurtherHostsListWhatThePipelineWrites(t *testing.T) {
	for _, h := range further(t) {
		t.Run(h.ID(), func(t *testing.T) {
			t.Parallel()
			var s *Sandbox
			var files map[string]string
			watch(t, h, "lists", func() {
				s, files = settled(t, h)
				listedAndStarted(t, h, s)
			})
			watch(t, h, "undone", func() { undone(t, h, s, files) })
		})
	}
}

func listedAndStarted(t *testing.T, h Plain, s *Sandbox) {
	t.Helper()
	plan := pipeline(t, s, example(t))
	i := slices.IndexFunc(plan, func(p patch) bool { return p.Surface == "server" && slices.Contains(p.Hosts, h.ID()) })
	if i < 0 {
		t.Fatalf("the plan has no server for %s:\n%s", h.ID(), text(plan))
	}
	lists(t, h, s, "own", connectorID)

	file := plan[i].Path
	good := read(t, file)
	for old, says := range spoilt(h, good) {
		spoil(t, s, file, old, strings.ToUpper(old))
		if faults := listFaults(t, h, s, "own", connectorID); !strings.Contains(strings.Join(faults, "\n"), says) {
			t.Errorf("%s: without %s: expected %q, got %q", h.ID(), old, says, faults)
		}
		write(t, s, file, good)
	}
}

// spoilt are texts to spoil in the file of the server, each with a part of what
// must be found then. One that lists nothing offers no tools of what it could
// not start.
func spoilt(h Plain, file string) map[string]string {
	all := map[string]string{}
	switch {
	case h.Lists == nil:
		all["ac-proxy"] = "it does not list " + connectorID
	case h.Fine != "":
		all["ac-proxy"] = "it could not start " + connectorID
	}
	if h.Lists == nil && !strings.Contains(h.Tool, "$SERVER") {
		return all // it names no server
	}
	// As a key, in JSON or in the header of a table; not in YAML.
	for _, name := range []string{`"` + connectorID + `":`, "." + connectorID + "]"} {
		if strings.Contains(file, name) {
			all[name] = "it does not list " + connectorID
		}
	}
	return all
}

// undone takes the connector back, and says that nothing of it is left.
func undone(t *testing.T, h Plain, s *Sandbox, files map[string]string) {
	t.Helper()
	tool(t, s, "", "ac-apply", "--undo", connectorID)
	lists(t, h, s, "own")
	var rewritten []string
	for path, want := range files {
		got := read(t, path)
		if h.Rewrites {
			if strings.Contains(got, connectorID+":") || strings.Contains(got, "ac-proxy") {
				t.Errorf("after undo %s still has the connector:\n%s", path, got)
			}
			rewritten = append(rewritten, path)
		} else if got != want && got != want+h.adds(path) {
			t.Errorf("%s differs after undo:\n--- was\n%s\n--- is\n%s", path, want, got)
		}
	}
	nothingLeft(t, s, rewritten...)
}
