package hook

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"agentconnector/pkg/home"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

const hookFile = "hook.json"

// maxFile bounds a hook.json; a real one has some kilobytes.
const maxFile = 16 << 20

// maxAncestors bounds the walk up from the event's directory.
const maxAncestors = 64

// errNotInstalled says that there is no definition, for the user or the project.
var errNotInstalled = errors.New("connector is not installed")

// installed is the definition that applies.
type installed struct {
	file       *definition
	dir        string // the connector's folder, where its files are
	scope      string
	projectKey string
}

// find reads the definition for the event: the project's wins over the user's,
// so that the same id can be installed in several projects at other versions.
func find(acHome, id string, ev *wire.HandlerEvent) (installed, error) {
	in, err := locate(acHome, id, ev)
	if err != nil {
		return in, err
	}
	return in, in.read(ev.NativeEvent, ev.Event)
}

// locate says where the definition for the event is, or would be.
func locate(acHome, id string, ev *wire.HandlerEvent) (installed, error) {
	if !validID(id) {
		return installed{}, fmt.Errorf("--connector is %q: no connector id", id)
	}
	in := installed{scope: wire.ScopeProject}
	in.dir, in.projectKey = projectDir(acHome, id, ev)
	if in.dir == "" {
		in.dir, in.scope = home.Connector(acHome, id, ""), wire.ScopeUser
	}
	return in, nil
}

// read decodes the hooks of the events, all if none are given.
func (in *installed) read(events ...string) error {
	path := home.Under(in.dir, hookFile)
	b, err := world.ReadFile(path, maxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %s does not exist", errNotInstalled, path)
	}
	if err != nil {
		return err
	}
	if in.file, err = decodeHookFile(b, events...); err != nil {
		in.file = nil
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// inPlugin is the definition in the plugin that calls.
func (c *call) inPlugin() (installed, error) {
	in := installed{dir: home.Under(c.plugin, wire.PluginDir), scope: wire.ScopeUser}
	return in, in.read(c.ev.NativeEvent, c.ev.Event)
}

// validID keeps an id from leaving its folder.
func validID(id string) bool {
	return id != "" && id[0] != '.' && !strings.ContainsAny(id, "/\\:\x00")
}

// projectDir is the connector's folder for the event's project, if it is
// installed there. Most connectors are not installed in any project: then no
// directory is looked at. A project without a repository is known by its path,
// so that every ancestor may be its root.
func projectDir(acHome, id string, ev *wire.HandlerEvent) (dir, key string) {
	if !world.Exists(home.Under(acHome, "connectors", id, "projects")) {
		return "", ""
	}
	for _, start := range []string{ev.Cwd, ev.ProjectDir} {
		if start == "" || !filepath.IsAbs(start) {
			continue
		}
		root := home.Project(start)
		for range maxAncestors {
			key := home.ProjectKey(root)
			dir := home.Connector(acHome, id, key)
			if world.Exists(home.Under(dir, hookFile)) {
				return dir, key
			}
			up := filepath.Dir(root)
			if up == root || isRepo(root) {
				break
			}
			root = up
		}
	}
	return "", ""
}

func isRepo(dir string) bool {
	return world.Exists(home.Under(dir, ".git"))
}

// own says whether the host has pointers to the definition in files of the user's
// own.
func (c *call) own() bool {
	if c.scope == wire.ScopeUser {
		return c.pointed(false)
	}
	return world.Exists(home.Under(c.dir, wire.HookedDir, c.host.ID+wire.HookedLocal)) || c.called()
}

// called says whether the host calls the user's own pointer, too, so that a
// handler would run twice: the user has the connector as well, and the host's
// file lets at least those calls through that the user's definition takes. That
// pointer answers with the project's definition, also where the project's files
// are not trusted. In doubt it is not: rather twice than never.
func (c *call) called() bool {
	user := installed{dir: home.Connector(c.home, c.connector, "")}
	if !world.Exists(home.Under(user.dir, wire.HookedDir, c.host.ID)) || user.read(c.ev.NativeEvent, c.ev.Event) != nil {
		return false
	}
	takes := func(d wire.HookDef) bool {
		ok, err := matches(d.Matcher, c.ev)
		return ok && err == nil && (len(d.Hosts) == 0 || slices.Contains(d.Hosts, c.host.ID))
	}
	return slices.ContainsFunc(user.file.on("", c.ev.Event), takes) || slices.ContainsFunc(user.file.on(c.host.ID, c.ev.NativeEvent), takes)
}

// pointed says whether the host has pointers of its own to the definition. A call
// from another host's file may be answered by the user's, too: those are called
// in every project.
func (c *call) pointed(moved bool) bool {
	if slices.Contains(c.file.Hosts, c.host.ID) {
		return true // as older versions have it
	}
	for _, dir := range []string{c.dir, home.Connector(c.home, c.connector, "")} {
		if world.Exists(home.Under(dir, wire.HookedDir, c.host.ID)) {
			return true
		}
		if !moved {
			break
		}
	}
	return false
}
