package block

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/wire"
)

const id = "acme/main"

var at = edit.Path{id}

func open(t testing.TB, b string, force bool) edit.Doc {
	t.Helper()
	d, err := Open([]byte(b), force)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func set(t testing.TB, d edit.Doc, content string) edit.Edit {
	t.Helper()
	e, err := d.Set(at, toJSON(content))
	if err != nil {
		t.Fatalf("%v\n%q", err, d.Bytes())
	}
	return e
}

// The form is shared with agent-connector 0.4.0, and with text that is
// committed: it must not drift. The hash is printf '%s' "$inner" | sha256sum.
const golden = `<!-- agent-connector:begin acme/main hash=HASH -->
<!-- managed by agent-connector for acme: do not edit, an update rewrites it and uninstall removes it -->
Use the tool.

- & <so> on
<!-- agent-connector:end acme/main -->
`

func TestForm(t *testing.T) {
	want := strings.Replace(golden, "HASH", "8777695d61f5", 1)
	d := open(t, "", false)
	set(t, d, "\n \nUse the tool.\r\n\r\n- & <so> on\n\n")
	if string(d.Bytes()) != want {
		t.Errorf("got %s", d.Bytes())
	}
	if v, ok, err := d.Get(at); err != nil || !ok || string(v) != `"Use the tool.\n\n- & <so> on"` {
		t.Errorf("Get: %s, %v, %v", v, ok, err)
	}
}

// Where a new block goes, as what stands before it and after it.
func TestAppend(t *testing.T) {
	for _, c := range []struct{ name, in, before, after string }{
		{"empty", "", "", "\n"},
		{"BOM only", "\xef\xbb\xbf", "\xef\xbb\xbf", "\n"},
		{"one line", "a\n", "a\n\n", "\n"},
		{"no final line end", "a", "a\n\n", "\n"},
		{"blank lines at the end stay", "a\n\n\n", "a\n\n\n", "\n"},
		{"blanks at the end stay", "a\n  ", "a\n  \n", "\n"},
		{"CRLF", "a\r\nb\r\n", "a\r\nb\r\n\r\n", "\r\n"},
		{"mostly LF", "a\nb\nc\r\n", "a\nb\nc\r\n\n", "\n"},
		{"no UTF-8", "caf\xe9\n", "caf\xe9\n\n", "\n"},
		{"unclosed fence", "```sh\nls\n", "```sh\nls\n\n", "\n"},
		{"an example in a fence", "~~~\n" + golden + "~~~\n", "~~~\n" + golden + "~~~\n\n", "\n"},
		{"an example that is indented", "  " + beginMark + id + " -->\n", "  " + beginMark + id + " -->\n\n", "\n"},
		{"marker words in a line", "see " + beginMark + id + " -->\n", "see " + beginMark + id + " -->\n\n", "\n"},
		{"another connector's", string(render("other/main", "x", "\n")) + "\n", string(render("other/main", "x", "\n")) + "\n\n", "\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := open(t, c.in, false)
			e := set(t, d, "text\n```\ncode\n```")
			want := c.before + string(render(id, "text\n```\ncode\n```", c.after)) + c.after
			if string(d.Bytes()) != want {
				t.Fatalf("got  %q\nwant %q", d.Bytes(), want)
			}
			invariants(t, c.in, d, e)
		})
	}
}

// invariants holds what must be true after any Set of the content "text …".
func invariants(t *testing.T, before string, d edit.Doc, e edit.Edit) {
	t.Helper()
	after := string(d.Bytes())
	again := open(t, after, false)
	v, ok, err := d.Get(at)
	if err != nil || !ok {
		t.Fatalf("the block is not found again: %v\n%q", err, after)
	}
	if e2, err := again.Set(at, v); err != nil || e2.Changed || string(again.Bytes()) != after {
		t.Fatalf("the second time changed: %v\n%q\n%q", err, after, again.Bytes())
	}
	if Edited(again, id) {
		t.Fatalf("our own block counts as edited: %q", after)
	}
	if err := d.Revert(e); err != nil || string(d.Bytes()) != before {
		t.Fatalf("revert: %v\nbefore %q\nset    %q\nafter  %q", err, before, after, d.Bytes())
	}
}

