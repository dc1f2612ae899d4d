package detect

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"agentconnector/pkg/home"
	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

// Bounds of what is run.
const (
	VersionTimeout = 2 * time.Second // for one PROGRAM --version
	MaxVersion     = 200             // bytes of its first line that are kept
)

// Runtimes are the programs that servers and handlers commonly need.
var Runtimes = []string{"node", "npx", "uvx", "python3", "docker", "bun", "deno"}

// Tools are the programs of this suite.
var Tools = []string{"ac", "ac-detect", "ac-render", "ac-apply", "ac-hook", "ac-proxy", "ac-tokcount", "ac-report"}

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
	tools(w, home.Bin(m.ACHome), m.AC)
	return m
}

func user(w *world.World) string {
	if u := w.Getenv("USER"); u != "" {
		return u
	}
	return w.Getenv("USERNAME")
}

// tools asks each of our tools that stands in bin for its version. Asking is
// the only way that holds for every build: a version set at link time is in no
// build information once paths are trimmed. They run at once, because on a
// loaded machine eight starts in a row are felt.
func tools(w *world.World, bin string, found map[string]string) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, name := range Tools {
		p := executable(w, filepath.Join(bin, name))
		if p == "" {
			continue
		}
		wg.Go(func() {
			v := "unknown"
			if f := strings.Fields(ask(w, p)); len(f) > 1 && f[0] == name {
				v = f[1]
			}
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
			if v := ask(on.w, p); v != "" {
				return v
			}
		}
	}
	return ""
}

// ask runs PROGRAM --version and returns the first line of what it prints, or
// "" if it fails or takes too long. It has no input, and what it leaves behind
// is not waited for.
func ask(w *world.World, program string) string {
	ctx, cancel := context.WithTimeout(context.Background(), VersionTimeout)
	defer cancel()
	c := exec.CommandContext(ctx, program, "--version")
	c.Env, c.Dir, c.WaitDelay = w.Environ, w.Dir, VersionTimeout/10
	var out head
	c.Stdout = &out
	if c.Run() != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(out), "\n")
	return strings.TrimSpace(line)
}

// head keeps the first MaxVersion bytes and swallows the rest.
type head []byte

func (h *head) Write(p []byte) (int, error) {
	if room := MaxVersion - len(*h); room > 0 {
		*h = append(*h, p[:min(room, len(p))]...)
	}
	return len(p), nil
}
