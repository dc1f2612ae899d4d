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

// cell is what became of one surface on one host.
type cell struct {
	t        *target
	surface  string
	edits    int
	vain     int // of them, that are not made without values of variables
	disabled bool
	degraded bool     // it may not work as declared, though nothing is known to be lost
	lost     []string // what does not work there
	known    []string // what else the user has to know
	manual   []string // what the user can do by hand instead
}

// cell finds or makes the cell. Making one is what declares a surface to
// explain, so that none is forgotten there.
func (b *builder) cell(t *target, surface string) *cell {
	for _, c := range b.cells {
		if c.t == t && c.surface == surface {
			return c
		}
	}
	c := &cell{t: t, surface: surface}
	b.cells = append(b.cells, c)
	return c
}

// info is a notice of something to know.
func (b *builder) info(t *target, surface, format string, args ...any) {
	b.notice(t, surface, wire.LevelInfo, "", fmt.Sprintf(format, args...))
}

// lose is a notice of something that does not work on a host.
func (b *builder) lose(t *target, surface, format string, args ...any) {
	b.notice(t, surface, wire.LevelWarn, "", fmt.Sprintf(format, args...))
}

// loseManual is lose with the edit that the user can make by hand.
func (b *builder) loseManual(t *target, surface, manual, format string, args ...any) {
	b.notice(t, surface, wire.LevelWarn, manual, fmt.Sprintf(format, args...))
}

// loseHere is lose for a surface that has no place in the plan's scope. If the
// host has one in the other scope, that is the way to it.
func (b *builder) loseHere(t *target, surface, format string, args ...any) {
	manual, other := "", wire.ScopeUser
	if b.scope == wire.ScopeUser {
		other = wire.ScopeProject
	}
	if b.plugin == nil && (t.h.Supports(surface) || surface == wire.Server && t.h.Server.AddWith != "") {
		manual = "install it with --scope " + other
		if p := t.line.Scopes[other][surface].Path; p != "" {
			manual += ": there it goes into " + p
		}
	}
	b.loseManual(t, surface, manual, format, args...)
}

// needsValues tells what needs the values of variables, and what becomes of it
// without. ac-apply warns if it has come to that.
func (b *builder) needsValues(t *target, surface, what, without string, variables []string) {
	never := ""
	if b.scope == wire.ScopeProject {
		never = ", and never into a file of the project"
	}
	b.info(t, surface, "%s needs the value of %s, which %s does not look up there: it is written only with --resolve-env%s; otherwise %s",
		what, strings.Join(variables, ", "), t.h.Name, never, without)
	b.cell(t, surface).degraded = true
}

// notice goes into the plan, for ac-apply to pass on, and into the cell, so that
// explain can never say something else than an installation would.
func (b *builder) notice(t *target, surface, level, manual, message string) {
	message = strings.NewReplacer("\n", `\n`, "\r", `\r`).Replace(message) // a value in it may have lines, a line of a table has one
	c := b.cell(t, surface)
	if slices.Contains(c.lost, message) || slices.Contains(c.known, message) { // of an event that the host has several of
		return
	}
	b.notices = append(b.notices, wire.Notice{Schema: wire.SchemaNotice, Level: level, Host: t.h.ID, Surface: surface,
		Message: message, ManualEdit: manual})
	if manual != "" {
		c.manual = append(c.manual, manual)
	}
	if level == wire.LevelWarn {
		c.lost = append(c.lost, message)
	} else {
		c.known = append(c.known, message)
	}
}

// explain is the matrix host × declared surface, in the order of the plan.
func (b *builder) explain() []wire.Explain {
	rows := []wire.Explain{}
	for _, t := range b.targets {
		for _, s := range wire.Surfaces {
			for _, c := range b.cells {
				if c.t == t && c.surface == s {
					rows = append(rows, b.row(c))
				}
			}
		}
	}
	return rows
}

// row sums up a cell. What does not work stands before what is good to know.
func (b *builder) row(c *cell) wire.Explain {
	r := wire.Explain{Schema: wire.SchemaExplain, Host: c.t.h.ID, Surface: c.surface, Support: "native",
		Reason: strings.Join(append(slices.Clone(c.lost), c.known...), "; "), ManualEdit: strings.Join(c.manual, "; ")}
	switch {
	case c.disabled:
		r.Support = "disabled"
	case c.edits == c.vain:
		r.Support = "skipped"
	case c.degraded || len(c.lost) > 0:
		r.Support = "degraded"
	}
	if p, ok := b.place(c.t, c.surface); ok && r.Reason == "" {
		r.Reason = "in " + p.Path
	}
	return r
}

// text is a JSON string without HTML escapes.
func text(s string) wire.Raw { return raw(s) }
