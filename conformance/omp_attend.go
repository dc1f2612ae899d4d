package conformance

// ompRPC is Oh My Pi's RPC mode: modes/rpc/rpc-types.ts of 18.2.3. It came from Pi's,
// and ends a prompt in another way.
type ompRPC struct{}

// ompApproves are the choices of its question about a tool: wrapper.ts.
var ompApproves = map[bool]string{true: "Approve", false: "Deny"}

// Lead gives the task as a prompt and waits until the agent has ended for good.
func (ompRPC) Lead(c *Conn, _ *Sandbox, t Task, more func() bool) error {
	for i, text := 0, t.Prompt; i == 0 || more() && i < maxGoOn; i, text = i+1, goOn {
		if err := c.Send(map[string]any{"id": text, "type": "prompt", "message": text}); err != nil {
			return err
		}
		for settled := false; !settled; {
			var m struct {
				Type, ID, Method, Title, Message string
				IsTerminal                       bool
			}
			if err := c.Next(&m); err != nil {
				return err
			}
			settled = m.Type == "agent_end" && m.IsTerminal
			answer := map[string]any{"type": "extension_ui_response", "id": m.ID}
			switch {
			case m.Type != "extension_ui_request":
				continue
			case m.Method == "confirm": // what our module makes it ask
				answer["confirmed"] = t.Person.answer(m.Title + "\n" + m.Message)
			case m.Method == "select": // what it asks by itself
				answer["value"] = ompApproves[t.Person.answer(m.Title)]
			default:
				continue
			}
			if err := c.Send(answer); err != nil {
				return err
			}
		}
	}
	return nil
}
