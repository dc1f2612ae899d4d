package scan

import (
	"encoding/json"
	"strings"
	"testing"

	"agentconnector/pkg/wire"
)

var nearJSON = []string{
	``, ` `, `null`, `nul`, `"`, `""`, `"a\"`, `"\u12gh"`, "\"\x1f\"", "\"\xff\"", `0`, `-`, `01`, `1.`, `1e+`, `1 2`,
	`{}`, `{"a"}`, `{"a":1,}`, `{"a":1 "b":2}`, `{"a":1}}`, `{"a":[1,{"b":null}],"a":2}`, `[1 2]`, `[[]`,
	`{"ts":1796000000000,"tool":"a\u0062\n","ok":true,"n":-1.5e3}`, `{"ts":17960000{"ts":1796000000000}`,
	strings.Repeat("[", MaxDepth) + strings.Repeat("]", MaxDepth), strings.Repeat("[", MaxDepth+1) + strings.Repeat("]", MaxDepth+1),
}

// sameAsStandard: what encoding/json takes is taken, and the members have the
// values that it finds.
func sameAsStandard(t *testing.T, in []byte) {
	if ok := json.Valid(in); Valid(in) != ok {
		t.Fatalf("%.200q: valid %v, encoding/json says %v", in, !ok, ok)
	}
	var want map[string]json.RawMessage
	if json.Unmarshal(in, &want) != nil || want == nil {
		return
	}
	got := map[string]string{}
	s := New(in)
	s.Peek()
	if !s.Object(func(key string, v wire.Raw) { got[strings.Clone(key)] = string(v) }) || !s.End() {
		t.Fatalf("%.200q: %v", in, s.Err())
	}
	for k, v := range want {
		if got[k] != string(v) {
			t.Fatalf("%.200q: %q is %q, encoding/json says %q", in, k, got[k], v)
		}
	}
	if len(got) != len(want) {
		t.Fatalf("%.200q: %d members, encoding/json says %d", in, len(got), len(want))
	}
}

func TestScanReadsWhatEncodingJSONReads(t *testing.T) {
	for _, s := range nearJSON {
		sameAsStandard(t, []byte(s))
	}
}

func FuzzScan(f *testing.F) {
	for _, s := range nearJSON {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) { sameAsStandard(t, in) })
}
