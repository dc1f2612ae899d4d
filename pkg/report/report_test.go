package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"agentconnector/pkg/jsonl"
	"agentconnector/pkg/wire"
)

func measure(kind, connector, tool string, in, out int64, label string) wire.Measure {
	return wire.Measure{Schema: wire.SchemaMeasure, TS: 1_796_000_000_000, Kind: kind, Connector: connector, Tool: tool,
		Surface: wire.Server, InputTokens: in, OutputTokens: out, Confidence: label}
}

func fold(by string, all ...wire.Measure) []Row {
	return foldIn(by, time.UTC, all...).Rows()
}

// foldIn folds the records as they stand in a log.
func foldIn(by string, zone *time.Location, all ...wire.Measure) *Tokens {
	t := NewTokens(by, zone)
	for _, m := range all {
		r := lineOf(m)
		t.add(&r)
	}
	return t
}

// lineOf is a measure as it is read of a log.
func lineOf(m wire.Measure) (r record) {
	line, err := jsonl.Encode(m)
	if err != nil || !r.read(line) || !r.is(wire.SchemaMeasure) {
		panic(fmt.Sprintf("%s: %+v", line, r))
	}
	return r
}

func TestSumsCarryTheWeakestLabelAndKindsStayApart(t *testing.T) {
	rows := fold(ByTool,
		measure("call", "a", "x", 10, 20, wire.Exact), measure("call", "a", "x", 1, 2, wire.Approx),
		measure("call", "b", "x", 100, 0, wire.Exact), // another tool of that name
		measure("tool_defs", "a", "", 0, 500, wire.Exact), measure("tool_defs", "a", "", 0, 300, wire.Exact),
		measure("request", "a", "", 0, 0, wire.Exact), measure("request", "a", "file", 0, 7, wire.Heuristic),
		measure("session", "a", "", 0, 0, wire.Exact))
	if len(rows) != 4 {
		t.Fatalf("%+v", rows)
	}
	if r := rows[0]; r.Key() != "b/x" || r.TotalTokens != 100 || r.Confidence != wire.Exact {
		t.Errorf("%+v", r)
	}
	if r := rows[1]; r.Key() != "a/x" || r.Calls != 2 || r.TotalTokens != 33 || r.TokensPerCall != 16.5 || r.Confidence != wire.Approx {
		t.Errorf("%+v", r)
	}
	if r := rows[2]; r.Kind != Defs || r.Calls != 2 || r.TotalTokens != 800 {
		t.Errorf("%+v", r)
	}
	if sum := Total(rows, Calls); sum.TotalTokens != 133 || sum.Calls != 3 || sum.Confidence != wire.Approx {
		t.Errorf("the sum of the calls holds something else: %+v", sum)
	}
}

func TestDaysAreLocal(t *testing.T) {
	at := func(s string) wire.Measure {
		when, err := time.Parse(time.RFC3339, s)
		if err != nil {
			t.Fatal(err)
		}
		m := measure("call", "a", "x", 1, 0, wire.Exact)
		m.TS = when.UnixMilli()
		return m
	}
	rows := foldIn(ByDay, time.FixedZone("", 2*3600), at("2026-11-29T21:59:59Z"), at("2026-11-29T22:00:00Z")).Rows()
	if len(rows) != 2 || rows[0].Day != "2026-11-29" || rows[1].Day != "2026-11-30" {
		t.Errorf("%+v", rows)
	}
}

func TestFilter(t *testing.T) {
	m := measure("call", "a", "x", 1, 0, wire.Exact)
	m.Host, m.ProjectKey = "codex", "p"
	at := time.UnixMilli(m.TS)
	for _, c := range []struct {
		f    Filter
		want bool
	}{
		{Filter{}, true}, {Filter{Since: at}, true}, {Filter{Since: at.Add(time.Millisecond)}, false}, {Filter{Until: at}, false}, {Filter{Until: at.Add(time.Millisecond)}, true},
		{Filter{Connector: "a", Host: "codex", Project: "p"}, true}, {Filter{Connector: "b"}, false}, {Filter{Host: "cursor"}, false}, {Filter{Project: "q"}, false},
	} {
		if got := c.f.Match(m); got != c.want {
			t.Errorf("%+v: %v", c.f, got)
		}
	}
}

func TestWhen(t *testing.T) {
	zone := time.FixedZone("", -5*3600)
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, zone)
	for s, want := range map[string]time.Time{
		"": {}, "90s": now.Add(-90 * time.Second), "30m": now.Add(-30 * time.Minute), "12h": now.Add(-12 * time.Hour), "7d": now.AddDate(0, 0, -7), "2w": now.AddDate(0, 0, -14),
		"2026-11-01": time.Date(2026, 11, 1, 0, 0, 0, 0, zone), "2026-11-01T10:00:00Z": time.Date(2026, 11, 1, 10, 0, 0, 0, time.UTC),
	} {
		if got, err := When(s, now); err != nil || !got.Equal(want) {
			t.Errorf("%q: %v %v", s, got, err)
		}
	}
	for _, s := range []string{"7", "d", "-7d", "7 d", "1.5h", "7y", "2026-13-01", "yesterday", "99999999999d", "2147483647w"} {
		if got, err := When(s, now); err == nil {
			t.Errorf("%q: %v", s, got)
		}
	}
}

