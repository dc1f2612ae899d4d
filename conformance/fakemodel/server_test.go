package fakemodel

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

func serve(t *testing.T, script Script) (*Server, string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := Serve(l, script)
	t.Cleanup(func() { s.Close() })
	return s, "http://" + l.Addr().String()
}

func ask(t *testing.T, method, url, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(b)
}

func TestCallsThatNobodyOffered(t *testing.T) {
	c := Call{Name: "acme", Namespace: "mcp__x", Or: []Call{{Name: "echo", Args: map[string]any{"a": 1}}}}
	if m := c.choose([]Tool{{Name: "acme"}, {Name: "echo", Namespace: "other"}}); !m.Offered || m.Name != "echo" || m.Namespace != "other" {
		t.Errorf("the second candidate is offered: %+v", m)
	}
	if m := c.choose(nil); m.Offered || m.Name != "acme" || m.Namespace != "mcp__x" {
		t.Errorf("none is offered: %+v", m)
	}
}

func TestToolsOfTheResponsesDialect(t *testing.T) {
	p, err := responses{}.read("", []byte(`{"tools":[{"type":"namespace","name":"mcp__x","tools":[{"type":"function","name":"echo"}]},{"type":"web_search"},{"type":"custom","name":"apply_patch"}],
		"input":[{"type":"additional_tools","tools":[{"type":"function","name":"late"}]}]}`))
	want := []Tool{{Name: "echo", Namespace: "mcp__x"}, {Name: "web_search"}, {Name: "apply_patch", Custom: true}, {Name: "late"}}
	if err != nil || !slices.Equal(p.Tools, want) {
		t.Errorf("%+v %v", p.Tools, err)
	}
	_, url := serve(t, Turns(Turn{Calls: []Call{{Name: "apply_patch", Input: "*** Begin"}}}))
	_, out := ask(t, "POST", url+"/responses", `{"tools":[{"type":"custom","name":"apply_patch"}]}`)
	if !strings.Contains(out, `"type":"custom_tool_call"`) || !strings.Contains(out, `"input":"*** Begin"`) || strings.Contains(out, "arguments") {
		t.Errorf("a custom tool is called with %s", out)
	}
}

func TestWhatIsAskedBeside(t *testing.T) {
	s, url := serve(t, Script{})
	if status, out := ask(t, "POST", url+"/v1/messages/count_tokens", `{}`); status != 200 || out != `{"input_tokens":1000}` {
		t.Errorf("%d %s", status, out)
	}
	if status, out := ask(t, "GET", url+"/v1/models", ""); status != 200 || !strings.Contains(out, `"data":[]`) {
		t.Errorf("%d %s", status, out)
	}
	if status, _ := ask(t, "GET", url+"/api/hello", ""); status != 404 {
		t.Errorf("something unknown: %d", status)
	}
	all := s.Requests()
	if len(all) != 3 || all[2].Path != "/api/hello" || all[2].Dialect != "" || all[0].Dialect != "anthropic-messages" {
		t.Errorf("%+v", all)
	}
}

func TestErrorsAreScripted(t *testing.T) {
	for _, d := range dialects {
		g := tongues[d.name()]
		s, url := serve(t, Turns(Turn{Error: &Failure{Status: 529, Message: "overloaded"}}, Turn{Text: "FINAL"}))
		body := strings.ReplaceAll(g.first, "STREAM", "false")
		if status, out := ask(t, "POST", url+g.at("false"), body); status != 529 || !strings.Contains(out, `"message":"overloaded"`) {
			t.Errorf("%s: %d %s", d.name(), status, out)
		}
		if status, out := ask(t, "POST", url+g.at("false"), body); status != 200 || !strings.Contains(out, "FINAL") {
			t.Errorf("%s, after it: %d %s", d.name(), status, out)
		}
		if status, _ := ask(t, "POST", url+g.at("false"), g.bad); status != 400 {
			t.Errorf("%s, not understood: %d", d.name(), status)
		}
		if all := s.Requests(); len(all) != 3 || all[0].Fault != "scripted: overloaded" || all[2].Fault == "" {
			t.Errorf("%s: %+v", d.name(), all)
		}
	}
}

