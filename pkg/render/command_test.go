package render

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// shared is a command of ours in a file that a team shares.
type shared struct {
	h           *host.Host
	line, quiet string // quiet: what it prints without our tools
}

// sharedCommands are those that every host gets in a project, one for each of
// its events, canonical or not, and its status line.
func sharedCommands(t *testing.T) (all []shared) {
	const handler = `{"handler": {"command": ["x"], "onError": "deny"}}`
	var hooks, native []string
	for _, e := range wire.Events {
		hooks = append(hooks, `"`+e+`": `+handler)
	}
	for _, h := range host.All {
		var own []string
		for _, e := range h.Hooks.Events {
			if e.Canonical == "" {
				own = append(own, `"`+e.Native+`": `+handler)
			}
		}
		native = append(native, `"`+h.ID+`": {"nativeHooks": {`+strings.Join(own, ",")+`}}`)
	}
	c := parse(t, `"hooks": {`+strings.Join(hooks, ",")+`}, "statusline": {"template": "x"}, "platforms": {`+strings.Join(native, ",")+`}`)
	for _, h := range host.All {
		was := len(all)
		r := render(t, on(t, machines[0], h), c, Options{Scope: "project", Targets: []string{h.ID}})
		for _, p := range r.Plan.Patches {
			switch {
			case p.Identity != nil:
				all = append(all, shared{h, p.Identity.Value, quiet(h)})
			case h.Hooks.Shape == host.HookFiles && (p.Surface == wire.Hooks || p.Surface == wire.NativeHooks):
				var text string
				_ = json.Unmarshal(p.Value, &text)
				_, line, ok := strings.Cut(text, "\nexec ")
				if !ok || !strings.HasPrefix(text, "#!/bin/sh\n") {
					t.Errorf("%s: no command in %s", h.ID, text)
				}
				all = append(all, shared{h, strings.TrimSuffix(line, "\n"), quiet(h)})
			case p.Surface == wire.Statusline:
				var v struct{ Command string }
				if json.Unmarshal(p.Value, &v) != nil || v.Command == "" {
					t.Errorf("%s: no command in %s", h.ID, p.Value)
				}
				all = append(all, shared{h, v.Command, ""})
			}
		}
		if h.Hooks.Project != (host.Loc{}) && moduleOf(h.Hooks.Shape) == "" && len(all) == was {
			t.Errorf("%s: no hooks in a project", h.ID)
		}
	}
	return all
}

// one takes the first command of each host.
func one(all []shared) (firsts []shared) {
	for i, c := range all {
		if i == 0 || all[i-1].h != c.h {
			firsts = append(firsts, c)
		}
	}
	return firsts
}

// scripts are those of the commands that were run: most commands have the same, to
// the letter, and pass other words to ac-hook.
type scripts map[string]bool

// words are the host and the event, which have nothing that a shell reads otherwise.
var words = regexp.MustCompile(`\$h [a-z0-9-]+ [A-Za-z0-9._-]+ --`)

// first says whether the script of a command is one that was not run yet.
func (s *scripts) first(c shared) bool {
	script := words.ReplaceAllLiteralString(c.line, "$h HOST EVENT --")
	seen := (*s)[script]
	if *s == nil {
		*s = scripts{}
	}
	(*s)[script] = true
	return !seen
}

// shells are those of this machine that a host may hand a command to.
func shells(t *testing.T) [][]string {
	if runtime.GOOS == "windows" {
		t.Skip("no sh")
	}
	var found [][]string
	for _, s := range [][]string{{"sh"}, {"dash"}, {"bash"}, {"bash", "--posix"}, {"zsh"}, {"mksh"}, {"busybox", "sh"}, {"fish"}} {
		if p, err := exec.LookPath(s[0]); err == nil {
			found = append(found, append(append([]string{p}, s[1:]...), "-c"))
		}
	}
	return found
}

// slow is more than any of this may take; a machine with other work on it
// needs most of it.
const slow = 10 * time.Second

// run gives a command to a shell with nothing but these variables.
func run(t *testing.T, shell []string, command string, stdin io.Reader, env ...string) (stdout, stderr string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), slow)
	defer cancel()
	c := exec.CommandContext(ctx, shell[0], append(shell[1:len(shell):len(shell)], command)...)
	dir := t.TempDir()
	c.Env, c.Dir, c.Stdin = env, dir, stdin
	if env == nil {
		c.Env = []string{}
	}
	var out, fault bytes.Buffer
	c.Stdout, c.Stderr = &out, &fault
	err = c.Run()
	if made, _ := os.ReadDir(dir); len(made) > 0 {
		t.Errorf("%v %v: %s was made", shell, env, made[0].Name())
	}
	return out.String(), fault.String(), err
}