func TestCSVHoldsNoFormula(t *testing.T) {
	var b bytes.Buffer
	m := measure("call", "=cmd|' /C calc'!A0", "@x,\"y\"", 1, 2, wire.Exact)
	if err := PrintCSV(&b, fold(ByTool, m)); err != nil {
		t.Fatal(err)
	}
	want := strings.Join(csvHead, ",") + "\r\n" + `call,'=cmd|' /C calc'!A0,"'@x,""y""",,,,,,1,0,0,1,2,3,3,tokenizer-exact,0,0,0,` + "\r\n"
	if b.String() != want {
		t.Errorf("%q\nwant %q", b.String(), want)
	}
	for s, want := range map[string]string{"": "", "a=1": "a=1", "+1": "'+1", "-1": "'-1", "\t=1": "'\t=1", "'x": "'x"} {
		if got := Cell(s); got != want {
			t.Errorf("%q: %q", s, got)
		}
	}
}

// TestDaysAsTheyAre: a day begins at its own midnight, also when it has 23 hours or
// 25 (case 48).
func TestDaysAsTheyAre(t *testing.T) {
	zone, err := time.LoadLocation("America/Los_Angeles")
	if err != nil {
		t.Skip(err)
	}
	d := days{zone: zone}
	for _, c := range [][2]string{
		{"2026-01-25T03:30:00Z", "2026-01-24"}, {"2026-01-24T20:00:00Z", "2026-01-24"},
		{"2026-03-08T07:59:59Z", "2026-03-07"}, {"2026-03-08T08:00:00Z", "2026-03-08"}, // 23 hours
		{"2026-03-09T06:59:59Z", "2026-03-08"}, {"2026-03-09T07:00:00Z", "2026-03-09"},
		{"2026-11-01T07:00:00Z", "2026-11-01"}, {"2026-11-02T07:59:59Z", "2026-11-01"}, {"2026-11-02T08:00:00Z", "2026-11-02"}, // 25
	} {
		at, err := time.Parse(time.RFC3339, c[0])
		if err != nil {
			t.Fatal(err)
		}
		if got := d.of(at.UnixMilli()); got != c[1] {
			t.Errorf("%s: %s, expected %s", c[0], got, c[1])
		}
	}
}

// TestDiet: what is listed and never called, of the newest listing.
func TestDiet(t *testing.T) {
	def := func(connector, tool string, at, n int64, deferred bool) wire.Measure {
		m := measure(wire.KindToolDef, connector, tool, 0, n, wire.Approx)
		m.TS, m.Deferred = m.TS+at, deferred
		return m
	}
	all := []wire.Measure{
		def("a", "used", 0, 900, false), def("a", "idle", 0, 50, false), def("a", "idle", 2, 70, true), def("a", "idle", 1, 60, false),
		def("b", "used", 0, 10, false), measure("call", "a", "used", 1, 1, wire.Exact), measure("call", "c", "unlisted", 1, 1, wire.Exact),
	}
	want := "[{a/idle 3 70 210 70} {b/used 1 10 10 0}]"
	for cut := range len(all) {
		f := foldIn(ByTool, time.UTC, all[:cut]...)
		f.merge(foldIn(ByTool, time.UTC, all[cut:]...))
		var got []any
		for _, r := range f.Rows() {
			if r.Kind == Diet {
				got = append(got, struct {
					key        string
					n, per, of int64
					deferred   int64
				}{r.Key(), r.Calls, int64(r.TokensPerCall), r.TotalTokens, r.DeferredTokens})
			}
		}
		if fmt.Sprint(got) != want {
			t.Errorf("cut at %d: %v, expected %s", cut, got, want)
		}
	}
}

// TestDaysOfEveryZone: each moment is of the day that a clock there shows, and a day that
// is asked for begins with its first moment, also where clocks change at midnight.
func TestDaysOfEveryZone(t *testing.T) {
	for name, day := range map[string]string{
		"Europe/Berlin": "2026-10-25", "America/Sao_Paulo": "2018-11-04", "America/Havana": "2026-03-08", "Asia/Beirut": "2021-03-28",
		"Africa/Cairo": "2026-04-24", "America/St_Johns": "2006-10-29", "Australia/Lord_Howe": "2026-04-05", "Pacific/Apia": "2011-12-29", "Asia/Kathmandu": "2026-01-01",
	} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Skip(err)
		}
		noon, err := time.ParseInLocation("2006-01-02 15:04", day+" 12:00", zone)
		if err != nil {
			t.Fatal(err)
		}
		d := days{zone: zone}
		first := time.Time{}
		for at := noon.Add(-48 * time.Hour); at.Before(noon.Add(48 * time.Hour)); at = at.Add(time.Minute) {
			want := at.Format("2006-01-02")
			if got := d.of(at.UnixMilli()); got != want {
				t.Fatalf("%s %s: %s, expected %s", name, at, got, want)
			}
			if want == day && first.IsZero() {
				first = at
			}
		}
		if got, err := When(day, noon); err != nil || !got.Equal(first) {
			t.Errorf("%s: %s begins at %s, expected %s (%v)", name, day, got, first, err)
		}
	}
}
