package bundle

import (
	"bytes"
	"slices"

	"agentconnector/pkg/connector"
)

// carry says how the server starts from the files of the bundle: a script with
// its interpreter, or a program.
func (d *draft) carry(m *mcpbManifest, s *connector.Server) {
	runtime, at, _, ok := script(s)
	if !ok {
		d.carryProgram(m, s)
		return
	}
	file := carried(d.c, s.Args[at])
	if file == "" {
		d.lack("files", "no "+s.Args[at], "the server and all that it needs: a bundle carries them")
		return
	}
	m.Server = mcpbServer{Type: runtime, EntryPoint: file, Config: mcpbConfig{Command: s.Command, Args: d.ownFiles(s.Args)}}
}

const elsewhere = "a bundle carries it; --package mcp-server-json lists one that is got from a registry"

// carryProgram finds the program among the files: one for each system, known by
// its first bytes.
func (d *draft) carryProgram(m *mcpbManifest, s *connector.Server) {
	if launcherOf(s.Command) != nil {
		d.lack("server.command", quoted(s.Command), "the server itself, from the connector's files: "+elsewhere)
		return
	}
	found := map[string]string{} // system → file
	for _, f := range d.c.Copied {
		if f.Path != carried(d.c, s.Command) && programName(f.Path) != programName(s.Command) {
			continue
		}
		for _, system := range runsOn(f.Data) {
			if other := found[system]; other != "" {
				d.lack("files", f.Path+" beside "+other, "one program for "+system+": a bundle does not tell processors apart")
			}
			found[system] = f.Path
		}
	}
	if len(found) == 0 {
		d.lack("files", "no program "+programName(s.Command), "the server itself, such as bin/"+programName(s.Command)+": "+elsewhere)
		return
	}
	var systems []string
	for _, system := range mcpbSystems {
		if found[system] != "" {
			systems = append(systems, system)
		}
	}
	first := found[systems[0]]
	m.Server = mcpbServer{Type: "binary", EntryPoint: first, Config: mcpbConfig{Command: inBundle(first), Args: d.ownFiles(s.Args)}}
	m.Compatibility = &mcpbCompatibility{Platforms: systems}
	for _, system := range systems[1:] {
		if found[system] == first {
			continue
		}
		if m.Server.Config.Overrides == nil {
			m.Server.Config.Overrides = map[string]mcpbOverride{}
		}
		m.Server.Config.Overrides[system] = mcpbOverride{inBundle(found[system])}
	}
}

// ownFiles are arguments in which the files of the bundle stand as such.
func (d *draft) ownFiles(args []string) (out []string) {
	for _, a := range args {
		if f := carried(d.c, a); f != "" {
			a = inBundle(f)
		}
		out = append(out, a)
	}
	return out
}

// mcpbSystems are the names of systems in a manifest.
var mcpbSystems = []string{"darwin", "linux", "win32"}

// runsOn are the systems that can run a file.
func runsOn(data []byte) []string {
	has := func(magic ...string) bool {
		return slices.ContainsFunc(magic, func(m string) bool { return bytes.HasPrefix(data, []byte(m)) })
	}
	switch {
	case has("\x7fELF"):
		return []string{"linux"}
	case has("\xcf\xfa\xed\xfe", "\xce\xfa\xed\xfe", "\xca\xfe\xba\xbe"): // 64 bit, 32 bit, several in one
		return []string{"darwin"}
	case has("MZ"):
		return []string{"win32"}
	case has("#!"):
		return []string{"darwin", "linux"}
	}
	return nil
}
