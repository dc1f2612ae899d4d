// Package render turns a connector and the records of a machine into a plan:
// the edits that each host needs, and a notice for everything that cannot be
// done or that the user must do.
//
// The rules of the room:
//
// Pure. What comes out depends on the input lines and the loaded connector,
// on nothing else: no environment, no clock, no file. Paths are built for the
// machine that the lines describe, which need not be the one we run on.
//
// Never silent. A surface or event that a host does not have, a policy that it
// cannot keep, a gate that the user must open: each is a notice, and a reason
// in explain, which is read off the same run.
//
// No host by name. What differs is a field of host.Host, or a strategy that is
// resolved with one switch: forms of content in content.go, shapes of hooks in
// pointer.go, syntax of variables in env.go.
//
// Nothing of the machine in a project. Files of the project scope are shared:
// they hold no absolute path and work without our tools.
package render

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"agentconnector/pkg/connector"
	"agentconnector/pkg/jsonl"
	"agentconnector/pkg/plan"
	"agentconnector/pkg/wire"
)

// Options are what the user asked for beside the connector.
type Options struct {
	Scope   string   // user or project; empty: the only one that the input has, else user
	Local   bool     // at project scope: in the hosts' uncommitted files
	Plugins bool     // where a host installs plugins by itself, it gets one
	Targets []string // host ids; empty: the connector's targets, else every installed host
}

// Result is a plan.
type Result struct {
	Plan plan.Plan
	b    *builder
}

// Explain is the same in words, one cell for each host and declared surface.
func (r *Result) Explain() []wire.Explain { return r.b.explain() }

// Render makes the plan. An error is one of the input, not of a host: what does
// not work on a host is a notice in the plan.
func Render(in *Input, c *connector.Connector, o Options) (*Result, error) {
	b := &builder{in: in, c: c, scope: in.scope(o.Scope), local: o.Local}
	m := &in.Machine
	if o.Local {
		if b.scope = wire.ScopeProject; o.Scope == wire.ScopeUser {
			return nil, fmt.Errorf("--local is for a project: at user scope every file is the user's own\nhint: leave out --scope, or --local")
		}
		if !slices.ContainsFunc(in.Hosts, func(h wire.Host) bool { return h.Scopes[wire.PlacesLocal] != nil }) {
			return nil, fmt.Errorf("the input names no uncommitted files\nhint: ac-detect --scope project of this version does")
		}
	}
	if b.scope == wire.ScopeProject && (m.Project == "" || m.ProjectKey == "") {
		return nil, fmt.Errorf("the input names no project\nhint: ac-detect --scope project, or --project DIR, finds it")
	}
	b.choose(o.Targets)
	if o.Plugins {
		if b.scope != wire.ScopeUser {
			return nil, fmt.Errorf("plugins are installed at scope user, this plan is for scope %s\nhint: leave out --scope, or --method", b.scope)
		}
		for _, t := range b.targets {
			b.stage(t)
		}
	}
	b.patches = make([]wire.Patch, 0, 8*len(b.targets)) // as many as there mostly are
	b.notices = slices.Grow(b.notices, 12*len(b.targets))
	b.groups = grouped(b) // before any surface: a later host may serve an earlier one
	for _, t := range b.targets {
		for _, s := range wire.Surfaces {
			b.surface(t, s)
		}
		b.install(t)
	}
	b.shadows()
	b.toldTwice()
	// Without a host there is nothing that could read the definition.
	if len(b.targets) > 0 {
		b.state()
	}
	head, err := b.head(o)
	if err != nil {
		return nil, err
	}
	return &Result{Plan: plan.Plan{Head: head, Patches: b.patches, Notices: b.notices}, b: b}, nil
}

// Rendered are the surfaces that a plan speaks about: all that this version can
// install, also those that the connector does not declare any more, so that
// what an older version of it left is taken out. State belongs to every plan.
var Rendered = []string{wire.Server, wire.Hooks, wire.Commands, wire.Skills, wire.Subagents, wire.Memory, wire.ConfigPatch, wire.NativeHooks, wire.Statusline, wire.Actions, wire.PluginSurface}

