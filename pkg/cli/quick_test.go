package cli

import (
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/world"
)

// Flags of every form that the tools have.
type (
	named  string
	oneArg struct {
		Shared
		DryRun   bool     `name:"dry-run" help:"a \"quoted\" word: and more" xor:"how"`
		Diff     bool     `xor:"how" help:"h"`
		LastWins bool     `help:"h"`
		Undo     string   `placeholder:"ID" xor:"mode" help:"h"`
		List     bool     `xor:"mode,how" help:"h"`
		Package  named    `xor:"mode" help:"h"`
		Host     []string `placeholder:"ID" help:"h"`
		Scope    string   `enum:"user,project,both" default:"both" help:"h"`
		Method   string   `enum:"direct,plugin," default:"" help:"h"`
		Limit    *int     `placeholder:"N" help:"h"`
		ID       string   `arg:"" optional:"" name:"id" help:"h"`
	}
	manyArgs struct {
		Shared
		Encoding string   `short:"e" default:"o200k_base" help:"h"`
		MCP      bool     `name:"mcp" help:"h"`
		HTMLPage bool     `name:"html-page" help:"h"`
		Files    []string `arg:"" optional:"" name:"file" help:"h"`
	}
	noArgs struct {
		Shared
		URL string `placeholder:"URL" help:"h"`
	}
)

var words = []string{"--dry-run", "--diff", "--last-wins", "--undo", "--list", "--package", "--host", "--scope", "--method", "--limit", "--id", "--encoding", "-e", "--mcp", "--html-page",
	"--file", "--url", "--json", "--table", "-q", "-v", "--quiet", "--verbose", "-qv", "--no-diff", "--", "-", "", "x", "a,b", "a,", ",", `a\,b`, "user", "project", "both", "direct", "3", "-3", "a b", "--x",
	"--Scope", "$HOME", "${x}", "=", "--="}

// What Quick reads kong reads too, and as the same; and it does read the plain
// command lines.
func TestQuickReadsAsKong(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	read := 0
	for i := range 30_000 {
		var args []string
		for range rnd.IntN(5) {
			word := words[rnd.IntN(len(words))]
			if strings.HasPrefix(word, "--") && rnd.IntN(3) == 0 {
				word += "=" + words[rnd.IntN(len(words))]
			}
			args = append(args, word)
		}
		if agree(t, args, []func() any{func() any { return new(oneArg) }, func() any { return new(manyArgs) }, func() any { return new(noArgs) }}[i%3]) {
			read++
		}
	}
	if read < 3000 {
		t.Errorf("%d of 30000 were read: the test tests little", read)
	}
}

func FuzzQuick(f *testing.F) {
	f.Add("--host\na,b\n--scope=user\nx")
	f.Add("a\nb\n--encoding\nx")
	f.Fuzz(func(t *testing.T, lines string) {
		args := strings.Split(lines, "\n")
		agree(t, args, func() any { return new(oneArg) })
		agree(t, args, func() any { return new(manyArgs) })
	})
}

// agree says whether quick has read the arguments.
func agree(t *testing.T, args []string, flags func() any) bool {
	got := flags()
	if !Quick(args, got) {
		if !reflect.DeepEqual(got, flags()) {
			t.Errorf("%q: not read, and yet set: %+v", args, got)
		}
		return false
	}
	want := flags()
	w := &world.World{Stdout: io.Discard, Stderr: io.Discard}
	if _, err := (Tool{Name: "x"}).parser(w, want).Parse(args); err != nil {
		t.Errorf("%q: read as %+v, kong says %v", args, got, err)
	} else if !reflect.DeepEqual(got, want) {
		t.Errorf("%q\n got %+v\nwant %+v", args, got, want)
	}
	return true
}

func TestQuickReadsThePlain(t *testing.T) {
	for _, line := range []string{"", "--dry-run", "--scope user", "--scope=user --json", "--host a,b x", "x --undo y --quiet", "--method plugin"} {
		if !Quick(strings.Fields(line), new(oneArg)) {
			t.Errorf("%q is left to kong", line)
		}
	}
	if f := new(manyArgs); !Quick([]string{"a", "b b", "c", "--mcp"}, f) || !slices.Equal(f.Files, []string{"a", "b b", "c"}) {
		t.Errorf("%+v", f)
	}
	for _, line := range []string{"--help", "--version", "--man", "-q", "--diff --dry-run", "--scope elsewhere", "--undo", "--nope", "x y", "--limit 3"} {
		if f := new(oneArg); Quick(strings.Fields(line), f) {
			t.Errorf("%q is not left to kong: %+v", line, f)
		}
	}
}

// A field that says more than quick knows is kong's, with all that stand beside
// it.
func TestQuickKnowsWhatItDoesNotKnow(t *testing.T) {
	for _, f := range []any{
		new(struct {
			A string `required:""`
		}), new(struct {
			A string `env:"A"`
		}), new(struct {
			A string `arg:""`
		}), new(struct {
			A string `default:"${x}"`
		}), new(struct {
			A int `default:"3"`
		}), new(struct {
			A []string `sep:"none"`
		}), new(struct {
			A struct{} `cmd:""`
		}), new(struct {
			A bool `negatable:""`
		}), new(struct{ ABc string }), new(struct{ a string }),
	} {
		if Quick(nil, f) {
			t.Errorf("%T is not left to kong", f)
		}
	}
}
