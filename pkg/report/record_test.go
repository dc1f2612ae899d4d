package report

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"unicode/utf8"

	"agentconnector/pkg/jsonl"
	"agentconnector/pkg/wire"
)

// sameAsStandard: a line is read as encoding/json reads it.
func sameAsStandard(t *testing.T, line []byte) {
	var r record
	ok := r.read(line)
	if valid := json.Valid(line) && bytes.HasPrefix(bytes.TrimLeft(line, " \t\r\n"), []byte("{")); ok != valid {
		t.Fatalf("%q: taken %v, encoding/json says %v", line, ok, valid)
	}
	var m wire.Measure
	if !ok || json.Unmarshal(line, &m) != nil || r.misfit {
		return // fields that neither reads, or only one looks at
	}
	got := []any{r.schema, r.kind, r.connector, r.host, r.surface, r.tool, r.session, r.instance, r.project, r.confidence,
		r.ts, r.in, r.out, r.tools, r.duration, r.isError, r.deferred}
	want := []any{m.Schema, m.Kind, m.Connector, m.Host, m.Surface, m.Tool, m.SessionID, m.Instance, m.ProjectKey, m.Confidence,
		m.TS, m.InputTokens, m.OutputTokens, m.Tools, m.DurationMS, m.IsError, m.Deferred}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%q\n got %v\nwant %v", line, got, want)
	}
}

var lines = []string{
	`{}`, `{"ts":1}`, `{"ts":"1"}`, `{"tool":"a\"b\\\u00e9","host":"é","kind":null}`, `{"is_error":true,"deferred":false}`, `{"is_error":1}`,
	`{"ts":1.0}`, `{"ts":1e3}`, `{"ts":-9223372036854775808,"tools":9223372036854775808}`, `{"tool":{"tool":"x"},"tool":"y"}`, `{"ts":1}{"ts":2}`, `[1]`, ` {"a":1} `, `{"ts":1`,
}

func TestLinesAreReadAsEncodingJSONDoes(t *testing.T) {
	for _, l := range lines {
		sameAsStandard(t, []byte(l))
	}
	line, err := jsonl.Encode(measure("call", "a", "<x>&\u2028", 1, 2, wire.Exact))
	if err != nil {
		t.Fatal(err)
	}
	sameAsStandard(t, line)
	for cut := range line { // a writer was killed there, and another went on behind it
		sameAsStandard(t, append(bytes.Clone(line[:cut]), line...))
	}
}

func FuzzRecord(f *testing.F) {
	for _, l := range lines {
		f.Add([]byte(l))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		lower := bytes.ToLower(line)
		if !utf8.Valid(line) || !bytes.Equal(line, lower) || bytes.ContainsAny(line, "\\ſ") {
			return // encoding/json takes names in either case; the logs have them in one
		}
		sameAsStandard(t, line)
	})
}

// TestPercentiles: to the millisecond where calls are quick, within 2 % else, in
// one fold and in several.
func TestPercentiles(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 2, 20, 63, 64, 65, 3000} {
		for _, typical := range []float64{5, 500, 1e7} {
			var all []int64
			var whole, a, b latencies
			for i := range n {
				ms := int64(rnd.ExpFloat64() * typical)
				all = append(all, ms)
				whole.add(ms)
				if i%3 == 0 {
					a.add(ms)
				} else {
					b.add(ms)
				}
			}
			a.merge(&b)
			slices.Sort(all)
			for _, p := range []int64{50, 95, 100} {
				want := all[(int64(n)*p+99)/100-1]
				got := whole.percentile(p)
				if d := max(got-want, want-got); d*50 > want || want < fine && d > 0 {
					t.Errorf("%d calls, p%d: %d ms, exactly %d", n, p, got, want)
				}
				if merged := a.percentile(p); merged != got {
					t.Errorf("%d calls, p%d: %d ms, in two folds %d", n, p, got, merged)
				}
			}
		}
	}
	if (&latencies{}).percentile(95) != 0 {
		t.Error("of no call at all")
	}
}
