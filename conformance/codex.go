package conformance

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
)

// Codex drives the Codex CLI: `mcp list --json` says what it has read, and its
// app-server, JSON-RPC over stdio, starts the servers and lists hooks.
type Codex struct{}

// ID is the canonical id.
func (Codex) ID() string { return "codex" }

// Install puts the pinned version into the cache.
func (Codex) Install(ctx context.Context, cache string) (string, error) {
	return install(ctx, cache, codexPin)
}

// Env places its home if the sandbox moves it. What keeps it quiet is a part
// of its file: CodexQuiet.
func (c Codex) Env(s *Sandbox) []string {
	if s.Moved {
		return []string{"CODEX_HOME=" + c.dir(s)}
	}
	return nil
}

// CodexQuiet is what config.toml must hold in a test: no updates, no telemetry.
const CodexQuiet = "check_for_update_on_startup = false\n\n[analytics]\nenabled = false\n"

func (Codex) dir(s *Sandbox) string {
	if s.Moved {
		return filepath.Join(s.Home(), "moved", "codex")
	}
	return filepath.Join(s.Home(), ".codex")
}

// ServerFile is where it keeps the user's servers.
func (c Codex) ServerFile(s *Sandbox) string { return filepath.Join(c.dir(s), "config.toml") }

// HookFile is where it keeps the user's hooks.
func (c Codex) HookFile(s *Sandbox) string { return filepath.Join(c.dir(s), "hooks.json") }

// List asks `mcp list` for the fields and the app-server for what the servers
// answer when they are started.
func (c Codex) List(ctx context.Context, s *Sandbox) (Servers, error) {
	all := Servers{ByName: map[string]Server{}}
	r, err := s.Run(ctx, nil, s.Bins[c.ID()], "mcp", "list", "--json")
	if err != nil {
		return all, err
	}
	if r.Code != 0 {
		all.Complaints = []string{strings.TrimSpace(r.Stderr)}
		return all, nil
	}
	if all.ByName, err = parseCodexList([]byte(r.Stdout)); err != nil || len(all.ByName) == 0 {
		return all, err
	}
	tools, err := c.tools(ctx, s)
	for name, server := range all.ByName {
		server.Status, server.Tools = Failed, tools[name]
		if len(server.Tools) > 0 {
			server.Status = Connected
		}
		all.ByName[name] = server
	}
	return all, err
}

func parseCodexList(b []byte) (map[string]Server, error) {
	var list []struct {
		Name      string         `json:"name"`
		Enabled   bool           `json:"enabled"`
		Transport map[string]any `json:"transport"`
		ToolSec   *float64       `json:"tool_timeout_sec"`
	}
	if err := json.Unmarshal(b, &list); err != nil {
		return nil, fmt.Errorf("codex mcp list --json: %w", err)
	}
	all := map[string]Server{}
	for _, e := range list {
		f := e.Transport
		delete(f, "type") // its own word, no field of the file
		f["enabled"] = e.Enabled
		if e.ToolSec != nil {
			f["tool_timeout_sec"] = *e.ToolSec
		}
		all[e.Name] = Server{Fields: f}
	}
	return all, nil
}

// tools are the tools of each server: the app-server starts them for that.
func (c Codex) tools(ctx context.Context, s *Sandbox) (map[string][]string, error) {
	var answer struct {
		Data []struct {
			Name  string                     `json:"name"`
			Tools map[string]json.RawMessage `json:"tools"`
		} `json:"data"`
	}
	if err := c.ask(ctx, s, "mcpServerStatus/list", map[string]any{}, &answer); err != nil {
		return nil, err
	}
	all := map[string][]string{}
	for _, d := range answer.Data {
		for t := range d.Tools {
			all[d.Name] = append(all[d.Name], t)
		}
		slices.Sort(all[d.Name])
	}
	return all, nil
}

// Hooks asks the app-server's hooks/list.
func (c Codex) Hooks(ctx context.Context, s *Sandbox) (Hooks, error) {
	var answer struct {
		Data []struct {
			Hooks []struct {
				EventName  string  `json:"eventName"`
				Command    string  `json:"command"`
				Matcher    *string `json:"matcher"`
				TimeoutSec float64 `json:"timeoutSec"`
			} `json:"hooks"`
			Warnings []string          `json:"warnings"`
			Errors   []json.RawMessage `json:"errors"`
		} `json:"data"`
	}
	h := Hooks{Lists: true}
	if err := c.ask(ctx, s, "hooks/list", map[string]any{"cwds": []string{s.Project()}}, &answer); err != nil {
		return h, err
	}
	for _, d := range answer.Data {
		for _, k := range d.Hooks {
			hook := Hook{Event: strings.ToUpper(k.EventName[:1]) + k.EventName[1:], Command: k.Command, TimeoutSec: k.TimeoutSec}
			if k.Matcher != nil {
				hook.Matcher = *k.Matcher
			}
			h.All = append(h.All, hook)
		}
		h.Complaints = append(h.Complaints, d.Warnings...)
		for _, e := range d.Errors {
			h.Complaints = append(h.Complaints, string(e))
		}
	}
	return h, nil
}

// ask starts an app-server, asks it one thing and ends it by closing its
// input once the answer is there.
func (c Codex) ask(ctx context.Context, s *Sandbox, method string, params, result any) error {
	in, feed := io.Pipe()
	defer in.Close() // lets go of the writer below if the server ended early
	out := &answerTo{id: 2, found: func() error {
		s.linger()
		return feed.Close()
	}}
	go func() {
		e := json.NewEncoder(feed) // it fails when in is closed: then nobody waits for the rest
		client := map[string]any{"clientInfo": map[string]any{"name": "conformance", "version": "1"}}
		_ = e.Encode(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": client})
		_ = e.Encode(map[string]any{"jsonrpc": "2.0", "method": "initialized"})
		_ = e.Encode(map[string]any{"jsonrpc": "2.0", "id": out.id, "method": method, "params": params})
	}()
	r, err := s.Stream(ctx, in, out, s.Bins[c.ID()], "app-server")
	switch {
	case out.result != nil:
		return json.Unmarshal(out.result, result)
	case out.fault != nil:
		return fmt.Errorf("codex app-server: %s: %s", method, out.fault)
	case err != nil:
		return err
	}
	return fmt.Errorf("codex app-server ended with %d before it answered %s: %s", r.Code, method, r.Stderr)
}

// answerTo is a writer that watches NDJSON for the response to one request.
type answerTo struct {
	id            int
	found         func() error
	rest          []byte
	result, fault json.RawMessage
}

func (a *answerTo) Write(p []byte) (int, error) {
	a.rest = append(a.rest, p...)
	for a.result == nil && a.fault == nil {
		line, rest, ok := bytes.Cut(a.rest, []byte("\n"))
		if !ok {
			break
		}
		a.rest = rest
		var m struct {
			ID            int             `json:"id"`
			Result, Error json.RawMessage // of a response
		}
		if json.Unmarshal(line, &m) != nil || m.ID != a.id || m.Result == nil && m.Error == nil {
			continue // notifications, and what the server asks of its client
		}
		a.result, a.fault = m.Result, m.Error
		return len(p), a.found()
	}
	return len(p), nil
}
