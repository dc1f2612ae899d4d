package hook

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// One value is one text, in whatever order, spacing and spelling it comes.
func TestCanonical(t *testing.T) {
	for in, want := range map[string]string{
		` { "b" : [1, 2.50, {"y":null,"x":true}] ,"a":"\u0041\/" }`: `{"a":"A/","b":[1,2.50,{"x":true,"y":null}]}`,
		`{"a":1,"a":2}`: `{"a":2}`,
		`[]`:            `[]`,
		`[ [ ] , [1] ]`: `[[],[1]]`,
		`"é\u00e9"`:     `"éé"`,
		``:              ``,
		` 7 `:           `7`,
	} {
		if got := string(canonical(nil, raw(in))); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

func FuzzCanonical(f *testing.F) {
	for _, s := range []string{`{"b":1,"a":[{"d":"x","c":"\ud83d"}]}`, `[1,[2,[3]]]`, `"a\\b"`, `{"":{"":""}}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if !valid(b) {
			return
		}
		once := canonical(nil, b)
		if twice := canonical(nil, once); !bytes.Equal(once, twice) {
			t.Fatalf("%s, then %s", once, twice)
		}
		var indented bytes.Buffer
		if json.Indent(&indented, b, " ", "\t") == nil {
			if again := canonical(nil, indented.Bytes()); !bytes.Equal(once, again) {
				t.Fatalf("%s, with white space %s", once, again)
			}
		}
	})
}

// An id stays as it is, unless it cannot be one.
func TestID(t *testing.T) {
	for _, s := range []string{"", "toolu_01ABC", "11111111-2222-4333-8444-555555555555", "ses_abc", "agent:main:main", "call_1", "T-1", strings.Repeat("a", maxIDBytes)} {
		if id(s) != s {
			t.Errorf("%q became %q", s, id(s))
		}
	}
	for _, s := range []string{"../../etc/passwd", `C:\x`, "a b", "a\nb", "é", "ghp_0123456789abcdef0123", strings.Repeat("a", maxIDBytes+1)} {
		if got := id(s); !strings.HasPrefix(got, "id-") || len(got) != 19 || got != id(s) {
			t.Errorf("%q became %q", s, got)
		}
	}
}
