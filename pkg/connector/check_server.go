package connector

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"

	"agentconnector/pkg/interp"
	"agentconnector/pkg/lazy"
)

// The words of enumerations.
var (
	Transports    = []string{"stdio", "http", "sse", "ws"}
	AuthTypes     = []string{"oauth", "bearerEnv", "none"}
	ModelFamilies = []string{"auto", "openai", "anthropic", "generic"}
)

// otherTransports are what hosts and registries call the same things.
var otherTransports = map[string]string{"streamable-http": "http", "streamableHttp": "http", "streamable_http": "http",
	"remote": "http", "local": "stdio", "websocket": "ws", "command": "stdio"}

// server checks one server, also as a platform overrides it: then fields may
// come from the connector, and only those at this path are looked at.
func (k *checker) server(at string, s *Server) {
	transport := member(at, "transport")
	switch right, ok := otherTransports[s.Transport]; {
	case s.Transport == "" && !k.has(transport):
		k.report(at, `no "transport"`, oneOf(Transports), "")
	case ok && k.fits(transport):
		k.wrong(transport, oneOf(Transports), fmt.Sprintf("did you mean %q?", right))
	default:
		k.oneOf(transport, s.Transport, Transports)
	}
	if !k.bad[transport] {
		k.kind(at, s)
	}
	k.details(at, s)
}

// details checks what does not depend on the transport.
func (k *checker) details(at string, s *Server) {
	k.positive(member(at, "timeoutMs"), s.TimeoutMS)
	k.auth(member(at, "auth"), s.Auth)
	k.names(member(at, "tools")+".include", s.Tools.Include)
	k.names(member(at, "tools")+".exclude", s.Tools.Exclude)
	k.values(at, s)
}

// kind checks what a local and a remote server need.
func (k *checker) kind(at string, s *Server) {
	need := func(field, value, want string) {
		if path := member(at, field); k.has(path) {
			k.notBlank(path, value, want)
		} else if value == "" {
			k.report(at, fmt.Sprintf("no %q", field), want, "")
		}
	}
	unused := func(fields ...string) {
		for _, f := range fields {
			if k.has(member(at, f)) {
				k.warn(member(at, f), fmt.Sprintf("%q", f), "nothing here", "a server with transport "+s.Transport+" has no use for it")
			}
		}
	}
	switch s.Transport {
	case "stdio":
		need("command", s.Command, "the program to start")
		unused("url", "headers", "auth")
		k.program(member(at, "command"), s.Command)
	case "http", "sse", "ws":
		need("url", s.URL, "the address of the server")
		unused("command", "args", "env", "cwd")
		k.address(member(at, "url"), s.URL, s.Transport)
	}
}

