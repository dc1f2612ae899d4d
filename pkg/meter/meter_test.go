package meter

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"agentconnector/pkg/mcp"
	"agentconnector/pkg/wire"
)

var epoch = time.UnixMilli(1_700_000_000_000)

// talk runs a meter over lines, "> " to the server and "< " to the client, a
// second apart.
func talk(lines ...string) (records []wire.Measure) {
	m := NewMeter(Labels{Connector: "t", Defs: true}, epoch, func(r wire.Measure) { records = append(records, r) })
	at := epoch
	for _, l := range lines {
		at = at.Add(time.Second)
		dir := ToServer
		if l[0] == '<' {
			dir = ToClient
		}
		m.Take(whole(at, dir, l[2:]))
	}
	m.Close(at)
	return records[:len(records)-1] // without the session
}

// whole is a message of which all is known.
func whole(at time.Time, dir Dir, line string) Message {
	return Message{Dir: dir, At: at, Line: mcp.Line{Head: []byte(line), Size: int64(len(line))}}
}

// brief is what matters of a record in these tests.
func brief(all []wire.Measure) string {
	var out []string
	for _, r := range all {
		s := fmt.Sprintf("%s %s %s %d/%d %s", r.Kind, r.Method, r.Tool, r.InputTokens, r.OutputTokens, r.ErrorType)
		out = append(out, strings.TrimSpace(s))
	}
	return strings.Join(out, "\n")
}

const (
	callA   = `> {"id":1,"method":"tools/call","params":{"name":"a","arguments":{}}}`
	answerA = `< {"id":1,"result":{"content":[{"type":"text","text":"hello world"}]}}`
)