// surface renders one surface on one host, if the connector declares it there.
func (b *builder) surface(t *target, s string) {
	if why, off := t.off[s]; off {
		b.cell(t, s).disabled = true
		b.info(t, s, "left out on this host: %s", why)
		if s == wire.Server {
			b.despite(t)
		}
		return
	}
	if !has(t.c, t.h.ID, s) {
		return
	}
	b.cell(t, s)
	if b.local && !b.private(t, s) {
		return
	}
	switch s {
	case wire.Server:
		b.server(t)
	case wire.Hooks:
		b.hooks(t)
	case wire.Commands, wire.Skills, wire.Subagents:
		b.content(t, s)
	case wire.Memory:
		b.memory(t)
	case wire.ConfigPatch:
		b.configPatch(t)
	case wire.NativeHooks:
		b.nativeHooks(t)
	case wire.Statusline:
		b.statusline(t)
	case wire.Actions:
		b.actions(t)
	}
	b.above(t, s)
}

// head closes the builder into the first line of the plan.
func (b *builder) head(o Options) (wire.Plan, error) {
	m := &b.in.Machine
	h := wire.Plan{
		Schema: wire.SchemaPlan, Connector: b.c.ID, Version: b.c.Version, DefinitionHash: b.c.Hash,
		Scope: b.scope, Hosts: []string{}, Surfaces: []string{}, Tools: []string{}, ACHome: m.ACHome,
	}
	if b.scope == wire.ScopeProject {
		h.Project, h.ProjectKey, h.Local = m.Project, m.ProjectKey, b.local
	}
	for _, t := range b.targets {
		h.Hosts = append(h.Hosts, t.h.ID)
		h.Surfaces = Rendered // a plan without hosts speaks about nothing
	}
	for _, name := range []string{"ac-hook", "ac-proxy", "ac-proxy-http", reporter, connector.Reporter} {
		if slices.Contains(b.tools, name) {
			h.Tools = append(h.Tools, name)
		}
	}
	from := []any{b.c.Hash, b.scope, b.local, h.Hosts}
	if o.Plugins {
		from = append(from, "plugins")
	}
	id, err := planID(b.in, from)
	h.Plan = id
	return h, err
}

// planID is a hash of what the plan was made from, a line each. The hosts are one
// of them, a list; it is as long as all of a plan's input, and never stands in one
// piece.
func planID(in *Input, from []any) (string, error) {
	h := sha256.New()
	var lines jsonl.Lines
	put := func(v any, after string) error {
		lines.Reset()
		err := lines.Add(v)
		h.Write(bytes.TrimSuffix(lines.Bytes(), []byte("\n")))
		io.WriteString(h, after)
		return err
	}
	err := put(&in.Machine, "\n")
	if len(in.Hosts) == 0 {
		err = errors.Join(err, put(in.Hosts, "\n"))
	} else {
		io.WriteString(h, "[")
	}
	for i := range in.Hosts {
		after := ","
		if i == len(in.Hosts)-1 {
			after = "]\n"
		}
		err = errors.Join(err, put(&in.Hosts[i], after))
	}
	for _, v := range from {
		err = errors.Join(err, put(v, "\n"))
	}
	return hex.EncodeToString(h.Sum(nil))[:16], err
}

// Declares says whether a connector has one of the surfaces, with commas between them,
// for a host.
func Declares(c *connector.Connector, id, surfaces string) bool {
	return slices.ContainsFunc(strings.Split(surfaces, ","), func(s string) bool { return has(c, id, s) })
}

// has says whether the connector declares a surface for a host that sees it so.
func has(c *connector.Connector, id, surface string) bool {
	switch surface {
	case wire.Server:
		return c.Server != nil
	case wire.Hooks:
		return len(c.Hooks) > 0
	case wire.NativeHooks:
		return len(c.Platforms[id].NativeHooks) > 0
	case wire.Commands:
		return len(c.Commands) > 0
	case wire.Skills:
		return len(c.Skills) > 0
	case wire.Subagents:
		return len(c.Subagents) > 0
	case wire.Memory:
		return len(c.Memory) > 0
	case wire.ConfigPatch:
		return len(c.Platforms[id].ConfigPatch) > 0
	case wire.Statusline:
		return c.Statusline != nil
	case wire.Actions:
		return len(c.Actions) > 0
	}
	return false
}
