package render

import (
	"strings"
	"testing"

	"agentconnector/pkg/connector"
	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// Entries of the hosts that keep them in YAML, as the JSON that ac-apply writes
// there: what each must have, what it looks up, and what it cannot be given.
func TestYAMLHosts(t *testing.T) {
	const off = `, "telemetry": {"enabled": false}`
	const ac = `"/home/jo/.agent-connector/bin/ac-proxy"`
	const must = `"enabled":true,"timeout":300`
	for name, c := range map[string]struct {
		host, scope, server, more string
		want                      string // the entry; empty: none
		warn                      string // part of a warning; empty: no warning at all
	}{
		"every key that goose wants (case 09)": {"goose", "user", `{"transport":"stdio","command":"npx","args":["-y","gamma"]}`, off,
			`{"type":"stdio","name":"gamma","cmd":"npx","args":["-y","gamma"],` + must + `,"envs":{}}`, ""},
		"also without arguments": {"goose", "user", `{"transport":"stdio","command":"srv"}`, off,
			`{"type":"stdio","name":"gamma","cmd":"srv",` + must + `,"args":[],"envs":{}}`, ""},
		"what is said counts": {"goose", "user", `{"transport":"stdio","command":"srv","enabled":false,"timeoutMs":1500,"env":{"A":"b"}}`, off + `,"platforms":{"goose":{"extra":{"description":"d"}}}`,
			`{"type":"stdio","name":"gamma","cmd":"srv","envs":{"A":"b"},"timeout":2,"enabled":false,"description":"d","args":[]}`, ""},
		"an extra in place of a default": {"goose", "user", `{"transport":"stdio","command":"srv"}`, off + `,"platforms":{"goose":{"extra":{"timeout":9}}}`,
			`{"type":"stdio","name":"gamma","cmd":"srv","timeout":9,"enabled":true,"args":[],"envs":{}}`, ""},
		"names to offer need none to leave out": {"goose", "user", `{"transport":"stdio","command":"srv","tools":{"include":["a","b"],"exclude":["b*","c"]}}`, off,
			`{"type":"stdio","name":"gamma","cmd":"srv","available_tools":["a"],` + must + `,"args":[],"envs":{}}`, ""},
		"a list to leave out alone": {"goose", "user", `{"transport":"stdio","command":"srv","tools":{"exclude":["c"]}}`, off,
			`{"type":"stdio","name":"gamma","cmd":"srv",` + must + `,"args":[],"envs":{}}`, "goose cannot leave out the server's tools c"},
		"variables that goose drops": {"goose", "user", `{"transport":"stdio","command":"srv","env":{"Path":"/x","A":"b"}}`, "",
			`{"type":"stdio","name":"gamma","cmd":` + ac + `,"args":["--connector","gamma","--host","goose","--env","Path=/x","--","srv"],"envs":{"A":"b"},` + must + `}`, ""},
		"and nobody else can set": {"goose", "user", `{"transport":"stdio","command":"srv","env":{"NODE_OPTIONS":"-x"}}`, off,
			`{"type":"stdio","name":"gamma","cmd":"srv",` + must + `,"args":[],"envs":{}}`, "goose lets no server set the variable NODE_OPTIONS"},
		"a remote server looks up what it lists": {"goose", "user", `{"transport":"http","url":"https://${env:H}.example/mcp?$filter=1","headers":{"X":"a ${env:T}","Y":"$5"},"auth":{"type":"bearerEnv","bearerEnvVar":"T"}}`, "",
			`{"type":"streamable_http","name":"gamma","uri":"https://${H}.example/mcp?$filter=1","headers":{"Authorization":"Bearer ${T}","X":"a ${T}","Y":"$5"},"env_keys":["H","T"],` + must + `}`, ""},
		"and not what only looks like it": {"goose", "user", `{"transport":"http","url":"https://x.example/mcp","headers":{"X":"${env:T}","Y":"$T","Z":"${env:T} ${T}"}}`, "",
			`{"type":"streamable_http","name":"gamma","uri":"https://x.example/mcp","headers":{"X":"${T}"},"env_keys":["T"],` + must + `}`, "would take a part of the header Y for a variable"},
		"nor a name in small letters, nor a default": {"goose", "user", `{"transport":"http","url":"https://x.example/mcp","headers":{"X":"${env:t}","Y":"${env:T:-d}"}}`, "",
			`{"type":"streamable_http","name":"gamma","uri":"https://x.example/mcp","headers":{"X":{"env":"t"},"Y":{"expand":"${env:T:-d}"}},` + must + `}`, "the header X needs the value of t"},
		"goose has dropped SSE": {"goose", "user", `{"transport":"sse","url":"https://x.example/sse"}`, "", "", "goose loads no sse server"},
		"a project's server is one of a plugin": {"goose", "project", `{"transport":"stdio","command":"npx","args":["-y","gamma"],"env":{"A":"b"},"cwd":"/s"}`, off,
			`{"command":"npx","args":["-y","gamma"],"env":{"A":"b"},"cwd":"/s"}`, ""},
		"which are local":       {"goose", "project", `{"transport":"http","url":"https://x.example/mcp"}`, "", "", "goose loads no http server from /home/jo/shop/.agents/plugins/agent-connector-project/.mcp.json"},
		"and read one variable": {"goose", "project", `{"transport":"stdio","command":"srv","args":["$HOME","${PLUGIN_ROOT}"]}`, off, "", "would take a part of ${PLUGIN_ROOT} for a variable"},

		"Hermes has its own spelling": {"hermes", "user", `{"transport":"stdio","command":"srv","args":["${env:A}/x","$B"],"env":{"C":"${env:D}"}}`, off,
			`{"command":"srv","args":["${A}/x","$B"],"env":{"C":"${D}"}}`, ""},
		"which has no escape": {"hermes", "user", `{"transport":"stdio","command":"srv","args":["${userHome}"]}`, off, "", "would take a part of ${userHome} for a variable: no server is written"},
		"nor a default": {"hermes", "user", `{"transport":"stdio","command":"srv","env":{"C":"${env:D:-e}","F":"${G}"}}`, off,
			`{"command":"srv","env":{"C":{"expand":"${env:D:-e}"}}}`, "would take a part of F=${G} for a variable"},
		"tools in an object, and globs": {"hermes", "user", `{"transport":"stdio","command":"srv","tools":{"include":["get_*","a","b"],"exclude":["b"]},"enabled":false,"timeoutMs":5000}`, off,
			`{"command":"srv","timeout":5,"enabled":false,"tools":{"include":["get_*","a"]}}`, "cannot leave out the server's tools b: they are offered"},
		"names alone need no second list": {"hermes", "user", `{"transport":"stdio","command":"srv","tools":{"include":["a","b"],"exclude":["b"]}}`, off,
			`{"command":"srv","tools":{"include":["a"]}}`, ""},
		"what is left out": {"hermes", "user", `{"transport":"sse","url":"https://x.example/sse","tools":{"include":["*"],"exclude":["drop_*"]}}`, "",
			`{"transport":"sse","url":"https://x.example/sse","tools":{"exclude":["drop_*"]}}`, ""},
		"OAuth has a field": {"hermes", "user", `{"transport":"http","url":"https://x.example/mcp","auth":{"type":"oauth"}}`, "",
			`{"url":"https://x.example/mcp","auth":"oauth"}`, ""},
		"no servers of a project": {"hermes", "project", `{"transport":"stdio","command":"srv"}`, off, "", "keeps no servers in scope project"},
	} {
		got, warnings := entryOf(t, on(t, machines[0], host.Find(c.host)), c.host, c.scope, c.server, c.more)
		if got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
		if c.warn == "" && len(warnings) > 0 || c.warn != "" && !strings.Contains(strings.Join(warnings, "\n"), c.warn) {
			t.Errorf("%s: warnings %q, want %q", name, warnings, c.warn)
		}
	}
}

// A word that Hermes takes for an attack must not come into its file with us:
// neither from the connector's id nor from the name of a block.
func TestShunnedWords(t *testing.T) {
	for fields, shuns := range map[string]bool{
		`"id": "acme", "memory": [{"content": "a"}]`:                                              false,
		`"id": "design-system", "memory": [{"content": "a"}]`:                                     true,
		`"id": "ecosystem2", "memory": [{"content": "a"}, {"name": "overrides", "content": "b"}]`: false,
		`"id": "acme", "memory": [{"content": "a"}, {"name": "system1", "content": "b"}]`:         true,
	} {
		c, err := connector.Parse("test", []byte("{"+fields+"}"), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{"hermes", "goose"} {
			r := render(t, on(t, machines[0], host.Find(id)), c, Options{Scope: wire.ScopeProject, Targets: []string{id}})
			blocks := 0
			for _, p := range r.Plan.Patches {
				if p.Surface == wire.Memory {
					blocks++
				}
			}
			want := shuns && id == "hermes"
			if (blocks == 0) != want || want != (len(r.Plan.Notices) > 0) {
				t.Errorf("%s on %s: %d blocks, %+v", fields, id, blocks, r.Plan.Notices)
			}
		}
	}
}
