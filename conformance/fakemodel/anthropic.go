package fakemodel

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// anthropic is the Messages API, as Claude Code uses it.
// Form: docs.anthropic.com/en/api/messages, .../messages-streaming; observed
// with Claude Code 2.1.332.
type anthropic struct{}

func (anthropic) name() string { return "anthropic-messages" }

func (anthropic) speaks(method, path string) bool {
	return method == http.MethodPost && strings.HasSuffix(path, "/messages")
}

func (anthropic) beside(method, path string) any {
	if method == http.MethodPost && strings.HasSuffix(path, "/messages/count_tokens") {
		return object{"input_tokens": usual.Input}
	}
	return nil
}

func (anthropic) read(_ string, body []byte) (prompt, error) {
	var b struct {
		Model    string          `json:"model"`
		Stream   bool            `json:"stream"`
		System   json.RawMessage `json:"system"`
		Tools    []Tool          `json:"tools"`
		Messages []struct {
			Role    string          `json:"role"`
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	if err := json.Unmarshal(body, &b); err != nil {
		return prompt{}, err
	}
	p := prompt{Model: b.Model, Stream: b.Stream, Tools: b.Tools}
	if len(b.System) > 0 {
		p.Said = append(p.Said, Said{Role: "system", Text: texts(b.System)})
	}
	for _, m := range b.Messages {
		p.Said = append(p.Said, anthropicBlocks(m.Role, m.Content)...)
	}
	return p, nil
}

// anthropicBlocks are the parts of one message: a result of a tool is a block
// of the user's.
func anthropicBlocks(role string, content json.RawMessage) []Said {
	var blocks []struct {
		Type    string          `json:"type"`
		Text    string          `json:"text"`
		ID      string          `json:"id"`
		Name    string          `json:"name"`
		Input   json.RawMessage `json:"input"`
		Call    string          `json:"tool_use_id"`
		Content json.RawMessage `json:"content"`
		IsError bool            `json:"is_error"`
	}
	if json.Unmarshal(content, &blocks) != nil {
		return []Said{{Role: role, Text: texts(content)}}
	}
	var said []Said
	for _, b := range blocks {
		switch b.Type {
		case "text":
			said = append(said, Said{Role: role, Text: b.Text})
		case "tool_use":
			said = append(said, Said{Role: role, Call: b.ID, Text: b.Name + " " + string(b.Input)})
		case "tool_result":
			said = append(said, Said{Role: "tool", Call: b.Call, Text: texts(b.Content), Failed: b.IsError})
		default:
			said = append(said, Said{Role: role, Text: "[" + b.Type + "]"})
		}
	}
	return said
}

func (anthropic) write(w http.ResponseWriter, p prompt, a answer) {
	var content []object
	if a.hasText() {
		content = append(content, object{"type": "text", "text": a.text})
	}
	for _, c := range a.calls {
		content = append(content, object{"type": "tool_use", "id": c.ID, "name": c.Name, "input": c.arguments()})
	}
	why := "end_turn"
	if len(a.calls) > 0 {
		why = "tool_use"
	}
	u := object{"input_tokens": a.usage.Input, "output_tokens": a.usage.Output,
		"cache_read_input_tokens": a.usage.Cached, "cache_creation_input_tokens": a.usage.CacheWrite}
	m := object{"id": fmt.Sprintf("msg_%d", a.serial), "type": "message", "role": "assistant", "model": p.Model,
		"content": content, "stop_reason": why, "stop_sequence": nil, "usage": u}
	if !p.Stream {
		reply(w, http.StatusOK, m)
		return
	}
	m["content"], m["stop_reason"] = []object{}, nil
	s := stream(w)
	s.send("message_start", object{"type": "message_start", "message": m})
	for i, c := range content {
		anthropicBlock(s, i, c)
	}
	s.send("message_delta", object{"type": "message_delta", "usage": object{"output_tokens": a.usage.Output},
		"delta": object{"stop_reason": why, "stop_sequence": nil}})
	s.send("message_stop", object{"type": "message_stop"})
}

// anthropicBlock streams one block: empty first, then its content in pieces.
func anthropicBlock(s events, index int, block object) {
	start, kind, field, whole := object{"type": "text", "text": ""}, "text_delta", "text", ""
	if block["type"] == "text" {
		whole = block["text"].(string)
	} else {
		start = object{"type": "tool_use", "id": block["id"], "name": block["name"], "input": object{}}
		kind, field, whole = "input_json_delta", "partial_json", string(block["input"].(json.RawMessage))
	}
	s.send("content_block_start", object{"type": "content_block_start", "index": index, "content_block": start})
	for _, part := range pieces(whole) {
		s.send("content_block_delta", object{"type": "content_block_delta", "index": index, "delta": object{"type": kind, field: part}})
	}
	s.send("content_block_stop", object{"type": "content_block_stop", "index": index})
}

func (anthropic) fail(w http.ResponseWriter, f Failure) {
	reply(w, f.Status, object{"type": "error", "error": object{"type": "api_error", "message": f.Message}})
}
