package fakemodel

import (
	"strings"
	"testing"
)

// Programs of the chat completions and of Gemini, as small as can be.

type chatMessage struct {
	Content string
	Calls   []struct {
		Index    int
		ID       string
		Function struct{ Name, Arguments string }
	} `json:"tool_calls"`
}

type chatBody struct {
	Object  string
	Choices []struct {
		Message, Delta chatMessage
		Finish         string `json:"finish_reason"`
	}
	Usage *struct {
		Prompt int `json:"prompt_tokens"`
	}
}

func chatWhole(t *testing.T, body string) (a answered) {
	var b chatBody
	decode(t, body, &b)
	if len(b.Choices) != 1 || b.Object != "chat.completion" || b.Usage == nil || b.Usage.Prompt != usual.Input {
		t.Fatalf("no completion: %s", body)
	}
	m := b.Choices[0].Message
	a.text = m.Content
	for _, c := range m.Calls {
		a.call = c.ID + " " + c.Function.Name
		decode(t, c.Function.Arguments, &a.args)
	}
	if (b.Choices[0].Finish == "tool_calls") != (a.call != "") {
		t.Errorf("finish_reason %s with call %q", b.Choices[0].Finish, a.call)
	}
	return a
}

func chatStreamed(t *testing.T, body string) (a answered) {
	var arguments, finish string
	used := 0
	for _, e := range sse(t, body) {
		var b chatBody
		decode(t, text(e), &b)
		if b.Usage != nil {
			used = b.Usage.Prompt
		}
		for _, c := range b.Choices {
			a.text += c.Delta.Content
			finish += c.Finish
			for _, call := range c.Delta.Calls {
				if call.ID != "" {
					a.call = call.ID + " " + call.Function.Name
				}
				arguments += call.Function.Arguments
			}
		}
	}
	if arguments != "" {
		decode(t, arguments, &a.args)
	}
	if finish != map[bool]string{true: "tool_calls", false: "stop"}[a.call != ""] || used != usual.Input || !strings.HasSuffix(body, "data: [DONE]\n\n") {
		t.Errorf("the stream ends with %q, %d tokens: %s", finish, used, body)
	}
	return a
}

type geminiBody struct {
	Candidates []struct {
		Content struct {
			Parts []struct {
				Text string
				Call *struct {
					ID, Name string
					Args     any
				} `json:"functionCall"`
			}
		}
		Finish string `json:"finishReason"`
	}
	Model string `json:"modelVersion"`
	Usage *struct {
		Total int `json:"totalTokenCount"`
	} `json:"usageMetadata"`
}

// add puts a piece of an answer to the others, and says whether it is the last.
func (b geminiBody) add(t *testing.T, a *answered) bool {
	c := b.Candidates[0]
	for _, p := range c.Content.Parts {
		if a.text += p.Text; p.Call != nil {
			a.call, a.args = p.Call.ID+" "+p.Call.Name, p.Call.Args
		}
	}
	if b.Model != "m" || (c.Finish == "STOP") != (b.Usage != nil) {
		t.Errorf("a piece of an answer: %+v", b)
	}
	return c.Finish == "STOP"
}

func geminiWhole(t *testing.T, body string) (a answered) {
	var b geminiBody
	decode(t, body, &b)
	if !b.add(t, &a) {
		t.Errorf("the answer has no end: %s", body)
	}
	return a
}

func geminiStreamed(t *testing.T, body string) (a answered) {
	all := sse(t, body)
	for i, e := range all {
		var b geminiBody
		decode(t, text(e), &b)
		if b.add(t, &a) != (i == len(all)-1) {
			t.Errorf("piece %d of %d: %v", i+1, len(all), e)
		}
	}
	return a
}
