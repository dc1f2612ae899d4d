package connector

import (
	"maps"
	"slices"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// HookFile gives what ac-hook needs of the definition. Hooks on a host's own
// events stand under the native name, limited to that host. Events of this
// connector are recorded, unless it asks for none or the user has switched it off:
// then it is said by which switches, since the environment may switch on again.
func (c *Connector) HookFile(off ...string) wire.HookFile {
	f := wire.HookFile{Schema: wire.SchemaHookFile, Connector: c.ID, Version: c.Version, Telemetry: c.Telemetry.On() && len(off) == 0, Hooks: map[string][]wire.HookDef{}}
	if c.Telemetry.On() {
		f.Off, f.Observe = off, c.Telemetry.Observe
	}
	own := c.overriding()
	for event, list := range c.Hooks {
		for _, h := range list {
			if hosts, any := except(h.Hosts, own); any {
				f.Hooks[event] = append(f.Hooks[event], plainDef(h, hosts))
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(c.Platforms)) {
		p := c.Platforms[id]
		if hooks, err := p.Hooks.Get(); err == nil {
			for event, list := range hooks {
				f.Hooks[event] = append(f.Hooks[event], onHost(id, list)...)
			}
		}
		for event, list := range p.NativeHooks {
			if defs := onHost(id, list); len(defs) > 0 {
				if f.Native == nil {
					f.Native = map[string]map[string][]wire.HookDef{}
				}
				if f.Native[id] == nil {
					f.Native[id] = map[string][]wire.HookDef{}
				}
				f.Native[id][event] = defs
			}
		}
	}
	f.Statusline, f.Actions = c.statusline(), c.actions()
	return f
}

// onHost are those hooks of a host's own list that are for it.
func onHost(id string, list HookList) (defs []wire.HookDef) {
	for _, h := range list {
		if len(h.Hosts) == 0 || slices.Contains(h.Hosts, id) {
			defs = append(defs, plainDef(h, []string{id}))
		}
	}
	return defs
}

func (c *Connector) statusline() *wire.StatuslineDef {
	if c.Statusline == nil {
		return nil
	}
	d := &wire.StatuslineDef{Command: c.Statusline.Command, Template: c.Statusline.Template,
		Off: c.without(func(p Platform) *bool { return p.Statusline })}
	if o := c.Statusline.Options; o != nil {
		d.MaxLines = o.MaxLines
	}
	return d
}

func (c *Connector) actions() (defs []wire.ActionDef) {
	off := c.without(func(p Platform) *bool { return p.Actions })
	for _, a := range c.Actions {
		defs = append(defs, wire.ActionDef{ID: a.ID, Command: a.Command, TimeoutMS: a.TimeoutMS, Off: off})
	}
	return defs
}

// without lists the hosts on which a surface is switched off.
func (c *Connector) without(of func(Platform) *bool) (ids []string) {
	for _, id := range slices.Sorted(maps.Keys(c.Platforms)) {
		if b := of(c.Platforms[id]); b != nil && !*b {
			ids = append(ids, id)
		}
	}
	return ids
}

// overriding lists the hosts that do not run the connector's common hooks.
func (c *Connector) overriding() []string {
	var ids []string
	for id, p := range c.Platforms {
		if p.Hooks.Off || p.Hooks.Set() {
			ids = append(ids, id)
		}
	}
	return ids
}

// except takes hosts out of a list in which none means all. It says whether
// any is left.
func except(hosts, out []string) ([]string, bool) {
	if len(out) == 0 {
		return hosts, true
	}
	if len(hosts) == 0 {
		for _, h := range host.All {
			hosts = append(hosts, h.ID)
		}
	}
	var left []string
	for _, id := range hosts {
		if !slices.Contains(out, id) {
			left = append(left, id)
		}
	}
	return left, len(left) > 0
}
