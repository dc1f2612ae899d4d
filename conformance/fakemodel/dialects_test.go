package fakemodel

import (
	"bufio"
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// tongue is what a test has to know of a dialect: how its programs ask, and
// where they find the answer.
type tongue struct {
	path        string
	whole       string // path of what is not streamed, if that differs
	first, next string // requests: with a tool, and after its result
	plain       string // without tools
	bad         string
}

// at is the path of a request.
func (g tongue) at(streamed string) string {
	if streamed == "false" && g.whole != "" {
		return g.whole
	}
	return g.path
}

var tongues = map[string]tongue{
	"anthropic-messages": {
		path:  "/v1/messages",
		first: `{"model":"m","stream":STREAM,"system":[{"type":"text","text":"SYS"}],"tools":[{"name":"Bash","input_schema":{}}],"messages":[{"role":"user","content":"PROMPT"}]}`,
		next: `{"model":"m","stream":STREAM,"tools":[{"name":"Bash"}],"messages":[{"role":"user","content":[{"type":"text","text":"PROMPT"},{"type":"image","source":{}}]},
			{"role":"assistant","content":[{"type":"tool_use","id":"call_1","name":"Bash","input":{"command":"echo"}}]},
			{"role":"user","content":[{"type":"tool_result","tool_use_id":"call_1","is_error":true,"content":[{"type":"text","text":"RESULT"}]}]}]}`,
		plain: `{"model":"m","stream":STREAM,"messages":[{"role":"user","content":"title?"}]}`,
		bad:   `{"messages":7}`,
	},
	"openai-responses": {
		path:  "/v1/responses",
		first: `{"model":"m","stream":STREAM,"instructions":"SYS","tools":[{"type":"function","name":"Bash"}],"input":"PROMPT"}`,
		next: `{"model":"m","stream":STREAM,"tools":[{"type":"function","name":"Bash"}],"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"PROMPT"},{"type":"input_image"}]},
			{"type":"function_call","call_id":"call_1","name":"Bash","arguments":"{\"command\":\"echo\"}"},
			{"type":"function_call_output","call_id":"call_1","output":"RESULT"}]}`,
		plain: `{"model":"m","stream":STREAM,"input":[{"type":"message","role":"user","content":"title?"}]}`,
		bad:   `{"model":7}`,
	},
	"openai-chat": {
		path:  "/v1/chat/completions",
		first: `{"model":"m","stream":STREAM,"tools":[{"type":"function","function":{"name":"Bash","parameters":{}}}],"messages":[{"role":"system","content":"SYS"},{"role":"user","content":"PROMPT"}]}`,
		next: `{"model":"m","stream":STREAM,"tools":[{"type":"function","function":{"name":"Bash"}}],"messages":[{"role":"user","content":[{"type":"text","text":"PROMPT"},{"type":"image"}]},
			{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"Bash","arguments":"{\"command\":\"echo\"}"}}]},
			{"role":"tool","tool_call_id":"call_1","content":"RESULT"}]}`,
		plain: `{"model":"m","stream":STREAM,"messages":[{"role":"user","content":"title?"}]}`,
		bad:   `{"model":7}`,
	},
	"gemini": {
		path:  "/v1beta/models/m:streamGenerateContent",
		whole: "/v1beta/models/m:generateContent",
		first: `{"systemInstruction":{"parts":[{"text":"SYS"}]},"tools":[{"functionDeclarations":[{"name":"Bash","parameters":{}}]}],"contents":[{"role":"user","parts":[{"text":"PROMPT"}]}]}`,
		next: `{"tools":[{"functionDeclarations":[{"name":"Bash"}]}],"contents":[{"role":"user","parts":[{"text":"PROMPT"},{"inlineData":{"image":1}}]},
			{"role":"model","parts":[{"functionCall":{"id":"call_1","name":"Bash","args":{"command":"echo"}}}]},
			{"role":"user","parts":[{"functionResponse":{"id":"call_1","name":"Bash","response":{"error":"RESULT"}}}]}]}`,
		plain: `{"contents":[{"role":"user","parts":[{"text":"title?"}]}]}`,
		bad:   `{"contents":7}`,
	},
}

var twoTurns = Turns(
	Turn{Text: "I shall.", Calls: []Call{{Name: "shell", Args: map[string]any{"x": 1}, Or: []Call{{Name: "Bash", Args: map[string]any{"command": "echo hi"}}}}}},
	Turn{Text: "FINAL"},
)

// Every dialect leads a program through the same script, streamed or not, and
// keeps the same record of it.
func TestAConversationInEveryDialect(t *testing.T) {
	if len(tongues) != len(dialects) {
		t.Fatalf("%d dialects, %d of them tested", len(dialects), len(tongues))
	}
	for _, d := range dialects {
		for _, streamed := range []string{"true", "false"} {
			t.Run(d.name()+",stream="+streamed, func(t *testing.T) {
				g := tongues[d.name()]
				s, url := serve(t, twoTurns)
				say := func(body string) answered {
					status, out := ask(t, "POST", url+g.at(streamed), strings.ReplaceAll(body, "STREAM", streamed))
					if status != 200 {
						t.Fatalf("status %d: %s", status, out)
					}
					if streamed == "true" {
						return understood[d.name()].stream(t, out)
					}
					return understood[d.name()].whole(t, out)
				}
				if got := say(g.first); got.text != "I shall." || got.call != "call_1 Bash" || text(got.args) != `{"command":"echo hi"}` {
					t.Errorf("first answer: %+v", got)
				}
				if got := say(g.next); got.text != "FINAL" || got.call != "" {
					t.Errorf("second answer: %+v", got)
				}
				if got := say(g.next); got.text != "done" || got.call != "" {
					t.Errorf("an answer beyond the script: %+v", got)
				}
				if got := say(g.plain); got.text != "aside" {
					t.Errorf("a request without tools: %+v", got)
				}
				recorded(t, s.Requests(), d.name())
			})
		}
	}
}

func recorded(t *testing.T, all []Request, dialect string) {
	t.Helper()
	if len(all) != 4 {
		t.Fatalf("%d requests", len(all))
	}
	first, second, third, plain := all[0], all[1], all[2], all[3]
	if first.Dialect != dialect || first.Model != "m" || first.Said[0] != (Said{Role: "system", Text: "SYS"}) || first.Said[1] != (Said{Role: "user", Text: "PROMPT"}) {
		t.Errorf("first: %+v", first)
	}
	if !slices.Equal(first.Offered, []Tool{{Name: "Bash"}}) || !first.Calls[0].Offered || first.Lane != 0 || first.Turn != 0 {
		t.Errorf("first: %+v", first)
	}
	r, ok := second.Result("call_1")
	if !ok || r.Text != "RESULT" || r.Failed != slices.Contains([]string{"anthropic-messages", "gemini"}, dialect) {
		t.Errorf("result: %+v %v", r, ok)
	}
	if _, ok := second.Result("call_2"); ok {
		t.Error("there is no second call")
	}
	if e := second.Everything(); !strings.Contains(e, "tool: RESULT\n") || !strings.Contains(e, `assistant: Bash {"command":"echo"}`) || !strings.Contains(e, "image]") && !strings.Contains(e, "[other]") {
		t.Errorf("everything: %s", e)
	}
	if second.Beyond || !third.Beyond || third.Turn != 2 {
		t.Errorf("beyond: %+v %+v", second, third)
	}
	if plain.Lane != -1 || len(plain.Offered) != 0 {
		t.Errorf("plain: %+v", plain)
	}
}

// answered is what a program understands of an answer.
type answered struct {
	text, call string // the call: id and name
	args       any
}

// A program of each dialect, as small as can be: it puts pieces together.
var understood = map[string]struct {
	whole, stream func(*testing.T, string) answered
}{
	"anthropic-messages": {anthropicWhole, anthropicStream},
	"openai-responses":   {responsesWhole, responsesStreamed},
	"openai-chat":        {chatWhole, chatStreamed},
	"gemini":             {geminiWhole, geminiStreamed},
}

func anthropicWhole(t *testing.T, body string) (a answered) {
	var m struct {
		Content []struct {
			Type, Text, ID, Name string
			Input                any
		}
		Stop string `json:"stop_reason"`
	}
	decode(t, body, &m)
	for _, c := range m.Content {
		if a.text += c.Text; c.Type == "tool_use" {
			a.call, a.args = c.ID+" "+c.Name, c.Input
		}
	}
	if (m.Stop == "tool_use") != (a.call != "") {
		t.Errorf("stop_reason %s with call %q", m.Stop, a.call)
	}
	return a
}

func anthropicStream(t *testing.T, body string) answered {
	var blocks []map[string]any
	var order []string
	stop := ""
	for _, e := range sse(t, body) {
		order = append(order, e["type"].(string))
		switch e["type"] {
		case "content_block_start":
			blocks = append(blocks, e["content_block"].(map[string]any))
		case "content_block_delta":
			d, b := e["delta"].(map[string]any), blocks[int(e["index"].(float64))]
			if d["type"] == "text_delta" {
				b["text"] = b["text"].(string) + d["text"].(string)
			} else {
				b["json"] = textOf(b["json"]) + d["partial_json"].(string)
			}
		case "message_delta":
			stop, _ = e["delta"].(map[string]any)["stop_reason"].(string)
		}
	}
	if order[0] != "message_start" || order[len(order)-1] != "message_stop" {
		t.Errorf("order of events: %q", order)
	}
	for _, b := range blocks {
		if j := textOf(b["json"]); j != "" {
			var input any
			decode(t, j, &input)
			b["input"] = input
		}
	}
	return anthropicWhole(t, text(object{"content": blocks, "stop_reason": stop}))
}

func responsesWhole(t *testing.T, body string) (a answered) {
	var m struct {
		Status string
		Output []struct {
			Type, Name, Arguments string
			CallID                string `json:"call_id"`
			Content               []struct{ Text string }
		}
	}
	decode(t, body, &m)
	if m.Status != "completed" {
		t.Errorf("status %q", m.Status)
	}
	for _, o := range m.Output {
		switch o.Type {
		case "message":
			a.text += o.Content[0].Text
		case "function_call":
			a.call = o.CallID + " " + o.Name
			decode(t, o.Arguments, &a.args)
		}
	}
	return a
}

func responsesStreamed(t *testing.T, body string) answered {
	all := sse(t, body)
	deltas := ""
	for _, e := range all {
		if e["type"] == "response.output_text.delta" {
			deltas += e["delta"].(string)
		}
	}
	last := all[len(all)-1]
	if all[0]["type"] != "response.created" || last["type"] != "response.completed" {
		t.Errorf("the stream begins with %v and ends with %v", all[0]["type"], last["type"])
	}
	a := responsesWhole(t, text(last["response"]))
	if a.text != deltas {
		t.Errorf("the text is %q, its pieces %q", a.text, deltas)
	}
	return a
}

// sse reads events whose kind is said twice, and must be the same.
func sse(t *testing.T, body string) []map[string]any {
	t.Helper()
	var all []map[string]any
	kind := ""
	for sc := bufio.NewScanner(strings.NewReader(body)); sc.Scan(); {
		if k, ok := strings.CutPrefix(sc.Text(), "event: "); ok {
			kind = k
		}
		if d, ok := strings.CutPrefix(sc.Text(), "data: "); ok && d != "[DONE]" {
			var e map[string]any
			decode(t, d, &e)
			if kind != "" && e["type"] != kind {
				t.Errorf("event %q has type %v", kind, e["type"])
			}
			all = append(all, e)
		}
	}
	if len(all) == 0 {
		t.Fatalf("no events in %q", body)
	}
	return all
}

func decode(t *testing.T, s string, v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(s), v); err != nil {
		t.Fatalf("%v in %s", err, s)
	}
}

func text(v any) string { return string(must(v)) }

func textOf(v any) string { s, _ := v.(string); return s }