func TestUpdateInPlace(t *testing.T) {
	in := "# top\r\n\r\n" + string(render(id, "old", "\r\n")) + "\r\nbelow\r\n"
	d := open(t, in, false)
	e := set(t, d, "new")
	if want := strings.Replace(in, string(render(id, "old", "\r\n")), string(render(id, "new", "\r\n")), 1); string(d.Bytes()) != want {
		t.Errorf("got %q", d.Bytes())
	}
	if string(e.Old) != `"old"` {
		t.Errorf("Old is %s", e.Old)
	}
	invariants(t, in, d, e)
}

// A checkout with other line ends is no edit.
func TestLineEndsAreNoEdit(t *testing.T) {
	d := open(t, strings.ReplaceAll(string(render(id, "a\nb", "\n"))+"\n", "\n", "\r\n"), false)
	if Edited(d, id) {
		t.Error("counts as edited")
	}
	if e := set(t, d, "a\nb"); e.Changed {
		t.Error("was written again")
	}
}

func TestEditedIsRefused(t *testing.T) {
	in := "# top\n\n" + strings.Replace(string(render(id, "old", "\n")), "\nold", "\nold, and my own", 1) + "\n"
	want := "3:1: block acme/main has been edited: its text does not fit its hash"
	for name, do := range map[string]func(edit.Doc) error{
		"set":    func(d edit.Doc) error { _, err := d.Set(at, toJSON("new")); return err },
		"remove": func(d edit.Doc) error { return d.Remove(at) },
		"revert": func(d edit.Doc) error {
			return d.Revert(edit.Edit{At: at, Ins: []byte("gone"), Changed: true})
		},
		"revert of a replacement": func(d edit.Doc) error {
			return d.Revert(edit.Edit{At: at, Ins: []byte("gone"), Old: toJSON("x"), Changed: true})
		},
	} {
		d := open(t, in, false)
		err := do(d)
		var e *edit.Error
		if !errors.As(err, &e) || e.Kind != edit.Hard || err.Error() != want || !strings.Contains(e.Hint, "--force") {
			t.Errorf("%s: %v", name, err)
		}
		if string(d.Bytes()) != in {
			t.Errorf("%s changed the text", name)
		}
		if err := do(open(t, in, true)); err != nil {
			t.Errorf("%s with force: %v", name, err)
		}
	}
	if !Edited(open(t, in, false), id) {
		t.Error("the edit is not seen")
	}
	// An edit that says what we would write takes nothing from the user.
	d := open(t, in, false)
	set(t, d, "old, and my own")
	if Edited(d, id) {
		t.Error("the hash was not brought up to date")
	}
}

func TestStraysAreNamed(t *testing.T) {
	begin, end := beginMark+id+" hash=0123456789ab -->\n", endMark+id+" -->\n"
	for in, want := range map[string]string{
		"a\n" + begin + "b\n":                     "2:1: found the begin of block acme/main, expected its end too",
		"a\nb\n" + end:                            "3:1: found the end of block acme/main, expected its begin too",
		begin + "mine\n" + begin + "x\n" + end:    "1:1: found the begin of block acme/main, expected its end too",
		begin + "x\n" + end + "\nmine\n" + end:    "6:1: found the end of block acme/main, expected its begin too",
		"```\n" + begin + "x\n```\n\n" + end:      "2:1: block acme/main has been edited: its text does not fit its hash",
		"~~~\n" + begin + "~~~\n" + begin + "x\n": "4:1: found the begin of block acme/main, expected its end too",
	} {
		d := open(t, in, false)
		_, err := d.Set(at, toJSON("new"))
		if err == nil || err.Error() != want {
			t.Errorf("%q:\ngot  %v\nwant %s", in, err, want)
		}
		if err := d.Remove(at); err == nil || string(d.Bytes()) != in {
			t.Errorf("%q: Remove: %v", in, err)
		}
	}
}

