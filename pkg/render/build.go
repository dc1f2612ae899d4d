package render

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"agentconnector/pkg/connector"
	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// builder gathers a plan.
type builder struct {
	in      *Input
	c       *connector.Connector
	scope   string
	local   bool // in the user's own, uncommitted files of the project
	targets []*target
	groups  []*group // who writes and who reads which directory of content
	patches []wire.Patch
	notices []wire.Notice
	tools   []string  // our tools that pointers name
	hooked  []*target // hosts with a hook pointer of their own
	exposed []string  // uncommitted files that git would take
	limits  map[string]int64
	plugin  *host.Plugin // the plan is that of a plugin
	cells   []*cell
	parts   map[string][]byte // of modules
}

// target is a host to render for.
type target struct {
	h    *host.Host
	line *wire.Host
	c    *connector.Connector // as this host sees it
	off  map[string]string    // surface that it turns off → why

	asked  []asked    // events that the module in the making hooks
	strict bool       // a pointer that cannot say so itself is to deny on an error
	stage  string     // folder in which its plugin is made
	own    wire.Place // the user's file of servers, where a plugin is made
}

// choose picks the targets, in the order of the input.
func (b *builder) choose(asked []string) {
	named := asked
	if len(named) == 0 {
		named = b.c.Targets
	}
	for i := range b.in.Hosts {
		line := &b.in.Hosts[i]
		if len(named) > 0 && !slices.Contains(named, line.ID) || len(named) == 0 && !line.Installed {
			continue
		}
		b.target(line)
	}
	for _, id := range named {
		if !slices.ContainsFunc(b.in.Hosts, func(h wire.Host) bool { return h.ID == id }) {
			b.absent(id, len(asked) > 0)
		}
	}
	if len(b.targets) == 0 {
		b.notices = append(b.notices, wire.Notice{Schema: wire.SchemaNotice, Level: wire.LevelWarn,
			Message: "no host to install on: none was found, or none of those that were asked for"})
	}
}

// target takes one host line, unless something speaks against it; then that is
// a notice, because the user or the connector expected the host.
func (b *builder) target(line *wire.Host) {
	say := func(format string, args ...any) {
		b.notices = append(b.notices, wire.Notice{Schema: wire.SchemaNotice, Level: wire.LevelWarn, Host: line.ID, Message: fmt.Sprintf(format, args...)})
	}
	h := b.in.Host(line.ID)
	switch p := b.c.Platforms[line.ID]; {
	case h == nil:
		say("this version of agent-connector knows no host %s: nothing is installed there", line.ID)
		return
	case !line.Installed:
		b.absent(line.ID, true)
		return
	case p.Scope != "" && p.Scope != b.scope:
		say("the connector wants this host at scope %s, this plan is for scope %s: render again with --scope %s --target %s", p.Scope, b.scope, p.Scope, line.ID)
		return
	}
	c, off := b.c.For(line.ID)
	if c.Server != nil {
		h = h.Serving(b.shared(), c.Server.Transport)
	}
	b.targets = append(b.targets, &target{h: h, line: line, c: c, off: off})
}

// absent says that a host is not there. If only the connector names it, that is
// no reason to worry.
func (b *builder) absent(id string, asked bool) {
	n := wire.Notice{Schema: wire.SchemaNotice, Level: wire.LevelInfo, Host: id, Message: "not found on this machine: nothing is installed there"}
	if asked {
		n.Level = wire.LevelWarn
	}
	b.notices = append(b.notices, n)
}

// place is where a host keeps a surface in the scope of the plan.
func (b *builder) place(t *target, surface string) (wire.Place, bool) {
	scope := b.scope
	if b.local {
		scope = wire.PlacesLocal
	}
	p, ok := t.line.Scopes[scope][surface]
	if strings.Contains(p.Path, host.ConnectorID) {
		p.Path = strings.ReplaceAll(p.Path, host.ConnectorID, b.c.ID)
	}
	return p, ok && p.Path != ""
}

// add takes a patch for some hosts. An edit that is in the plan already gets
// the hosts as further readers.
func (b *builder) add(p wire.Patch, hosts ...*target) {
	p.Schema = wire.SchemaPatch
	p.Hosts = []string{}
	for _, t := range hosts {
		p.Hosts = append(p.Hosts, t.h.ID)
		b.cell(t, p.Surface).edits++
	}
	for i := range b.patches {
		old := &b.patches[i]
		if old.Path != p.Path || old.Surface != p.Surface || old.Op != p.Op || !slices.Equal(old.At, p.At) || !reflect.DeepEqual(old.Run, p.Run) ||
			string(old.Value) != string(p.Value) || !reflect.DeepEqual(old.Identity, p.Identity) {
			continue
		}
		for _, id := range p.Hosts {
			if !slices.Contains(old.Hosts, id) {
				old.Hosts = append(old.Hosts, id)
			}
		}
		return
	}
	b.patches = append(b.patches, p)
}

// where is the scope of the plan, in words.
func (b *builder) where(preposition string) string {
	if b.plugin != nil {
		return "in a plugin"
	}
	return preposition + " scope " + b.scope
}

// shared says whether the plan writes files that a team shares: they hold
// nothing of this machine, and work without our tools.
func (b *builder) shared() bool { return b.scope == wire.ScopeProject && !b.local }

// mode is that of a file that a plan makes: the user's own are for the user
// alone, a project's are shared.
func (b *builder) mode() string {
	if b.shared() {
		return "0644"
	}
	return "0600"
}

// needs notes that a pointer names a tool of ours.
func (b *builder) needs(tool string) { b.tools = addNew(b.tools, tool) }

// bin is the stable path of a tool of ours, which pointers name.
func (b *builder) bin(tool string) string {
	if b.in.Machine.OS == "windows" {
		tool += ".exe"
	}
	return host.Join(b.in.Machine.OS, b.in.Machine.ACHome, "bin", tool)
}

// text is a JSON string without HTML escapes.
func text(s string) wire.Raw { return raw(s) }
