package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// program is one that is measured.
type program struct {
	name  string
	skip  string // why it is not there
	slow  bool   // runs in each tenth round only
	argv  []string
	stdin string // file
	env   []string
	took  []sample
}

// payload is what Claude Code 2.1.332 sends before a shell command (observed).
const payload = `{"session_id":"890724e8-27c1-41b5-8802-c191b099e29c","transcript_path":"/home/user/.claude/projects/-home-user-project/890724e8-27c1-41b5-8802-c191b099e29c.jsonl","cwd":"/home/user/project","prompt_id":"2185de6f-6096-4459-9db0-218d04b7d209","permission_mode":"default","effort":{"level":"medium"},"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"sudo rm -rf /","description":"x"},"tool_use_id":"toolu_1"}`

// rules are a guard as people write one.
const rules = `{"schema":"ac.hookfile/v1","connector":"%s","version":"1.0.0","telemetry":%v,"hosts":["claude-code"],"hooks":{"PreToolUse":[{"matcher":"Bash|Read","handler":{"rules":[
{"if":{"all":[{"tool":{"equals":"Read"}},{"toolInput.file_path":{"glob":"**/.env"}}]},"decision":"ask","reason":"secrets?"},
{"if":{"toolInput.command":{"matches":"(?i)\\bdrop\\s+table\\b"}},"decision":"deny","reason":"not the tables"},
{"if":{"toolInput.command":{"matches":"\\brm\\s+-rf\\b"}},"decision":"deny","reason":"remove the files by name"}]}}]}}`

// observer is as ac observe on has it, with the events that matter here.
const observer = `{"schema":"ac.hookfile/v1","connector":"observe","version":"1.0.0","telemetry":true,"observe":"standard","hosts":["claude-code"],"hooks":{
"PostToolUse":[{"handler":{"rules":[{"decision":"allow"}]}}],"PreToolUse":[{"handler":{"rules":[{"decision":"allow"}]}}]}}`

func programs(dir string) ([]*program, error) {
	home := filepath.Join(dir, "home")
	denied, allowed := filepath.Join(dir, "denied.json"), filepath.Join(dir, "allowed.json")
	if err := errors.Join(
		write(denied, payload), write(allowed, strings.Replace(payload, "sudo rm -rf /", "ls -l", 1)),
		write(filepath.Join(home, ".agent-connector/connectors/rules/user/hook.json"), fmt.Sprintf(rules, "rules", false)),
		write(filepath.Join(home, ".agent-connector/connectors/logged/user/hook.json"), fmt.Sprintf(rules, "logged", true)),
		write(filepath.Join(home, ".agent-connector/connectors/observe/user/hook.json"), observer),
	); err != nil {
		return nil, err
	}
	hook, err := built(dir, "./ac-hook", filepath.Join(home, ".agent-connector", "bin", exe("ac-hook")))
	if err != nil {
		return nil, err
	}
	empty := filepath.Join(dir, "empty.go")
	if err := write(empty, "package main\n\nfunc main() {}\n"); err != nil {
		return nil, err
	}
	goEmpty, err := built(dir, empty, filepath.Join(dir, "bin", exe("empty-go")))
	if err != nil {
		return nil, err
	}
	env := environment(home)
	call := func(name, stdin, connector string) *program {
		return &program{name: name, argv: []string{hook, "claude-code", "PreToolUse", "--connector", connector}, stdin: stdin, env: env}
	}
	all := []*program{
		cEmpty(dir), {name: goName, argv: []string{goEmpty}}, node(), collector(home),
		call(deniedName, denied, "rules"), call("ac-hook, no rule holds", allowed, "rules"), call("ac-hook, denied and logged", denied, "logged"),
		call(observedName, allowed, "observe"),
	}
	for _, p := range all {
		if p.env == nil {
			p.env = env
		}
		if p.stdin == "" {
			p.stdin = denied
		}
	}
	return all, check(all)
}

// The rows that others are compared with.
const (
	goName        = "empty program, Go"
	collectorName = "preflight-collector"
	deniedName    = "ac-hook, denied by a rule"
	observedName  = "ac-hook, observed"
)

// check runs what shall answer once, and looks at the answer.
func check(all []*program) error {
	for _, p := range all {
		if !strings.HasPrefix(p.name, "ac-hook") {
			continue
		}
		in, err := os.Open(p.stdin)
		if err != nil {
			return err
		}
		defer in.Close()
		cmd := exec.Command(p.argv[0], p.argv[1:]...)
		cmd.Stdin, cmd.Env = in, p.env
		out, err := cmd.CombinedOutput()
		if err != nil || bytes.Contains(out, []byte("remove the files by name")) != strings.Contains(p.name, "denied") {
			return fmt.Errorf("%s: %v: %s", p.name, err, out)
		}
	}
	return nil
}

// environment is this one's, with another home and none of our own variables.
func environment(home string) []string {
	env := []string{"HOME=" + home, "USERPROFILE=" + home}
	for _, kv := range os.Environ() {
		switch k, _, _ := strings.Cut(kv, "="); {
		case k == "HOME", k == "USERPROFILE", strings.HasPrefix(k, "AGENT_CONNECTOR"), strings.HasPrefix(k, "NEW_RELIC"):
		default:
			env = append(env, kv)
		}
	}
	return env
}

// built is a Go program, copied to where it shall be.
func built(dir, pkg, to string) (string, error) {
	from := filepath.Join(dir, "built")
	cmd := exec.Command("go", "build", "-trimpath", "-o", from, pkg)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s cannot be built, run this from the root of the repository: %w\n%s", pkg, err, out)
	}
	return to, install(from, to)
}

// install copies a program as an installation does.
func install(from, to string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o755)
	if err != nil {
		return err
	}
	_, err = io.Copy(struct{ io.Writer }{out}, struct{ io.Reader }{in}) // through memory, not by sharing the blocks
	return errors.Join(err, out.Sync(), out.Close())
}

func write(file, text string) error {
	return errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644))
}

func exe(name string) string {
	if runtime.GOOS == "windows" {
		return name + ".exe"
	}
	return name
}
