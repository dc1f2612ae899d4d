package conformance

import "encoding/json"

// Cautious allows the server alone.
func (c Claude) Cautious(s *Sandbox) error {
	return s.Write(c.HookFile(s), `{"permissions": {"allow": ["mcp__acme-db"]}}`)
}

// Attend speaks as an SDK does.
func (c Claude) Attend(s *Sandbox, t Task) (argv, env []string, d Dialogue) {
	return []string{s.Bins[c.ID()], "-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose", "--permission-prompt-tool", "stdio"},
		[]string{"ANTHROPIC_BASE_URL=" + t.URL}, claudeSDK{}
}

// claudeSDK is what the SDK and its program speak: sdk.d.ts of npm
// @anthropic-ai/claude-agent-sdk@0.3.332 (SDKControlRequest), observed with 2.1.332.
type claudeSDK struct{}

// Lead gives the task as a user's message and waits for the result.
func (claudeSDK) Lead(c *Conn, _ *Sandbox, t Task, more func() bool) error {
	for i, text := 0, t.Prompt; i == 0 || more() && i < maxGoOn; i, text = i+1, goOn {
		if err := c.Send(map[string]any{"type": "user", "session_id": "", "parent_tool_use_id": nil, "message": map[string]any{"role": "user", "content": text}}); err != nil {
			return err
		}
		if err := claudeTurn(c, t); err != nil {
			return err
		}
	}
	return nil
}

// claudeTurn answers questions until the turn has ended.
func claudeTurn(c *Conn, t Task) error {
	for {
		var m struct {
			Type    string
			ID      string `json:"request_id"`
			Request struct {
				Subtype string
				Input   json.RawMessage
			}
		}
		if err := c.Next(&m); err != nil {
			return err
		}
		switch {
		case m.Type == "result":
			return nil
		case m.Type != "control_request" || m.Request.Subtype != "can_use_tool":
			continue
		}
		answer := map[string]any{"behavior": "deny", "message": "the person says no"}
		if t.Person.answer(string(m.Request.Input)) {
			answer = map[string]any{"behavior": "allow", "updatedInput": m.Request.Input}
		}
		response := map[string]any{"subtype": "success", "request_id": m.ID, "response": answer}
		if err := c.Send(map[string]any{"type": "control_response", "response": response}); err != nil {
			return err
		}
	}
}
