package conformance

import (
	"encoding/json"
	"strings"
)

// ACP is the Agent Client Protocol, by which editors show agents:
// agentclientprotocol.com/protocol (version 1), observed with the hosts that have it.
type ACP struct {
	Method string // the login to take, where the host wants one
	Free   string // the mode to set where it asks about nothing, if its command line does not
}

// Lead speaks as an editor without a file system and terminals of its own.
func (a ACP) Lead(c *Conn, s *Sandbox, t Task, more func() bool) error {
	other := func(m rpc) error { return a.other(c, t, m) }
	var none json.RawMessage
	hello := map[string]any{"protocolVersion": 1, "clientCapabilities": map[string]any{"fs": map[string]any{"readTextFile": false, "writeTextFile": false}, "terminal": false},
		"clientInfo": map[string]any{"name": "conformance", "version": "1"}}
	if err := c.Call("initialize", hello, &none, other); err != nil {
		return err
	}
	if a.Method != "" {
		if err := c.Call("authenticate", map[string]any{"methodId": a.Method}, &none, other); err != nil {
			return err
		}
	}
	var session struct {
		ID string `json:"sessionId"`
	}
	if err := c.Call("session/new", map[string]any{"cwd": s.Project(), "mcpServers": []any{}}, &session, other); err != nil {
		return err
	}
	if a.Free != "" && !t.Careful {
		if err := c.Call("session/set_mode", map[string]any{"sessionId": session.ID, "modeId": a.Free}, &none, other); err != nil {
			return err
		}
	}
	for i, text := 0, t.Prompt; i == 0 || more() && i < maxGoOn; i, text = i+1, goOn {
		prompt := map[string]any{"sessionId": session.ID, "prompt": []any{map[string]any{"type": "text", "text": text}}}
		if err := c.Call("session/prompt", prompt, &none, other); err != nil {
			return err
		}
	}
	return nil
}

// other answers a question of the host, and refuses all else that it wants.
func (ACP) other(c *Conn, t Task, m rpc) error {
	switch {
	case m.ID == nil:
		return nil // it tells what it does
	case m.Method != "session/request_permission":
		return c.Send(map[string]any{"jsonrpc": "2.0", "id": m.ID, "error": map[string]any{"code": -32601, "message": "there is no " + m.Method}})
	}
	var p struct {
		Options []struct {
			ID   string `json:"optionId"`
			Kind string `json:"kind"`
		} `json:"options"`
	}
	if err := json.Unmarshal(m.Params, &p); err != nil {
		return err
	}
	want := "reject"
	if t.Person.answer(string(m.Params)) {
		want = "allow"
	}
	outcome := map[string]any{"outcome": "cancelled"}
	for _, o := range p.Options {
		if strings.HasPrefix(o.Kind, want) && (outcome["optionId"] == nil || strings.HasSuffix(o.Kind, "_once")) {
			outcome = map[string]any{"outcome": "selected", "optionId": o.ID}
		}
	}
	return c.Reply(m, map[string]any{"outcome": outcome})
}
