package tokens

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"agentconnector/pkg/tokens/corpus"
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
		if o.Count(k.Text) != k.O || c.Count(k.Text) != k.C {
			t.Errorf("%s: o200k %d, reference %d; cl100k %d, reference %d", k.Name, o.Count(k.Text), k.O, c.Count(k.Text), k.C)
		}
	}
	if n < 350 {
		t.Errorf("only %d cases", n)
	}
}

// The digests are those of the reference, written by conformance/tokens.
func TestTokensOfTheCorpusAreThoseOfTheReference(t *testing.T) {
	raw, err := os.ReadFile("testdata/corpus.json")
	if err != nil {
		t.Fatal(err)
	}
	var held []struct {
		Kind, Encoding, SHA256 string
		Tokens                 int
	}
	if err := json.Unmarshal(raw, &held); err != nil {
		t.Fatal(err)
	}
	if len(held) != len(corpus.Kinds())*len(Names()) {
		t.Errorf("%d digests", len(held))
	}
	for _, h := range held {
		e, sum, n := get(t, h.Encoding), sha256.New(), 0
		for _, text := range corpus.Texts(h.Kind, 1, 128<<10) {
			ids := e.Encode(text)
			binary.Write(sum, binary.LittleEndian, ids)
			if c := e.Count(text); c != len(ids) {
				t.Errorf("%s: %d tokens counted, %d encoded", h.Kind, c, len(ids))
			}
			n += len(ids)
		}
		if got := hex.EncodeToString(sum.Sum(nil)); got != h.SHA256 || n != h.Tokens {
			t.Errorf("%s, %s: %d tokens, reference %d", h.Kind, h.Encoding, n, h.Tokens)
		}
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

// Sixteen million characters without an end of word: a careless encoder would
// not come back. That this one does is the test, and what it finds.
func TestHostileInputIsLinear(t *testing.T) {
	const size = 16 << 20
	e := get(t, Default)
	for unit, bytes := range map[string]int{"a": 8, " \n": 4, "\n\u00a0": 1, "\u0301": 2, "=": 64} { // what a token has of them
		if n := e.Count(strings.Repeat(unit, size/len(unit))); n < size/bytes/2 || n > size/bytes+2 {
			t.Errorf("%q: %d tokens", unit, n)
		}
	}
}

// One U+FFFD stands for each longest part that begins like a character.
func TestWhatIsNotUTF8(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "aé中👍": "aé中👍", "\xff\xff": "��", "a\xe4\xbdb": "a�b", "\xe4\xbd\xe4\xbd\xa0": "�你",
		"\xf0\x9f\x91": "�", "\xf0\x9f\x91\xf0\x9f\x91\x8d": "�👍", "\xc0\xaf": "��", "\xe0\x80\x80": "���", "\xed\xa0\x80": "���",
		"\xf4\x90\x80\x80": "����", "\xf0\x80\x80\x80": "����", "\x80": "�", "\ufffd\xff": "��", "\xf5\x80": "��", "\xc3": "�",
	} {
		if got := wellFormed(in); got != want {
			t.Errorf("%q: %q, expected %q", in, got, want)
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
