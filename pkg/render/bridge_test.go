package render

import (
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// A remote server is run under ac-proxy where the connector asks for it; else it is
// told that it is not measured, and why.
func TestRemoteServersUnderTheProxy(t *testing.T) {
	const (
		off    = `, "telemetry": {"enabled": false}`
		ac     = `"/home/jo/.agent-connector/bin/ac-proxy"`
		bearer = `{"transport":"http","url":"https://x.example/${env:P}","auth":{"type":"bearerEnv","bearerEnvVar":"TOK"},"headers":{"X":"100%(a"},"wrapForTelemetry":true}`
	)
	remote := func(more string) string { return `{"transport":"http","url":"https://x.example/mcp"` + more + `}` }
	for name, c := range map[string]struct {
		host, scope, server, more string
		proxied                   bool
		want                      string // part of the entry
		told                      string // part of a notice
	}{
		"by default it is not":       {"claude-code", "user", remote(``), "", false, `{"type":"http","url":"https://x.example/mcp"}`, "not measured: Claude Code reaches the remote server itself; wrapForTelemetry: true puts ac-proxy between them"},
		"said not to":                {"claude-code", "user", remote(`,"wrapForTelemetry":false`), "", false, `{"type":"http","url":"https://x.example/mcp"}`, "not measured: Claude Code reaches the remote server itself"},
		"asked for":                  {"claude-code", "user", remote(`,"wrapForTelemetry":true`), "", true, `{"type":"stdio","command":` + ac + `,"args":["--connector","gamma","--host","claude-code","--url","https://x.example/mcp"]}`, ""},
		"nothing is measured":        {"claude-code", "user", remote(`,"wrapForTelemetry":true`), off, false, `{"type":"http","url":"https://x.example/mcp"}`, ""},
		"a login":                    {"claude-code", "user", remote(`,"auth":{"type":"oauth"},"wrapForTelemetry":true`), "", false, `"type":"http"`, "not measured: the server wants OAuth, in which nothing may stand"},
		"a login, not asked for":     {"claude-code", "user", remote(`,"auth":{"type":"oauth"}`), "", false, `"type":"http"`, "not measured: the server wants OAuth, in which nothing may stand"},
		"in a project":               {"claude-code", "project", remote(`,"wrapForTelemetry":true`), "", false, `"type":"http"`, "not measured: a file of the project is shared"},
		"ws":                         {"claude-code", "user", `{"transport":"ws","url":"wss://x.example/ws","wrapForTelemetry":true}`, "", false, `"type":"ws"`, "not measured: ac-proxy does not speak ws"},
		"values stay out":            {"cursor", "user", bearer, "", true, `"args":["--connector","gamma","--host","cursor","--percent","--header","Authorization: Bearer %(TOK)","--header","X: 100%((a","--url","https://x.example/%(P)"]}`, ""},
		"and are passed on":          {"codex", "user", bearer, "", true, `"args":["--connector","gamma","--host","codex","--header","Authorization: Bearer ${env:TOK}","--header","X: 100%(a","--url","https://x.example/${env:P}"],"env_vars":["TOK","P"]}`, ""},
		"the host loads none":        {"codex", "user", `{"transport":"sse","url":"https://x.example/sse","wrapForTelemetry":true}`, "", true, `{"command":` + ac + `,"args":["--connector","gamma","--host","codex","--sse","--url","https://x.example/sse"]}`, ""},
		"tools are left out":         {"codex", "user", `{"transport":"http","url":"https://x.example/mcp","tools":{"exclude":["a*"]},"wrapForTelemetry":true}`, "", true, `"args":["--connector","gamma","--host","codex","--tools-exclude","a*","--url","https://x.example/mcp"]`, ""},
		"no variables there":         {"codebuff", "user", remote(`,"wrapForTelemetry":true`), "", true, `{"type":"stdio","command":` + ac + `,"args":["--connector","gamma","--host","codebuff","--url","https://x.example/mcp"]}`, ""},
		"their values are there":     {"codebuff", "user", `{"transport":"http","url":"https://x.example/mcp","headers":{"X":"${env:TOK}"},"wrapForTelemetry":true}`, "", true, `"args":["--connector","gamma","--host","codebuff","--header","X: ${env:TOK}","--url","https://x.example/mcp"],"env":{"expand":{"TOK":"${env:TOK}"}}}`, "env needs the value of TOK"},
		"the host loads no remote":   {"claude-desktop", "user", remote(``), "", false, "", "bridges to https://x.example/mcp; or, if the server wants no login (OAuth), say wrapForTelemetry: true"},
		"and gets it as a local one": {"claude-desktop", "user", remote(`,"wrapForTelemetry":true`), "", true, `{"command":` + ac + `,"args":["--connector","gamma","--host","claude-desktop","--url","https://x.example/mcp"]}`, ""},
		"and is not asked for":       {"codex", "user", `{"transport":"sse","url":"https://x.example/sse"}`, "", false, "", "bridges to https://x.example/sse; or, if the server wants no login (OAuth), say wrapForTelemetry: true: then ac-proxy is that bridge, and measures"},
		"and there is a login":       {"codex", "user", `{"transport":"sse","url":"https://x.example/sse","auth":{"type":"oauth"},"wrapForTelemetry":true}`, "", false, "", "bridges to https://x.example/sse\n"},
		"and nothing is measured":    {"codex", "user", `{"transport":"sse","url":"https://x.example/sse"}`, off, false, "", "bridges to https://x.example/sse\n"},
	} {
		in := lines(t, "linux")
		if !slices.Contains(trio, host.Find(c.host)) {
			in = on(t, machines[0], host.Find(c.host))
		}
		r := render(t, in, parse(t, `"server": `+c.server+c.more), Options{Scope: c.scope, Targets: []string{c.host}})
		entry, told := "", ""
		for _, p := range r.Plan.Patches {
			if p.Surface == wire.Server {
				entry = string(p.Value)
			}
		}
		for _, n := range r.Plan.Notices {
			told += n.Message + "\n" + n.ManualEdit + "\n"
		}
		if !strings.Contains(entry, c.want) || c.want == "" && entry != "" {
			t.Errorf("%s: entry %s, want %s", name, entry, c.want)
		}
		if !strings.Contains(told, c.told) || c.told == "" && strings.Contains(told, "not measured") {
			t.Errorf("%s: told %s", name, told)
		}
		for _, tool := range []string{"ac-proxy", "ac-proxy-http"} {
			if slices.Contains(r.Plan.Head.Tools, tool) != c.proxied {
				t.Errorf("%s: %s is needed: %v", name, tool, !c.proxied)
			}
		}
	}
}
