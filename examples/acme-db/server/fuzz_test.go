package main

import (
	"bytes"
	"encoding/json"
	"testing"
)

// Whatever comes in, every line that goes out is one JSON-RPC response, or a
// batch of them, and the server goes on.
func FuzzAnswersAreResponses(f *testing.F) {
	for _, s := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, `[{"id":1,"method":"ping"},7]`, `{"id":null,"method":"x"}`, `{"id":{},"method":"ping"}`,
		`{"id":1,"method":"tools/call","params":{"name":"acme_write","arguments":{"table":"orders","op":"insert","row":{"id":[1]}}}}`,
		`{"id":1,"method":"tools/call","params":{"name":"acme_query","arguments":{"table":"orders","where":{"id":{}}}}}`, `[[]]`, `null`, "\xff",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		db, err := open("")
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := serve(bytes.NewReader(append(line, "\n"+`{"jsonrpc":"2.0","id":"last","method":"ping"}`...)), &out, db); err != nil {
			t.Fatal(err)
		}
		lines := bytes.Split(bytes.TrimSuffix(out.Bytes(), []byte("\n")), []byte("\n"))
		for _, l := range lines {
			var one response
			var many []response
			if json.Unmarshal(l, &many) == nil {
				continue
			}
			if err := json.Unmarshal(l, &one); err != nil || one.JSONRPC != "2.0" || (one.Result == nil) == (one.Error == nil) {
				t.Errorf("no response: %s", l)
			}
		}
		if want := `{"jsonrpc":"2.0","id":"last","result":{}}`; string(lines[len(lines)-1]) != want {
			t.Errorf("the next request was not answered: %s", lines[len(lines)-1])
		}
	})
}
