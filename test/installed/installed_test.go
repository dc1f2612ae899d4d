package installed

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// change is a unified diff, with the line ends that are not those of Unix made
// visible.
func change(name, before, after string) string {
	d := diff.Diff(name, []byte(before), name, []byte(after))
	_, d, _ = bytesCutLine(d)
	return strings.ReplaceAll(string(d), "\r", "␍")
}

// bytesCutLine takes the first line off: diff writes a command there.
func bytesCutLine(b []byte) (first, rest []byte, ok bool) {
	i := slices.Index(b, '\n')
	return b[:i+1], b[i+1:], i >= 0
}

var scopes = []string{wire.ScopeUser, wire.ScopeProject, wire.PlacesLocal}

// TestThereAndBack: on each host and scope, into files that others use, the
// example makes exactly the difference that stands in the golden file, and its
// undo gives back every byte.
func TestThereAndBack(t *testing.T) {
	for _, h := range host.All {
		for _, scope := range scopes {
			t.Run(h.ID+"-"+scope, func(t *testing.T) {
				t.Parallel()
				m := newMachine(t, h)
				if scope == wire.PlacesLocal && len(m.in.Hosts[0].Scopes[scope]) == 0 {
					t.Skip("it has no files of the user's own in a project")
				}
				r := m.plan(scope)
				for _, p := range r.Plan.Patches {
					m.others(p)
				}
				m.install(r)
				golden(t, "testdata/golden/"+h.ID+"-"+scope+".diff", m.changes())
				m.undo()
				m.asBefore()
			})
		}
	}
}

// others demands that an edit goes into a file that somebody else uses already,
// but for those that are ours alone by their name.
func (m *machine) others(p wire.Patch) {
	ours := p.Surface == wire.State || p.Op == wire.OpWrite || strings.Contains(p.Path, "/agent-connector") || strings.Contains(p.Path, id)
	if _, err := os.Stat(p.Path); err != nil && !ours {
		rel, _ := filepath.Rel(m.base, p.Path)
		m.t.Errorf("testdata/before has no %s: lay what others would have there", rel)
	}
}

// Every file of testdata/before is what a host has: one that none reads proves
// nothing.
func TestEveryFileBeforeIsOfSomeHost(t *testing.T) {
	m := newMachine(t, host.All...)
	read := map[string]bool{}
	for _, h := range m.in.Hosts {
		for _, places := range h.Scopes {
			for _, p := range places {
				for _, path := range slices.Concat([]string{p.Path}, p.Also, p.Homes) {
					rel, _ := filepath.Rel(m.base, path)
					read[filepath.ToSlash(rel)] = true
				}
			}
		}
	}
	for p, f := range m.was {
		dir := p
		for !read[dir] && dir != "." {
			dir = filepath.ToSlash(filepath.Dir(dir))
		}
		if !f.mode.IsDir() && dir == "." && !read[filepath.ToSlash(filepath.Dir(p))+"/agent-connector.json"] {
			t.Errorf("no host reads %s", p)
		}
	}
}