// program warns of a command that only works from one directory: hosts start
// servers in various ones.
func (k *checker) program(at, command string) {
	if k.fits(at) && strings.ContainsAny(command, `/\`) && !strings.HasPrefix(command, "${env:") && !absolute(command) {
		k.warn(at, quoted(command), "a program on PATH, or an absolute path", "hosts start servers in different directories")
	}
}

var drive = lazy.Regexp(`^[A-Za-z]:[\\/]`)

// absolute says so for any operating system.
func absolute(p string) bool {
	return path.IsAbs(p) || strings.HasPrefix(p, `\\`) || drive().MatchString(p)
}

// address checks a URL. One that begins with a reference is known only later.
func (k *checker) address(at, value, transport string) {
	if !k.fits(at) || strings.TrimSpace(value) == "" || strings.HasPrefix(value, "${env:") {
		return
	}
	schemes := []string{"http", "https"}
	if transport == "ws" {
		schemes = []string{"ws", "wss"}
	}
	plain := interp.Rewrite(value, func(string, string, bool) string { return "0" }) // also valid as a port
	u, err := url.Parse(plain)
	if err != nil || !slices.Contains(schemes, u.Scheme) || u.Host == "" {
		k.wrong(at, fmt.Sprintf("an address such as %s://example.com/mcp", schemes[1]), "")
	}
}

// webAddress checks a link for people.
func (k *checker) webAddress(at, value string) {
	if u, err := url.Parse(value); k.fits(at) && (err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "") {
		k.wrong(at, "an address such as https://example.com/", "")
	}
}

func (k *checker) auth(at string, a *Auth) {
	if a == nil || !k.fits(at) {
		return
	}
	if k.needed(at, "type", oneOf(AuthTypes)) {
		k.oneOf(member(at, "type"), a.Type, AuthTypes)
	}
	variable := member(at, "bearerEnvVar")
	if a.Type == "bearerEnv" {
		k.needed(at, "bearerEnvVar", "the name of the variable that holds the token")
	}
	if k.fits(variable) && !interp.ValidName(a.BearerEnvVar) {
		k.wrong(variable, "the name of a variable, such as ACME_TOKEN", "")
	}
}

// names checks a list of names, globs or tools.
func (k *checker) names(at string, list []string) {
	for i, s := range list {
		k.notBlank(index(at, i), s, "a name")
	}
}

var headerName = lazy.Regexp("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$") // token of RFC 9110

// values checks what may hold references.
func (k *checker) values(at string, s *Server) {
	for _, f := range []struct{ name, value string }{{"command", s.Command}, {"cwd", s.Cwd}, {"url", s.URL}} {
		k.refs(member(at, f.name), f.value)
	}
	for i, a := range s.Args {
		k.refs(index(member(at, "args"), i), a)
	}
	env := member(at, "env")
	for _, name := range slices.Sorted(maps.Keys(s.Env)) {
		v := member(env, name)
		if k.has(v) && (name == "" || strings.ContainsAny(name, "=\x00")) {
			k.atName(v, quoted(name), "the name of a variable", "")
		}
		k.refs(v, s.Env[name])
		k.secret(v, name, s.Env[name])
	}
	headers := member(at, "headers")
	for _, name := range slices.Sorted(maps.Keys(s.Headers)) {
		v := member(headers, name)
		if k.has(v) && !headerName().MatchString(name) {
			k.atName(v, quoted(name), "the name of a header", "")
		}
		k.oneLine(v, s.Headers[name])
		k.refs(v, s.Headers[name])
		k.secret(v, "TOKEN", s.Headers[name])
	}
}

// refs checks the references to variables in a string.
func (k *checker) refs(at, value string) {
	if !k.fits(at) {
		return
	}
	var se *interp.SyntaxError
	switch err := interp.Check(value); {
	case errors.As(err, &se):
		k.report(at, quoted(se.Found), se.Want, "")
	case strings.ContainsRune(value, 0):
		k.wrong(at, "text without a NUL character", "")
	default:
		k.foreign(at, value)
	}
}

// reference is how hosts spell a variable that a connector spells ${env:VAR}.
var reference = lazy.Regexp(`\$\{[A-Za-z_][A-Za-z0-9_]*(:-[^}]*)?\}`)

// foreign warns of a variable in the spelling of some hosts: those look it up, all
// others hand it on as a text.
func (k *checker) foreign(at, value string) {
	for _, p := range interp.Parse(value) {
		if found := reference().FindString(p.Text); found != "" && p.Name == "" {
			k.warn(at, quoted(found), quoted("${env:"+found[2:]), "some hosts look this up by themselves, to others it is a text")
			return
		}
	}
}

// Beginnings of well-known tokens.
var secret = lazy.Regexp(`^(Bearer )?(sk-|sk_live_|rk_live_|gh[pousr]_|github_pat_|glpat-|xox[abpr]-|AKIA[0-9A-Z]{12}|AIza|NRAK-|npm_)[A-Za-z0-9_-]{8}`)

// secret warns of a value that looks like a password in clear text: it would
// be copied into the files of every host.
func (k *checker) secret(at, name, value string) {
	if k.fits(at) && secret().MatchString(value) {
		if !interp.ValidName(name) {
			name = "TOKEN"
		}
		k.warn(at, "what looks like a secret", fmt.Sprintf(`"${env:%s}"`, name), "a definition is copied and shared; keep secrets in the environment")
	}
}
