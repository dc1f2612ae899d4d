package yaml

import (
	"strings"
	"testing"

	"agentconnector/pkg/wire"

	"agentconnector/pkg/edit"
)

// The manners of a file, and what new text looks like there.
func TestNewTextFollowsTheStyleOfThePlace(t *testing.T) {
	const v = `{"cmd":"npx","args":["-y","3.13"],"e":{"K":"it's"}}`
	at := edit.Path{"x", "new"}
	for _, c := range []struct{ name, src, was, now string }{
		{"nothing to copy", "", "", "x:\n  new:\n    cmd: npx\n    args:\n      - -y\n      - \"3.13\"\n    e:\n      K: it's\n"},
		{"four spaces", "x:\n    a:\n        k: 1\n", "", "    new:\n        cmd: npx\n        args:\n            - -y\n            - \"3.13\"\n        e:\n            K: it's\n"},
		{"dashes below the key, single quotes", "x:\n  a:\n    args:\n    - '1'\n", "", "  new:\n    cmd: npx\n    args:\n    - -y\n    - '3.13'\n    e:\n      K: it's\n"},
		{"everything quoted", "x:\n  a:\n    k: \"run\"\n    l: \"go\"\n", "", "  new:\n    cmd: \"npx\"\n    args:\n      - \"-y\"\n      - \"3.13\"\n    e:\n      K: \"it's\"\n"},
		{"quotes that are needed", "x:\n  a:\n    k: '1'\n    l: 'yes'\n", "", "  new:\n    cmd: npx\n    args:\n      - -y\n      - '3.13'\n    e:\n      K: it's\n"},
		{"null", "x: # none\ny: 1\n", "# none\n", "# none\n  new:\n    cmd: npx\n    args:\n      - -y\n      - \"3.13\"\n    e:\n      K: it's\n"},
		{"empty", "x: {} # none\ny: 1\n", "{} # none\n", "# none\n  new:\n    cmd: npx\n    args:\n      - -y\n      - \"3.13\"\n    e:\n      K: it's\n"},
		{"flow", "x: {a: 1,b: 2} # keep\n", "b: 2", "b: 2,new: {cmd: npx, args: [-y, \"3.13\"], e: {K: it's}}"},
		{"empty lines between", "x:\n  a: 1\n\n  # about b\n  b: 2\n\ny: 1\n", "b: 2\n", "b: 2\n\n  new:\n    cmd: npx\n    args:\n      - -y\n      - \"3.13\"\n    e:\n      K: it's\n"},
		{"comment below that is ours", "x:\n  a: 1\n  # c: 1\ny: 1\n", "# c: 1\n", "# c: 1\n  new:\n    cmd: npx\n    args:\n      - -y\n      - \"3.13\"\n    e:\n      K: it's\n"},
		{"comment below that is the neighbour's", "x:\n  a: 1\n# about y\ny: 1\n", "a: 1\n", "a: 1\n  new:\n    cmd: npx\n    args:\n      - -y\n      - \"3.13\"\n    e:\n      K: it's\n"},
		{"kept empty lines", "x:\n  a: |+\n    t\n\n\ny: 1\n", "t\n\n\n", "t\n\n\n  new:\n    cmd: npx\n    args:\n      - -y\n      - \"3.13\"\n    e:\n      K: it's\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := c.src + c.now
			if c.was != "" {
				want = strings.Replace(c.src, c.was, c.now, 1)
			}
			d := mustOpen(t, []byte(c.src))
			e, err := d.Set(at, wire.Raw(v))
			if err != nil {
				t.Fatal(err)
			}
			equalBytes(t, "Set", d.Bytes(), []byte(want))
			if err := d.Revert(e); err != nil {
				t.Fatal(err)
			}
			equalBytes(t, "undo", d.Bytes(), []byte(c.src))
		})
	}
}

