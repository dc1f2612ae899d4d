package connector

import (
	"encoding/json"
	"fmt"
	"slices"

	"agentconnector/pkg/wire"
)

// Surfaces lists the surfaces that the connector declares, in the order in
// which they are installed.
func (c *Connector) Surfaces() []string {
	native, patches := false, false
	server, hooks := c.Server != nil, hooked(c.Hooks)
	for _, p := range c.Platforms {
		own, err := p.Hooks.Get()
		hooks = hooks || err == nil && hooked(own)
		native = native || hooked(p.NativeHooks)
		patches = patches || len(p.ConfigPatch) > 0
		server = server || p.Server.Set()
	}
	declared := map[string]bool{
		wire.Server: server, wire.Hooks: hooks, wire.NativeHooks: native, wire.ConfigPatch: patches,
		wire.Commands: len(c.Commands) > 0, wire.Skills: len(c.Skills) > 0, wire.Subagents: len(c.Subagents) > 0,
		wire.Memory: len(c.Memory) > 0, wire.Statusline: c.Statusline != nil, wire.Actions: len(c.Actions) > 0,
	}
	var list []string
	for _, s := range wire.Surfaces {
		if declared[s] {
			list = append(list, s)
		}
	}
	return list
}

// hooked says whether any event has a hook.
func hooked(hooks map[string]HookList) bool {
	for _, list := range hooks {
		if len(list) > 0 {
			return true
		}
	}
	return false
}

// For gives the connector as one host sees it: overrides applied, surfaces
// that it turns off left out, hooks of other hosts left out. Platforms holds
// that host's entry alone, without what is applied already. Disabled says why
// a declared surface is not there, by surface. The connector itself stays as
// it is; what both share must not be written to.
func (c *Connector) For(hostID string) (view *Connector, disabled map[string]string) {
	v, p, off := *c, c.Platforms[hostID], map[string]string{}
	turnedOff := func(surface string, declared, is bool) bool {
		if declared && is {
			off[surface] = fmt.Sprintf("platforms.%s.%s is false", hostID, surface)
		}
		return is
	}
	is := func(b *bool) bool { return b != nil && !*b }
	v.Server = c.serverFor(p)
	if turnedOff(wire.Server, c.Server != nil, p.Server.Off) {
		v.Server = nil
	}
	v.Hooks = c.hooksFor(hostID, p)
	if turnedOff(wire.Hooks, len(c.Hooks) > 0, p.Hooks.Off) {
		v.Hooks = nil
	} else if len(v.Hooks) == 0 && len(c.Hooks) > 0 {
		off[wire.Hooks] = "no hook is for this host"
	}
	if turnedOff(wire.Commands, len(c.Commands) > 0, is(p.Commands)) {
		v.Commands = nil
	}
	if turnedOff(wire.Skills, len(c.Skills) > 0, is(p.Skills)) {
		v.Skills = nil
	}
	if turnedOff(wire.Subagents, len(c.Subagents) > 0, is(p.Subagents)) {
		v.Subagents = nil
	}
	if turnedOff(wire.Memory, len(c.Memory) > 0, p.Memory.Off) {
		v.Memory = nil
	}
	if turnedOff(wire.Statusline, c.Statusline != nil, is(p.Statusline)) {
		v.Statusline = nil
	}
	if turnedOff(wire.Actions, len(c.Actions) > 0, is(p.Actions)) {
		v.Actions = nil
	}
	p.Server, p.Hooks = Switch[Server]{}, Switch[map[string]HookList]{}
	v.Platforms = map[string]Platform{hostID: p}
	return &v, off
}

// Wants says whether the connector is meant for a host at all.
func (c *Connector) Wants(hostID string) bool {
	return c.Targets == nil || slices.Contains(c.Targets, hostID)
}

func (c *Connector) serverFor(p Platform) *Server {
	if !p.Server.Set() {
		return c.Server
	}
	s, err := mergeServer(c.Server, p.Server.Raw)
	if err != nil { // cannot be after Load, which has decoded it before
		return c.Server
	}
	return s
}

// mergeServer puts the fields of an override in the place of the server's own.
// An object such as env is replaced as a whole. Fields of the other kind of
// transport go with it.
func mergeServer(base *Server, override wire.Raw) (*Server, error) {
	fields := map[string]wire.Raw{}
	var own struct{ Transport *string }
	if err := json.Unmarshal(override, &own); err != nil {
		return nil, err
	}
	if base != nil {
		b, err := json.Marshal(base)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(b, &fields); err != nil {
			return nil, err
		}
		if own.Transport != nil && (*own.Transport == "stdio") != (base.Transport == "stdio") {
			for _, f := range []string{"command", "args", "env", "cwd", "url", "headers", "auth"} {
				delete(fields, f)
			}
		}
	}
	if err := json.Unmarshal(override, &fields); err != nil {
		return nil, err
	}
	b, err := json.Marshal(fields)
	if err != nil {
		return nil, err
	}
	s := new(Server)
	return s, json.Unmarshal(b, s)
}

// hooksFor gives the hooks that run on a host.
func (c *Connector) hooksFor(hostID string, p Platform) map[string]HookList {
	all := c.Hooks
	if p.Hooks.Set() {
		own, err := p.Hooks.Get()
		if err != nil { // cannot be after Load
			return nil
		}
		all = own
	}
	hooks := map[string]HookList{}
	for event, list := range all {
		for _, h := range list {
			if len(h.Hosts) == 0 || slices.Contains(h.Hosts, hostID) {
				h.Handler = withDefaults(h.Handler)
				hooks[event] = append(hooks[event], h)
			}
		}
	}
	return hooks
}
