package render

import (
	"encoding/base64"
	"unicode/utf8"

	"agentconnector/pkg/host"
	"agentconnector/pkg/plan"
	"agentconnector/pkg/wire"
)

// state puts the definition, what ac-hook needs of it, and the files that
// travel with it into our own folder: an installed connector no longer needs
// its source. They stand before the pointers to them, so that a pointer never
// names what is not there.
func (b *builder) state() {
	before := b.patches
	b.patches = make([]wire.Patch, 0, len(before)+len(b.hooked)+len(b.c.Copied)+8)
	b.own("connector.json", b.c.Definition(), false, "the definition")
	b.own("hook.json", b.hookFile(), false, "what ac-hook needs of the definition")
	for _, t := range b.hooked {
		if b.plugin != nil {
			break // those are calls of the plugin, not of files beside it
		}
		// A file for each, since a later plan may speak about other hosts, and
		// the definition must not say that they are all.
		b.own(wire.HookedDir+"/"+t.h.Named(), []byte("has pointers to this connector in its own files\n"), false, "tells ac-hook that "+t.h.Named()+" has pointers of its own", t)
		if t.strict {
			b.own(wire.HookedDir+"/"+t.h.Named()+wire.HookedDeny, []byte("what it can block is denied when this connector cannot be asked\n"), false, "tells ac-hook to deny when it cannot ask", t)
		}
		if b.local {
			b.own(wire.HookedDir+"/"+t.h.Named()+wire.HookedLocal, []byte("has them in files of the user's own\n"), false, "tells ac-hook that those of "+t.h.Named()+" are the user's own", t)
		}
	}
	for _, f := range b.c.Copied {
		b.own(f.Path, f.Data, f.Exec, "travels with the connector")
	}
	b.patches = append(b.patches, before...)
}

// reporter is the program of ours that a handler may be, as ac-report guard is.
const reporter = "ac-report"

func (b *builder) hookFile() []byte {
	off := b.in.Machine.Switched
	if b.in.Machine.Unmeasured && len(off) == 0 { // of an older ac-detect
		off = []string{wire.SwitchTelemetry}
	}
	f := b.c.HookFile(off...)
	f.Timeouts = b.limits
	if f.Observe != "" { // the user has the last word
		if f.Observe = wire.LeastObserve(f.Observe, b.in.Machine.Observe); f.Observe == wire.ObserveOff {
			f.Observe = ""
		}
	}
	if f.Observe != "" {
		f.Withhold = b.in.Machine.Withhold
	}
	for _, defs := range f.Hooks {
		for _, d := range defs {
			if len(d.Handler.Command) > 0 && d.Handler.Command[0] == reporter {
				b.needs(reporter)
			}
		}
	}
	return append(raw(f), '\n')
}

// own is a file in our folder of this connector and scope. One that is about
// some hosts goes when the connector leaves them.
func (b *builder) own(rel string, data []byte, exec bool, why string, about ...*target) {
	m := &b.in.Machine
	dir := host.Join(m.OS, m.ACHome, "connectors", b.c.ID, "user")
	switch {
	case b.plugin != nil:
		dir = host.Join(m.OS, m.Project, wire.PluginDir)
	case b.scope == wire.ScopeProject:
		dir = host.Join(m.OS, m.ACHome, "connectors", b.c.ID, "projects", m.ProjectKey)
	}
	p := file(host.Join(m.OS, dir, rel), data)
	p.Surface, p.Mode, p.Why = wire.State, "0600", why
	if exec {
		p.Mode = "0700"
	}
	b.add(p, about...)
}

// file is a patch that writes a whole file.
func file(path string, data []byte) wire.Patch {
	p := wire.Patch{Path: path, Format: string(host.File), Op: wire.OpWrite, If: wire.IfAbsent, SHA256: plan.Hash(data)}
	if !utf8.Valid(data) {
		p.Encoding, data = "base64", base64.StdEncoding.AppendEncode(nil, data)
	}
	p.Value = quoted(data)
	return p
}
