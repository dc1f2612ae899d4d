package render

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// part is a piece of a server's definition, and how it shows that a host has
// got it: in the entry, or in a notice that names it.
type part struct {
	name, server, more string
	written            string // regular expression on the entry
	told               string // regular expression on a notice; HOST stands for the host's id
}

var parts = []part{
	{"timeoutMs", `"transport":"stdio","command":"srv","timeoutMs":5000`, "", `:\s*5(000)?\b`, "timeoutMs"},
	{"timeoutMs of a remote server", `"transport":"http","url":"https://x.example/mcp","timeoutMs":5000`, "", `:\s*5(000)?\b`, "timeoutMs"},
	{"enabled", `"transport":"stdio","command":"srv","enabled":false`, "", `abled?":\s*(true|false)|disabled = true`, "enabled is false"},
	{"enabled of a remote server", `"transport":"http","url":"https://x.example/mcp","enabled":false`, "", `abled?":\s*(true|false)`, "enabled is false"},
	{"cwd", `"transport":"stdio","command":"srv","cwd":"/work"`, "", `/work`, "working directory"},
	{"tools.include", `"transport":"stdio","command":"srv","tools":{"include":["only_this"]}`, "", `only_this`, "only_this"},
	{"tools.exclude", `"transport":"stdio","command":"srv","tools":{"exclude":["not_this"]}`, "", `not_this`, "not_this"},
	{"tools of a remote server", `"transport":"http","url":"https://x.example/mcp","tools":{"include":["only_this"]}`, "", `only_this`, "only_this"},
	{"globs of tools", `"transport":"http","url":"https://x.example/mcp","tools":{"include":["only_*"],"exclude":["not_*"]}`, "", `only_\*.*not_\*`, `not_\*`},
	{"headers", `"transport":"http","url":"https://x.example/mcp","headers":{"X-Some":"text"}`, "", `"X-Some":\s*"text"`, "X-Some"},
	{"headers with a variable", `"transport":"http","url":"https://x.example/mcp","headers":{"X-Some":"${env:SOME_VAR}"}`, "", `X-Some.*SOME_VAR`, "X-Some needs the value of SOME_VAR"},
	{"bearerEnv", `"transport":"http","url":"https://x.example/mcp","auth":{"type":"bearerEnv","bearerEnvVar":"TOKEN_VAR"}`, "", `TOKEN_VAR`, "TOKEN_VAR"},
	{"oauth", `"transport":"http","url":"https://x.example/mcp","auth":{"type":"oauth"}`, "", `oauth`, "OAuth"},
	{"extra", `"transport":"stdio","command":"srv"`, `"extra":{"someKey":"some value"}`, `"someKey":"some value"`, "extra.someKey is dropped|for HOST alone is left out"},
	{"extra of a remote server", `"transport":"http","url":"https://x.example/mcp"`, `"extra":{"someKey":"some value"}`, `"someKey":"some value"`, "extra.someKey is dropped|for HOST alone is left out"},
	{"arguments", `"transport":"stdio","command":"srv","args":["some_arg","${env:ARG_VAR}"]`, "", `some_arg.*ARG_VAR`, "ARG_VAR"},
	{"environment", `"transport":"stdio","command":"srv","env":{"SOME":"text"}`, "", `SOME.*text`, "SOME=text"},
	{"environment with a variable", `"transport":"stdio","command":"srv","env":{"SOME":"${env:OTHER_VAR}"}`, "", `SOME.*OTHER_VAR`, "OTHER_VAR"},
	{"http", `"transport":"http","url":"https://x.example/mcp"`, "", `x\.example/mcp`, "loads no http"},
	{"sse", `"transport":"sse","url":"https://x.example/sse"`, "", `x\.example/sse`, "loads no sse"},
	{"ws", `"transport":"ws","url":"wss://x.example/ws"`, "", `x\.example/ws`, "loads no ws"},
}

// TestEveryPartIsHonouredOrTold: what a connector says of its server is in the
// entry of each host, or a notice says that it is not; nothing is dropped in
// silence. With and without ac-proxy, which makes up for some of it.
func TestEveryPartIsHonouredOrTold(t *testing.T) {
	for _, h := range host.All {
		for _, scope := range []string{wire.ScopeUser, wire.ScopeProject} {
			for _, p := range parts {
				for _, measured := range []bool{true, false} {
					entry, notices := entryWith(t, h, scope, p, measured)
					if entry != "" && !regexp.MustCompile(p.written).MatchString(entry) && !told(notices, strings.ReplaceAll(p.told, "HOST", h.ID)) || entry == "" && len(notices) == 0 {
						t.Errorf("%s, scope %s, measured %v: %s is neither in the entry nor in a notice\n%s\n%s", h.ID, scope, measured, p.name, entry, strings.Join(notices, "\n"))
					}
				}
			}
		}
	}
}

func told(notices []string, part string) bool {
	return slices.ContainsFunc(notices, regexp.MustCompile(part).MatchString)
}