// A replaced value keeps its place and the comments beside it, and an object is
// changed key by key.
func TestAReplacedValueKeepsItsPlace(t *testing.T) {
	const src = "a:   1   # one\nb: | # text\n  x\n\nc:\n  # about k\n  k: 1 # k\n  l: 2\n  m: [1,  2]\nd: {} # d\n"
	for _, c := range []struct {
		at       edit.Path
		raw      string
		was, now string
	}{
		{edit.Path{"a"}, `"two"`, "   1   #", "   \"two\"   #"},
		{edit.Path{"a"}, `{"k":1}`, "   1   # one\n", "   # one\n  k: 1\n"},
		{edit.Path{"a"}, `null`, "   1", "   null"},
		{edit.Path{"b"}, `"z"`, "| # text\n  x", "z"},
		{edit.Path{"c"}, `{"k":2,"m":[1,2,3],"o":true}`, "k: 1 # k\n  l: 2\n  m: [1,  2]", "k: 2 # k\n  m: [1,  2, 3]\n  o: true"},
		{edit.Path{"c"}, `[1]`, "c:\n  # about k\n  k: 1 # k\n  l: 2\n  m: [1,  2]\n", "c:\n  # about k\n  - 1\n"},
		{edit.Path{"c"}, `{}`, "c:\n  # about k\n  k: 1 # k\n  l: 2\n  m: [1,  2]\n", "c: {}\n  # about k\n"},
		{edit.Path{"d"}, `[]`, "{} #", "[] #"},
	} {
		d := mustOpen(t, []byte(src))
		e, err := d.Set(c.at, wire.Raw(c.raw))
		if err != nil {
			t.Fatal(c.at, c.raw, err)
		}
		want := strings.Replace(src, c.was, c.now, 1)
		if got := string(d.Bytes()); got != want && got != strings.ReplaceAll(want, `"two"`, "two") {
			t.Errorf("%v = %s\ngot:\n%s\nwant:\n%s", c.at, c.raw, got, want)
		}
		if err := d.Revert(e); err != nil {
			t.Fatal(err)
		}
		equalBytes(t, "undo", d.Bytes(), []byte(src))
	}
}

// An edit and its update go with one Revert, by their exact bytes.
func TestAnUpdatedEntryGoesAsAWhole(t *testing.T) {
	for _, src := range []string{"x:\ny: 1\n", "x: {} # c\n", "x:\n  a: 1\n# tail", "x: {a: 1}\n", ""} {
		d := mustOpen(t, []byte(src))
		e, err := d.Set(edit.Path{"x", "new"}, wire.Raw(`{"v":1,"args":["a"]}`))
		if err != nil {
			t.Fatal(err)
		}
		for _, raw := range []string{`{"v":2,"args":["a","b"],"more":{"k":1}}`, `{"args":[],"v":"three"}`} {
			next, err := d.Set(edit.Path{"x", "new"}, wire.Raw(raw))
			if err != nil {
				t.Fatal(err)
			}
			if e = thaw(t, e.Then(next)); len(e.Ins) == 0 {
				t.Errorf("%q: the bytes of the entry were lost", src)
			}
		}
		if err := d.Revert(e); err != nil {
			t.Fatal(err)
		}
		equalBytes(t, "undo", d.Bytes(), []byte(src))
	}
}

func TestAReplacedValueThatOthersChangedStays(t *testing.T) {
	d := mustOpen(t, []byte("a: 1 # one\nb:\n- name: x\n  v: 1\n"))
	e, err := d.Set(edit.Path{"a"}, wire.Raw(`2`))
	if err != nil {
		t.Fatal(err)
	}
	theirs := strings.Replace(string(d.Bytes()), "a: 2", "a:  3", 1)
	moved := strings.Replace(string(d.Bytes()), "a: 2", "a:  2", 1)
	for src, want := range map[string]string{theirs: theirs, moved: strings.Replace(moved, "2", "1", 1)} {
		d := mustOpen(t, []byte(src))
		if err := d.Revert(e); err != nil {
			t.Fatal(err)
		}
		equalBytes(t, "after Revert", d.Bytes(), []byte(want))
	}
}
