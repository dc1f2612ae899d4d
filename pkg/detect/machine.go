package detect

import (
	"path/filepath"
	"sync"

	"agentconnector/pkg/home"
	"agentconnector/pkg/host"
	"agentconnector/pkg/placed"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

// Runtimes are the programs that servers and handlers commonly need.
var Runtimes = []string{"node", "npx", "uvx", "python3", "docker", "bun", "deno"}

// Tools are the programs of this suite.
var Tools = []string{"ac", "ac-detect", "ac-render", "ac-apply", "ac-hook", "ac-proxy", "ac-proxy-http", "ac-tokcount", "ac-report"}

func machine(w *world.World, e host.Env, o Options, on *search) wire.Machine {
	m := wire.Machine{
		Schema: wire.SchemaMachine, OS: w.OS, Arch: w.Arch, Home: e.Home,
		ACHome: acHome(w, e, o), User: user(w), Project: e.Project,
		Path: searchPath(w), Runtimes: map[string]string{}, AC: map[string]string{},
	}
	if e.Project != "" {
		m.ProjectKey = home.ProjectKey(e.Project)
	}
	for _, name := range Runtimes {
		if p := on.find(name); p != "" {
			m.Runtimes[name] = p
		}
	}
	tools(w, m.ACHome, m.AC)
	return m
}

func user(w *world.World) string {
	if u := w.Getenv("USER"); u != "" {
		return u
	}
	return w.Getenv("USERNAME")
}

// tools are the versions of our tools in bin. What is not written down they are
// asked for, at once: on a loaded machine eight starts in a row are felt.
func tools(w *world.World, acHome string, found map[string]string) {
	bin, notes := home.Bin(acHome), placed.Read(acHome)
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, name := range Tools {
		p := executable(w, filepath.Join(bin, name))
		if p == "" {
			continue
		}
		if v, known := notes.Version(p); known {
			mu.Lock()
			found[name] = v
			mu.Unlock()
			continue
		}
		wg.Go(func() {
			v := placed.Of(placed.Ask(w, p), name)
			mu.Lock()
			found[name] = v
			mu.Unlock()
		})
	}
	wg.Wait()
}

// version is what the first of the host's programs on PATH says of itself.
func version(on *search, h *host.Host) string {
	for _, name := range h.Probe.Bins {
		if p := on.find(name); p != "" {
			if v := placed.Ask(on.w, p); v != "" {
				return v
			}
		}
	}
	return ""
}
