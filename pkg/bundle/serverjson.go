package bundle

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strings"

	"agentconnector/pkg/connector"
	"agentconnector/pkg/interp"
	"agentconnector/pkg/lazy"
	"agentconnector/pkg/render"
	"agentconnector/pkg/wire"
)

// The server.json of the MCP Registry. The schema is the newest released one;
// what the official registry wants beyond it (addresses, versions, hosts of code)
// is from internal/validators of github.com/modelcontextprotocol/registry v1.8.9.
const (
	registrySchema = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
	maxShort       = 100 // characters of title and description
)

type registryEntry struct {
	Schema      string            `json:"$schema"`
	Name        string            `json:"name"`
	Title       string            `json:"title,omitempty"`
	Description string            `json:"description"`
	Version     string            `json:"version"`
	Website     string            `json:"websiteUrl,omitempty"`
	Repository  *repository       `json:"repository,omitempty"`
	Packages    []registryPackage `json:"packages,omitempty"`
	Remotes     []remote          `json:"remotes,omitempty"`
}

type repository struct {
	URL    string `json:"url"`
	Source string `json:"source"`
}

// remote is a server that is reached by its address.
type remote struct {
	Type      string           `json:"type"`
	URL       string           `json:"url"`
	Headers   []named          `json:"headers,omitempty"`
	Variables map[string]input `json:"variables,omitempty"`
}

func serverJSON(c *connector.Connector) (*Bundle, error) {
	d := &draft{c: c, format: "mcp-server-json"}
	p := published(c)
	d.need("publish.registryNamespace", p.RegistryNamespace, "the namespace in the MCP Registry that is yours, such as io.github.acme")
	d.concreteVersion()
	name := p.RegistryNamespace + "/" + c.ID
	if p.RegistryNamespace != "" && !registryName().MatchString(name) {
		d.lack("publish.registryNamespace", quoted(name)+" as the whole name", "letters and digits at both ends of each side, two of them or more")
	}
	e := registryEntry{Schema: registrySchema, Name: name, Description: d.short(), Version: c.Version}
	if c.DisplayName != c.ID && len([]rune(c.DisplayName)) <= maxShort {
		e.Title = c.DisplayName
	}
	e.Website, e.Repository = d.website(p.Homepage), d.repository(p.Repository)
	switch s := c.Server; {
	case s == nil:
		d.lack("server", "none", "a server: the MCP Registry lists nothing else")
	case s.Transport == "stdio":
		e.Packages = d.packages(s)
	default:
		e.Remotes = d.remotes(s)
	}
	d.serverAlone()
	if err := d.refused(); err != nil {
		return nil, err
	}
	return &Bundle{Files: []File{{Path: "server.json", Data: indented(e)}}, Single: true, Notices: d.notices, Explain: d.explain()}, nil
}

// short is the description, which the registry wants in a hundred characters.
func (d *draft) short() string {
	r := []rune(d.c.Description)
	d.need("description", d.c.Description, "what the server does, in one line")
	if len(r) <= maxShort {
		return d.c.Description
	}
	cut := string(r[:maxShort-1])
	if i := strings.LastIndexByte(cut, ' '); i > 0 {
		cut = cut[:i]
	}
	d.say(wire.LevelWarn, wire.Server, "description is cut after %d of its %d characters: the registry takes %d", len([]rune(cut)), len(r), maxShort)
	return cut + "…"
}

var registryName = lazy.Regexp(`^[a-zA-Z0-9][a-zA-Z0-9.-]*[a-zA-Z0-9]/[a-zA-Z0-9][a-zA-Z0-9._-]*[a-zA-Z0-9]$`)

var oneVersion = lazy.Regexp(`^v?[0-9]+(\.[0-9]+){1,3}([-+.][0-9A-Za-z.+-]+)?$`)

func (d *draft) concreteVersion() {
	if v := render.Version(d.c); !oneVersion().MatchString(v) {
		d.lack("version", quoted(v), "one version, such as 1.0.0")
	}
}

// website is the homepage: absolute, and https.
func (d *draft) website(home string) string {
	if u, err := url.Parse(home); home != "" && (err != nil || u.Scheme != "https" || strings.ContainsAny(home, "\"'<> ")) {
		d.say(wire.LevelWarn, wire.Server, "publish.homepage is left out: the registry takes addresses with https")
		return ""
	}
	return home
}

var codeHost = lazy.Regexp(`^https?://(?:www\.)?(github|gitlab)\.com/[\w.-]+/[\w./-]+$`)

// repository is where the code is: the registry knows GitHub and GitLab.
func (d *draft) repository(at string) *repository {
	at = strings.TrimSuffix(at, "/")
	m := codeHost().FindStringSubmatch(at)
	switch {
	case at == "":
		return nil
	case m == nil || m[1] == "github" && strings.Count(at, "/") != 4 || strings.Contains(at+"/", "/-/"):
		d.say(wire.LevelWarn, wire.Server, "publish.repository is left out: the registry takes a repository of github.com or gitlab.com")
		return nil
	}
	return &repository{URL: at, Source: m[1]}
}

// remotes is a server that runs elsewhere.
func (d *draft) remotes(s *connector.Server) []remote {
	r := remote{Type: map[string]string{"http": "streamable-http", "sse": "sse"}[s.Transport]}
	if r.Type == "" {
		d.lack("server.transport", quoted(s.Transport), "http or sse: the registry knows no other remote servers")
		return nil
	}
	where := text(s.URL)
	r.URL, r.Variables = *where.Value, where.Variables
	plain := interp.Rewrite(s.URL, func(string, string, bool) string { return "0" })
	switch u, err := url.Parse(plain); {
	case err != nil || u.Scheme != "https" || !strings.HasPrefix(s.URL, "https://"):
		d.lack("server.url", quoted(s.URL), "an address that begins with https://: the registry lists servers that everybody can reach")
	case u.Hostname() == "localhost" || u.Hostname() == "127.0.0.1" || strings.HasSuffix(u.Hostname(), ".localhost"):
		d.lack("server.url", quoted(s.URL), "an address that everybody can reach")
	}
	headers := s.Headers
	if s.Auth != nil && s.Auth.Type == "bearerEnv" {
		headers = map[string]string{"Authorization": "Bearer ${env:" + s.Auth.BearerEnvVar + "}"}
		for k, v := range s.Headers {
			if !strings.EqualFold(k, "Authorization") {
				headers[k] = v
			}
		}
	}
	r.Headers = variables(headers)
	if s.Auth != nil && s.Auth.Type == "bearerEnv" {
		secret(r.Headers, s.Auth.BearerEnvVar)
	}
	return []remote{r}
}

// secret marks a variable whose name does not tell that it is one.
func secret(list []named, name string) {
	for _, n := range list {
		if v, ok := n.Variables[name]; ok {
			v.Secret = true
			n.Variables[name] = v
		}
	}
}

// indented is a document as people read it.
func indented(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		panic(err) // only of types that have no JSON
	}
	return b.Bytes()
}
