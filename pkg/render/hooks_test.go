package render

import (
	"encoding/json"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// hookOf is the value and the command of the hook on one native event.
func hookOf(t testing.TB, r *Result, native string) (value, command string) {
	for _, p := range r.Plan.Patches {
		if p.Surface == wire.Hooks && p.At[len(p.At)-1] == native {
			return string(p.Value), p.Identity.Value
		}
	}
	t.Fatalf("no hook on %s", native)
	return "", ""
}

// Case 30: one definition, each host's own unit, never 0.
func TestTimeoutsInTheHostsUnit(t *testing.T) {
	for _, c := range []struct {
		ms       string
		want     string
		warnings int
	}{
		{"1", `"timeout":1`, 0}, {"999", `"timeout":1`, 0}, {"1000", `"timeout":1`, 0}, {"1001", `"timeout":2`, 0},
		{"2000", `"timeout":2`, 0}, {"60000", `"timeout":60`, 0}, {"60001", `"timeout":61`, 1},
	} {
		for id, native := range map[string]string{"claude-code": "PreToolUse", "codex": "PreToolUse", "cursor": "preToolUse"} {
			conn := parse(t, `"hooks": {"PreToolUse": {"matcher": "Read", "handler": {"command": ["x"], "timeoutMs": `+c.ms+`}}}`)
			r := render(t, lines(t, "linux"), conn, Options{Targets: []string{id}})
			if v, _ := hookOf(t, r, native); !strings.Contains(v, c.want) {
				t.Errorf("%s ms on %s: %s", c.ms, id, v)
			}
			n := 0
			for _, x := range r.Plan.Notices {
				if x.Level == wire.LevelWarn {
					n++
				}
			}
			if n != c.warnings {
				t.Errorf("%s ms on %s: %d warnings, want %d", c.ms, id, n, c.warnings)
			}
		}
	}
	if inUnit(host.Millis, 2000) != 2000 || inUnit(host.Seconds, 2000) != 2 {
		t.Error("units")
	}
}

// A denial on error stands in the pointer itself, when any handler asks for it.
func TestStrictPointer(t *testing.T) {
	c := parse(t, `"hooks": {
		"PreToolUse": [{"handler": {"command": ["a"]}}, {"handler": {"command": ["b"], "onError": "deny"}}],
		"PostToolUse": [{"handler": {"command": ["a"]}}, {"hosts": ["codex"], "handler": {"command": ["b"], "onError": "deny"}}]}`)
	r := render(t, lines(t, "linux"), c, Options{Targets: []string{"claude-code"}})
	if _, cmd := hookOf(t, r, "PreToolUse"); !strings.HasSuffix(cmd, " --on-error deny") {
		t.Error(cmd)
	}
	if _, cmd := hookOf(t, r, "PostToolUse"); strings.Contains(cmd, "--on-error") {
		t.Error(cmd)
	}
}

// Case 27: the command starts our program from any directory, and no other.
func TestCommandsThroughAShell(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no sh")
	}
	for _, name := range []string{"First Last", "it's", `a"b`, "$HOME", "`touch decoy.out`", "a;touch decoy.out", "a&b", "ü€", "-n", "a\tb", "a*b", "~x", "#x", `back\slash`, "=x", "new\nline"} {
		base := t.TempDir()
		acHome := filepath.Join(base, name)
		stub := filepath.Join(acHome, "bin", "ac-hook")
		if err := os.MkdirAll(filepath.Dir(stub), 0o755); err != nil {
			t.Fatal(err)
		}
		script(t, stub, "#!/bin/sh\necho \"ran $*\"\n")
		first, _, cut := strings.Cut(acHome, " ")
		if cut { // the half of the path before the space exists as a program too
			script(t, first, "#!/bin/sh\necho PWNED > decoy.out\n")
		}
		in := lines(t, "linux")
		in.Machine.ACHome = acHome
		r := render(t, in, parse(t, `"hooks": {"Stop": {"handler": {"command": ["x"]}}}`), Options{Targets: []string{"claude-code"}})
		_, command := hookOf(t, r, "Stop")
		c := exec.Command("sh", "-c", command)
		c.Dir = base
		out, err := c.CombinedOutput()
		if err != nil || string(out) != "ran claude-code Stop --connector gamma\n" {
			t.Errorf("%q: %s: %v %s", name, command, err, out)
		}
		if _, err := os.Stat(filepath.Join(base, "decoy.out")); err == nil {
			t.Errorf("%q: %s: the decoy ran", name, command)
		}
	}
}