func quiet(h *host.Host) string {
	if h.Hooks.Quiet == "" {
		return ""
	}
	return h.Hooks.Quiet + "\n"
}

// Without our tools a shared command does nothing, says what the host takes for
// silence, and ends well, whatever the shell and the home.
func TestSharedCommandsAreHarmlessWithoutOurTools(t *testing.T) {
	path := "PATH=" + os.Getenv("PATH")
	homes := map[string][]string{
		"no environment": nil,
		"no home":        {path},
		"empty home":     {path, "HOME="},
	}
	for _, name := range []string{"Jo Doe", "it's", `a"b`, "$(touch decoy)", "`touch decoy`", "höme ✓", "a;touch decoy;b", "a*b", "a\nb", "-n", `back\slash`, "a&b|c>d"} {
		dir := filepath.Join(t.TempDir(), name)
		if err := os.MkdirAll(filepath.Join(dir, ".agent-connector", "bin"), 0o755); err != nil {
			t.Fatal(err)
		}
		homes["home "+name] = []string{path, "HOME=" + dir}
		homes["data "+name] = []string{path, "HOME=/nonexistent", "AGENT_CONNECTOR_DATA_DIR=" + dir}
	}
	var ran scripts
	for _, c := range sharedCommands(t) {
		first := ran.first(c)
		for _, shell := range shells(t) {
			for name, env := range homes {
				sh, none := filepath.Base(shell[0]) == "sh", name == "no environment"
				if !first && !(sh && none) || first && !(sh || none || strings.Contains(name, "touch")) {
					continue // the same script with other words behind it; and the script runs in sh
				}
				out, fault, err := run(t, shell, c.line, strings.NewReader("{}"), env...)
				if err != nil || out != c.quiet || fault != "" {
					t.Errorf("%s %v, %s: %v, stdout %q, stderr %q\n%s", c.h.ID, shell, name, err, out, fault, c.line)
				}
			}
		}
	}
}

// Hosts write the payload without asking whether somebody reads it: a broken
// pipe is a failed hook to them. Some never close it. Some put a here-document
// behind the command.
func TestSharedCommandsTakeTheirInput(t *testing.T) {
	env := []string{"PATH=" + os.Getenv("PATH"), "HOME=/nonexistent"}
	var ran scripts
	for _, c := range sharedCommands(t) {
		if !ran.first(c) {
			continue
		}
		for _, shell := range shells(t) {
			if err := feed(t, shell, c.line, env, true); err != nil {
				t.Errorf("%s %v, 1 MB: %v", c.h.ID, shell, err)
			}
			start := time.Now()
			if err := feed(t, shell, c.line, env, false); err != nil || time.Since(start) > slow/2 {
				t.Errorf("%s %v, stdin stays open: %v after %v", c.h.ID, shell, err, time.Since(start))
			}
			if filepath.Base(shell[0]) == "fish" {
				continue // has no here-documents
			}
			out, fault, err := run(t, shell, c.line+" <<'EOF'\n"+strings.Repeat("x", 1<<16)+"\nEOF", nil, env...)
			if err != nil || out != c.quiet || fault != "" {
				t.Errorf("%s %v, here-document: %v, stdout %q, stderr %q", c.h.ID, shell, err, out, fault)
			}
		}
	}
}

// feed starts a command and writes 1 MB to it as a host does, piece by piece,
// long after it may have ended; or a little, and then leaves the pipe open
// until the command has ended. It returns what the host would notice.
func feed(t *testing.T, shell []string, command string, env []string, much bool) error {
	ctx, cancel := context.WithTimeout(context.Background(), slow)
	defer cancel()
	c := exec.CommandContext(ctx, shell[0], append(shell[1:len(shell):len(shell)], command)...)
	c.Env, c.Dir = env, t.TempDir()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	c.Stdin = r // a file: Run does not write to it, nor wait for it
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	r.Close()
	if !much {
		if _, err := w.Write([]byte(`{"hook_event_name":"Stop"}`)); err != nil {
			return err
		}
		return c.Wait()
	}
	piece := bytes.Repeat([]byte("x"), 1<<14)
	for i := range 1 << 6 {
		if i == 1 {
			time.Sleep(100 * time.Millisecond)
		}
		if _, err := w.Write(piece); err != nil {
			return err
		}
	}
	return c.Wait()
}

