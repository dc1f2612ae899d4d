package fakemodel

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// gemini is Google's generateContent, as Gemini CLI uses it.
// Form: ai.google.dev/api/generate-content; observed with Gemini CLI 0.61.0.
type gemini struct{}

func (gemini) name() string { return "gemini" }

func (gemini) speaks(method, path string) bool {
	return method == http.MethodPost && (strings.HasSuffix(path, ":generateContent") || strings.HasSuffix(path, ":streamGenerateContent"))
}

func (gemini) beside(method, path string) any {
	if method == http.MethodPost && strings.HasSuffix(path, ":countTokens") {
		return object{"totalTokens": usual.Input}
	}
	return nil
}

type geminiContent struct {
	Role  string `json:"role"`
	Parts []struct {
		Text *string `json:"text"`
		Call *struct {
			ID   string          `json:"id"`
			Name string          `json:"name"`
			Args json.RawMessage `json:"args"`
		} `json:"functionCall"`
		Result *struct {
			ID       string          `json:"id"`
			Response json.RawMessage `json:"response"`
		} `json:"functionResponse"`
	} `json:"parts"`
}

// read finds the model, and whether it is to stream, in the path.
func (gemini) read(path string, body []byte) (prompt, error) {
	var b struct {
		System geminiContent `json:"systemInstruction"`
		Tools  []struct {
			Functions []Tool `json:"functionDeclarations"`
		} `json:"tools"`
		Contents []geminiContent `json:"contents"`
	}
	if err := json.Unmarshal(body, &b); err != nil {
		return prompt{}, err
	}
	p := prompt{Stream: strings.HasSuffix(path, ":streamGenerateContent")}
	_, name, _ := strings.Cut(path, "/models/")
	p.Model, _, _ = strings.Cut(name, ":")
	for _, t := range b.Tools {
		p.Tools = append(p.Tools, t.Functions...)
	}
	b.System.Role = "system"
	p.Said = b.System.said()
	for _, c := range b.Contents {
		p.Said = append(p.Said, c.said()...)
	}
	return p, nil
}

func (c geminiContent) said() []Said {
	role := c.Role
	if role == "model" {
		role = "assistant"
	}
	var said []Said
	for _, p := range c.Parts {
		switch {
		case p.Text != nil:
			said = append(said, Said{Role: role, Text: *p.Text})
		case p.Call != nil:
			said = append(said, Said{Role: role, Call: p.Call.ID, Text: p.Call.Name + " " + string(p.Call.Args)})
		case p.Result != nil:
			said = append(said, geminiResult(p.Result.ID, p.Result.Response))
		default:
			said = append(said, Said{Role: role, Text: "[other]"})
		}
	}
	return said
}

// geminiResult takes the text out of {"output": …} or {"error": …}, which is
// how a program says what came of a call.
func geminiResult(call string, response json.RawMessage) Said {
	var r struct{ Output, Error *string }
	s := Said{Role: "tool", Call: call, Text: string(response)}
	if json.Unmarshal(response, &r) != nil {
		return s
	}
	switch {
	case r.Error != nil:
		s.Text, s.Failed = *r.Error, true
	case r.Output != nil:
		s.Text = *r.Output
	}
	return s
}

func (gemini) write(w http.ResponseWriter, p prompt, a answer) {
	var calls []object
	for _, c := range a.calls {
		calls = append(calls, object{"functionCall": object{"id": c.ID, "name": c.Name, "args": c.arguments()}})
	}
	u := a.usage
	usage := object{"promptTokenCount": u.Input, "candidatesTokenCount": u.Output, "cachedContentTokenCount": u.Cached,
		"thoughtsTokenCount": u.Reasoning, "totalTokenCount": u.Input + u.Output + u.Reasoning}
	body := func(parts []object) object {
		return object{"candidates": []object{{"index": 0, "content": object{"role": "model", "parts": parts}}},
			"modelVersion": p.Model, "responseId": fmt.Sprintf("resp_%d", a.serial)}
	}
	last := func(parts []object) object {
		b := body(parts)
		b["candidates"].([]object)[0]["finishReason"], b["usageMetadata"] = "STOP", usage
		return b
	}
	if !p.Stream {
		parts := calls
		if a.hasText() {
			parts = append([]object{{"text": a.text}}, calls...)
		}
		reply(w, http.StatusOK, last(parts))
		return
	}
	s := stream(w)
	if a.hasText() {
		for _, part := range pieces(a.text) {
			s.send("", body([]object{{"text": part}}))
		}
	}
	for _, c := range calls { // a call comes whole
		s.send("", body([]object{c}))
	}
	s.send("", last([]object{{"text": ""}}))
}

func (gemini) fail(w http.ResponseWriter, f Failure) {
	reply(w, f.Status, object{"error": object{"code": f.Status, "status": "UNAVAILABLE", "message": f.Message}})
}
