// Package detect looks at a machine: which agent hosts are there, where each
// is configured, what else a plan depends on.
//
// It only looks. It writes nothing, starts nothing but our own tools (and, when
// asked for versions, the hosts'), reads no file larger than MaxSettings, and
// every question is about one path that pkg/host names: a directory is listed only
// where that has a "*" in one of its names.
// The paths themselves are pure functions of host.Env; this package adds what
// only the machine knows.
package detect

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"agentconnector/pkg/config"
	"agentconnector/pkg/home"
	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

// PlatformVar names the hosts that are installed, over all probing: for
// machines on which a host leaves no trace that we know.
const PlatformVar = "AGENT_CONNECTOR_PLATFORM"

// Options narrow or widen a look. The zero value finds every installed host in
// both scopes.
type Options struct {
	Scope    string   // user or project; empty: both
	Project  string   // root of the project; empty: see Project
	Home     string   // stands for the user's home and all variables that move configuration
	Hosts    []string // only these ids; empty: all
	All      bool     // also hosts that are not installed
	Versions bool     // run BINARY --version
	Supports string   // only hosts that honour this surface
}

// Result is what was found.
type Result struct {
	Machine wire.Machine
	Hosts   []wire.Host
}

// Run looks at the machine.
func Run(w *world.World, o Options) (*Result, error) {
	env, err := Env(w, o)
	if err != nil {
		return nil, err
	}
	known, err := all(w, env, o)
	if err != nil {
		return nil, err
	}
	named, err := platform(w, o, idsOf(known))
	if err != nil {
		return nil, err
	}
	k := newLooker(w, env, named)
	r := &Result{Machine: machine(w, env, o, k.search)}
	settings, err := config.Load(r.Machine.ACHome)
	if err != nil { // it may hold a switch that somebody relies on: never passed over
		return nil, err
	}
	r.Machine.Switched = settings.Off()
	r.Machine.Unmeasured = len(r.Machine.Switched) > 0
	r.Machine.Observe, r.Machine.Withhold = settings.Privacy.Level, settings.Privacy.Withheld()
	for _, h := range known {
		if len(o.Hosts) > 0 && !contains(o.Hosts, h.ID) || o.Supports != "" && !h.Supports(o.Supports) {
			continue
		}
		rec := k.look(h.Host)
		rec.Def = h.def
		if !rec.Installed && !o.All {
			continue
		}
		if o.Scope == wire.ScopeUser {
			delete(rec.Scopes, wire.ScopeProject)
			delete(rec.Scopes, wire.PlacesLocal)
		} else if o.Scope == wire.ScopeProject {
			delete(rec.Scopes, wire.ScopeUser)
		}
		if o.Versions && rec.Installed {
			rec.Version = version(k.search, h.Host)
		}
		r.Hosts = append(r.Hosts, rec)
	}
	return r, nil
}

// Env is what the hosts' paths depend on, on this machine. With Options.Home
// nothing outside that home counts: a test cannot touch the real one.
func Env(w *world.World, o Options) (host.Env, error) {
	e := host.Env{OS: w.OS, Home: o.Home, Closed: o.Home != "", Match: matches}
	if o.Home != "" {
		e.Getenv = func(string) string { return "" }
		e.Home = absolute(w.Dir, o.Home)
	} else {
		e.Home = home.User(w)
		e.Getenv = func(name string) string { return directory(w, e.Home, name) }
	}
	if e.Home == "" || !filepath.IsAbs(e.Home) {
		return e, fmt.Errorf("the home directory is %q, an absolute path is needed\nhint: set HOME (on Windows USERPROFILE), or use --home DIR", e.Home)
	}
	p, err := project(w, o, e.Home)
	e.Project = p
	if p != "" {
		e.Listed = listed(p)
	}
	return e, err
}

// directory is the value of a variable that names a directory. Hosts take a
// relative one from where they are started. A "~" that no shell expanded is
// the home (unverified for each host): a directory of that name never is meant.
func directory(w *world.World, homeDir, name string) string {
	v := strings.TrimSpace(w.Getenv(name))
	if v == "~" || strings.HasPrefix(v, "~/") {
		return filepath.Join(homeDir, v[1:])
	}
	if v == "" {
		return ""
	}
	return absolute(w.Dir, v)
}

// project is the root of the project: the given directory, else the repository
// that the working directory lies in, else, if the project scope is asked for,
// the working directory. The home is none: its .claude/settings.json belongs to
// the user scope.
func project(w *world.World, o Options, homeDir string) (string, error) {
	dir := o.Project
	switch {
	case dir != "":
		dir = absolute(w.Dir, dir)
		if fi, err := os.Stat(dir); err != nil || !fi.IsDir() {
			return "", fmt.Errorf("--project %s is no directory\nhint: name the root of the project", o.Project)
		}
	case w.Dir == "" || o.Scope == wire.ScopeUser:
		return "", nil
	default:
		dir = home.Project(w.Dir)
		if o.Scope != wire.ScopeProject && !world.Exists(filepath.Join(dir, ".git")) {
			return "", nil
		}
	}
	if !sameDir(dir, homeDir) {
		return dir, nil
	}
	if o.Scope == wire.ScopeProject || o.Project != "" {
		return "", fmt.Errorf("the project would be the home directory %s, whose files are those of the user scope\nhint: name the project with --project DIR, or use --scope user", homeDir)
	}
	return "", nil
}

func absolute(dir, p string) string {
	if !filepath.IsAbs(p) {
		p = filepath.Join(dir, p)
	}
	return filepath.Clean(p)
}

func sameDir(a, b string) bool {
	fa, errA := os.Stat(a)
	fb, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(fa, fb)
}

func contains(list []string, s string) bool {
	for _, l := range list {
		if l == s {
			return true
		}
	}
	return false
}