// Our tool runs wherever it is: in the home, where the variable says, on PATH.
func TestSharedCommandsFindOurTool(t *testing.T) {
	base := t.TempDir()
	place := func(name, says string) string {
		dir := filepath.Join(base, name)
		if err := os.MkdirAll(filepath.Join(dir, "bin"), 0o755); err != nil {
			t.Fatal(err)
		}
		script(t, filepath.Join(dir, "bin", "ac-hook"), "#!/bin/sh\ncat\necho "+says+" \"$@\"\n")
		return dir
	}
	home, data, pathed := filepath.Join(base, "Jo's \"höme\" $(id)"), place("it's *data*", " data"), place("on-path", " path")
	place("Jo's \"höme\" $(id)/.agent-connector", " home")
	path := "PATH=" + os.Getenv("PATH")
	const locale = "LC_ALL=C.UTF-8" // fish garbles a home that its locale cannot hold
	var ran scripts
	for _, c := range one(sharedCommands(t)) {
		again := !ran.first(c)
		first := slices.IndexFunc(wire.Events, func(e string) bool { return c.h.Event(e) != nil })
		want := " " + c.h.Named() + " " + wire.Events[first] + " --connector gamma --on-error deny --shared\n"
		if c.h.Hooks.Shape == host.HookFiles { // for all connectors
			want = " " + c.h.Named() + " " + c.h.Event(wire.Events[first]).Native + " --all --shared\n"
		}
		for _, shell := range shells(t) {
			if again && filepath.Base(shell[0]) != "sh" {
				continue
			}
			for _, x := range []struct {
				env  []string
				want string
			}{
				{[]string{path, locale, "HOME=" + home}, "inhome" + want},
				{[]string{path, locale, "HOME=" + home, "AGENT_CONNECTOR_DATA_DIR=" + data}, "indata" + want},
				{[]string{path + ":" + pathed + "/bin", locale, "HOME=/nonexistent"}, "inpath" + want},
				{[]string{path + ":" + pathed + "/bin", locale}, "inpath" + want},
			} {
				out, fault, err := run(t, shell, c.line, strings.NewReader("in"), x.env...)
				if err != nil || out != x.want || fault != "" {
					t.Errorf("%s %v %v: %v, stdout %q, want %q, stderr %q", c.h.ID, shell, x.env[1:], err, out, x.want, fault)
				}
			}
		}
	}
}

func TestSharedCommandsAreOneWordOfScript(t *testing.T) {
	for _, c := range sharedCommands(t) {
		script := strings.TrimSuffix(strings.TrimPrefix(c.line, "sh -c '"), "'")
		if strings.ContainsAny(script, "'\"\n") || len(c.line) != len(script)+len("sh -c ''") {
			t.Errorf("%s: a quote inside the script: %s", c.h.ID, c.line)
		}
	}
	for quiet, want := range map[string]string{
		`{}`: `echo {}`, `{"decision":"ask"}`: `echo "{\"decision\":\"ask\"}"`, `{a,b}`: `echo "{a,b}"`,
	} {
		if got := sharedLine(quiet, "", []string{"h", "E"}); !strings.Contains(got, "; "+want+"; exit 0'") {
			t.Errorf("%s: %s", quiet, got)
		}
	}
}

// Case 52: on Windows Copilot gives a command to PowerShell, for which a quoted
// path is a text, and a hook that fails denies every call.
func TestCopilotHasACommandForPowerShell(t *testing.T) {
	c := parse(t, `"hooks": {"PreToolUse": {"handler": {"rules": [{"decision": "deny"}]}}}`)
	for _, id := range []string{"copilot-cli", "copilot-app", "vscode-copilot"} {
		for i, want := range []string{"", "", `& 'C:\\Users\\jo\\.agent-connector\\bin\\ac-hook.exe' copilot-cli PreToolUse --connector gamma; exit $LASTEXITCODE`} {
			for _, scope := range []string{wire.ScopeUser, wire.ScopeProject} {
				got := ""
				for _, p := range render(t, on(t, machines[i], host.Find(id)), c, Options{Scope: scope}).Plan.Patches {
					if p.Surface == wire.Hooks && p.Op == wire.OpUpsert {
						_, got, _ = strings.Cut(string(p.Value), `"powershell":"`)
						got, _, _ = strings.Cut(got, `"`)
					}
				}
				if scope == wire.ScopeProject { // on every machine the same: it is shared
					want = `$d = $env:AGENT_CONNECTOR_DATA_DIR; if (!$d) { $d = Join-Path $HOME '.agent-connector' }; $h = Join-Path $d 'bin/ac-hook.exe'; ` +
						`if (!(Test-Path $h)) { $h = (Get-Command ac-hook.exe -ErrorAction SilentlyContinue).Source }; ` +
						`if ($h) { & $h copilot-cli PreToolUse --connector gamma --shared; exit $LASTEXITCODE }; [void][Console]::In.ReadToEnd(); exit 0`
				}
				if got != want {
					t.Errorf("%s %s %s:\n got %s\nwant %s", id, machines[i].OS, scope, got, want)
				}
			}
		}
	}
}
