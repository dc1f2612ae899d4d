package render

import (
	"encoding/json"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"agentconnector/pkg/host"
)

// What hosts make of the texts in an entry, and what is not written therefore.
func TestDialects(t *testing.T) {
	const off = `, "telemetry": {"enabled": false}`
	const ac = `"/home/jo/.agent-connector/bin/ac-proxy"`
	for name, c := range map[string]struct {
		host, scope, server, more string
		want                      string // the entry; empty: none
		warn                      string // part of a warning; empty: no warning at all
	}{
		"nothing is run by a here-document": {"crush", "user", "{\"transport\":\"stdio\",\"command\":\"srv\",\"args\":[\"$(id)\",\"`id`\",\"C:\\\\x\",\"q\\\"y\"],\"env\":{\"A\":\"$B ${env:C}\"}}", off,
			"{\"type\":\"stdio\",\"command\":\"srv\",\"args\":[\"\\\\$(id)\",\"\\\\`id\\\\`\",\"C:\\\\\\\\x\",\"q\\\"y\"],\"env\":{\"A\":\"\\\\$B ${C}\"}}", ""},
		"a here-document has defaults": {"crush", "user", `{"transport":"http","url":"https://${env:H:-a.example}/mcp?$filter=1","headers":{"X":"${env:T}"}}`, "",
			`{"type":"http","url":"https://${H:-a.example}/mcp?\\$filter=1","headers":{"X":"${T}"}}`, ""},
		"but none with quotes": {"crush", "user", `{"transport":"stdio","command":"srv","env":{"A":"${env:C:-it's}"}}`, "",
			`{"type":"stdio","command":` + ac + `,"args":["--connector","gamma","--host","crush","--percent","--env","A=%(C:-it's)","--","srv"]}`, ""},
		"capitals in the middle": {"codebuff", "user", `{"transport":"stdio","command":"srv","env":{"A":"x-${env:B}.y"}}`, off,
			`{"type":"stdio","command":"srv","env":{"A":"x-$B.y"}}`, ""},
		"capitals at the beginning": {"codebuff", "user", `{"transport":"stdio","command":"srv","env":{"A":"${env:B}"}}`, off,
			`{"type":"stdio","command":"srv","env":{"A":{"env":"B"}}}`, "A=${env:B} needs the value of B"},
		"at the beginning of a header they are right": {"codebuff", "user", `{"transport":"http","url":"https://x.example/mcp","headers":{"X":"${env:B}","Y":"${env:b}"}}`, "",
			`{"type":"http","url":"https://x.example/mcp","headers":{"X":"$B","Y":{"env":"b"}}}`, "the header Y needs the value of b"},
		"capitals run on": {"codebuff", "user", `{"transport":"stdio","command":"srv","env":{"A":"x${env:B}C"}}`, off,
			`{"type":"stdio","command":"srv","env":{"A":{"expand":"x${env:B}C"}}}`, "A=x${env:B}C needs the value of B"},
		"a text with a dollar": {"codebuff", "user", `{"transport":"stdio","command":"srv","args":["$HOME"],"env":{"A":"a$HOME","B":"5$","C":"$"}}`, off,
			`{"type":"stdio","command":"srv","args":["$HOME"],"env":{"B":"5$"}}`, "would take a part of A=a$HOME for a variable: it is left out"},
		"the proxy has no variables there": {"codebuff", "user", `{"transport":"stdio","command":"srv","args":["${env:T}"]}`, "",
			`{"type":"stdio","command":` + ac + `,"args":{"expand":["--connector","gamma","--host","codebuff","--","srv","${env:T}"]}}`, "args needs the value of T"},
		"no key that it does not know": {"codebuff", "user", `{"transport":"stdio","command":"srv"}`, off + `, "platforms":{"codebuff":{"extra":{"a":1}}}`,
			`{"type":"stdio","command":"srv"}`, "platforms.codebuff.extra.a is dropped"},
		"no reference in the file": {"warp", "user", `{"transport":"stdio","command":"srv","args":["${env:T}","100%(x)"],"env":{"A":"${env:B:-c}"},"cwd":"/x%(y)"}`, "",
			`{"command":` + ac + `,"args":["--connector","gamma","--host","warp","--percent","--expand","--env","A=%(B:-c)","--","srv","%(T)","100%((x)"],"working_directory":"/x%(y)"}`, ""},
		"text of a template": {"warp", "user", `{"transport":"stdio","command":"srv","args":["{{x}}"]}`, "",
			"", "would take a part of {{x}} for a variable: no server is written write [mcp server gamma] into a script"},
		"a text and a reference": {"warp", "user", `{"transport":"stdio","command":"srv","env":{"A":"${B}${env:C}"}}`, "",
			"", "would take a part of ${B}${env:C} for a variable: no server is written"},
		"a header of a template": {"warp", "user", `{"transport":"http","url":"https://x.example/mcp","headers":{"X":"${y}"}}`, "",
			`{"url":"https://x.example/mcp"}`, "would take a part of the header X for a variable: it is left out"},
		"capitals in braces": {"openclaw", "user", `{"transport":"stdio","command":"srv","args":["x${env:B}/$${Y}","$HOME ${HOME} $${HOME} ${home}"],"env":{"A":"${env:B}"},"cwd":"/${env:B}","tools":{"include":["a_*"]},"enabled":false}`, off,
			`{"command":"srv","args":["x${B}/$$${Y}","$HOME $${HOME} $$${HOME} ${home}"],"env":{"A":"${B}"},"cwd":"/${B}","enabled":false,"toolFilter":{"include":["a_*"]}}`, ""},
		"a dollar before them": {"openclaw", "user", `{"transport":"stdio","command":"srv","env":{"A":"$${env:B}","C":"${env:b}"}}`, off,
			`{"command":"srv","env":{"A":{"expand":"$${env:B}"},"C":{"env":"b"}}}`, "A=$${env:B} needs the value of B"},
		"a login of its own": {"openclaw", "user", `{"transport":"sse","url":"https://x.example/sse","auth":{"type":"oauth"}}`, "",
			`{"transport":"sse","url":"https://x.example/sse","auth":"oauth"}`, ""},
		"a command instead of a file": {"nemoclaw", "user", `{"transport":"http","url":"https://x.example/mcp","auth":{"type":"bearerEnv","bearerEnvVar":"TOKEN"},"tools":{"exclude":["drop_*","wipe"]}}`, "",
			"", "run nemoclaw SANDBOX mcp add gamma --url https://x.example/mcp --env TOKEN --deny-tool 'drop_*' --deny-tool wipe"},
		"a command that takes no more": {"nemoclaw", "user", `{"transport":"http","url":"https://x.example/mcp","headers":{"X":"y"}}`, "",
			"", "no headers for servers but that of a bearer token: X is left out"},
		"nothing on this side of a sandbox": {"nemoclaw", "user", `{"transport":"stdio","command":"srv"}`, "",
			"", "NemoClaw loads no stdio server: none is added"},
		"a line": {"mux", "user", `{"transport":"stdio","command":"srv","args":["$(id)","it's","${env:T}/x","${env:U:-a$b\"c}"],"env":{"A":"b c"},"cwd":"/s p"}`, off,
			`"cd '/s p' && A='b c' srv '$(id)' 'it'\\''s' \"${T}\"/x \"${U:-a\\$b\\\"c}\""`, ""},
		"a line that is switched off": {"mux", "user", `{"transport":"stdio","command":"srv","enabled":false}`, off,
			`{"command":"srv","disabled":true}`, ""},
		"a line under the proxy": {"mux", "user", `{"transport":"stdio","command":"srv","args":["${env:T}"]}`, "",
			`"/home/jo/.agent-connector/bin/ac-proxy --connector gamma --host mux -- srv \"${T}\""`, ""},
		"a variable that must be set": {"droid", "user", `{"transport":"stdio","command":"srv","args":["${A}"],"env":{"A":"x ${env:B}","C":"${D}"}}`, "",
			`{"type":"stdio","command":` + ac + `,"args":["--connector","gamma","--host","droid","--env","A=x ${env:B}","--","srv","${A}"]}`, "would take a part of C=${D} for a variable: it is left out"},
		"a word in the file of another host": {"copilot-cli", "project", `{"transport":"stdio","command":"srv","args":["$HOME/x"],"env":{"A":"${env:B:-c}","D":"a$b"}}`, "",
			`{"type":"stdio","command":"srv","args":["$HOME/x"],"env":{"A":"${B:-c}","D":"a$b"}}`, "GitHub Copilot CLI reads the entry of Claude Code, and takes a part of $HOME/x for a variable \nGitHub Copilot CLI reads the entry of Claude Code, and takes a part of D for a variable"},
		"a word and a default": {"gemini-cli", "user", `{"transport":"stdio","command":"srv","env":{"A":"${env:B:-c}","D":"5$"}}`, off,
			`{"command":"srv","env":{"A":"${B:-c}","D":"5$"}}`, ""},
		"the settings of a server in Zed": {"zed", "user", `{"transport":"stdio","command":"srv"}`, off + `, "platforms":{"zed":{"extra":{"settings":{"dsn":"x"}}}}`,
			`{"command":"srv","settings":{"dsn":"x"}}`, ""},
		"a client that nobody knows": {"generic-mcp", "user", `{"transport":"http","url":"https://x.example/mcp"}`, "",
			"", `add to the MCP servers of another MCP client: "gamma": {"type":"http","url":"https://x.example/mcp"}`},
	} {
		got, warnings := entryOf(t, on(t, machines[0], host.Find(c.host)), c.host, c.scope, c.server, c.more)
		if got != c.want || !json.Valid([]byte(got)) && got != "" {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
		if c.warn == "" && len(warnings) > 0 || c.warn != "" && !strings.Contains(strings.Join(warnings, "\n"), c.warn) {
			t.Errorf("%s: warnings %q, want %q", name, warnings, c.warn)
		}
	}
}

// A host that gives every command to cmd.exe gets none that means something else
// there.
func TestWindowsCommandsThroughCmd(t *testing.T) {
	for server, ok := range map[string]bool{
		`{"transport":"stdio","command":"npx","args":["-y","x"]}`:   true,
		`{"transport":"stdio","command":"srv","args":["a&calc"]}`:   false,
		`{"transport":"stdio","command":"srv","args":["%PATH%"]}`:   false,
		`{"transport":"stdio","command":"srv","args":["${env:T}"]}`: false, // ac-proxy's spelling has parentheses
	} {
		got, warnings := entryOf(t, on(t, machines[2], host.Find("warp")), "warp", "user", server, "")
		if (got != "") != ok || ok == (len(warnings) > 0) {
			t.Errorf("%s: %s %q", server, got, warnings)
		}
	}
}

// Whatever the words are, the shell hands on the same, and runs nothing in them.
func TestLineInAShell(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no sh")
	}
	words := []string{"$(echo no)", "`echo no`", `q"x`, "it's", `\`, "a b", "", "*", "~", "a=b", "$X", "-n", "x\ny", "${env:SET}", "a ${env:SET} $SET", "${env:NONE:-d \"e\" `f` $g \\ 'h'}"}
	want := []string{"$(echo no)", "`echo no`", `q"x`, "it's", `\`, "a b", "", "*", "~", "a=b", "$X", "-n", "x\ny", "v w", "a v w $SET", "d \"e\" `f` $g \\ 'h'"}
	line := "printf '<%s>'"
	for _, w := range words {
		line += " " + shellText(w)
	}
	cmd := exec.Command("sh", "-c", line)
	cmd.Env = []string{"SET=v w", "PATH=/usr/bin:/bin"}
	out, err := cmd.CombinedOutput()
	if got := string(out); err != nil || got != "<"+strings.Join(want, "><")+">" {
		t.Errorf("%v\n got %s\nwant <%s>\nline %s", err, got, strings.Join(want, "><"), line)
	}
}
