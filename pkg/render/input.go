package render

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"agentconnector/pkg/host"
	"agentconnector/pkg/jsonl"
	"agentconnector/pkg/wire"
)

// Bounds of the input: a host line is a few kilobytes.
const (
	MaxLine  = 1 << 20
	MaxHosts = 1000
)

// ErrEmpty is an input without a line.
var ErrEmpty = errors.New("no machine: the input is empty\nhint: ac-detect | ac-render CONNECTOR")

// Input is what ac-detect printed, perhaps edited since.
type Input struct {
	Machine wire.Machine
	Hosts   []wire.Host
	users   map[string]*host.Host // those that the user has added
}

// Host is the host with that id, one of the known or of the user's; nil if there
// is none.
func (in *Input) Host(id string) *host.Host {
	if h := in.users[id]; h != nil {
		return h
	}
	return host.Find(id)
}

// ReadInput reads the machine line and the host lines. Errors name the line.
func ReadInput(r io.Reader) (*Input, error) {
	var in Input
	sc := bufio.NewScanner(r)
	sc.Buffer(make([]byte, 16<<10), MaxLine)
	n := 0
	for sc.Scan() {
		line := bytes.TrimSpace(sc.Bytes())
		n++
		if len(line) == 0 {
			continue
		}
		if err := in.line(line); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	switch err := sc.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, fmt.Errorf("line %d: longer than %d bytes", n+1, MaxLine)
	case err != nil:
		return nil, err
	case in.Machine.Schema == "":
		return nil, ErrEmpty
	}
	return &in, nil
}

// line takes one record. Only a wrong beginning, a second machine or a version
// that we do not know is refused: fields may come that this version ignores.
func (in *Input) line(line []byte) error {
	schema, err := jsonl.Peek(line)
	var cut *json.SyntaxError
	if errors.As(err, &cut) && cut.Offset >= int64(len(line)) {
		return fmt.Errorf("the record is cut short\nhint: did ac-detect fail before it was done?")
	}
	if err != nil {
		return fmt.Errorf("found no record: %w\nhint: this must be the output of ac-detect", err)
	}
	if schema == wire.SchemaPlan {
		return fmt.Errorf("found %s, which ac-apply reads, expected the output of ac-detect", schema)
	}
	if in.Machine.Schema == "" {
		if err := wire.Check(schema, wire.SchemaMachine); err != nil {
			return err
		}
		if err := jsonl.Decode(line, &in.Machine); err != nil {
			return err
		}
		return checkMachine(&in.Machine)
	}
	if schema == wire.SchemaMachine {
		return errors.New("a second machine\nhint: render for one machine at a time")
	}
	if err := wire.Check(schema, wire.SchemaHost); err != nil {
		return err
	}
	var h wire.Host
	if err := jsonl.Decode(line, &h); err != nil {
		return err
	}
	return in.host(h)
}

// checkMachine refuses what paths cannot be built from. A relative home would
// make every path depend on where ac-apply is started.
func checkMachine(m *wire.Machine) error {
	switch m.OS {
	case "linux", "darwin", "windows":
	default:
		return fmt.Errorf(`"os" is %q, expected linux, darwin or windows`, m.OS)
	}
	for _, p := range []struct{ name, path string }{{"home", m.Home}, {"ac_home", m.ACHome}} {
		if !host.IsAbs(m.OS, p.path) {
			return fmt.Errorf("%q is %q, expected an absolute path of %s", p.name, p.path, m.OS)
		}
	}
	if m.Project != "" && !host.IsAbs(m.OS, m.Project) {
		return fmt.Errorf(`"project" is %q, expected an absolute path of %s`, m.Project, m.OS)
	}
	return nil
}

// host takes a host line. Its places may have been edited by hand or script, so
// they are checked like any input.
func (in *Input) host(h wire.Host) error {
	if h.ID == "" {
		return errors.New(`a host without "id"`)
	}
	for i := range in.Hosts {
		if in.Hosts[i].ID == h.ID {
			return fmt.Errorf("host %s comes twice", h.ID)
		}
	}
	for _, scope := range []string{wire.ScopeUser, wire.ScopeProject, wire.PlacesLocal} {
		places := h.Scopes[scope]
		for _, surface := range slices.Sorted(maps.Keys(places)) {
			p := places[surface]
			for i, path := range append([]string{p.Path}, p.Homes...) {
				key := "path"
				if i > 0 {
					key = "homes"
				}
				if !host.IsAbs(in.Machine.OS, path) {
					return fmt.Errorf("scopes.%s.%s.%s is %q, expected an absolute path of %s", scope, surface, key, path, in.Machine.OS)
				}
			}
		}
	}
	if err := in.user(&h); err != nil {
		return err
	}
	if len(in.Hosts) == MaxHosts {
		return fmt.Errorf("more than %d hosts", MaxHosts)
	}
	in.Hosts = append(in.Hosts, h)
	return nil
}

// user takes a host that the user has added: its file travels with the line.
func (in *Input) user(line *wire.Host) error {
	if len(line.Def) == 0 {
		return nil
	}
	var f wire.HostFile
	if err := json.Unmarshal(line.Def, &f); err != nil {
		return fmt.Errorf("host %s: def: %w", line.ID, err)
	}
	h, faults := host.FromFile(&f)
	if f.ID != line.ID {
		faults = append(faults, host.Fault{At: "/id", Found: f.ID, Want: line.ID})
	}
	if len(faults) > 0 {
		return fmt.Errorf("host %s: def%s: found %s, expected %s", line.ID, faults[0].At, faults[0].Found, faults[0].Want)
	}
	if in.users == nil {
		in.users = map[string]*host.Host{}
	}
	in.users[f.ID] = h
	return nil
}

// scope is the asked one; else the only one that the input speaks of; else the
// user's.
func (in *Input) scope(asked string) string {
	if asked != "" {
		return asked
	}
	for i := range in.Hosts {
		if _, ok := in.Hosts[i].Scopes[wire.ScopeUser]; ok {
			return wire.ScopeUser
		}
	}
	for i := range in.Hosts {
		if _, ok := in.Hosts[i].Scopes[wire.ScopeProject]; ok {
			return wire.ScopeProject
		}
	}
	return wire.ScopeUser
}

// Model is an input without a machine: every known host, installed, on a Linux
// machine with a project. Explain uses it when nobody gave it lines.
func Model() *Input {
	const home, project = "/home/user", "/home/user/project"
	in := &Input{Machine: wire.Machine{Schema: wire.SchemaMachine, OS: "linux", Arch: "amd64", Home: home,
		ACHome: home + "/.agent-connector", Project: project, ProjectKey: "0000000000000000"}}
	env := host.Env{OS: "linux", Home: home, Project: project, Getenv: func(string) string { return "" }}
	for _, h := range host.All {
		r := h.Record(env, func(string) bool { return false })
		r.Installed = true
		in.Hosts = append(in.Hosts, r)
	}
	return in
}
