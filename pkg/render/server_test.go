package render

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/connector"
	"agentconnector/pkg/host"
	"agentconnector/pkg/node"
	"agentconnector/pkg/wire"
)

// parse makes a connector of the fields of a definition.
func parse(t testing.TB, fields string) *connector.Connector {
	c, err := connector.Parse("test", []byte(`{"id": "gamma", `+fields+`}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// entryOf is the server entry on a host, "" if none is written, and the
// warnings about it.
func entryOf(t testing.TB, in *Input, id, scope, server, more string) (entry string, warnings []string) {
	r := render(t, in, parse(t, `"server": `+server+more), Options{Scope: scope, Targets: []string{id}})
	for _, p := range r.Plan.Patches {
		if p.Surface == wire.Server {
			entry = string(p.Value)
		}
	}
	for _, n := range r.Plan.Notices {
		if n.Surface == wire.Server && (n.Level == wire.LevelWarn || strings.Contains(n.Message, "needs the value")) {
			warnings = append(warnings, n.Message+" "+n.ManualEdit)
		}
	}
	return entry, warnings
}

func TestServerEntries(t *testing.T) {
	const off = `, "telemetry": {"enabled": false}`
	for name, c := range map[string]struct {
		host, scope, server, more string
		want                      string // the entry; empty: none
		warn                      string // part of a warning; empty: no warning at all
	}{
		"unwrapped": {"claude-code", "user", `{"transport":"stdio","command":"srv"}`, off,
			`{"type":"stdio","command":"srv"}`, ""},
		"wrapForTelemetry false": {"cursor", "user", `{"transport":"stdio","command":"srv","wrapForTelemetry":false}`, "",
			`{"command":"srv"}`, ""},
		"ac-proxy leaves out what the host's lists cannot": {"cursor", "user", `{"transport":"stdio","command":"srv","tools":{"include":["get_*"],"exclude":["get_x"]}}`, "",
			`{"command":"/home/jo/.agent-connector/bin/ac-proxy","args":["--connector","gamma","--host","cursor","--tools-include","get_*","--tools-exclude","get_x","--","srv"]}`, ""},
		"and the host what they can": {"cursor", "user", `{"transport":"stdio","command":"srv","tools":{"include":["a","b"],"exclude":["b"]}}`, "",
			`{"command":"/home/jo/.agent-connector/bin/ac-proxy","args":["--connector","gamma","--host","cursor","--","srv"],"enabledTools":["a"]}`, ""},
		"definitions are not counted": {"cursor", "user", `{"transport":"stdio","command":"srv"}`, `, "telemetry": {"measureToolDefs": false}`,
			`{"command":"/home/jo/.agent-connector/bin/ac-proxy","args":["--connector","gamma","--host","cursor","--no-tool-defs","--","srv"]}`, ""},
		"nobody does where ac-proxy does not run": {"cursor", "user", `{"transport":"stdio","command":"srv","wrapForTelemetry":false,"tools":{"exclude":["b"]}}`, "",
			`{"command":"srv"}`, "Cursor cannot leave out the server's tools b: they are offered"},
		"family is passed on": {"cursor", "user", `{"transport":"stdio","command":"srv"}`, `, "telemetry": {"modelFamilyHint": "openai"}`,
			`{"command":"/home/jo/.agent-connector/bin/ac-proxy","args":["--connector","gamma","--host","cursor","--family","openai","--","srv"]}`, ""},
		"same name by name": {"codex", "user", `{"transport":"stdio","command":"srv","env":{"T":"${env:T}"}}`, off,
			`{"command":"srv","env_vars":["T"]}`, ""},
		"other name unwrapped": {"codex", "user", `{"transport":"stdio","command":"srv","env":{"T":"${env:U}"}}`, off,
			`{"command":"srv","env":{"T":{"env":"U"}}}`, "T=${env:U} needs the value of U, which Codex CLI does not look up there: it is written only with --resolve-env; otherwise it is left out"},
		"a variable named like a node": {"codex", "user", `{"transport":"stdio","command":"srv","env":{"env":"production"}}`, off,
			`{"command":"srv","env":{"literal":{"env":"production"}}}`, ""},
		"a variable named like a node, on a host that expands": {"cursor", "user", `{"transport":"stdio","command":"srv","env":{"expand":"${env:A}"}}`, off,
			`{"command":"srv","env":{"literal":{"expand":"${env:A}"}}}`, ""},
		"a default and text around": {"codex", "user", `{"transport":"stdio","command":"srv","env":{"A":"${env:A:-x}","literal":"a ${env:B}"}}`, off,
			`{"command":"srv","env":{"A":{"expand":"${env:A:-x}"},"literal":{"expand":"a ${env:B}"}}}`, "literal=a ${env:B} needs the value of B"},
		"one variable named like a node, with a node": {"codex", "user", `{"transport":"stdio","command":"srv","env":{"literal":"${env:B}"}}`, off,
			`{"command":"srv","env":{"literal":{"literal":{"env":"B"}}}}`, "literal=${env:B} needs the value of B"},
		"a reference in cwd, unwrapped": {"codex", "user", `{"transport":"stdio","command":"srv","cwd":"${env:D}/x"}`, off,
			`{"command":"srv","cwd":{"expand":"${env:D}/x"}}`, "the working directory ${env:D}/x needs the value of D"},
		"a reference for a program": {"codex", "user", `{"transport":"stdio","command":"${env:P}","args":["a"]}`, off,
			`{"command":{"env":"P"},"args":["a"]}`, "command needs the value of P, which Codex CLI does not look up there: it is written only with --resolve-env; otherwise no server is written"},
		"extra": {"codex", "user", `{"transport":"stdio","command":"srv"}`, off + `, "platforms":{"codex":{"extra":{"a":{"b":["${env:E}"]},"c":{"env":"x"}}}}`,
			`{"command":"srv","a":{"expand":{"b":["${env:E}"]}},"c":{"literal":{"env":"x"}}}`, "a needs the value of E"},
		"extra on a host that expands": {"claude-code", "user", `{"transport":"stdio","command":"srv"}`, off + `, "platforms":{"claude-code":{"extra":{"a":{"b":["${env:E}"]}}}}`,
			`{"type":"stdio","command":"srv","a":{"b":["${E}"]}}`, ""},
		"a reference in the arguments, unwrapped": {"codex", "user", `{"transport":"stdio","command":"srv","args":["${env:U}"]}`, off,
			`{"command":"srv","args":{"expand":["${env:U}"]}}`, "args needs the value of U, which Codex CLI does not look up there: it is written only with --resolve-env; otherwise no server is written"},
		"a reference in cwd goes through the proxy": {"codex", "user", `{"transport":"stdio","command":"srv","cwd":"${env:D}/x"}`, "",
			`{"command":"/home/jo/.agent-connector/bin/ac-proxy","args":["--connector","gamma","--host","codex","--cwd","${env:D}/x","--","srv"],"env_vars":["D"]}`, ""},
		"no cwd there": {"claude-code", "project", `{"transport":"stdio","command":"srv","cwd":"/x"}`, "",
			`{"type":"stdio","command":"srv"}`, "has no working directory for servers: /x is left out"},
		"timeouts round up": {"codex", "user", `{"transport":"stdio","command":"srv","timeoutMs":1001}`, off,
			`{"command":"srv","tool_timeout_sec":2}`, ""},
		"disabled": {"codex", "user", `{"transport":"stdio","command":"srv","enabled":false}`, off,
			`{"command":"srv","enabled":false}`, ""},
		"cannot be disabled": {"claude-code", "user", `{"transport":"stdio","command":"srv","enabled":false}`, "",
			"", "cannot keep a server that is switched off"},
		"http": {"claude-code", "user", `{"transport":"http","url":"https://x.example/mcp","headers":{"X-A":"${env:A:-b}"}}`, "",
			`{"type":"http","url":"https://x.example/mcp","headers":{"X-A":"${A:-b}"}}`, ""},
		"bearerEnv": {"cursor", "user", `{"transport":"http","url":"https://x.example/mcp","auth":{"type":"bearerEnv","bearerEnvVar":"TOK"}}`, "",
			`{"url":"https://x.example/mcp","headers":{"Authorization":"Bearer ${env:TOK}"}}`, ""},
		"bearerEnv has a field": {"codex", "user", `{"transport":"http","url":"https://x.example/mcp","auth":{"type":"bearerEnv","bearerEnvVar":"TOK"}}`, "",
			`{"url":"https://x.example/mcp","bearer_token_env_var":"TOK"}`, ""},
		"headers by name": {"codex", "user", `{"transport":"http","url":"https://x.example/mcp","headers":{"Authorization":"Bearer ${env:T}","X-L":"lit","X-W":"${env:W}"}}`, "",
			`{"url":"https://x.example/mcp","http_headers":{"X-L":"lit"},"env_http_headers":{"X-W":"W"},"bearer_token_env_var":"T"}`, ""},
		"a mixed header": {"codex", "user", `{"transport":"http","url":"https://x.example/mcp","headers":{"X-M":"a ${env:M}"}}`, "",
			`{"url":"https://x.example/mcp","http_headers":{"X-M":{"expand":"a ${env:M}"}}}`, "the header X-M needs the value of M, which Codex CLI does not look up there: it is written only with --resolve-env"},
		"a header wins over auth": {"cursor", "user", `{"transport":"http","url":"https://x.example/mcp","headers":{"authorization":"Basic ${env:B}"},"auth":{"type":"bearerEnv","bearerEnvVar":"TOK"}}`, "",
			`{"url":"https://x.example/mcp","headers":{"authorization":"Basic ${env:B}"}}`, ""},
		"a reference in the address": {"codex", "user", `{"transport":"http","url":"${env:URL}"}`, "",
			`{"url":{"env":"URL"}}`, "url needs the value of URL, which Codex CLI does not look up there: it is written only with --resolve-env; otherwise no server is written"},
		"in a project": {"codex", "project", `{"transport":"http","url":"${env:URL}/x"}`, "",
			`{"url":{"expand":"${env:URL}/x"}}`, "with --resolve-env, and never into a file of the project"},
		"sse": {"claude-code", "user", `{"transport":"sse","url":"https://x.example/sse"}`, "", `{"type":"sse","url":"https://x.example/sse"}`, ""},
		"ws":  {"claude-code", "user", `{"transport":"ws","url":"wss://x.example/ws"}`, "", `{"type":"ws","url":"wss://x.example/ws"}`, ""},
		"sse is not loaded": {"codex", "user", `{"transport":"sse","url":"https://x.example/sse"}`, "",
			"", "loads no sse server from /home/jo/.codex/config.toml: none is written give Codex CLI a server of its own in connector.json: platforms.codex.server with transport stdio or http"},
		"ws is not loaded": {"cursor", "user", `{"transport":"ws","url":"wss://x.example/ws"}`, "", "", "loads no ws server"},
		"every tool":       {"codex", "user", `{"transport":"http","url":"https://x.example/mcp","tools":{"include":["*"]}}`, "", `{"url":"https://x.example/mcp"}`, ""},
		"some tools": {"cursor", "user", `{"transport":"http","url":"https://x.example/mcp","tools":{"include":["a","b"]}}`, "",
			`{"url":"https://x.example/mcp","enabledTools":["a","b"]}`, ""},
		"globs among them": {"codex", "user", `{"transport":"http","url":"https://x.example/mcp","tools":{"include":["a","b*"]}}`, "",
			`{"url":"https://x.example/mcp"}`, "cannot limit the server's tools to a, b*: all are offered"},
	} {
		got, warnings := entryOf(t, lines(t, "linux"), c.host, c.scope, c.server, c.more)
		if got != c.want || !json.Valid([]byte(got)) && got != "" {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
		if c.warn == "" && len(warnings) > 0 || c.warn != "" && !strings.Contains(strings.Join(warnings, "\n"), c.warn) {
			t.Errorf("%s: warnings %q, want %q", name, warnings, c.warn)
		}
	}
}

// Case 25: npx is a batch file on Windows, which most programs cannot start.
func TestBatchFilesOnWindows(t *testing.T) {
	const off = `, "telemetry": {"enabled": false}`
	for name, c := range map[string]struct{ os, scope, server, want, warn string }{
		"npx":            {"windows", "user", `{"transport":"stdio","command":"npx","args":["-y","gamma"]}`, `{"command":"cmd","args":["/c","npx","-y","gamma"]}`, ""},
		"a path to it":   {"windows", "user", `{"transport":"stdio","command":"C:\\n\\NPX.cmd"}`, `{"command":"cmd","args":["/c","C:\\n\\NPX.cmd"]}`, ""},
		"wrapped before": {"windows", "user", `{"transport":"stdio","command":"cmd","args":["/c","npx"]}`, `{"command":"cmd","args":["/c","npx"]}`, ""},
		"an exe":         {"windows", "user", `{"transport":"stdio","command":"node.exe","args":["a&b"]}`, `{"command":"node.exe","args":["a&b"]}`, ""},
		"special":        {"windows", "user", `{"transport":"stdio","command":"npx","args":["100%"]}`, "", "would not pass the argument 100% on unchanged"},
		"linux":          {"linux", "user", `{"transport":"stdio","command":"npx","args":["-y"]}`, `{"command":"npx","args":["-y"]}`, ""},
		"darwin":         {"darwin", "user", `{"transport":"stdio","command":"npx","args":["-y"]}`, `{"command":"npx","args":["-y"]}`, ""},
		"shared":         {"windows", "project", `{"transport":"stdio","command":"npx"}`, `{"command":"npx"}`, "written without, because the project is shared"},
	} {
		got, warnings := entryOf(t, lines(t, c.os), "cursor", c.scope, c.server, off)
		if got != c.want || c.warn == "" && len(warnings) > 0 || c.warn != "" && !strings.Contains(strings.Join(warnings, "\n"), c.warn) {
			t.Errorf("%s: %s %q\nwant %s %q", name, got, warnings, c.want, c.warn)
		}
	}
}

// On a host that looks up some references itself, a text that stands beside one
// that it does not, and the value of that one, must not look like its own.
func TestNodesOnHostsThatReadMoreThanText(t *testing.T) {
	const off = `, "telemetry": {"enabled": false}`
	for name, c := range map[string]struct{ server, value, refuse, warn string }{
		"its own":    {`{"transport":"stdio","command":"srv","env":{"T":"${env:X}"}}`, `{"command":"srv","env":{"T":"${X}"}}`, "", ""},
		"a default":  {`{"transport":"stdio","command":"srv","env":{"T":"${env:X:-d}"}}`, `{"command":"srv","env":{"T":{"expand":"${env:X:-d}"}}}`, "$", "needs the value of X"},
		"beside it":  {`{"transport":"stdio","command":"srv","env":{"T":"$5 ${env:X:-d}"}}`, `{"command":"srv"}`, "", "would take a part of T=$5 ${env:X:-d} for a variable of its own: it is left out"},
		"in it":      {`{"transport":"stdio","command":"srv","args":["${env:X:-$d}"]}`, "", "", "would take a part of args for a variable of its own: no server is written"},
		"arguments":  {`{"transport":"stdio","command":"$5srv","args":["${env:A}","${env:X:-d}"]}`, `{"command":"$5srv","args":{"expand":["${env:A}","${env:X:-d}"]}}`, "$", "needs the value of A, X"},
		"a word":     {`{"transport":"stdio","command":"srv","args":["$HOME/x"],"env":{"T":"a$b"}}`, "", "", "would take a part of $HOME/x for a variable: no server is written"},
		"in a value": {`{"transport":"stdio","command":"srv","env":{"T":"a$b"}}`, `{"command":"srv"}`, "", "would take a part of T=a$b for a variable"},
		"a program":  {`{"transport":"stdio","command":"${env:P:-p}","args":["${env:A}"]}`, `{"command":{"expand":"${env:P:-p}"},"args":{"expand":["${env:A}"]}}`, "$", "needs the value of P"},
	} {
		value, refuse, notes := "", "", ""
		r := render(t, on(t, machines[0], host.Find("qwen-code")), parse(t, `"server": `+c.server+off), Options{Scope: "user"})
		for _, p := range r.Plan.Patches {
			if p.Surface == wire.Server {
				value, refuse = string(p.Value), strings.Join(p.Refuse, " ")
			}
		}
		for _, n := range r.Plan.Notices {
			notes += n.Message + "\n"
		}
		if value != c.value || refuse != c.refuse || !strings.Contains(notes, c.warn) {
			t.Errorf("%s: %s, refuses %q\n%s", name, value, refuse, notes)
		}
	}
}

// What a value of a variable would be to cmd.exe nobody knows before.
func TestBatchFilesAndValuesNotKnownYet(t *testing.T) {
	const server, off = `{"transport":"stdio","command":"npx","args":["${env:A}"]}`, `, "telemetry": {"enabled": false}`
	got, warnings := entryOf(t, lines(t, "windows"), "codex", "user", server, off)
	if got != "" || !strings.Contains(strings.Join(warnings, "\n"), "may not pass the value of A on unchanged: no server is written") {
		t.Errorf("%s %q", got, warnings)
	}
}

// A project's files are shared: they hold nothing of this machine, and no host
// gets a reference in a spelling that is not its own.
func TestNothingOfTheMachineInAProject(t *testing.T) {
	for _, m := range machines {
		in := lines(t, m.OS)
		r := render(t, in, load(t, "testdata/full"), Options{Scope: "project"})
		if len(r.Plan.Patches) == 0 {
			t.Fatal("nothing rendered")
		}
		for _, p := range r.Plan.Patches {
			if p.Surface == wire.State {
				continue
			}
			text := strings.ReplaceAll(string(bare(p.Value)), `\\`, `\`)
			for _, secret := range []string{m.Home, m.Project, in.Machine.ACHome, "ac-proxy"} {
				if strings.Contains(text, secret) {
					t.Errorf("%s: %s holds %s", m.OS, p.Path, secret)
				}
			}
			if p.Surface == wire.Server && host.Find(p.Hosts[0]).Server.Expand != host.ExpandEnvDefault && strings.Contains(text, "${env:") {
				t.Errorf("%s: %s holds a reference that the host does not know: %s", m.OS, p.Path, text)
			}
		}
	}
}

// bare is a value without what only --resolve-env would write.
func bare(v wire.Raw) wire.Raw {
	words, refs := node.Read(v)
	return node.Rewrite(words, func(at []string, _ wire.Raw) (wire.Raw, bool) {
		return nil, slices.ContainsFunc(refs, func(r node.Ref) bool { return slices.Equal(r.At, at) })
	})
}

func TestEntriesAreObjectsWithEachKeyOnce(t *testing.T) {
	r := render(t, lines(t, "linux"), load(t, "testdata/full"), Options{})
	for _, p := range r.Plan.Patches {
		if p.Surface != wire.Server {
			continue
		}
		var keys []string
		d := json.NewDecoder(strings.NewReader(string(p.Value)))
		for depth := 0; ; {
			tok, err := d.Token()
			if err != nil {
				break
			}
			switch x := tok.(type) {
			case json.Delim:
				depth += map[json.Delim]int{'{': 1, '[': 1, '}': -1, ']': -1}[x]
			case string:
				if depth == 1 && d.More() {
					keys = append(keys, x)
				}
			}
		}
		words := []string{"command", "args"}
		if host.Find(p.Hosts[0]).Server.Stdio.Argv != "" {
			words = words[:1]
		}
		for _, k := range words {
			if n := len(slices.DeleteFunc(slices.Clone(keys), func(s string) bool { return s != k })); n != 1 {
				t.Errorf("%s: key %s occurs %d times in %s", p.Path, k, n, p.Value)
			}
		}
	}
}

// No object of an entry has a key twice, on any host.
func TestNoKeyTwice(t *testing.T) {
	c := load(t, "testdata/full")
	for _, h := range host.All {
		for _, p := range render(t, on(t, machines[0], h), c, Options{Targets: []string{h.ID}}).Plan.Patches {
			if k := twice(json.NewDecoder(strings.NewReader(string(p.Value)))); p.Surface == wire.Server && k != "" {
				t.Errorf("%s: %s twice in %s", h.ID, k, p.Value)
			}
		}
	}
}

// twice reads one value and gives a key that an object in it has twice.
func twice(d *json.Decoder) string {
	open, _ := d.Token()
	found := ""
	if open != json.Delim('{') && open != json.Delim('[') {
		return ""
	}
	seen := map[any]bool{}
	for d.More() {
		if open == json.Delim('{') {
			k, _ := d.Token()
			if seen[k] {
				found, _ = k.(string)
			}
			seen[k] = true
		}
		if in := twice(d); in != "" {
			found = in
		}
	}
	_, _ = d.Token()
	return found
}

// A server that a connector has for one host alone goes into the file that the host
// shares, and the owner of the file gets it, too: on every host.
func TestAServerForOneHostAlone(t *testing.T) {
	for _, h := range host.All {
		for _, scope := range []string{wire.ScopeUser, wire.ScopeProject} {
			c := parse(t, `"memory": [{"content": "x"}], "platforms": {"`+h.ID+`": {"server": {"transport":"stdio","command":"only-here"}}}`)
			r := render(t, on(t, machines[0], h), c, Options{Scope: scope, Targets: []string{h.ID}})
			written, told := false, ""
			for _, p := range r.Plan.Patches {
				written = written || p.Surface == wire.Server && strings.Contains(string(p.Value), "only-here")
			}
			for _, n := range r.Plan.Notices {
				if n.Surface == wire.Server {
					told += n.Message + "\n"
				}
			}
			if !written && told == "" {
				t.Errorf("%s, scope %s: no server, and nothing is said", h.ID, scope)
			}
			if shares := scope == wire.ScopeProject && h.Server.ProjectOf != ""; shares && (!written || !strings.Contains(told, "it gets the server, too")) {
				t.Errorf("%s, scope %s: written %v, told %s", h.ID, scope, written, told)
			}
		}
	}
}
