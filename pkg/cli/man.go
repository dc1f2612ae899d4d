package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"agentconnector/pkg/world"
)

// manFlag prints the tool's man page: the pages in man/ are made from the same
// model that parses the flags, so they cannot disagree with it.
type manFlag bool

func (manFlag) BeforeReset(app *kong.Kong, t Tool) error {
	t.man(app.Stdout, app.Model.Node)
	app.Exit(world.OK)
	return nil
}

func (t Tool) man(out io.Writer, n *kong.Node) {
	fmt.Fprintf(out, ".TH %s 1 \"\" agent-connector\n", strings.ToUpper(t.Name))
	fmt.Fprintf(out, ".SH NAME\n%s \\- %s\n", t.Name, roff(strings.TrimSuffix(t.About, ".")))
	fmt.Fprintf(out, ".SH SYNOPSIS\n.B %s\n%s\n", t.Name, roff(t.Synopsis))
	fmt.Fprintf(out, ".SH DESCRIPTION\n%s\n", roff(t.About))
	fmt.Fprintln(out, ".SH OPTIONS")
	manFlags(out, n)
	for _, c := range n.Children {
		if c.Type == kong.CommandNode && !c.Hidden {
			fmt.Fprintf(out, ".SS %s\n%s\n", roff(c.Summary()), roff(c.Help))
			manFlags(out, c)
		}
	}
	exit := t.Exit
	if exit == "" {
		exit = exitText
	}
	_, codes, _ := strings.Cut(exit, "\n")
	fmt.Fprintf(out, ".SH EXIT STATUS\n.nf\n%s\n.fi\n", roff(codes))
	fmt.Fprintf(out, ".SH EXAMPLES\n.nf\n%s\n.fi\n", roff(t.Examples))
}

func manFlags(out io.Writer, n *kong.Node) {
	for _, f := range n.Flags {
		if f.Hidden {
			continue
		}
		name := "--" + f.Name
		if f.Short != 0 {
			name = fmt.Sprintf("-%c, %s", f.Short, name)
		}
		if !f.IsBool() {
			name += " " + f.FormatPlaceHolder()
		}
		fmt.Fprintf(out, ".TP\n.B %s\n%s\n", roff(name), roff(f.Help))
	}
	for _, a := range n.Positional {
		fmt.Fprintf(out, ".TP\n.B %s\n%s\n", roff(a.Summary()), roff(a.Help))
	}
}

// roff escapes what a man page takes for its own: backslashes, hyphens, and a
// dot or an apostrophe at the beginning of a line.
func roff(s string) string {
	s = strings.ReplaceAll(s, `\`, `\e`)
	s = strings.ReplaceAll(s, "-", `\-`)
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, ".") || strings.HasPrefix(l, "'") {
			lines[i] = `\&` + l
		}
	}
	return strings.Join(lines, "\n")
}
