package bundle

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"agentconnector/pkg/connector"
	"agentconnector/pkg/lazy"
	"agentconnector/pkg/wire"
)

// registryPackage is how a client gets and starts a local server.
type registryPackage struct {
	RegistryType         string    `json:"registryType"`
	RegistryBaseURL      string    `json:"registryBaseUrl,omitempty"`
	Identifier           string    `json:"identifier"`
	Version              string    `json:"version,omitempty"`
	RuntimeHint          string    `json:"runtimeHint,omitempty"`
	Transport            transport `json:"transport"`
	RuntimeArguments     []word    `json:"runtimeArguments,omitempty"`
	PackageArguments     []word    `json:"packageArguments,omitempty"`
	EnvironmentVariables []named   `json:"environmentVariables,omitempty"`
}

type transport struct {
	Type string `json:"type"`
}

// registryKind is a kind of package registry; base and proof as the official MCP
// Registry wants them (docs/reference/server-json/official-registry-requirements.md
// and internal/validators/registries of v1.8.9).
type registryKind struct {
	name, base string
	id         func() *regexp.Regexp // of a package
	pin        []string              // what stands between the name and the version
	proof      string                // what the package must say, before the server's name
}

var registryKinds = []registryKind{
	{"npm", "https://registry.npmjs.org", lazy.Regexp(`^(@[\w.~-]+/)?[\w.~-]+$`), []string{"@"}, `"mcpName" in its package.json`},
	{"pypi", "https://pypi.org", lazy.Regexp(`^[A-Za-z0-9][\w.-]*$`), []string{"==", "@"}, "a line mcp-name: NAME in its README"},
	{"nuget", "https://api.nuget.org/v3/index.json", lazy.Regexp(`^[\w.-]+$`), []string{"@"}, "a line mcp-name: NAME in its README"},
	{"cargo", "https://crates.io", lazy.Regexp(`^[\w-]+$`), nil, "a line mcp-name: NAME in its README"},
	{"oci", "", lazy.Regexp(`^[\w.:/-]+(@sha256:[0-9a-f]{64})?$`), nil, "the label io.modelcontextprotocol.server.name"},
}

func kindOf(name string) *registryKind {
	i := slices.IndexFunc(registryKinds, func(k registryKind) bool { return k.name == name })
	return &registryKinds[i]
}

// packages is the package that the command starts, or else the one that the
// connector publishes.
func (d *draft) packages(s *connector.Server) []registryPackage {
	p := registryPackage{Transport: transport{"stdio"}, EnvironmentVariables: variables(s.Env)}
	l := launcherOf(s.Command)
	if l == nil {
		d.published(&p, s)
	} else if run, problem := l.read(s.Args); problem != "" {
		d.lack("server.args", problem, "the name of a package, and before it only flags of "+l.command+" that are known, which name no other package")
	} else {
		d.launched(&p, l, run)
	}
	if d.lacks != nil {
		return nil
	}
	d.say(wire.LevelInfo, wire.Server, "to be taken, %s must show that it is yours: %s, for the name %s/%s",
		p.Identifier, kindOf(p.RegistryType).proof, published(d.c).RegistryNamespace, d.c.ID)
	return []registryPackage{p}
}

// launched is the package that npx, uvx and their like start.
func (d *draft) launched(p *registryPackage, l *launcher, run started) {
	k := kindOf(l.registry)
	p.RegistryType, p.RuntimeHint = k.name, l.command
	p.RegistryBaseURL = k.base
	if own := published(d.c).RegistryBaseURL; own != "" && k.base != "" && kindAt(own) == "" {
		p.RegistryBaseURL = own
	}
	p.RuntimeArguments, p.PackageArguments = words(run.flags), words(run.rest)
	if k.name == "oci" {
		p.EnvironmentVariables = append(p.EnvironmentVariables, dockerEnv(p, run.env)...)
		p.Identifier = d.image(run.subject)
		return
	}
	p.Identifier = run.subject
	for _, sep := range k.pin {
		if i := strings.LastIndex(run.subject, sep); i > 0 {
			p.Identifier, p.Version = run.subject[:i], run.subject[i+len(sep):]
			break
		}
	}
	if !k.id().MatchString(p.Identifier) {
		d.lack("server.args", quoted(run.subject), "the name of a package of "+k.base)
	}
	if !oneVersion().MatchString(p.Version) { // none, a tag such as latest, or a range
		p.Version = d.c.Version
		d.say(wire.LevelWarn, wire.Server, "%s is listed as %s, the connector's version: the command names no other", p.Identifier, p.Version)
	}
}

