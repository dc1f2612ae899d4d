package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"agentconnector/pkg/home"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

// startLimit is how long a program of ours may take to say its version.
const startLimit = 10 * time.Second

// named is how what we have written names a program of ours by its stable path.
var named = regexp.MustCompile(`bin[/\\]+(ac-hook|ac-proxy)\b`)

// programs tells of programs that hosts are told to run and that do not start. It
// is no fault of an edit, and yet nothing works: a host that takes a hook that
// fails for a refusal denies every call then (case 52).
func programs(w *world.World, dir string, edits []wire.Verified) (all []wire.Finding) {
	hosts := map[string][]string{} // program → hosts that are told to run it
	for _, e := range edits {
		if e.Scope == wire.ScopeProject && !e.Local { // what a team shares looks for itself
			continue
		}
		b, err := os.ReadFile(e.Path)
		if err != nil {
			continue // another finding
		}
		for _, m := range named.FindAllSubmatch(b, -1) {
			for _, h := range e.Hosts {
				if name := string(m[1]); !slices.Contains(hosts[name], h) {
					hosts[name] = append(hosts[name], h)
				}
			}
		}
	}
	for _, name := range []string{"ac-hook", "ac-proxy"} {
		if len(hosts[name]) == 0 {
			continue
		}
		path := filepath.Join(home.Bin(dir), name)
		if w.OS == "windows" {
			path += ".exe"
		}
		ctx, cancel := context.WithTimeout(context.Background(), startLimit)
		err := exec.CommandContext(ctx, path, "--version").Run()
		cancel()
		if err == nil {
			continue
		}
		what, surface := "no server under it runs", wire.Server
		if name == "ac-hook" {
			what, surface = "no hook runs, and a host that takes that for a refusal denies every call", wire.Hooks
		}
		all = append(all, wire.Finding{Schema: wire.SchemaFinding, Level: wire.LevelWarn, Host: strings.Join(hosts[name], ","), Surface: surface,
			Message: name + " does not start: " + what + ": " + err.Error(), Places: []string{path}, Fix: "install the connector again, which puts it there"})
	}
	return all
}
