package conformance

import (
	"context"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// Claude drives Claude Code. It has no JSON output for MCP servers: the text
// of 2.1.332 is read. Its exit status says nothing about the configuration
// (observed: 0 with a broken entry).
type Claude struct{}

// ID is the canonical id.
func (Claude) ID() string { return "claude-code" }

// Install puts the pinned version into the cache.
func (Claude) Install(ctx context.Context, cache string) (string, error) {
	return install(ctx, cache, claudePin)
}

// Env turns updates, telemetry and every other traffic off; the model's
// address is a port of this machine on which nobody listens.
func (c Claude) Env(s *Sandbox) []string {
	env := []string{
		"CLAUDE_CODE_AUTO_COMPACT_WINDOW=200000", // else it has a million before it shortens: observed in 2.1.332
		"DISABLE_AUTOUPDATER=1", "DISABLE_TELEMETRY=1", "DISABLE_ERROR_REPORTING=1",
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
		"ANTHROPIC_BASE_URL=http://127.0.0.1:9", "ANTHROPIC_API_KEY=none",
	}
	if s.Moved {
		env = append(env, "CLAUDE_CONFIG_DIR="+c.dir(s))
	}
	return env
}

func (Claude) dir(s *Sandbox) string {
	if s.Moved {
		return filepath.Join(s.Home(), "moved", "claude")
	}
	return filepath.Join(s.Home(), ".claude")
}

// ServerFile is where it keeps the user's servers.
func (c Claude) ServerFile(s *Sandbox) string {
	if s.Moved {
		return filepath.Join(c.dir(s), ".claude.json")
	}
	return filepath.Join(s.Home(), ".claude.json")
}

// HookFile is where it keeps the user's hooks.
func (c Claude) HookFile(s *Sandbox) string { return filepath.Join(c.dir(s), "settings.json") }

// List asks `mcp list` for the names, the states and the complaints, and
// `mcp get` for the fields of each server.
func (c Claude) List(ctx context.Context, s *Sandbox) (Servers, error) {
	all := Servers{ByName: map[string]Server{}}
	r, err := s.Run(ctx, nil, s.Bins[c.ID()], "mcp", "list")
	if err != nil {
		return all, err
	}
	names, complaints := parseClaudeList(r.Stdout + r.Stderr)
	all.Complaints = complaints
	if r.Code != 0 && len(complaints) == 0 {
		all.Complaints = []string{strings.TrimSpace(r.Stdout + r.Stderr)}
	}
	for name, status := range names {
		r, err := s.Run(ctx, nil, s.Bins[c.ID()], "mcp", "get", name)
		if err != nil {
			return all, err
		}
		server := parseClaudeGet(r.Stdout)
		server.Status = status
		all.ByName[name] = server
	}
	return all, nil
}

// claudeServer is a line of `mcp list`: "NAME: COMMAND ARGS - ✔ Connected".
var claudeServer = regexp.MustCompile(`^(\S+): .* - (\S) (.*)$`)

func parseClaudeList(text string) (map[string]Status, []string) {
	names := map[string]Status{}
	var complaints []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if m := claudeServer.FindStringSubmatch(line); m != nil {
			names[m[1]] = Failed
			if m[3] == "Connected" {
				names[m[1]] = Connected
			}
		}
		if s := strings.TrimLeft(line, " └│"); strings.HasPrefix(s, "[Warning]") || strings.HasPrefix(s, "[Error]") || strings.Contains(s, "onfiguration error in ") {
			complaints = append(complaints, s)
		}
	}
	return names, complaints
}

// parseClaudeGet reads the indented "Name: value" lines of `mcp get`.
// Arguments are joined by blanks there, and a default of a variable is left out.
func parseClaudeGet(text string) Server {
	s := Server{Fields: map[string]any{}, HidesDefaults: true}
	env := map[string]any{}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if k, v, ok := strings.Cut(strings.TrimPrefix(line, "    "), "="); ok && strings.HasPrefix(line, "    ") {
			env[k] = v
			continue
		}
		k, v, ok := strings.Cut(strings.TrimSpace(line), ":")
		if v = strings.TrimSpace(v); !ok || !strings.HasPrefix(line, "  ") {
			continue
		}
		switch k {
		case "Type":
			s.Fields["type"] = v
		case "Command":
			s.Fields["command"] = v
		case "Args":
			s.Fields["args"] = v
		case "Timeout":
			if ms, err := strconv.ParseFloat(strings.TrimSuffix(v, "ms"), 64); err == nil {
				s.Fields["timeout"] = ms
			}
		}
	}
	if len(env) > 0 {
		s.Fields["env"] = env
	}
	return s
}

// Hooks asks `doctor`, which lists every part of the settings that it ignores
// and needs no terminal. It cannot say which hooks there are.
func (c Claude) Hooks(ctx context.Context, s *Sandbox) (Hooks, error) {
	r, err := s.Run(ctx, nil, s.Bins[c.ID()], "doctor")
	if err != nil {
		return Hooks{}, err
	}
	h := Hooks{Complaints: parseClaudeDoctor(r.Stdout)}
	if r.Code != 0 {
		h.Complaints = append(h.Complaints, strings.TrimSpace(r.Stdout+r.Stderr))
	}
	return h, nil
}

func parseClaudeDoctor(text string) []string {
	_, section, found := strings.Cut(text, "\nInvalid settings\n")
	if !found {
		return nil
	}
	var complaints []string
	for line := range strings.Lines(section) {
		s, ok := strings.CutPrefix(strings.TrimSpace(line), "- ")
		if !ok {
			break // the section ends with an empty line
		}
		complaints = append(complaints, s)
	}
	return complaints
}
