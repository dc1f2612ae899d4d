package block

import "testing"

func TestFences(t *testing.T) {
	for _, c := range []struct {
		open, line string
		closes     bool
	}{
		{"```", "```", true}, {"```sh", "```", true}, {"```", "````", true}, {"   ~~~", " ~~~  ", true},
		{"````", "```", false}, {"```", "~~~", false}, {"```", "```sh", false}, {"```", "    ```", false}, {"```", "``", false},
	} {
		o, l := readFence([]byte(c.open)), readFence([]byte(c.line))
		if o.char == 0 || o.closedBy(l) != c.closes {
			t.Errorf("%q and %q: expected %v", c.open, c.line, c.closes)
		}
	}
	for _, s := range []string{"", "``", "~~", "    ```", "\t```", "x```", "``` `x`", "> ```"} {
		if f := readFence([]byte(s)); f.char != 0 {
			t.Errorf("%q is taken for a fence", s)
		}
	}
}

// A marker is an example only inside a fence that is closed.
func TestHidden(t *testing.T) {
	b := string(render(id, "x", "\n")) + "\n"
	fenced := string(render(id, "```\nx", "\n")) + "\n"
	for in, want := range map[string]int{
		b:                                  1,
		"```\n" + b + "```\n":              0,
		"````\n" + b + "```\n":             1, // too short to close
		"```\n" + b + "~~~\n":              1,
		"    ```\n" + b + "```\n":          1, // an indented line opens nothing
		"```\n" + fenced:                   1, // the fence inside is the block's own
		"```\n" + fenced + "```\n":         0,
		"```\n```\n" + b + "```\n":         1,
		"```\nx\n```\n" + b + "```\nx\n":   1,
		"```sh\n```sh\n" + b + "\n```sh\n": 1,
	} {
		if got := len(List(open(t, in, false))); got != want {
			t.Errorf("%d blocks, expected %d in %q", got, want, in)
		}
	}
}