// entryWith is what is written for one host, "" for nothing, and what is said
// about its server.
func entryWith(t *testing.T, h *host.Host, scope string, p part, measured bool) (entry string, notices []string) {
	owner := h.ID
	if scope == wire.ScopeProject && h.Server.ProjectOf != "" {
		owner = h.Server.ProjectOf
	}
	more := ""
	if p.more != "" {
		more = fmt.Sprintf(`, "platforms": {%q: {%s}}`, owner, p.more)
	}
	c := parse(t, fmt.Sprintf(`"server": {%s}, "telemetry": {"enabled": %v}%s`, p.server, measured, more))
	r := render(t, on(t, machines[0], h), c, Options{Scope: scope, Targets: []string{h.ID}})
	for _, p := range r.Plan.Patches {
		if p.Surface == wire.Server && p.Why == "MCP server" { // not what stands beside it
			entry += string(p.Value)
		}
	}
	for _, n := range r.Plan.Notices {
		if n.Surface == wire.Server {
			notices = append(notices, n.Message+" "+n.ManualEdit)
		}
	}
	return entry, notices
}

// TestReferencesNeverStandAsText: wherever a connector may name a variable, what
// is written is the host's own spelling, an argument that ac-proxy expands, or a
// node that ac-apply fills in when it is asked to; never a text that the server
// would get as it stands.
func TestReferencesNeverStandAsText(t *testing.T) {
	for _, p := range []struct{ name, server, more string }{
		{"command", `"transport":"stdio","command":"${env:SOME_VAR}"`, ""},
		{"args", `"transport":"stdio","command":"srv","args":["a ${env:SOME_VAR} b"]`, ""},
		{"env", `"transport":"stdio","command":"srv","env":{"T":"${env:SOME_VAR}"}`, ""},
		{"env of the same name", `"transport":"stdio","command":"srv","env":{"SOME_VAR":"${env:SOME_VAR}"}`, ""},
		{"env with a default", `"transport":"stdio","command":"srv","env":{"T":"${env:SOME_VAR:-none}"}`, ""},
		{"cwd", `"transport":"stdio","command":"srv","cwd":"${env:SOME_VAR}/x"`, ""},
		{"url", `"transport":"http","url":"https://${env:SOME_VAR}/mcp"`, ""},
		{"headers", `"transport":"http","url":"https://x.example/mcp","headers":{"X":"a ${env:SOME_VAR}"}`, ""},
		{"bearer", `"transport":"http","url":"https://x.example/mcp","auth":{"type":"bearerEnv","bearerEnvVar":"SOME_VAR"}`, ""},
		{"extra", `"transport":"stdio","command":"srv"`, `"extra":{"k":{"l":["${env:SOME_VAR}"]}}`},
	} {
		for _, h := range host.All {
			for _, scope := range []string{wire.ScopeUser, wire.ScopeProject} {
				for _, measured := range []bool{true, false} {
					entry, _ := entryWith(t, h, scope, part{server: p.server, more: p.more}, measured)
					owner := h
					if scope == wire.ScopeProject && h.Server.ProjectOf != "" {
						owner = host.Find(h.Server.ProjectOf)
					}
					how := outside(owner)
					if strings.HasPrefix(p.name, "env") || p.name == "headers" || p.name == "bearer" || p.name == "extra" {
						how = owner.Server.Expand
					}
					own := how == host.ExpandEnv || how == host.ExpandEnvDefault
					proxied := strings.Contains(entry, "ac-proxy") && (strings.Contains(entry, `"--expand"`) || strings.Contains(entry, `"--env"`) || strings.Contains(entry, `"--cwd"`))
					if text := string(bare([]byte(entry))); strings.Contains(text, "${env:") && !own && !proxied {
						t.Errorf("%s, scope %s, measured %v: %s stands as text in %s", h.ID, scope, measured, p.name, text)
					}
				}
			}
		}
	}
}

// The matrix has a word and a reason for each surface that a connector declares,
// on every host.
func TestExplainSaysWhyOnEveryHost(t *testing.T) {
	c := load(t, "testdata/full")
	c.Platforms = nil
	seen := map[string]bool{}
	for _, h := range host.All {
		for _, scope := range []string{wire.ScopeUser, wire.ScopeProject} {
			r := render(t, on(t, machines[0], h), c, Options{Scope: scope, Targets: []string{h.ID}})
			for _, s := range wire.Surfaces {
				i := slices.IndexFunc(r.Explain(), func(e wire.Explain) bool { return e.Surface == s })
				switch {
				case i < 0 && has(c, h.ID, s):
					t.Errorf("%s, scope %s: nothing is said of %s", h.ID, scope, s)
				case i >= 0 && r.Explain()[i].Reason == "":
					t.Errorf("%s, scope %s: %s is %s, and nothing says why or where", h.ID, scope, s, r.Explain()[i].Support)
				case i >= 0:
					seen[r.Explain()[i].Support] = true
				}
			}
		}
	}
	for _, s := range []string{"native", "degraded", "skipped"} {
		if !seen[s] {
			t.Errorf("no cell is %s", s)
		}
	}
}
