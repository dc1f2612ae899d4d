package scaffold

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"

	"agentconnector/pkg/lazy"
)

// First is what a first connector.json says.
type First struct {
	ID      string   // found from the server if it is empty
	Command []string // of a local server
	URL     string   // of a remote one
	SSE     bool     // which speaks the older transport
	Env     []string // names of variables that it needs
}

// JSON is a connector.json with its server, and with comments that become the
// next surfaces when they are uncommented.
func (f *First) JSON() ([]byte, error) {
	id := f.ID
	if id == "" {
		id = f.guess()
	}
	if id == "" {
		return nil, fmt.Errorf("found no name in the server, expected one\nhint: --id sets it")
	}
	return []byte(fmt.Sprintf(firstText, id, f.server())), nil
}

// server is the server's object.
func (f *First) server() string {
	var s strings.Builder
	put := func(key string, value any) { fmt.Fprintf(&s, "    %s: %s,\n", inline(key), inline(value)) }
	env := map[string]string{}
	for _, name := range f.Env {
		env[name] = "${env:" + name + "}"
	}
	if f.URL != "" {
		transport := "http"
		if f.SSE {
			transport = "sse"
		}
		put("transport", transport)
		put("url", f.URL)
		if len(f.Env) > 0 {
			put("auth", map[string]string{"type": "bearerEnv", "bearerEnvVar": f.Env[0]})
		}
		return s.String()
	}
	put("transport", "stdio")
	put("command", f.Command[0])
	if len(f.Command) > 1 {
		put("args", f.Command[1:])
	}
	if len(env) > 0 {
		s.WriteString("    // References, never values: each host gets them in its own spelling.\n")
		put("env", env)
	}
	return s.String()
}

// guess finds a name: that of the package that npx and its like start, of the
// script or the program, or of the address.
func (f *First) guess() string {
	if f.URL != "" {
		u, err := url.Parse(f.URL)
		if err != nil {
			return ""
		}
		labels := strings.Split(u.Hostname(), ".")
		for _, l := range labels {
			if !slices.Contains([]string{"mcp", "www", "api"}, l) {
				return asID(l)
			}
		}
		return ""
	}
	name := f.Command[0]
	if len(f.Command) > 1 && starter().MatchString(path.Base(strings.ReplaceAll(name, `\`, "/"))) {
		for _, a := range f.Command[1:] {
			if !strings.HasPrefix(a, "-") && !slices.Contains([]string{"run", "dlx", "exec", "tool", "x"}, a) {
				name = a
				break
			}
		}
	}
	base := path.Base(strings.ReplaceAll(name, `\`, "/"))
	if i := strings.IndexAny(base, "@=:"); i > 0 { // a version
		base = base[:i]
	}
	return asID(strings.TrimSuffix(base, path.Ext(base)))
}

var (
	starter  = lazy.Regexp(`^(npx|bunx|pnpm|yarn|npm|uvx|uv|pipx|dnx|docker|podman|node|bun|deno|python3?|go)(\.exe|\.cmd)?$`)
	noIDText = lazy.Regexp(`[^a-z0-9]+`)
)

func asID(s string) string {
	return strings.Trim(noIDText().ReplaceAllString(strings.ToLower(s), "-"), "-")
}

// inline is a value in one line, with a space after each comma and colon.
func inline(v any) string {
	switch v := v.(type) {
	case []string:
		var words []string
		for _, w := range v {
			words = append(words, inline(w))
		}
		return "[" + strings.Join(words, ", ") + "]"
	case map[string]string:
		var members []string
		for k := range v {
			members = append(members, inline(k)+": "+inline(v[k]))
		}
		slices.Sort(members)
		return "{" + strings.Join(members, ", ") + "}"
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // only of types that have no JSON
	}
	return strings.TrimSpace(b.String())
}

const firstText = `// A connector: an MCP server, and what else its users get on every agent host.
//
//   ac-render --validate .     every error at once, with its place
//   ac explain --all .         what each host makes of it, and why
//   ac install --dry-run .     what would change here
//   ac install .               put it on every host found; ac uninstall %[1]s takes it back
//
// Comments and trailing commas are allowed. All fields: ac-render --schema connector
{
  "id": %[1]q,
  "version": "0.1.0",
  // "displayName": "…", "description": "One line for people.",

  "server": {
%[2]s  },

  // What the agent should know in every session; at most a few lines.
  // "memory": [{"content": "Use the %[1]s tools for …"}],

  // What is decided before a tool runs: rules, or {"command": ["hooks/check.sh"]}, a program that is in "files".
  // "hooks": {"PreToolUse": {"matcher": "some_tool", "handler": {"rules": [{"decision": "ask", "reason": "It writes."}]}}},

  // What the user can say: /%[1]s
  // "commands": [{"name": %[1]q, "description": "…", "prompt": "Use the %[1]s tools to $ARGUMENTS"}],

  // Knowledge that is read only when it is needed.
  // "skills": [{"name": %[1]q, "description": "When to use it.", "body": {"file": "skills/%[1]s.md"}}],
}
`
