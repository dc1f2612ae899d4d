package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// talk sends lines to a server and gives its responses.
func talk(t *testing.T, db *database, lines ...string) []object {
	t.Helper()
	var out bytes.Buffer
	if err := serve(strings.NewReader(strings.Join(lines, "\n")), &out, db); err != nil {
		t.Fatal(err)
	}
	var replies []object
	for l := range strings.Lines(out.String()) {
		var o object
		if err := json.Unmarshal([]byte(l), &o); err != nil {
			t.Fatalf("%v in %s", err, l)
		}
		replies = append(replies, o)
	}
	return replies
}

func demoDB(t *testing.T) *database {
	t.Helper()
	db, err := open("")
	if err != nil {
		t.Fatal(err)
	}
	return db
}

func at(o any, keys ...string) any {
	for _, k := range keys {
		m, _ := o.(object)
		o = m[k]
	}
	return o
}

func TestEveryLegacyRevisionIsSpoken(t *testing.T) {
	for ask, want := range map[string]string{
		"2024-11-05": "2024-11-05", "2025-03-26": "2025-03-26", "2025-06-18": "2025-06-18", "2025-11-25": "2025-11-25",
		"1900-01-01": "2025-11-25", "2026-07-28": "2025-11-25",
	} {
		r := talk(t, demoDB(t),
			fmt.Sprintf(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":%q,"capabilities":{}}}`, ask),
			`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
			`{"jsonrpc":"2.0","id":"a","method":"ping"}`)
		if len(r) != 2 || at(r[0], "result", "protocolVersion") != want || r[0]["id"] != float64(0) || r[1]["id"] != "a" || r[1]["error"] != nil {
			t.Errorf("%s: %v", ask, r)
		}
	}
}

const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`

func TestStatelessRequestsNeedNoInitialize(t *testing.T) {
	r := talk(t, demoDB(t),
		`{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{`+meta+`}}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{`+meta+`}}`,
		`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"acme_query","arguments":{"table":"orders"},`+meta+`}}`)
	for i, o := range r {
		if at(o, "result", "resultType") != "complete" || at(o, "result", "_meta", metaServer, "name") != "acme-db" {
			t.Errorf("reply %d: %v", i, o)
		}
	}
	if v, _ := at(r[0], "result", "supportedVersions").([]any); len(v) != 5 || v[0] != "2026-07-28" {
		t.Error("supportedVersions", v)
	}
	if at(r[1], "result", "ttlMs") == nil || at(r[2], "result", "ttlMs") != nil {
		t.Error("ttlMs belongs to lists, not to calls")
	}
}

func TestWhatIsWrongIsSaid(t *testing.T) {
	for name, c := range map[string]struct {
		line string
		code float64
	}{
		"unknown method":            {`{"jsonrpc":"2.0","id":1,"method":"prompts/list"}`, noMethod},
		"initialize is gone":        {`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{` + meta + `}}`, noMethod},
		"ping is gone":              {`{"jsonrpc":"2.0","id":1,"method":"ping","params":{` + meta + `}}`, noMethod},
		"discover without revision": {`{"jsonrpc":"2.0","id":1,"method":"server/discover"}`, noMethod},
		"revision of the future":    {`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2030-01-01"}}}`, badVersion},
		"unknown tool":              {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nope"}}`, invalidParams},
		"params of a wrong type":    {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[1]}`, invalidParams},
		"no JSON":                   {`{"jsonrpc":`, parseError},
		"no message":                {`"hello"`, invalidRequest},
		"an empty batch":            {`[]`, invalidRequest},
	} {
		r := talk(t, demoDB(t), c.line)
		if len(r) != 1 || at(r[0], "error", "code") != c.code || at(r[0], "error", "message") == "" {
			t.Errorf("%s: %v", name, r)
		}
	}
}

func TestIdsComeBackAsTheyWere(t *testing.T) {
	var out bytes.Buffer
	in := `{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}` + "\r\n\n" + `[{"jsonrpc":"2.0","id":1.0,"method":"ping"},{"jsonrpc":"2.0","method":"x"}]` + "\n" + `[{"jsonrpc":"2.0","method":"x"}]`
	if err := serve(strings.NewReader(in), &out, demoDB(t)); err != nil {
		t.Fatal(err)
	}
	want := `{"jsonrpc":"2.0","id":9007199254740993,"result":{}}` + "\n" + `[{"jsonrpc":"2.0","id":1.0,"result":{}}]` + "\n"
	if out.String() != want {
		t.Errorf("got %s", out.String())
	}
}

// call runs a tool and gives its text, whether it is an error, and its data.
func call1(t *testing.T, db *database, tool, arguments string) (string, bool, any) {
	t.Helper()
	r := talk(t, db, fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool, arguments))
	content, _ := at(r[0], "result", "content").([]any)
	if len(content) != 1 {
		t.Fatalf("%v", r)
	}
	text, _ := at(content[0], "text").(string)
	isError, _ := at(r[0], "result", "isError").(bool)
	return text, isError, at(r[0], "result", "structuredContent")
}

func TestTools(t *testing.T) {
	for _, c := range []struct {
		tool, arguments, text string
		isError               bool
	}{
		{"acme_schema", `{}`, "customers(id, name, city, since) key id, 4 rows\norders(id, customer_id, item, amount, status) key id, 5 rows\n", false},
		{"acme_schema", `null`, "customers(", false},
		{"acme_schema", `{"table":"x"}`, `no table "x": there are customers, orders`, true},
		{"acme_query", `{"table":"orders","where":{"status":"open"},"columns":["item","amount"]}`, "item\tamount\n\"rope\"\t12\n\"rocket skates\"\t399\n", false},
		{"acme_query", `{"table":"orders","limit":1,"columns":["id"]}`, "id\n100\n", false},
		{"acme_query", `{"table":"orders","limit":0}`, "limit is 0", true},
		{"acme_query", `{"table":"orders","limit":10001}`, "limit is 10001, expected 1 to 10000", true},
		{"acme_query", `{"table":"orders","where":{"colour":"red"}}`, `no column "colour"`, true},
		{"acme_query", `{"table":"orders","sql":"drop"}`, `unknown field "sql"`, true},
		{"acme_explain", `{"table":"orders","where":{"id":100}}`, "key lookup on id of orders: reads 1 of 5 rows", false},
		{"acme_explain", `{"table":"orders","where":{"status":"open"}}`, "scan of orders: reads 5 of 5 rows", false},
		{"acme_write", `{"table":"customers","op":"insert","row":{"id":5,"name":"Alan"}}`, "insert: 1 rows", false},
		{"acme_write", `{"table":"customers","op":"insert","row":{"id":1}}`, "id 1 is taken", true},
		{"acme_write", `{"table":"customers","op":"insert","row":{"name":"x"}}`, `needs its key "id"`, true},
		{"acme_write", `{"table":"orders","op":"update","row":{"status":"shipped"},"where":{"status":"open"}}`, "update: 2 rows", false},
		{"acme_write", `{"table":"orders","op":"update","row":{"id":1},"where":{"id":100}}`, "cannot change", true},
		{"acme_write", `{"table":"orders","op":"delete"}`, `delete needs "where"`, true},
		{"acme_write", `{"table":"orders","op":"delete","where":{"id":100}}`, "delete: 1 rows", false},
		{"acme_write", `{"table":"orders","op":"merge"}`, "expected insert, update or delete", true},
		{"acme_drop", `{"table":"orders"}`, "dropped orders with 5 rows", false},
	} {
		text, isError, data := call1(t, demoDB(t), c.tool, c.arguments)
		if !strings.Contains(text, c.text) || isError != c.isError || (data == nil) != c.isError {
			t.Errorf("%s %s: %q, error %v, data %v", c.tool, c.arguments, text, isError, data)
		}
	}
}

func TestFileKeepsWhatWasWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "acme.json")
	for i, want := range []string{"4 rows", "5 rows"} {
		db, err := open("file:" + file)
		if err != nil {
			t.Fatal(err)
		}
		if text, _, _ := call1(t, db, "acme_schema", `{"table":"customers"}`); !strings.Contains(text, want) {
			t.Errorf("run %d: %s", i, text)
		}
		if i == 0 {
			call1(t, db, "acme_write", `{"table":"customers","op":"insert","row":{"id":5}}`)
		}
	}
	os.WriteFile(file, []byte("{"), 0o600)
	if _, err := open("file:" + file); err == nil {
		t.Error("a broken file was opened")
	}
	t.Chdir(t.TempDir())
	memory, err := open("demo")
	if err != nil {
		t.Fatal(err)
	}
	call1(t, memory, "acme_drop", `{"table":"orders"}`)
	if left, err := os.ReadDir("."); err != nil || len(left) > 0 {
		t.Errorf("the demo has written %v %v", left, err)
	}
	if _, err := open("postgres://x"); err == nil {
		t.Error("a foreign DSN was opened")
	}
}

func TestLimits(t *testing.T) {
	db := demoDB(t)
	tab := db.tables["orders"]
	for i := len(tab.Rows); i < maxRows-1; i++ {
		tab.Rows = append(tab.Rows, row{"id": float64(1000 + i)})
	}
	if err := tab.insert(row{"id": 1.0}); err != nil {
		t.Error("the last row that fits:", err)
	}
	if err := tab.insert(row{"id": 2.0}); err == nil {
		t.Error("one row too many was taken")
	}
	for n, ok := range map[int]bool{maxLine - 1: true, maxLine: true, maxLine + 1: false} {
		head := `{"jsonrpc":"2.0","id":1,"method":"ping","x":"`
		line := head + strings.Repeat("x", n-len(head)-2) + "\"}\n"
		if err := serve(strings.NewReader(line), new(bytes.Buffer), db); (err == nil) != ok {
			t.Errorf("a line of %d bytes: %v", n, err)
		}
	}
}