func script(t *testing.T, path, text string) {
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

func TestMatchers(t *testing.T) {
	for _, c := range []struct{ id, matcher, want string }{
		{"claude-code", "Bash", "Bash|mcp__.*__Bash"},
		{"claude-code", "^Agent$", "Agent|Task|mcp__.*__Agent"},
		{"claude-code", "(?:mcp__a__b|Read)", "mcp__a__b|Read|mcp__.*__Read"},
		{"claude-code", ".*", ""}, {"claude-code", "Ba.h", ""}, {"claude-code", "(?i)bash", ""}, {"claude-code", "a|", ""},
		{"codex", "Edit", "Edit|apply_patch|mcp__.*__Edit"},
		{"cursor", "Bash", "Bash|Shell|run_terminal_command|MCP:Bash"},
		{"cursor", "mcp__a__b__c", "mcp__a__b__c|MCP:c|MCP:b__c"},
		{"cursor", "MCP:x", "MCP:x"},
		{"cursor", "list-all", "list-all|MCP:list[-_]all"},
		{"crush", "mcp__my-db__x", "mcp__my-db__x|mcp_my[-_]db_{1,2}x"},
		{"droid", "mcp__a__b", "mcp__a__b|a(__|___)b"},
		{"copilot-cli", "mcp__a__b", "mcp__a__b|a(__|[-/])b"},
		{"gemini-cli", "acme_write", "acme_write|mcp_.*_acme_write|.{63}"},
		{"gemini-cli", "mcp__a__b", "mcp__a__b|mcp_a_{1,2}b"},
		{"hermes", "mcp__my-api__list-it|Bash", "mcp__my-api__list-it|mcp__my[-_]api__list[-_]it|Bash|terminal|mcp__.*__Bash"},
		{"goose", "mcp__a__b|Bash", "mcp__a__b|a__b|Bash|shell|developer__shell|.*__Bash"},
	} {
		if got := nativeMatcher(host.Find(c.id), []string{c.matcher}); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.id, c.matcher, got, c.want)
		}
	}
	if got := nativeMatcher(host.Find("cursor"), []string{"Bash", "a.*"}); got != "" {
		t.Errorf("one open matcher opens all: %q", got)
	}
}

// What stands in the file lets every tool through that the matcher means,
// under each of the three names that ac-hook tries it on.
func FuzzMatcherOverApproximates(f *testing.F) {
	f.Add("Bash|acme_write", "acme_write", "srv")
	f.Add("mcp__a__b", "b", "a")
	f.Add("^Edit$", "Edit", "x")
	f.Add("a__b", "a__b", "s__t")
	f.Add("mcp__my-db__list-all", "list-all", "my-db")
	f.Add("create-issue", "create-issue", "s_t")
	f.Add("mcp__a-very-long-name-of-a-server__and-a-tool-that-is-longer-still", "and-a-tool-that-is-longer-still", "a-very-long-name-of-a-server")
	f.Add("and-a-tool-that-is-longer-still", "and-a-tool-that-is-longer-still", "a-very-long-name-of-a-server-or-so")
	f.Fuzz(func(t *testing.T, matcher, tool, server string) {
		re, err := regexp.Compile("^(?:" + matcher + ")$")
		if err != nil || strings.Trim(tool+server, literal) != "" || tool == "" || server == "" || strings.Contains(tool+server, ":") {
			return
		}
		for _, h := range host.All {
			written := nativeMatcher(h, []string{matcher})
			if written == "" {
				continue
			}
			in := regexp.MustCompile("^(?:" + written + ")$")
			for _, mcp := range mcpSpellings(h, server, tool) {
				if (re.MatchString(tool) && !canonical(h, tool) || re.MatchString(mcp) || re.MatchString("mcp__"+server+"__"+tool)) && !in.MatchString(mcp) {
					t.Errorf("%s: %q lets %s through, %q in the file does not", h.ID, matcher, mcp, written)
				}
			}
			named := tool
			for _, x := range h.Tools {
				if x.Native == tool {
					named = x.Canonical
				}
			}
			if (re.MatchString(tool) || re.MatchString(named)) && !in.MatchString(tool) {
				t.Errorf("%s: %q lets the built-in %s through, %q in the file does not", h.ID, matcher, tool, written)
			}
		}
	})
}

// mcpSpellings are what a host may make of an MCP tool's name.
func mcpSpellings(h *host.Host, server, tool string) (all []string) {
	clean := strings.NewReplacer("-", "_")
	for _, n := range [][2]string{{server, tool}, {clean.Replace(server), clean.Replace(tool)}} {
		server, tool := n[0], n[1]
		mcp := map[host.ToolName]string{host.MCPDouble: "mcp__" + server + "__" + tool, host.MCPDoubleClean: "mcp__" + server + "__" + tool, host.MCPColon: "MCP:" + tool, host.MCPAlone: tool,
			host.MCPSingle: "mcp_" + server + "_" + tool, host.MCPAfter: tool + "_" + server, host.MCPPlain: server + "__" + tool,
			host.MCPTriple: server + "___" + tool, host.MCPDash: server + "-" + tool}[h.MCPTool]
		if h.MCPMax > 0 && len(mcp) > h.MCPMax {
			mcp = mcp[:24] + strings.Repeat("0", h.MCPMax-24)
		}
		all = append(all, mcp)
	}
	return all
}

func canonical(h *host.Host, tool string) bool {
	return slices.ContainsFunc(h.Tools, func(x host.Tool) bool { return x.Canonical == tool })
}

