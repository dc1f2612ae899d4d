package fakemodel

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// chat is OpenAI's chat completions API, which most hosts can be given.
// Form: platform.openai.com/docs/api-reference/chat, .../chat-streaming;
// observed with Qwen Code 0.24.4 and opencode 1.18.33.
type chat struct{}

func (chat) name() string { return "openai-chat" }

func (chat) speaks(method, path string) bool {
	return method == http.MethodPost && strings.HasSuffix(path, "/chat/completions")
}

// beside: Grok Build 1.0.41 opens its connection ahead with a request for nothing. The
// list of models is the same in the Responses API.
func (chat) beside(method, path string) any {
	if method == http.MethodGet && path == "/" {
		return object{}
	}
	return nil
}

func (chat) read(_ string, body []byte) (prompt, error) {
	var b struct {
		Model  string `json:"model"`
		Stream bool   `json:"stream"`
		Tools  []struct {
			Function Tool `json:"function"`
		} `json:"tools"`
		Messages []struct {
			Role    string          `json:"role"`
			Content json.RawMessage `json:"content"`
			Call    string          `json:"tool_call_id"`
			Calls   []struct {
				ID       string `json:"id"`
				Function struct {
					Name      string `json:"name"`
					Arguments string `json:"arguments"`
				} `json:"function"`
			} `json:"tool_calls"`
		} `json:"messages"`
	}
	if err := json.Unmarshal(body, &b); err != nil {
		return prompt{}, err
	}
	p := prompt{Model: b.Model, Stream: b.Stream}
	for _, t := range b.Tools {
		p.Tools = append(p.Tools, t.Function)
	}
	for _, m := range b.Messages {
		if s := texts(m.Content); s != "" || len(m.Calls) == 0 {
			p.Said = append(p.Said, Said{Role: m.Role, Call: m.Call, Text: s})
		}
		for _, c := range m.Calls {
			p.Said = append(p.Said, Said{Role: m.Role, Call: c.ID, Text: c.Function.Name + " " + c.Function.Arguments})
		}
	}
	return p, nil
}

func (chat) write(w http.ResponseWriter, p prompt, a answer) {
	why := "stop"
	var calls []object
	for i, c := range a.calls {
		why = "tool_calls"
		calls = append(calls, object{"index": i, "id": c.ID, "type": "function",
			"function": object{"name": c.Name, "arguments": string(c.arguments())}})
	}
	u := a.usage
	usage := object{"prompt_tokens": u.Input, "completion_tokens": u.Output, "total_tokens": u.Input + u.Output,
		"prompt_tokens_details":     object{"cached_tokens": u.Cached},
		"completion_tokens_details": object{"reasoning_tokens": u.Reasoning}}
	body := func(kind string, choices []object, usage any) object {
		return object{"id": fmt.Sprintf("chatcmpl_%d", a.serial), "object": kind, "created": 0, "model": p.Model, "choices": choices, "usage": usage}
	}
	if !p.Stream {
		m := object{"role": "assistant", "content": a.text}
		if len(calls) > 0 {
			m["tool_calls"] = calls
		}
		reply(w, http.StatusOK, body("chat.completion", []object{{"index": 0, "message": m, "finish_reason": why}}, usage))
		return
	}
	s := stream(w)
	chunk := func(delta object, why any) {
		s.send("", body("chat.completion.chunk", []object{{"index": 0, "delta": delta, "finish_reason": why}}, nil))
	}
	chunk(object{"role": "assistant", "content": ""}, nil)
	for _, part := range pieces(a.text) {
		chunk(object{"content": part}, nil)
	}
	for _, c := range calls {
		chatCall(chunk, c)
	}
	chunk(object{}, why)
	s.send("", body("chat.completion.chunk", []object{}, usage))
	s.end("[DONE]")
}

// chatCall streams one call: what it is, then its arguments in pieces.
func chatCall(chunk func(delta object, why any), call object) {
	f := call["function"].(object)
	begun := object{"index": call["index"], "id": call["id"], "type": "function", "function": object{"name": f["name"], "arguments": ""}}
	chunk(object{"tool_calls": []object{begun}}, nil)
	for _, part := range pieces(f["arguments"].(string)) {
		chunk(object{"tool_calls": []object{{"index": call["index"], "function": object{"arguments": part}}}}, nil)
	}
}

func (chat) fail(w http.ResponseWriter, f Failure) {
	reply(w, f.Status, object{"error": object{"type": "server_error", "code": nil, "message": f.Message}})
}
