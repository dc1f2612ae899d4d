package host

import (
	"slices"
	"strings"

	"agentconnector/pkg/wire"
)

// Fault is something wrong in a user's host file.
type Fault struct {
	At    string // JSON pointer to it, or to what lacks it
	Found string
	Want  string
}

// Spellings of variables that a host file can name.
var Spellings = []Expand{ExpandPlain, ExpandShell, ExpandEnv, ExpandEnvDefault, ExpandBraces}

// FromFile is the host that a file of the user describes, and what is wrong with
// it. It knows no hooks: those need a dialect that package hook speaks.
func FromFile(f *wire.HostFile) (*Host, []Fault) {
	h := &Host{Caller: &Caller{ID: f.ID, Name: f.Name, Paradigm: MCPOnly, Visibility: MCPToolsOnly}, Docs: f.Docs, GUI: f.GUI, Gaps: f.Gaps,
		Probe: Probe{Bins: f.Probe.Bins, Vars: f.Probe.Vars, Files: locs(f.Probe.Files)}}
	c := &fileCheck{}
	c.need(kebab(f.ID), "/id", quote(f.ID), "small letters, digits and dashes, such as my-host")
	c.need(Find(f.ID) == nil, "/id", quote(f.ID)+", a host that is known already", "an id of its own")
	c.need(f.Name != "", "/name", "no name", "the product's own name")
	c.need(len(f.Probe.Bins)+len(f.Probe.Files) > 0, "/probe", "neither bins nor files", "something that the host is found by")
	c.need(f.Server != nil || f.Memory != nil || f.Skills != nil || f.Commands != nil, "", "no surface", "at least one of server, memory, skills and commands")
	c.paths("/probe/files", f.Probe.Files...)
	if s := f.Server; s != nil {
		h.Server = c.server(s)
	}
	if m := f.Memory; m != nil {
		c.paths("/memory/user", m.User...)
		c.paths("/memory/project", m.Project...)
		h.Memory = Memory{User: locs(m.User), Project: locs(m.Project), MaxBytes: m.MaxBytes}
	}
	h.Skills = c.content("/skills", f.Skills, SkillDir)
	h.Commands = c.content("/commands", f.Commands, MarkdownFrontmatter, MarkdownBody, CommandTOML, CommandAsSkill)
	return h, c.faults
}

type fileCheck struct{ faults []Fault }

func (c *fileCheck) need(ok bool, at, found, want string) {
	if !ok {
		c.faults = append(c.faults, Fault{at, found, want})
	}
}

func (c *fileCheck) server(s *wire.HostServer) Server {
	c.need(s.User != nil || s.Project != nil, "/server", "neither user nor project", "the file of at least one scope")
	c.path("/server/user", s.User)
	c.path("/server/project", s.Project)
	f := Format(s.Format)
	c.need(f == JSON || f == JSONC || f == TOML, "/server/format", quote(s.Format), "json, jsonc or toml")
	c.need(len(s.Root) > 0 && !slices.Contains(s.Root, ""), "/server/root", "no keys", "the keys that lead to the servers, such as [\"mcpServers\"]")
	c.need(s.Expand == "" || slices.Contains(Spellings, Expand(s.Expand)), "/server/expand", quote(s.Expand), "${X}, ${X:-d}, ${env:X}, ${env:X:-d} or {env:X}")
	t := s.Transports
	stdio, remote := t.Stdio != "", t.HTTP+t.SSE+t.WS != ""
	c.need(stdio || remote, "/server/transports", "no transport", "at least one of stdio, http, sse and ws")
	c.need(t.TypeKey != "" || strings.Trim(t.Stdio+t.HTTP+t.SSE+t.WS, "-") == "", "/server/transports", "no typeKey", "the field that says the transport, or \"-\" for each transport that needs none")
	a, b := fields(s.Stdio), fields(s.HTTP)
	c.need(!stdio || a.Command != "" || a.Argv != "", "/server/stdio", "neither command nor argv", "the name of the field for the program")
	c.need(!stdio || a.Args != "" || a.Argv != "", "/server/stdio", "neither args nor argv", "the name of the field for the arguments")
	c.need(!remote || b.URL != "", "/server/http", "no url", "the name of the field for the address")
	return Server{User: loc(s.User), Project: loc(s.Project), Format: f, Root: s.Root, Stdio: a, HTTP: b,
		Transports: Transports{TypeKey: t.TypeKey, Stdio: t.Stdio, HTTP: t.HTTP, SSE: t.SSE, WS: t.WS},
		Expand:     Expand(s.Expand), ExpandEnvOnly: s.ExpandEnvOnly, Gate: s.Gate, ProjectGate: s.ProjectGate, Login: s.Login,
		State: s.State, Strict: s.Strict, RunsBatch: s.RunsBatch}
}

func (c *fileCheck) content(at string, f *wire.HostContent, forms ...ContentForm) Content {
	if f == nil {
		return Content{}
	}
	c.need(f.User != nil || f.Project != nil, at, "neither user nor project", "the directory of at least one scope")
	c.path(at+"/user", f.User)
	c.path(at+"/project", f.Project)
	c.paths(at+"/alsoUser", f.AlsoUser...)
	c.paths(at+"/alsoProject", f.AlsoProject...)
	var words []string
	for _, w := range forms {
		words = append(words, string(w))
	}
	c.need(slices.Contains(words, f.Form), at+"/form", quote(f.Form), strings.Join(words, " or "))
	n := f.Fields
	return Content{User: loc(f.User), Project: loc(f.Project), AlsoUser: locs(f.AlsoUser), AlsoProject: locs(f.AlsoProject),
		Form: ContentForm(f.Form), Open: f.Open, Args: f.Args,
		Fields: ContentField{Name: n.Name, Description: n.Description, ArgumentHint: n.ArgumentHint, Model: n.Model, AllowTools: n.AllowTools, ToolSep: n.ToolSep}}
}

func (c *fileCheck) path(at string, p *wire.HostPath) {
	if p != nil {
		c.need(p.Path != "", at, "no path", `a path, such as {"path": "~/.host/mcp.json"}`)
	}
}

func (c *fileCheck) paths(at string, ps ...wire.HostPath) {
	for i := range ps {
		c.path(at, &ps[i])
	}
}

func fields(f *wire.HostFields) Fields {
	if f == nil {
		return Fields{}
	}
	return Fields{Command: f.Command, Args: f.Args, Argv: f.Argv, Env: f.Env, EnvVars: f.EnvVars, Cwd: f.Cwd, URL: f.URL, Headers: f.Headers,
		Bearer: f.Bearer, TimeoutMS: f.TimeoutMS, TimeoutSec: f.TimeoutSec, Enabled: f.Enabled, Disabled: f.Disabled, Allow: f.Allow, Deny: f.Deny}
}

func loc(p *wire.HostPath) Loc {
	if p == nil {
		return Loc{}
	}
	return Loc{Path: p.Path, Windows: p.Windows, Darwin: p.Darwin}
}

func locs(ps []wire.HostPath) (all []Loc) {
	for i := range ps {
		all = append(all, loc(&ps[i]))
	}
	return all
}

func quote(s string) string { return `"` + s + `"` }

// kebab says whether a name is one that ids have.
func kebab(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == "" && s[0] != '-' && s[len(s)-1] != '-'
}
