package scaffold

import (
	_ "embed"
	"fmt"
	"path"
	"slices"
	"strings"

	"agentconnector/pkg/bundle"
	"agentconnector/pkg/connector"
	"agentconnector/pkg/lazy"
)

//go:embed text/cli.cjs
var cliCJS []byte

//go:embed text/main.go.txt
var mainGo []byte

// packageName is a name that npm takes for a new package.
var packageName = lazy.Regexp(`^(@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*$`)

// Branded is a command line of the developer's own: the files of its folder, and
// what they still lack. Name is the npm package; empty for the one that the
// connector publishes, or its id.
func Branded(c *connector.Connector, name string, tools []Tools) (files []bundle.File, lacks []string, err error) {
	b := &branded{c: c, name: name, tools: tools}
	if b.name == "" && c.Publish != nil {
		b.name = c.Publish.PackageName
	}
	if b.name == "" {
		b.name = c.ID
	}
	if err := b.check(); err != nil {
		return nil, nil, err
	}
	b.npm()
	b.golang()
	b.put("README.md", b.forDeveloper())
	slices.SortFunc(b.files, func(a, b bundle.File) int { return strings.Compare(a.Path, b.Path) })
	return b.files, b.lacks(), nil
}

type branded struct {
	c     *connector.Connector
	name  string
	tools []Tools
	files []bundle.File
}

// program is the word that users type.
func (b *branded) program() string { return path.Base(b.name) }

func (b *branded) put(name string, data []byte) {
	b.files = append(b.files, bundle.File{Path: name, Data: data})
}

// connector puts the definition and its files into a folder. The definition is
// the normalised one, which needs no other file.
func (b *branded) connector(dir string) {
	b.put(dir+"/connector.json", b.c.Definition())
	for _, f := range b.c.Copied {
		b.files = append(b.files, bundle.File{Path: dir + "/" + f.Path, Data: f.Data, Exec: f.Exec})
	}
}

func (b *branded) check() error {
	c := b.c
	switch {
	case !packageName().MatchString(b.name) || len(b.name) > 214:
		return fmt.Errorf("found %q as the name of the package, expected small letters, such as @acme/%s\nhint: --name sets it", b.name, c.ID)
	case !semver().MatchString(c.Version) || c.Version == connector.DefaultVersion:
		return fmt.Errorf("version: found %q, expected a version that npm takes, such as 1.0.0", c.Version)
	}
	for _, f := range c.Copied {
		if left := neverPacked().FindString(f.Path); left != "" {
			return fmt.Errorf("files: found %q, expected other names: npm packs no %s", f.Path, strings.Trim(left, "/"))
		}
	}
	return nil
}

var semver = lazy.Regexp(`^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$`)

// neverPacked are names that npm leaves out of packages, whatever files says
// (docs.npmjs.com, package.json, files).
var neverPacked = lazy.Regexp(`(^|/)(node_modules|\.git|\.hg|\.svn|CVS|\.npmrc|\.npmignore|\.gitignore|\.DS_Store|[^/]*\.orig|\.[^/]*\.swp|\._[^/]*)(/|$)`)

// isTheServers: the package is the one that the server's command starts. It can
// then only be that one.
func (b *branded) isTheServers() bool {
	s := b.c.Server
	return s != nil && slices.ContainsFunc(s.Args, func(a string) bool { return a == b.name || strings.HasPrefix(a, b.name+"@") })
}

// golang is the program in Go: the standard library alone.
func (b *branded) golang() {
	b.put("go/go.mod", []byte("module "+b.program()+"\n\ngo 1.22\n"))
	b.put("go/main.go", mainGo)
	var programs strings.Builder
	for _, f := range b.c.Copied {
		if f.Exec {
			programs.WriteString(f.Path + "\n")
		}
	}
	b.put("go/programs.txt", []byte(programs.String()))
	b.connector("go/connector")
}
