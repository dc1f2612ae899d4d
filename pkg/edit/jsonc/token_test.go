package jsonc

import (
	"encoding/json"
	"testing"
)

func TestQuoteAndUnquote(t *testing.T) {
	for _, s := range []string{"", "a", "\"\\/", "\b\f\n\r\t\x00\x1f\x7f", "é\u2028😀<&>", "C:\\Users"} {
		q := quote(s)
		var back string
		if err := json.Unmarshal(q, &back); err != nil || back != s {
			t.Errorf("%q is written %s: %v", s, q, err)
		}
		if string(unquote(q)) != s {
			t.Errorf("%s is read %q", q, unquote(q))
		}
	}
	for _, q := range []string{`"\u00e9\ud83d\ude00"`, `"\ud83d"`, `"\ud83dx"`, `"\ude00\ud83d"`, `"\ud83d\u0041"`, `"\/\b\f\n\r\t\"\\\u00AF"`} {
		var want string
		json.Unmarshal([]byte(q), &want)
		if got := string(unquote([]byte(q))); got != want {
			t.Errorf("%s is read %q, expected %q", q, got, want)
		}
	}
}

func TestNumbersByValue(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"1", "1.0", true}, {"150", "1.50e2", true}, {"0", "-0.00e7", true}, {"0.001", "1E-3", true}, {"100", "1e+2", true},
		{"1", "-1", false}, {"12345678901234567890", "12345678901234567891", false}, {"0.1", "0.10000000000000000001", false},
		{"1e99999999999999999999", "1e99999999999999999999", true}, {"1e99999999999999999999", "2e99999999999999999999", false},
	} {
		if equal([]byte(c.a), []byte(c.b)) != c.same {
			t.Errorf("%s and %s: expected %v", c.a, c.b, c.same)
		}
	}
}