func TestLostEventsAndDecisionsAreTold(t *testing.T) {
	c := parse(t, `"hooks": {
		"Notification": {"handler": {"command": ["x"]}},
		"PreToolUse": {"handler": {"rules": [{"decision": "ask"}], "fallback": {"ask": "allow"}}},
		"PostToolUse": {"handler": {"rules": [{"decision": "context", "additionalContext": "c"}]}},
		"SessionEnd": {"handler": {"rules": [{"decision": "deny"}]}}}`)
	r := render(t, lines(t, "linux"), c, Options{Targets: []string{"codex"}})
	var said []string
	for _, n := range r.Plan.Notices {
		said = append(said, n.Level+" "+n.Message)
	}
	all := strings.Join(said, "\n")
	for _, want := range []string{"warn Codex CLI fires no Notification", "warn PreToolUse on Codex CLI: ask is dropped", "warn SessionEnd on Codex CLI: deny has no effect", "info Codex runs a hook only after you have reviewed it"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not among\n%s", want, all)
		}
	}
	if strings.Contains(all, "PostToolUse") {
		t.Errorf("context works there:\n%s", all)
	}
	if e := r.Explain()[0]; e.Support != "degraded" || !strings.Contains(e.Reason, "fires no Notification") {
		t.Errorf("%+v", e)
	}
	claude := render(t, lines(t, "linux"), parse(t, `"hooks": {"PreToolUse": {"handler": {"rules": [{"decision": "ask"}]}}}`), Options{Targets: []string{"claude-code"}})
	if len(claude.Plan.Notices) != 0 || claude.Explain()[0].Support != "native" {
		t.Errorf("%+v", claude)
	}
}

func TestHookFileNamesThePointers(t *testing.T) {
	c := parse(t, `"targets": ["claude-code", "codex", "cursor"], "hooks": {"PermissionRequest": {"handler": {"command": ["x"], "timeoutMs": 1500}}, "SessionEnd": {"handler": {"command": ["x"]}}}`)
	r := render(t, lines(t, "linux"), c, Options{})
	var hooked []string
	var f wire.HookFile
	for _, p := range r.Plan.Patches {
		dir, name := path.Split(p.Path)
		var text string
		switch {
		case name == "hook.json":
			if json.Unmarshal(p.Value, &text) != nil || json.Unmarshal([]byte(text), &f) != nil {
				t.Fatal("no hook file")
			}
		case path.Base(dir) == wire.HookedDir:
			if hooked = append(hooked, name); p.Surface != wire.State || !slices.Equal(p.Hosts, []string{name}) {
				t.Errorf("%+v", p)
			}
		}
	}
	if strings.Join(hooked, " ") != "claude-code codex cursor" || len(f.Hosts) > 0 || f.Timeouts["PermissionRequest"] != 2000 || f.Timeouts["SessionEnd"] != 5000 {
		t.Errorf("%q %+v", hooked, f)
	}
}

// Two hosts that read the same files get every pointer once.
func TestTwoHostsOfTheSameFiles(t *testing.T) {
	c := parse(t, `"server": {"transport": "stdio", "command": "x"}, "hooks": {"PreToolUse": {"handler": {"command": ["x"]}}, "Stop": {"handler": {"command": ["x"]}}}`)
	in := machineWith(machines[0], []*host.Host{host.Find("antigravity"), host.Find("antigravity-cli")})
	seen := map[string]int{}
	for _, p := range render(t, in, c, Options{}).Plan.Patches {
		if p.Surface == wire.Hooks || p.Surface == wire.Server {
			seen[p.Path+" "+strings.Join(p.At, "/")]++
			if len(p.Hosts) != 2 || !strings.Contains(string(p.Value), " antigravity ") && !strings.Contains(string(p.Value), `"antigravity"`) {
				t.Errorf("%v %s", p.Hosts, p.Value)
			}
		}
	}
	for at, n := range seen {
		if n != 1 {
			t.Errorf("%s %d times", at, n)
		}
	}
	if len(seen) != 3 {
		t.Errorf("%v", seen)
	}
}

// A host that denies what it cannot ask about gets no hook that could not start.
func TestNoHookThatCouldNotStart(t *testing.T) {
	c := parse(t, `"hooks": {"PreToolUse": {"handler": {"command": ["x"]}}}`)
	for home, want := range map[string]string{`C:\Users\jo`: `C:\Users\jo\.agent-connector\bin\ac-hook.exe antigravity PreToolUse --connector acme`, `C:\Users\Jo Doe`: ""} {
		m := machines[2]
		m.Home = home
		r := render(t, on(t, m, host.Find("antigravity")), c, Options{})
		got := ""
		for _, p := range r.Plan.Patches {
			if p.Identity != nil {
				got = p.Identity.Value
			}
		}
		if want != "" {
			want = strings.Replace(want, "acme", c.ID, 1)
		}
		if got != want || want == "" && !strings.Contains(r.Explain()[0].Reason, "no hooks are written") {
			t.Errorf("%s: %q, want %q: %+v", home, got, want, r.Explain())
		}
	}
}
