package fakemodel

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// responses is OpenAI's Responses API, as Codex uses it.
// Form: platform.openai.com/docs/api-reference/responses, .../responses-streaming;
// namespaces of tools and additional_tools: observed with Codex 0.171.0.
type responses struct{}

func (responses) name() string { return "openai-responses" }

func (responses) speaks(method, path string) bool {
	return method == http.MethodPost && strings.HasSuffix(path, "/responses")
}

func (responses) beside(method, path string) any {
	if method == http.MethodGet && strings.HasSuffix(path, "/models") {
		return object{"object": "list", "data": []object{}, "models": []object{}}
	}
	return nil
}

// responsesTool is a tool, or a namespace with tools in it.
type responsesTool struct {
	Type  string          `json:"type"`
	Name  string          `json:"name"`
	Tools []responsesTool `json:"tools"`
}

func (t responsesTool) flat() []Tool {
	switch {
	case t.Type == "namespace":
		var all []Tool
		for _, x := range t.Tools {
			all = append(all, Tool{Name: x.Name, Namespace: t.Name, Custom: x.Type == "custom"})
		}
		return all
	case t.Name == "":
		return []Tool{{Name: t.Type}} // one of the server's own, web_search
	}
	return []Tool{{Name: t.Name, Custom: t.Type == "custom"}}
}

type responsesItem struct {
	Type      string          `json:"type"`
	Role      string          `json:"role"`
	Content   json.RawMessage `json:"content"`
	Call      string          `json:"call_id"`
	Name      string          `json:"name"`
	Arguments string          `json:"arguments"`
	Input     string          `json:"input"`
	Output    json.RawMessage `json:"output"`
	Tools     []responsesTool `json:"tools"`
}

func (responses) read(_ string, body []byte) (prompt, error) {
	var b struct {
		Model        string          `json:"model"`
		Stream       bool            `json:"stream"`
		Instructions string          `json:"instructions"`
		Tools        []responsesTool `json:"tools"`
		Input        json.RawMessage `json:"input"`
	}
	if err := json.Unmarshal(body, &b); err != nil {
		return prompt{}, err
	}
	p := prompt{Model: b.Model, Stream: b.Stream}
	if b.Instructions != "" {
		p.Said = append(p.Said, Said{Role: "system", Text: b.Instructions})
	}
	for _, t := range b.Tools {
		p.Tools = append(p.Tools, t.flat()...)
	}
	var items []responsesItem
	if len(b.Input) > 0 && json.Unmarshal(b.Input, &items) != nil {
		p.Said = append(p.Said, Said{Role: "user", Text: texts(b.Input)})
	}
	for _, it := range items {
		for _, t := range it.Tools {
			p.Tools = append(p.Tools, t.flat()...)
		}
		p.Said = append(p.Said, it.said())
	}
	return p, nil
}

func (it responsesItem) said() Said {
	switch it.Type {
	case "message", "":
		return Said{Role: it.Role, Text: texts(it.Content)}
	case "function_call", "custom_tool_call":
		return Said{Role: "assistant", Call: it.Call, Text: it.Name + " " + it.Arguments + it.Input}
	case "function_call_output", "custom_tool_call_output":
		return Said{Role: "tool", Call: it.Call, Text: texts(it.Output)}
	}
	return Said{Role: it.Role, Text: "[" + it.Type + "]"}
}

func (responses) write(w http.ResponseWriter, p prompt, a answer) {
	id := fmt.Sprintf("resp_%d", a.serial)
	var out []object
	if a.hasText() {
		out = append(out, object{"id": fmt.Sprintf("msg_%d", a.serial), "type": "message", "role": "assistant", "status": "completed",
			"content": []object{{"type": "output_text", "text": a.text, "annotations": []object{}}}})
	}
	for _, c := range a.calls {
		out = append(out, responsesCall(c))
	}
	u := a.usage
	usage := object{"input_tokens": u.Input, "output_tokens": u.Output, "total_tokens": u.Input + u.Output,
		"input_tokens_details": object{"cached_tokens": u.Cached}, "output_tokens_details": object{"reasoning_tokens": u.Reasoning}}
	state := func(status string, output []object, usage any) object {
		return object{"id": id, "object": "response", "created_at": 0, "model": p.Model, "status": status, "output": output, "usage": usage}
	}
	if !p.Stream {
		reply(w, http.StatusOK, state("completed", out, usage))
		return
	}
	s := stream(w)
	s.send("response.created", object{"type": "response.created", "response": state("in_progress", []object{}, nil)})
	for i, item := range out {
		responsesStream(s, i, item, a.text)
	}
	s.send("response.completed", object{"type": "response.completed", "response": state("completed", out, usage)})
}

func responsesCall(c Made) object {
	o := object{"type": "function_call", "id": "fc_" + c.ID, "call_id": c.ID, "name": c.Name, "status": "completed"}
	if c.Namespace != "" {
		o["namespace"] = c.Namespace
	}
	if c.Custom {
		o["type"], o["id"], o["input"] = "custom_tool_call", "ctc_"+c.ID, c.Input
	} else {
		o["arguments"] = string(c.arguments())
	}
	return o
}

// responsesStream streams one item; a message has its text in pieces.
func responsesStream(s events, index int, item object, text string) {
	begun := object{}
	for k, v := range item {
		begun[k] = v
	}
	begun["status"] = "in_progress"
	message := item["type"] == "message"
	if message {
		begun["content"] = []object{}
	}
	s.send("response.output_item.added", object{"type": "response.output_item.added", "output_index": index, "item": begun})
	if message {
		at := func(kind string, more object) {
			more["type"], more["item_id"], more["output_index"], more["content_index"] = kind, item["id"], index, 0
			s.send(kind, more)
		}
		at("response.content_part.added", object{"part": object{"type": "output_text", "text": "", "annotations": []object{}}})
		for _, part := range pieces(text) {
			at("response.output_text.delta", object{"delta": part})
		}
		at("response.output_text.done", object{"text": text})
	}
	s.send("response.output_item.done", object{"type": "response.output_item.done", "output_index": index, "item": item})
}

func (responses) fail(w http.ResponseWriter, f Failure) {
	reply(w, f.Status, object{"error": object{"type": "server_error", "code": nil, "message": f.Message}})
}
