package yaml

import (
	"encoding/json"
	"testing"

	"agentconnector/pkg/wire"

	"agentconnector/pkg/edit"
)

// What Get makes of a plain scalar: YAML 1.2 core.
func TestScalarsAreReadAsTheCoreSchema(t *testing.T) {
	for src, want := range map[string]string{
		"": `null`, "~": `null`, "Null": `null`, "nil": `"nil"`,
		"true": `true`, "FALSE": `false`, "yes": `"yes"`, "on": `"on"`, "tRue": `"tRue"`,
		"0": `0`, "-0": `-0`, "+12": `12`, "007": `7`, "0777": `777`, "0o17": `15`, "0x1F": `31`, "0b11": `"0b11"`,
		"12345678901234567890123": `12345678901234567890123`, "0xFFFFFFFFFFFFFFFFFF": `4722366482869645213695`,
		"1_000": `"1_000"`, "1.": `1`, ".5": `0.5`, "-.5e3": `-0.5e3`, "+1.50": `1.50`, "1e5": `1e5`, "1.2.3": `"1.2.3"`, ".": `"."`, "e5": `"e5"`,
		"2026-01-02": `"2026-01-02"`, "1:30": `"1:30"`, "'1'": `"1"`, `"a\u00e9\n"`: `"aé\n"`, "<&>": `"<&>"`,
		"!!str 1": `"1"`, "!!int '3'": `3`, "! 1": `"1"`, "!x 1": `"1"`, "!!float 1": `1`,
	} {
		got, ok, err := mustOpen(t, []byte("a: "+src+"\n")).Get(edit.Path{"a"})
		if err != nil || !ok || string(got) != want {
			t.Errorf("%q: got %s %v %v, want %s", src, got, ok, err, want)
		}
		if !json.Valid(got) {
			t.Errorf("%q: %s is not JSON", src, got)
		}
	}
	got, _, err := mustOpen(t, []byte("12: a\n~: b\n'x y': c\n")).Get(nil)
	if err != nil || string(got) != `{"12":"a","~":"b","x y":"c"}` {
		t.Errorf("keys: %s %v", got, err)
	}
}

func TestGetFollowsAliasesAndMergeKeys(t *testing.T) {
	d := mustOpen(t, []byte("one: &one {k: 1, l: [a]}\ntwo: &two\n  k: 2\n  m: 3\na:\n  <<: [*one, *two]\n  own: *one\nb:\n  <<: *two\n  k: 9\n'<<': x\n"))
	for at, want := range map[string]string{
		"a": `{"own":{"k":1,"l":["a"]},"k":1,"l":["a"],"m":3}`, "b": `{"k":9,"m":3}`, "<<": `"x"`,
	} {
		if got, ok, err := d.Get(edit.Path{at}); err != nil || !ok || string(got) != want {
			t.Errorf("%s: got %s %v %v", at, got, ok, err)
		}
	}
	if got, ok, err := d.Get(edit.Path{"a", "own", "k"}); err != nil || !ok || string(got) != `1` {
		t.Errorf("got %s %v %v", got, ok, err)
	}
}

func TestGetRefusesWhatHasNoJSON(t *testing.T) {
	d := mustOpen(t, []byte("a: 1\nt:\n  x: -.inf\nk:\n  [a]: 1\n  b: 2\ntwice: {k: 1, k: 2}\nbig: 1e999\n"))
	for at, kind := range map[string]edit.Kind{"t": edit.Shape, "k": edit.Shape, "twice": edit.Duplicate, "big": edit.Shape} {
		_, ok, err := d.Get(edit.Path{at})
		if e, is := err.(*edit.Error); ok || !is || e.Kind != kind || e.Line < 3 {
			t.Errorf("%s: %v %v", at, ok, err)
		}
	}
}

// Strings are plain only where no reader takes them for something else.
func TestStringsAreQuotedWhereAReaderCouldBeWrong(t *testing.T) {
	for s, want := range map[string]string{
		"npx": `npx`, "-y": `-y`, "--python=3": `--python=3`, "./x": `./x`, "/a b/c": `/a b/c`, "${HOME}/x": `${HOME}/x`,
		"http://x:1/y#z": `http://x:1/y#z`, "a, b": `a, b`, "日本": `日本`, `C:\x`: `C:\x`, "it's": `it's`,
		"": `""`, " a": `" a"`, "a ": `"a "`, "yes": `"yes"`, "No": `"No"`, "ON": `"ON"`, "y": `"y"`, "null": `"null"`, "~": `"~"`,
		"TRUE": `"TRUE"`, "1": `"1"`, "3.13": `"3.13"`, "1e5": `"1e5"`, "0x1": `"0x1"`, "1:30": `"1:30"`, "2026-01-02": `"2026-01-02"`,
		".": `"."`, ".inf": `".inf"`, "-.5": `"-.5"`, "-": `"-"`, "- a": `"- a"`, "---": `"---"`, "...": `"..."`, "=": `"="`, "<<": `"<<"`,
		"a: b": `"a: b"`, "a:": `"a:"`, "a #b": `"a #b"`, "#a": `"#a"`, "@a/b": `"@a/b"`, "`a": "\"`a\"", "%a": `"%a"`, "*a": `"*a"`, "&a": `"&a"`,
		"!a": `"!a"`, "|": `"|"`, ">a": `">a"`, "?": `"?"`, "[a]": `"[a]"`, "{a}": `"{a}"`, `"a"`: `"\"a\""`, "'a'": `"'a'"`,
		"a\nb": `"a\nb"`, "a\tb": `"a\tb"`, "a\u00a0b": `"a\u00A0b"`, "a\u0085": `"a\u0085"`, "\ufeff": `"\uFEFF"`, "\U000E0001": `"\U000E0001"`, `a\b"`: `a\b"`,
	} {
		if got := plainStyle.text(s, false); got != want {
			t.Errorf("%q: got %s, want %s", s, got, want)
		}
		raw, _ := json.Marshal(s)
		setLaws(t, []byte("a: b\n"), edit.Path{"k", s}, raw)
		setLaws(t, []byte("a: {b: 'c'}\n"), edit.Path{"a", s}, raw)
	}
	if got := (style{single: true}).text("it's 1: x", false); got != `'it''s 1: x'` {
		t.Errorf("got %s", got)
	}
	if got := (style{single: true}).text("a\n", false); got != `"a\n"` {
		t.Errorf("got %s", got)
	}
}

func TestNumbersAreSpelledForEveryReader(t *testing.T) {
	for s, want := range map[string]string{"1": "1", "-2.5": "-2.5", "1e5": "1.0e+5", "1.5E-3": "1.5e-3", "-1E+5": "-1.0e+5", "12345678901234567890": "12345678901234567890"} {
		if got := numberText(s); got != want {
			t.Errorf("%s: got %s, want %s", s, got, want)
		}
		setLaws(t, []byte("a: b\n"), edit.Path{"n"}, wire.Raw(s))
	}
}
