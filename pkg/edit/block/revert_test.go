package block

import (
	"strings"
	"testing"

	"agentconnector/pkg/edit"
)

func TestRemove(t *testing.T) {
	b := string(render(id, "x", "\n")) + "\n"
	for in, want := range map[string]string{
		b:                      "",
		"a\n\n" + b:            "a\n",
		"a\n" + b:              "a\n",
		b + "\na\n":            "a\n",
		"a\n\n" + b + "\nb\n":  "a\n\nb\n",
		"\xef\xbb\xbf" + b:     "\xef\xbb\xbf",
		"a\n\n" + b[:len(b)-1]: "a\n",
		b + "\n" + b:           "", // they share the blank line
		"nothing\n":            "nothing\n",
	} {
		d := open(t, in, false)
		if err := d.Remove(at); err != nil || string(d.Bytes()) != want {
			t.Errorf("%q: %v, %q", in, err, d.Bytes())
		}
	}
}

func TestSeveralInAnyOrder(t *testing.T) {
	for _, in := range []string{"", "a", "a\n", "a\n\n\n", "\xef\xbb\xbfa\r\nb", "```\nopen\n"} {
		for _, order := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
			d := open(t, in, false)
			var edits []edit.Edit
			for _, id := range []string{"a/x", "b/x", "b/y"} {
				e, err := d.Set(edit.Path{id}, toJSON("```\ntext"))
				if err != nil {
					t.Fatal(err)
				}
				edits = append(edits, e)
			}
			for _, i := range order {
				if err := d.Revert(edits[i]); err != nil {
					t.Fatal(err)
				}
			}
			if string(d.Bytes()) != in {
				t.Errorf("order %v: %q became %q", order, in, d.Bytes())
			}
		}
	}
}

// Somebody turns the line ends of the whole text: every byte of theirs stays,
// also the blank lines that the text ended with.
func TestRevertInTurnedLines(t *testing.T) {
	for _, in := range []string{"", "a", "a\n", "a\n\n\n", "\n", "a\n \n"} {
		for _, nl := range [][2]string{{"\n", "\r\n"}, {"\r\n", "\n"}} {
			from, to := strings.ReplaceAll(in, "\n", nl[0]), strings.ReplaceAll(in, "\n", nl[1])
			d := open(t, from, false)
			e := set(t, d, "1").Then(set(t, d, "2\n\nb"))
			d = open(t, strings.ReplaceAll(string(d.Bytes()), newline(d.Bytes()), newline([]byte(to))), false)
			if err := d.Revert(e); err != nil || string(d.Bytes()) != to {
				t.Errorf("%q: %v, %q, want %q", from, err, d.Bytes(), to)
			}
		}
	}
}

// A block with other line ends than the text around it takes no half of one.
func TestRevertInMixedLines(t *testing.T) {
	d := open(t, "a\n", false)
	e := set(t, d, "1")
	d = open(t, "a\r\n\r\n"+string(render(id, "1", "\n"))+"\n", false)
	if err := d.Revert(e); err != nil || string(d.Bytes()) != "a\r\n" {
		t.Errorf("%v, %q", err, d.Bytes())
	}
}

// Somebody edits the block, and it is removed nevertheless: what came with it
// goes too, and no line end of theirs.
func TestRevertOfAnEditedBlock(t *testing.T) {
	for _, in := range []string{"", "a", "a\n", "a\n\n\n", "\n", "a\r\nb", "a\n \n", "\xef\xbb\xbfa"} {
		for _, behind := range []string{"", "b\n", "\nb\n"} {
			d := open(t, in, false)
			e := set(t, d, "1")
			text := strings.Replace(string(d.Bytes()), "1", "mine", 1) + behind
			d = open(t, text, true)
			want := in + behind
			if text := strings.TrimPrefix(in, "\xef\xbb\xbf"); text != "" && !strings.HasSuffix(in, "\n") {
				want = in + newline([]byte(in)) + behind // the line is whoever's by now
			}
			if err := d.Revert(e); err != nil || string(d.Bytes()) != want {
				t.Errorf("%q, %q: %v, %q, want %q", in, behind, err, d.Bytes(), want)
			}
		}
	}
}

// What the user has written directly behind the block is not joined to the
// line before it, and what was put around it does not hide it.
func TestRevertAfterOthers(t *testing.T) {
	d := open(t, "a", false)
	e := set(t, d, "x")
	after := string(d.Bytes())
	d = open(t, after+"b\n", false)
	if err := d.Revert(e); err != nil || string(d.Bytes()) != "a\nb\n" {
		t.Errorf("%v, %q", err, d.Bytes())
	}
	d = open(t, "~~~\n"+after+"~~~\n", false)
	if err := d.Revert(e); err != nil || string(d.Bytes()) != "~~~\na\n~~~\n" {
		t.Errorf("%v, %q", err, d.Bytes())
	}
	d = open(t, "a\n", false)
	if err := d.Revert(e); err != nil || string(d.Bytes()) != "a\n" {
		t.Errorf("removed by hand: %v, %q", err, d.Bytes())
	}
	d = open(t, "", false)
	all := set(t, d, "1").Then(set(t, d, "2")).Then(set(t, d, "2")).Then(set(t, d, "3"))
	if err := d.Revert(all); err != nil || len(d.Bytes()) != 0 {
		t.Errorf("joined edits: %v, %q", err, d.Bytes())
	}
}
