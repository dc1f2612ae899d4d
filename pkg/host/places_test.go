package host

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/wire"
)

var update = flag.Bool("update", false, "rewrite testdata/places.txt")

// TestPlacesOfEveryHost is the table of all paths: each host, scope and surface
// on each operating system, worked out on whichever runs this. Where macOS and
// Windows only differ in how a path is written, one line stands for all three.
func TestPlacesOfEveryHost(t *testing.T) {
	systems := []Env{
		env("linux", "/home/u", "/src/p"),
		env("darwin", "/Users/u", "/src/p"),
		env("windows", `C:\Users\u`, `C:\src\p`, "APPDATA", `C:\Users\u\AppData\Roaming`, "LOCALAPPDATA", `C:\Users\u\AppData\Local`),
	}
	var b strings.Builder
	for _, h := range All {
		fmt.Fprintf(&b, "%s\n", h.ID)
		for _, scope := range []string{wire.ScopeUser, wire.ScopeProject, wire.PlacesLocal} {
			surfaces := map[string]bool{}
			for _, e := range systems {
				for s := range h.Record(e, none).Scopes[scope] {
					surfaces[s] = true
				}
			}
			for _, s := range slices.Sorted(maps.Keys(surfaces)) {
				var all []string
				for _, e := range systems {
					p := h.Record(e, none).Scopes[scope][s].Path
					if p != "" && !IsAbs(e.OS, p) {
						t.Errorf("%s: %s is not absolute on %s", h.ID, p, e.OS)
					}
					all = append(all, common(e, p))
				}
				if all[1] == all[0] && all[2] == all[0] {
					all = all[:1]
				}
				fmt.Fprintf(&b, "  %-7s %-11s %s\n", scope, s, strings.Join(all, "  "))
			}
		}
	}
	const name = "testdata/places.txt"
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	got, was := strings.Split(b.String(), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(got), len(was)) {
		g, w := "", ""
		if i < len(got) {
			g = got[i]
		}
		if i < len(was) {
			w = was[i]
		}
		if g != w {
			t.Fatalf("%s:%d differs; if that is right, run go test ./pkg/host -update\n got %s\nwant %s", name, i+1, g, w)
		}
	}
}

// common writes a path so that those of the systems can be compared.
func common(e Env, p string) string {
	if p == "" {
		return "-"
	}
	p = strings.Replace(p, e.Home, "~", 1)
	p = strings.Replace(p, e.Project, "PROJECT", 1)
	if e.OS == "windows" {
		p = strings.ReplaceAll(p, `\`, "/")
	}
	return p
}