func TestHowRequestsAndAnswersMeet(t *testing.T) {
	for name, c := range map[string]struct {
		lines []string
		want  string
	}{
		"the same id in both directions": {
			[]string{callA, `< {"id":1,"method":"ping"}`, `> {"id":1,"result":{}}`, answerA},
			"request ping  0/0\ncall tools/call a 1/2",
		},
		"a batch, answered in another order": {
			[]string{`> [{"id":1,"method":"tools/call","params":{"name":"a","arguments":{}}},{"method":"notifications/x"},{"id":2,"method":"tools/call","params":{"name":"b","arguments":{}}}]`,
				`< [{"id":2,"result":{"content":[]}},{"id":1,"error":{"code":-32000,"message":"x"}}]`},
			"call tools/call b 1/0\ncall tools/call a 1/1 -32000",
		},
		"a string id in another spelling": {
			[]string{`> {"id":"init-\u00e9","method":"ping"}`, `< {"id":"init-é","result":{}}`},
			"request ping  0/0",
		},
		"a number that the server has mangled": {
			[]string{`> {"id":9007199254740993,"method":"ping"}`, `< {"id":9007199254740992,"result":{}}`},
			"request ping  0/0 no_response",
		},
		"a string is not a number": {
			[]string{`> {"id":"1","method":"ping"}`, callA, answerA},
			"call tools/call a 1/2\nrequest ping  0/0 no_response",
		},
		"an id that is used again": {
			[]string{callA, `> {"id":1,"method":"ping"}`, `< {"id":1,"result":{}}`},
			"call tools/call a 1/0 superseded\nrequest ping  0/0",
		},
		"an error without an id goes to the only request": {
			[]string{callA, `< {"id":null,"error":{"code":-32700,"message":"bad"}}`},
			"call tools/call a 1/1 -32700",
		},
		"but not to one of two": {
			[]string{callA, `> {"id":2,"method":"ping"}`, `< {"error":{"code":-32700}}`, answerA, `< {"id":2,"result":{}}`},
			"request   0/0 orphan_error\ncall tools/call a 1/2\nrequest ping  0/0",
		},
		"a cancelled call, and its late answer": {
			[]string{callA, `> {"method":"notifications/cancelled","params":{"requestId":1}}`, answerA},
			"call tools/call a 1/0 cancelled",
		},
		"a call that is cancelled when it is over, as opencode does": {
			[]string{callA, answerA, `> {"method":"notifications/cancelled","params":{"requestId":1}}`},
			"call tools/call a 1/2",
		},
		"refused probes are no errors": {
			[]string{`> {"id":1,"method":"server/discover"}`, `< {"id":1,"error":{"code":-32601}}`},
			"request server/discover  0/0 probe",
		},
		"noise on stdout": {
			[]string{callA, `< [server] listening on stdio`, `< {"id":1`, `< []`, answerA},
			"call tools/call a 1/2",
		},
		"a subscription is not hung": {
			[]string{`> {"id":"listen:0","method":"subscriptions/listen"}`, `< {"method":"notifications/cancelled","params":{"requestId":"listen:0"}}`, `> {"id":2,"method":"subscriptions/listen"}`},
			"request subscriptions/listen  0/0\nrequest subscriptions/listen  0/0",
		},
	} {
		if got := brief(talk(c.lines...)); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

func TestACatalogueIsOneRecord(t *testing.T) {
	page := func(id int, cursor, tools, next string) []string {
		return []string{
			fmt.Sprintf(`> {"id":%d,"method":"tools/list","params":{%s}}`, id, cursor),
			fmt.Sprintf(`< {"id":%d,"result":{"tools":[%s]%s}}`, id, tools, next),
		}
	}
	one, two := `{"name":"one"}`, `{"name":"two"},{"name":"three"}`
	var lines []string
	lines = append(lines, page(1, ``, one, `,"nextCursor":""`)...)
	lines = append(lines, page(2, `"cursor":""`, two, ``)...)
	lines = append(lines, page(3, ``, one, `,"nextCursor":"x"`)...) // the same again
	lines = append(lines, page(4, `"cursor":"x"`, two, ``)...)
	lines = append(lines, page(5, ``, one+","+one, `,"nextCursor":"y"`)...) // another, left half way
	lines = append(lines, page(6, ``, two, ``)...)
	got := talk(lines...)
	var kinds []string
	for _, r := range got {
		kinds = append(kinds, fmt.Sprintf("%s %d", r.Kind, r.Tools))
	}
	if fmt.Sprint(kinds) != "[tool_defs 3 tool_def 0 tool_def 0 tool_def 0 request 0 tool_defs 2 tool_def 0 tool_def 0 tool_defs 2 tool_def 0 tool_def 0]" {
		t.Fatalf("%v", kinds)
	}
	if r := got[0]; r.OutputTokens != 15 || r.InputBytes != int64(len(lines[0])+len(lines[2])-4) || r.DurationMS != 3000 {
		t.Errorf("%+v", r)
	}
}

func TestRoundsOfOneCall(t *testing.T) {
	call := func(id int, more string) string {
		return fmt.Sprintf(`> {"id":%d,"method":"tools/call","params":{"name":"a","arguments":{"x":1}%s}}`, id, more)
	}
	ask := func(id int, state string) string {
		return fmt.Sprintf(`< {"id":%d,"result":{"resultType":"input_required","content":null,"requestState":"%s"}}`, id, state)
	}
	final := func(id int) string {
		return fmt.Sprintf(`< {"id":%d,"result":{"resultType":"complete","content":[{"type":"text","text":"hello world"}]}}`, id)
	}
	got := talk(call(1, ""), ask(1, "s"), call(2, `,"requestState":"s","inputResponses":{}`), ask(2, "t"), call(3, `,"requestState":"t"`), final(3))
	if brief(got) != "call tools/call a 5/2" || got[0].DurationMS != 5000 {
		t.Errorf("three rounds: %+v", got)
	}
	got = talk(call(1, ""), ask(1, "s"), call(2, `,"requestState":"other"`), final(2))
	if brief(got) != "call tools/call a 5/2\ncall tools/call a 5/0 input_abandoned" {
		t.Errorf("a foreign state: %s", brief(got))
	}
	var many []string
	for i := range maxRounds + 1 {
		many = append(many, call(i, ""), ask(i, fmt.Sprint(i)))
	}
	if got := talk(many...); len(got) != maxRounds+1 || got[0].DurationMS != int64(2*maxRounds+1)*1000 {
		t.Errorf("%d records, the first after %d ms", len(got), got[0].DurationMS)
	}
}

func TestTasksCountOnceWhoeverTellsTheEnd(t *testing.T) {
	start := `> {"id":1,"method":"tools/call","params":{"name":"a","arguments":{}}}`
	legacy := `< {"id":1,"result":{"task":{"taskId":"T","status":"working"}}}`
	modern := `< {"id":1,"result":{"resultType":"task","taskId":"T","status":"working"}}`
	done := `{"content":[{"type":"text","text":"hello world"}]}`
	for name, c := range map[string]struct {
		lines []string
		want  string
	}{
		"tasks/result": {[]string{start, legacy, `> {"id":2,"method":"tasks/result","params":{"taskId":"T"}}`, `< {"id":2,"result":` + done + `}`,
			`> {"id":3,"method":"tasks/result","params":{"taskId":"T"}}`, `< {"id":3,"result":` + done + `}`},
			"call tools/call a 1/2\nrequest tasks/result  0/0\nrequest tasks/result  0/0"},
		"tasks/get": {[]string{start, modern, `> {"id":2,"method":"tasks/get","params":{"taskId":"T"}}`, `< {"id":2,"result":{"status":"completed","result":` + done + `}}`},
			"call tools/call a 1/2\nrequest tasks/get  0/0"},
		"a notification before the answer to the call": {[]string{start, `< {"method":"notifications/tasks","params":{"taskId":"T","status":"completed","result":` + done + `}}`, modern},
			"call tools/call a 1/2"},
		"a notification": {[]string{start, modern, `< {"method":"notifications/tasks","params":{"taskId":"T","status":"failed","error":{"code":-5,"message":"x"}}}`},
			"call tools/call a 1/1 -5"},
		"never": {[]string{start, modern}, "call tools/call a 1/0 no_response"},
	} {
		if got := brief(talk(c.lines...)); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

func TestWhatAToolResultCounts(t *testing.T) {
	for name, c := range map[string]struct {
		result string
		tokens int64
		label  string
	}{
		"text":                        {`{"content":[{"type":"text","text":"hello world"}]}`, 2, wire.Approx},
		"text of special tokens":      {`{"content":[{"type":"text","text":"<|endoftext|>"}]}`, 7, wire.Approx},
		"nothing":                     {`{"content":[]}`, 0, wire.Approx},
		"an image of unknown size":    {`{"content":[{"type":"image","data":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}]}`, 4 * 258, wire.Heuristic},
		"a file that no model reads":  {`{"content":[{"type":"resource","resource":{"uri":"x","blob":"AAAA"}}]}`, 1, wire.Heuristic},
		"a link":                      {`{"content":[{"type":"resource_link","uri":"x","name":"y"}]}`, 3, wire.Approx},
		"structured alone":            {`{"content":[],"structuredContent":{"a":1}}`, 5, wire.Approx},
		"structured that repeats":     {`{"content":[{"type":"text","text":"{ \"a\": 1.0, \"b\": [true] }"}],"structuredContent":{"b":[true],"a":1.0}}`, 16, wire.Approx},
		"structured that says more":   {`{"content":[{"type":"text","text":"hello world"}],"structuredContent":{"a":1}}`, 7, wire.Approx},
		"a text resource":             {`{"content":[{"type":"resource","resource":{"uri":"x:y","text":"hello world"}}]}`, 2, wire.Approx},
		"for the user's eyes alone":   {`{"content":[{"type":"text","text":"hello","annotations":{"audience":["user"]}}]}`, 0, wire.Approx},
		"a result of an unknown kind": {`{"a":1}`, 5, wire.Approx},
	} {
		got := talk(callA, `< {"id":1,"result":`+c.result+`}`)
		if len(got) != 1 || got[0].OutputTokens != c.tokens || got[0].Confidence != c.label {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestTheLabelGoesByTheClient(t *testing.T) {
	hello := func(client string) string {
		return `> {"id":0,"method":"initialize","params":{"clientInfo":{"name":"` + client + `","version":"1"}}}`
	}
	for client, want := range map[string]string{"codex-mcp-client": wire.Exact, "claude-code": wire.Approx} {
		got := talk(hello(client), `< {"id":0,"result":{"protocolVersion":"2025-06-18"}}`, callA, answerA)
		if r := got[1]; r.Confidence != want || r.Client != client+"/1" || r.Protocol != "2025-06-18" {
			t.Errorf("%s: %+v", client, r)
		}
	}
}

// Who the host is, the client says, if nobody else does; and whether definitions
// wait until they are looked for, what is known of that host.
func TestTheHostOfAClient(t *testing.T) {
	hosts := Hosts{
		ByClient: func(name string) string { return map[string]string{"claude-code": "claude-code", "x": "xhost"}[name] },
		Defers:   func(id string) bool { return id == "claude-code" },
	}
	for _, c := range []struct {
		said, client, want string
		deferred           bool
	}{{"", "claude-code", "claude-code", true}, {"", "x", "xhost", false}, {"", "stranger", "", false}, {"cursor", "claude-code", "cursor", false}, {"claude-code", "x", "claude-code", true}} {
		for _, hello := range []string{
			`{"id":0,"method":"initialize","params":{"clientInfo":{"name":"` + c.client + `","version":"1"}}}`,
			`{"method":"notifications/initialized"}`,
		} {
			var got []wire.Measure
			m := NewMeter(Labels{Host: c.said, Hosts: hosts, Defs: true}, epoch, func(r wire.Measure) { got = append(got, r) })
			list := `{"id":1,"method":"tools/list"}`
			if !strings.Contains(hello, "initialize\"") { // the stateless revisions say it in each request
				list = `{"id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"` + c.client + `"}}}}`
			}
			m.Take(whole(epoch, ToServer, hello))
			m.Take(whole(epoch, ToServer, list))
			m.Take(whole(epoch, ToClient, `{"id":1,"result":{"tools":[{"name":"a"}]}}`))
			if len(got) != 2 {
				t.Fatalf("%+v", got)
			}
			for _, r := range got {
				if r.Host != c.want || r.Deferred != c.deferred {
					t.Errorf("%+v: host %q, deferred %v of %s", c, r.Host, r.Deferred, r.Kind)
				}
			}
		}
	}
}

// The id that the host gives a call is that of its hook events; definitions are
// counted only if they are asked for.
func TestTheHostsOwnIdOfACall(t *testing.T) {
	got := talk(`> {"method":"tools/call","params":{"name":"echo","arguments":{"text":"ping"},"_meta":{"claudecode/toolUseId":"toolu_3","progressToken":4}},"jsonrpc":"2.0","id":4}`,
		`< {"result":{"content":[]},"jsonrpc":"2.0","id":4}`)
	if len(got) != 1 || got[0].ToolUseID != "toolu_3" {
		t.Errorf("%+v", got)
	}
	var records []wire.Measure
	m := NewMeter(Labels{}, epoch, func(r wire.Measure) { records = append(records, r) })
	m.Take(whole(epoch, ToServer, `{"id":1,"method":"tools/list"}`))
	m.Take(whole(epoch, ToClient, `{"id":1,"result":{"tools":[{"name":"a"}]}}`))
	if len(records) != 1 || records[0].Kind != wire.KindRequest || records[0].OutputTokens != 0 {
		t.Errorf("%+v", records)
	}
}

func TestLimitsOfWhatIsRemembered(t *testing.T) {
	var records []wire.Measure
	m := NewMeter(Labels{}, epoch, func(r wire.Measure) { records = append(records, r) })
	for i := range maxPending + 5 {
		m.Take(whole(epoch, ToServer, fmt.Sprintf(`{"id":%d,"method":"m%d"}`, i, i)))
	}
	m.Close(epoch)
	if len(records) != maxPending+1 || records[0].Dropped != 5 || records[maxPending].Confidence != wire.Heuristic {
		t.Errorf("%d records, dropped %d, %s", len(records), records[0].Dropped, records[maxPending].Confidence)
	}
	names := map[string]int{}
	for _, r := range records[:maxPending] {
		names[r.Method]++
	}
	if len(names) != maxMethods+1 || names["_OTHER"] != maxPending-maxMethods {
		t.Errorf("%d methods, %d others", len(names), names["_OTHER"])
	}
}