func TestLanesAreTakenByWhatIsSaid(t *testing.T) {
	s, url := serve(t, Script{
		Aside: &Turn{Text: "a title"},
		Lanes: []Lane{
			{When: "you are a subagent", Turns: []Turn{{Text: "sub"}}},
			{Last: "sum up", Turns: []Turn{{Text: "summary"}}},
			{Turns: []Turn{{Text: "main 1"}, {Text: "main 2"}, {Text: "main 3"}}},
		},
	})
	for _, c := range []struct{ prompt, then, want string }{
		{"hello", "", "main 1"}, {"you are a subagent", "", "sub"}, {"more", "", "main 2"}, {"hello", "now sum up", "summary"}, {"sum up", "thanks", "main 3"},
	} {
		said := []object{{"role": "user", "content": c.prompt}}
		if c.then != "" {
			said = append(said, object{"role": "assistant", "content": "yes"}, object{"role": "user", "content": c.then})
		}
		_, out := ask(t, "POST", url+"/v1/messages", text(object{"tools": []object{{"name": "Bash"}}, "messages": said}))
		if !strings.Contains(out, text(c.want)) {
			t.Errorf("%s: %s", c.prompt, out)
		}
	}
	if _, out := ask(t, "POST", url+"/v1/messages", `{"messages":[]}`); !strings.Contains(out, "a title") {
		t.Errorf("without tools: %s", out)
	}
	s.script.Least = 2
	if _, out := ask(t, "POST", url+"/v1/messages", `{"tools":[{"name":"Title"}],"messages":[]}`); !strings.Contains(out, "a title") {
		t.Errorf("with one tool, where two are the least: %s", out)
	}
	if all := s.Requests(); all[0].Lane != 2 || all[1].Lane != 0 || all[2].Turn != 1 || all[3].Lane != 1 {
		t.Errorf("%+v", all)
	}
}

// The bounds hold: one request too many, one byte too many.
func TestBounds(t *testing.T) {
	s, url := serve(t, Script{})
	for i := range maxRequests + 1 {
		status, out := ask(t, "POST", url+"/v1/messages", `{"messages":[]}`)
		if want := map[bool]int{true: 200, false: 400}[i < maxRequests]; status != want {
			t.Fatalf("request %d: %d %s", i+1, status, out)
		}
	}
	if n := len(s.Requests()); n != maxRequests {
		t.Errorf("%d requests are kept", n)
	}
	s, url = serve(t, Script{})
	for size, want := range map[int]int{maxBody: 200, maxBody + 1: 413} {
		body := bytes.Repeat([]byte(" "), size)
		copy(body, `{"messages":[]}`)
		if status, _ := ask(t, "POST", url+"/v1/messages", string(body)); status != want {
			t.Errorf("a body of %d bytes: %d", size, status)
		}
	}
	if all := s.Requests(); len(all) != 2 {
		t.Errorf("%d requests", len(all))
	}
}

// Close does not wait for a program that holds its connection open, and takes
// the port back.
func TestCloseEndsEverything(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := Serve(l, Script{})
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	io.WriteString(c, "POST /v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{")
	time.Sleep(50 * time.Millisecond) // the request is under way
	begin := time.Now()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if d := time.Since(begin); d > maxClose+time.Second {
		t.Errorf("closing took %v", d)
	}
	if _, err := net.Dial("tcp", l.Addr().String()); err == nil {
		t.Error("it still listens")
	}
}

// What only the last result says is put into a call.
func TestACallRecallsTheLastResult(t *testing.T) {
	c := Call{Name: "wait", Args: map[string]any{"ms": 1}, Recall: map[string]string{"ids": "id"}}
	said := []Said{{Role: "tool", Text: `{"id":"old"}`}, {Role: "tool", Text: `{"id":"a"}`}, {Role: "user", Text: "{}"}}
	if got := must(c.recalled(said).Args); string(got) != `{"ids":["a"],"ms":1}` {
		t.Errorf("%s", got)
	}
	for _, said := range [][]Said{nil, {{Role: "tool", Text: "no JSON"}}} {
		if got := must(c.recalled(said).Args); string(got) != `{"ms":1}` {
			t.Errorf("%s of %v", got, said)
		}
	}
	if len(c.Args) != 1 {
		t.Errorf("the script itself has changed: %v", c.Args)
	}
}