// agent-connector 0.4.0 appended the block anew on each run below a fence that
// is not closed.
func TestDuplicatesCollapse(t *testing.T) {
	b := string(render(id, "old", "\n")) + "\n"
	in := "```\nls\n\n" + b + "\nmine\n\n" + b + "\n" + b + "more\n"
	d := open(t, in, false)
	e := set(t, d, "new")
	if want := "```\nls\n\n" + string(render(id, "new", "\n")) + "\n\nmine\nmore\n"; string(d.Bytes()) != want {
		t.Fatalf("got %q", d.Bytes())
	}
	after := string(d.Bytes())
	invariants(t, in, d, e)

	// With the text between changed, only the block itself can come back.
	d = open(t, strings.Replace(after, "mine", "MINE", 1), false)
	if err := d.Revert(e); err != nil || string(d.Bytes()) != "```\nls\n\n"+b+"\nMINE\nmore\n" {
		t.Errorf("%v, %q", err, d.Bytes())
	}
	d = open(t, in, false)
	if err := d.Remove(at); err != nil || string(d.Bytes()) != "```\nls\n\nmine\nmore\n" && string(d.Bytes()) != "```\nls\n\nmine\n\nmore\n" {
		t.Errorf("%v, %q", err, d.Bytes())
	}
}

func TestRefuses(t *testing.T) {
	d := open(t, "a\n", false)
	for _, p := range []edit.Path{nil, {""}, {"a", "b"}, {"a b"}, {"a-->"}, {"a--b"}, {"a\nb"}, {strings.Repeat("i", maxID+1)}} {
		if _, err := d.Set(p, toJSON("x")); err == nil {
			t.Errorf("the path %q is accepted", p)
		}
	}
	for _, v := range []string{"", "1", "{}", string(toJSON("x\n" + endMark + "a/b -->\ny"))} {
		if _, err := d.Set(at, []byte(v)); err == nil {
			t.Errorf("the content %s is accepted", v)
		}
	}
	if _, err := d.Upsert(at, wire.Identity{}, toJSON("x")); err == nil {
		t.Error("a text has an array")
	}
	if err := d.RemoveElem(at, wire.Identity{}); err == nil {
		t.Error("a text has an array")
	}
	if string(d.Bytes()) != "a\n" {
		t.Errorf("the text became %q", d.Bytes())
	}
}

// A text that is full takes no block, and keeps its bytes.
func TestLimits(t *testing.T) {
	full := make([]byte, edit.MaxFile+1)
	var e *edit.Error
	if _, err := Open(full, false); !errors.As(err, &e) || e.Kind != edit.Limit {
		t.Errorf("a file over the limit: %v", err)
	}
	d, err := Open(full[:edit.MaxFile], false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Set(at, toJSON("x")); !errors.As(err, &e) || e.Kind != edit.Limit || len(d.Bytes()) != edit.MaxFile {
		t.Errorf("a block beyond the limit: %v", err)
	}
	for n, ok := range map[int]bool{maxID - 1: true, maxID: true, maxID + 1: false} {
		if _, err := open(t, "a\n", false).Set(edit.Path{strings.Repeat("i", n)}, toJSON("x")); (err == nil) != ok {
			t.Errorf("an id of %d bytes: %v", n, err)
		}
	}
	// Quotes, lists and fences nest in a text too; a line is a line to us.
	deep := strings.Repeat("> ", 100_000) + "x\n" + strings.Repeat("```\n", 100_001)
	d = open(t, deep, false)
	if e := set(t, d, "x"); d.Revert(e) != nil || string(d.Bytes()) != deep {
		t.Error("a deep text is not what it was")
	}
}

func TestCorpus(t *testing.T) {
	names, _ := filepath.Glob("testdata/corpus/*.md")
	if len(names) < 10 {
		t.Fatalf("only %d files in the corpus", len(names))
	}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, content := range []string{"", "text", "# a\r\n\r\n```\nx\n", "~~~"} {
			d := open(t, string(b), false)
			e := set(t, d, content)
			if !strings.HasPrefix(string(d.Bytes()), string(b)) {
				t.Errorf("%s: bytes before the block changed", name)
			}
			invariants(t, string(b), d, e)
		}
	}
}
