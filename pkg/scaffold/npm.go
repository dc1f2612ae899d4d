package scaffold

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"agentconnector/pkg/bundle"
	"agentconnector/pkg/connector"
	"agentconnector/pkg/interp"
)

// packageJSON is a package.json. None has scripts: what is installed runs when
// somebody runs it.
type packageJSON struct {
	Name         string            `json:"name"`
	Version      string            `json:"version"`
	Description  string            `json:"description"`
	License      string            `json:"license,omitempty"`
	Author       *connector.Author `json:"author,omitempty"`
	Homepage     string            `json:"homepage,omitempty"`
	Repository   string            `json:"repository,omitempty"`
	Bin          map[string]string `json:"bin,omitempty"`
	Files        []string          `json:"files"`
	OS           []string          `json:"os,omitempty"`
	CPU          []string          `json:"cpu,omitempty"`
	Engines      map[string]string `json:"engines,omitempty"`
	Optional     map[string]string `json:"optionalDependencies,omitempty"`
	Connector    *carried          `json:"agentConnector,omitempty"`
	PreferUnplug bool              `json:"preferUnplugged,omitempty"` // a program cannot be run from an archive
}

// carried is what cli.cjs has to know of the connector.
type carried struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Command string `json:"command"` // what users type
}

// npm is the package with the connector, and one with the tools for each system.
// It names only those that are there: a name that nobody has published is anybody's.
func (b *branded) npm() {
	c := b.c
	main := packageJSON{Name: b.name, Version: c.Version, Description: "Installs " + c.DisplayName + " for AI agents",
		Bin: map[string]string{b.program(): "cli.cjs"}, Files: []string{"cli.cjs", "connector"}, Engines: map[string]string{"node": ">=18"},
		Optional: map[string]string{}, Connector: &carried{c.ID, c.DisplayName, b.program()}}
	if p := c.Publish; p != nil {
		main.License, main.Author, main.Homepage, main.Repository = p.License, p.Author, p.Homepage, p.Repository
	}
	for i := range b.tools {
		t := &b.tools[i]
		name, dir := b.name+"-"+t.System(), "npm/cli-"+t.System()
		main.Optional[name] = c.Version
		own := packageJSON{Name: name, Version: c.Version, Description: fmt.Sprintf("The programs of %s for %s", b.name, t.System()),
			License: "Apache-2.0", Files: []string{"bin", "NOTICE", "THIRD-PARTY-LICENSES"}, OS: []string{t.OS}, CPU: []string{t.CPU}, PreferUnplug: true}
		b.put(dir+"/package.json", document(own))
		b.put(dir+"/README.md", []byte(fmt.Sprintf("# %s\n\n%s. Made of agent-connector.\n", name, own.Description)))
		for _, f := range t.Files {
			b.files = append(b.files, bundle.File{Path: dir + "/" + f.Path, Data: f.Data, Exec: f.Exec})
		}
	}
	b.put("npm/cli/package.json", document(main))
	b.files = append(b.files, bundle.File{Path: "npm/cli/cli.cjs", Data: cliCJS, Exec: true})
	b.put("npm/cli/README.md", b.forUser())
	b.connector("npm/cli/connector")
}

func document(v any) []byte {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		panic(err) // only of types that have no JSON
	}
	return out.Bytes()
}

// forUser is the page of the package.
func (b *branded) forUser() []byte {
	var s strings.Builder
	c := b.c
	fmt.Fprintf(&s, "# %s\n\n", c.DisplayName)
	if c.Description != "" {
		fmt.Fprintf(&s, "%s\n\n", c.Description)
	}
	fmt.Fprintf(&s, "    npx %[1]s install      # on every AI agent of this machine\n    npx %[1]s status\n    npx %[1]s uninstall    # every file as it was\n\n", b.name)
	s.WriteString("`install --dry-run` prints the changes first, `install --diff` shows them as a diff, `doctor` says what is wrong.\n" +
		"Nothing is fetched when it runs, nothing runs when the package is installed, and nothing leaves the machine.\n")
	if names := wants(c); len(names) > 0 {
		s.WriteString("\nIt looks at these variables of the environment:\n\n")
		for _, n := range names {
			fmt.Fprintf(&s, "- `%s`\n", n)
		}
	}
	return []byte(s.String())
}

