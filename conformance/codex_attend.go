package conformance

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Cautious needs nothing: what it asks about is said with the conversation.
func (Codex) Cautious(*Sandbox) error { return nil }

// Attend speaks as its windows do.
func (c Codex) Attend(s *Sandbox, t Task) (argv, env []string, d Dialogue) {
	return []string{s.Bins[c.ID()], "app-server", "-c", `model="gpt-5.5"`, "-c", `model_provider="fake"`,
		"-c", fmt.Sprintf(`model_providers.fake={name="fake",base_url="%s/v1",wire_api="responses",env_key="FAKE_API_KEY"}`, t.URL)}, []string{"FAKE_API_KEY=none"}, codexServer{}
}

// codexServer is the app-server's protocol, version 2: codex app-server
// generate-json-schema, observed with 0.171.0.
type codexServer struct{}

// Lead starts a thread and its turns.
func (codexServer) Lead(c *Conn, s *Sandbox, t Task, more func() bool) error {
	ended := false
	other := func(m rpc) error {
		ended = ended || m.Method == "turn/completed"
		if m.ID == nil {
			return nil
		}
		decision := "decline"
		if strings.HasSuffix(m.Method, "/requestApproval") && t.Person.answer(string(m.Params)) {
			decision = "accept"
		}
		return c.Reply(m, map[string]any{"decision": decision})
	}
	var none json.RawMessage
	if err := c.Call("initialize", map[string]any{"clientInfo": map[string]any{"name": "conformance", "version": "1"}}, &none, other); err != nil {
		return err
	}
	if err := c.Send(map[string]any{"jsonrpc": "2.0", "method": "initialized"}); err != nil {
		return err
	}
	policy := "never"
	if t.Careful {
		policy = "untrusted"
	}
	var thread struct {
		Thread struct {
			ID string `json:"id"`
		} `json:"thread"`
	}
	if err := c.Call("thread/start", map[string]any{"cwd": s.Project(), "approvalPolicy": policy, "sandbox": "danger-full-access"}, &thread, other); err != nil {
		return err
	}
	for i, text := 0, t.Prompt; i == 0 || more() && i < maxGoOn; i, text = i+1, goOn {
		ended = false
		turn := map[string]any{"threadId": thread.Thread.ID, "input": []any{map[string]any{"type": "text", "text": text}}}
		if err := c.Call("turn/start", turn, &none, other); err != nil {
			return err
		}
		for !ended {
			var m rpc
			if err := c.Next(&m); err != nil {
				return err
			}
			if m.Method != "" {
				if err := other(m); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
