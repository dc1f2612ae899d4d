package cli

import (
	"bytes"
	"errors"
	"testing"
	"unicode"
)

func TestVisible(t *testing.T) {
	for in, want := range map[string]string{
		"":                          "",
		"plain, ünï, 日本, 😀, \ufffd": "plain, ünï, 日本, 😀, \ufffd",
		"a\x1b[2Jb":                 `a\x1b[2Jb`,
		"a\x1b]0;title\a":           `a\x1b]0;title\a`,
		"a\nb\r\tc":                 `a\nb\r\tc`,
		"\x00\x7f":                  `\x00\x7f`,
		"\u0085\u009b\u2028":        `\u0085\u009b\u2028`,
		"a\u202eb\u2066":            `a\u202eb\u2066`, // right to left: the text reads otherwise than it is
		"\xff\xe2\x82":              `\xff\xe2\x82`,
	} {
		if got := Visible(in, ""); got != want {
			t.Errorf("%q is printed as %q, want %q", in, got, want)
		}
	}
	if got := Visible("a\n\tb\x1b", "\n\t"); got != "a\n\tb\\x1b" {
		t.Errorf("line ends and tabs that stay: %q", got)
	}
}

// No text of others steers a terminal, whatever it is printed by.
func TestNothingPrintedSteersATerminal(t *testing.T) {
	evil := "x\x1b[2J\u009b1m\ay\rz\u202e"
	var out bytes.Buffer
	if err := Table(&out, [][]string{{"A", "B"}, {evil, "1"}, {"two\nrows", "2"}}); err != nil {
		t.Fatal(err)
	}
	Complain(&out, "ac", errors.New(evil+"\nhint: "+evil))
	for _, r := range out.String() {
		if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
			t.Errorf("%U is in %q", r, out.String())
		}
	}
	if n := bytes.Count(out.Bytes(), []byte("\n")); n != 5 {
		t.Errorf("%d lines, want 3 of the table and 2 of the message:\n%s", n, &out)
	}
}