// published is the package that the connector names: its program is what the
// command starts.
func (d *draft) published(p *registryPackage, s *connector.Server) {
	own := published(d.c)
	if own.PackageName == "" {
		d.lack("publish.packageName", "nothing", "the package that brings "+quoted(s.Command)+", or a command such as npx, uvx or docker that names one")
		return
	}
	kind := "npm"
	if own.RegistryBaseURL != "" {
		kind = kindAt(own.RegistryBaseURL)
	}
	if kind == "" {
		d.lack("publish.registryBaseUrl", quoted(own.RegistryBaseURL), "the address of npm, PyPI, NuGet, crates.io or a registry of images")
		return
	}
	k := kindOf(kind)
	p.RegistryType, p.RegistryBaseURL, p.Identifier, p.Version = k.name, k.base, own.PackageName, d.c.Version
	args := s.Args
	if _, _, rest, ok := script(s); ok { // the package's program stands for the interpreter and what it runs
		args = rest
	}
	p.PackageArguments = words(args)
	if k.name == "oci" {
		u, _ := url.Parse(own.RegistryBaseURL) // has been one already
		p.Identifier, p.Version = d.image(u.Host+"/"+own.PackageName), ""
	}
	if !k.id().MatchString(p.Identifier) {
		d.lack("publish.packageName", quoted(own.PackageName), "the name of a package of "+k.name)
	}
}

// kindAt is the kind of registry at an address; empty if it is not known.
func kindAt(at string) string {
	u, err := url.Parse(at)
	if err != nil {
		return ""
	}
	for _, k := range registryKinds {
		if k.base != "" && strings.Contains(k.base, "//"+u.Host+"/") || k.base == "https://"+u.Host {
			return k.name
		}
	}
	if imageHost(u.Host) {
		return "oci"
	}
	return ""
}

// imageHost are the registries of images from which the official registry takes.
func imageHost(host string) bool {
	return slices.Contains([]string{"docker.io", "registry-1.docker.io", "index.docker.io", "ghcr.io", "quay.io", "mcr.microsoft.com"}, host) ||
		strings.HasSuffix(host, ".pkg.dev") || strings.HasSuffix(host, ".azurecr.io")
}

// image is an image with its registry and its version, which stand in no fields
// of their own.
func (d *draft) image(name string) string {
	host, rest, ok := strings.Cut(name, "/")
	switch {
	case !ok:
		host, rest = "docker.io", "library/"+name
	case !strings.ContainsAny(host, ".:") && host != "localhost":
		host, rest = "docker.io", name
	}
	if !imageHost(host) {
		d.say(wire.LevelWarn, wire.Server, "the official MCP Registry takes no images from %s", host)
	}
	last := rest[strings.LastIndexByte(rest, '/')+1:]
	if base, tag, tagged := strings.Cut(last, ":"); !strings.Contains(last, "@") && (!tagged || tag == "latest") {
		rest = rest[:len(rest)-len(last)] + base + ":" + d.c.Version
		d.say(wire.LevelWarn, wire.Server, "the image is listed as %s, the connector's version: the command names no other", d.c.Version)
	}
	if full := host + "/" + rest; kindOf("oci").id().MatchString(full) {
		return full
	}
	d.lack("server.args", quoted(name), "the name of an image")
	return name
}
