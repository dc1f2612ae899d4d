package tokens

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"agentconnector/pkg/wire"
)

func get(t testing.TB, name string) *Encoding {
	t.Helper()
	e, err := Get(name)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// differ are the cases that the library is known to get wrong. If one of them
// comes out right some day, its line here must go.
var differ = map[string]string{
	"mixws":  "a run of white space with several line breaks in it",
	"fz1398": "U+00A0 and line breaks in one run",
}

// The counts are those of npm tiktoken, the reference.
func TestCountsAreThoseOfTheReference(t *testing.T) {
	f, err := os.Open("testdata/cases.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	o, c := get(t, "o200k_base"), get(t, "cl100k_base")
	in := bufio.NewScanner(f)
	n := 0
	for ; in.Scan(); n++ {
		var k struct {
			Name, Text string
			O          int `json:"o200k_base"`
			C          int `json:"cl100k_base"`
		}
		if err := json.Unmarshal(in.Bytes(), &k); err != nil {
			t.Fatal(err)
		}
		right := o.Count(k.Text) == k.O && c.Count(k.Text) == k.C
		if why, known := differ[k.Name]; right == known {
			t.Errorf("%s: o200k %d, reference %d; cl100k %d, reference %d (%s)", k.Name, o.Count(k.Text), k.O, c.Count(k.Text), k.C, why)
		}
	}
	if n < 350 {
		t.Errorf("only %d cases", n)
	}
}

func TestEveryNamedEncodingLoads(t *testing.T) {
	for _, n := range Names() {
		if got := get(t, n).Count("hello world"); got != 2 {
			t.Errorf("%s: %d", n, got)
		}
	}
	if _, err := Get("o300k"); err == nil || !strings.Contains(err.Error(), "cl100k_base") {
		t.Errorf("the error does not name the encodings: %v", err)
	}
}

// Inputs that take the bare library from seconds to minutes must be counted
// piece by piece; that they return at all is the test.
func TestHostileInputIsBounded(t *testing.T) {
	e := get(t, Default)
	for unit, least := range map[string]int{" \n": 100, " \r\n": 100, "\n\u00a0": 100, "a": 100, "\xff": 100, "\u0301": 100} {
		text := strings.Repeat(unit, (256<<10)/len(unit))
		if s := e.Sum(text, len(text)); s.Tokens < least || s.Sure {
			t.Errorf("%q: %+v", unit, s)
		}
	}
}

func TestALimitedSumIsProportionalAndUnsure(t *testing.T) {
	e := get(t, Default)
	text := strings.Repeat("The quick brown fox jumps over the lazy dog. ", 5000)
	all := e.Sum(text, len(text))
	part := e.Sum(text, 10<<10)
	if !all.Sure || part.Sure || part.Tokens < all.Tokens*95/100 || part.Tokens > all.Tokens*105/100 {
		t.Errorf("all %+v, part %+v", all, part)
	}
	if s := e.Sum("", 0); s.Tokens != 0 || !s.Sure {
		t.Errorf("empty: %+v", s)
	}
}

func TestTruncate(t *testing.T) {
	e := get(t, Default)
	for _, c := range []struct {
		text string
		n    int
		want string
	}{
		{"hello world, hello", 2, "hello world"}, {"hello", 0, ""}, {"hello", 9, "hello"},
		{"a\x7fb", 2, "a\x7f"}, {"a\xffb", 9, "a\uFFFDb"},
		{"👍🏿", 1, "👍"}, {"𒁊", 1, ""}, // half a character is left out
	} {
		if got := e.Truncate(c.text, c.n); got != c.want {
			t.Errorf("%q to %d: %q", c.text, c.n, got)
		}
	}
	long := strings.Repeat("word ", 4000)
	if got := e.Truncate(long, 3000); e.Count(got) != 3000 {
		t.Errorf("%d tokens", e.Count(got))
	}
}

func TestFamilies(t *testing.T) {
	for _, c := range []struct{ hint, client, family, label string }{
		{"", "claude-code", Anthropic, wire.Approx}, {"auto", "codex-mcp-client", OpenAI, wire.Exact},
		{"openai", "claude-code", OpenAI, wire.Exact}, {"", "cursor-vscode", Generic, wire.Approx},
		{"nonsense", "", Generic, wire.Approx}, {"Anthropic", "gpt", Anthropic, wire.Approx},
	} {
		f := Family(c.hint, c.client)
		if _, label := ForFamily(f); f != c.family || label != c.label {
			t.Errorf("%q %q: %s %s", c.hint, c.client, f, label)
		}
	}
}

func TestASumCarriesTheWeakestLabel(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"", wire.Exact, wire.Exact}, {wire.Exact, "", wire.Exact}, {wire.Exact, wire.Approx, wire.Approx},
		{wire.Heuristic, wire.HostNative, wire.Heuristic}, {"guess", wire.Heuristic, "guess"}, {"", "", ""},
	} {
		if got := Weaker(c.a, c.b); got != c.want {
			t.Errorf("%q and %q: %q", c.a, c.b, got)
		}
	}
	if (Bytes{}).Count("abcde") != 2 {
		t.Error("bytes/4 is not rounded up")
	}
}

// Counting in pieces must give what counting at once gives, and a truncated
// text must keep its promise.
func FuzzPieces(f *testing.F) {
	e := get(f, Default)
	words := strings.Repeat("func (e *Encoding) Count(text string) int { return 7 } // 世界 naïve 123456\n", 60)
	f.Add(words, 17)
	f.Add(strings.Repeat("你好，世界。", 800), 900)
	f.Add(strings.Repeat("aB3+/", 1200), 3)
	f.Add("a\n \nb\x7f\xff", 2)
	f.Fuzz(func(t *testing.T, text string, n int) {
		if len(text) > 64<<10 {
			t.Skip()
		}
		clean := true
		whole := 0
		for rest := text; rest != ""; {
			k, ok := cut(rest)
			if k <= 0 || k > len(rest) {
				t.Fatalf("cut gives %d of %d", k, len(rest))
			}
			clean, whole, rest = clean && ok, whole+e.count(rest[:k]), rest[k:]
		}
		if s := e.Sum(text, len(text)); s.Tokens != whole || s.Sure != clean {
			t.Fatalf("sum %+v, pieces %d %v", s, whole, clean)
		}
		if at := e.count(text); clean && at != whole && len(text) < 8<<10 {
			t.Errorf("%d tokens in pieces, %d at once", whole, at)
		}
		valid := strings.ToValidUTF8(text, "\uFFFD")
		if got := e.Truncate(text, n%1000); !strings.HasPrefix(valid, got) || !utf8.ValidString(got) {
			t.Errorf("truncated to %q", got)
		}
	})
}