// wants are the variables that the server's settings refer to.
func wants(c *connector.Connector) []string {
	found := map[string]bool{}
	if s := c.Server; s != nil {
		texts := slices.Concat(s.Args, slices.Collect(maps.Values(s.Env)), slices.Collect(maps.Values(s.Headers)), []string{s.URL})
		for _, t := range texts {
			for _, n := range interp.Names(t) {
				found[n] = true
			}
		}
		if s.Auth != nil && s.Auth.BearerEnvVar != "" {
			found[s.Auth.BearerEnvVar] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// forDeveloper says what was made, how to try it, and what is missing.
func (b *branded) forDeveloper() []byte {
	var s strings.Builder
	fmt.Fprintf(&s, "# The command line of %s\n\nMade by `ac init --branded`; make it again when the connector or the tools have changed.\n\n", b.c.DisplayName)
	fmt.Fprintf(&s, "- `npm/cli`: the package %s, the connector in it\n", b.name)
	for i := range b.tools {
		fmt.Fprintf(&s, "- `npm/cli-%[1]s`: the package %[2]s-%[1]s, the tools for one system; npm gets only the one that fits\n", b.tools[i].System(), b.name)
	}
	s.WriteString("- `go`: the same as a program in Go, which embeds the connector and runs the tools beside it\n\n## Try it\n\n")
	fmt.Fprintf(&s, "    node npm/cli/cli.cjs install --dry-run\n    (cd go && go build -o %[1]s) && AGENT_CONNECTOR_BIN=FOLDER go/%[1]s install --dry-run\n\n", b.program())
	s.WriteString("FOLDER holds `ac` and the other tools; without the variable they are looked for beside the program and in `tools/` beside it.\n\n## Publish it\n\n")
	for i := range b.tools {
		fmt.Fprintf(&s, "    npm publish --access public ./npm/cli-%s\n", b.tools[i].System())
	}
	s.WriteString("    npm publish --access public ./npm/cli\n\nThe packages with the tools first. Take a scope that is yours, so that nobody else can have a name that yours asks for.\n")
	s.WriteString("\n## In a package that you have\n\nPut `cli.cjs` and `connector` beside its package.json, and `files`, `optionalDependencies` and `agentConnector` of\n" +
		"`npm/cli/package.json` into it. Where its program is called with a verb of these, it hands over, as an ES module or not:\n\n" +
		"    const verbs = [\"install\", \"uninstall\", \"status\", \"doctor\", \"explain\"];\n" +
		"    if (verbs.includes(process.argv[2])) await import(\"./cli.cjs\"); // or require\n")
	if lacks := b.lacks(); len(lacks) > 0 {
		s.WriteString("\n## What is missing\n\n")
		for _, l := range lacks {
			fmt.Fprintf(&s, "- %s\n", l)
		}
	}
	return []byte(s.String())
}

// systems are those that the tools are built for.
var systems = []string{"darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64", "win32-arm64", "win32-x64"}

func (b *branded) lacks() (list []string) {
	var without []string
	licensed := true
	for _, s := range systems {
		i := slices.IndexFunc(b.tools, func(t Tools) bool { return t.System() == s })
		if i < 0 {
			without = append(without, s)
			continue
		}
		for _, name := range []string{"LICENSE", "THIRD-PARTY-LICENSES"} {
			licensed = licensed && slices.ContainsFunc(b.tools[i].Files, func(f bundle.File) bool { return f.Path == name })
		}
	}
	if len(without) > 0 {
		list = append(list, "the tools for "+strings.Join(without, ", ")+": build them (`make dist` of agent-connector) and name their folder with `--tools`")
	}
	if len(b.tools) > 0 && !licensed {
		list = append(list, "the licences of the tools, LICENSE and THIRD-PARTY-LICENSES in their folder (`make dist` writes both): who passes them on must pass them on, too")
	}
	if b.isTheServers() {
		list = append(list, "a place in the package "+b.name+", which is that of the server: README.md says how; or another name, with `--name`")
	}
	if b.c.Publish == nil || b.c.Publish.License == "" {
		list = append(list, "`publish.license` in connector.json: your own licence")
	}
	return list
}
