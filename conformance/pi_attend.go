package conformance

// piRPC is Pi's RPC mode: docs/rpc.md and docs/rpc-extension-ui.md of 1.6.0.
type piRPC struct{}

// Lead gives the task as a prompt and waits until it has settled.
func (piRPC) Lead(c *Conn, _ *Sandbox, t Task, more func() bool) error {
	for i, text := 0, t.Prompt; i == 0 || more() && i < maxGoOn; i, text = i+1, goOn {
		if err := c.Send(map[string]any{"id": i, "type": "prompt", "message": text}); err != nil {
			return err
		}
		for settled := false; !settled; {
			var m struct{ Type, ID, Method, Title, Message string }
			if err := c.Next(&m); err != nil {
				return err
			}
			settled = m.Type == "agent_settled"
			if m.Type == "extension_ui_request" && m.Method == "confirm" {
				yes := t.Person.answer(m.Title + "\n" + m.Message)
				if err := c.Send(map[string]any{"type": "extension_ui_response", "id": m.ID, "confirmed": yes}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
