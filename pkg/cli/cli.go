// Package cli is what the tools' command lines share: kong set up so that the
// exit codes, --help and --version are those of the contract, and the choice
// between a table for people and NDJSON for pipes. ac-hook does not use it.
package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"agentconnector/pkg/world"
)

// Tool describes one program.
type Tool struct {
	Name     string
	Synopsis string // the line that opens --help, after the name
	About    string // what it does, in a sentence or two
	Examples string // two worked examples; they end --help
	Exit     string // its own exit codes, if they differ from the shared ones

	// For completion: the words behind it that run another program, and what a flag
	// or an argument of a command may be, where the flags do not say it.
	Verbs  []string
	Values func(command, name string) []string
}

// Shared are the flags of every tool. Embed it.
type Shared struct {
	JSON    bool        `help:"Print records as NDJSON." xor:"format"`
	Table   bool        `help:"Print a table." xor:"format"`
	Quiet   bool        `short:"q" help:"Say only what went wrong: no warnings and hints beside the records."`
	Verbose bool        `short:"v" help:"Say more on stderr."`
	Version versionFlag `help:"Print name, version and commit."`
	Man     manFlag     `hidden:""`
}

type versionFlag bool

func (versionFlag) BeforeReset(app *kong.Kong, vars kong.Vars) error {
	fmt.Fprintln(app.Stdout, vars["version"])
	app.Exit(world.OK)
	return nil
}

const exitText = `exit codes:
  0  done
  1  failed, in whole or in part
  2  wrong usage or bad input; nothing was written
  3  --check found something that would change`

// UsageError is bad usage or bad input: exit 2.
type UsageError struct{ Err error }

func (e *UsageError) Error() string { return e.Err.Error() }
func (e *UsageError) Unwrap() error { return e.Err }

// Usagef makes a UsageError.
func Usagef(format string, args ...any) error { return &UsageError{fmt.Errorf(format, args...)} }

// Exit carries an exit code without a message: everything was already said.
type Exit int

func (e Exit) Error() string { return fmt.Sprintf("exit %d", int(e)) }

type stop int // unwinds from kong's own exit (--help, --version)

// Run parses the arguments into flags and runs the tool. It returns the exit
// code. Help and version go to stdout, errors to stderr. If run is nil the
// selected command's own Run method is called; it can take the *world.World
// and a pointer to flags.
func Run(w *world.World, t Tool, flags any, run func() error) (code int) {
	defer func() {
		if r := recover(); r != nil {
			c, ok := r.(stop)
			if !ok {
				panic(r)
			}
			code = int(c)
		}
	}()
	completes := len(w.Args) > 0 && w.Args[0] == CompleteArg
	checked := func() error {
		if err := together(flags); err != nil {
			return err
		}
		return run()
	}
	if run != nil && !completes && Quick(w.Args, flags) {
		return t.report(w.Stderr, checked())
	}
	if len(w.Args) == 1 && w.Args[0] == "--version" { // asked of each program in place
		fmt.Fprintln(w.Stdout, t.version())
		return world.OK
	}
	p := t.parser(w, flags)
	if completes {
		t.complete(w.Stdout, p.Model.Node, w.Args[1:])
		return world.OK
	}
	ctx, err := p.Parse(w.Args)
	switch {
	case err == nil && run == nil:
		err = ctx.Run(w)
	case err == nil:
		err = checked()
	default:
		err = Usagef("%s\nhint: %s --help shows the flags and two examples", strings.Replace(err.Error(), `expected string value but got "EOL" (<EOL>)`, "found no value, expected one", 1), t.Name)
	}
	return t.report(w.Stderr, err)
}

// parser is kong's, set up as the contract has it.
func (t Tool) parser(w *world.World, flags any) *kong.Kong {
	p, err := kong.New(flags, kong.Name(t.Name), kong.Description(t.About),
		kong.Vars{"version": t.version()},
		kong.Writers(w.Stdout, w.Stderr), kong.Exit(func(c int) { panic(stop(c)) }), kong.Bind(t),
		kong.Help(t.help), kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true}))
	if err != nil {
		panic(err) // the flags struct is wrong: a bug of ours
	}
	return p
}

func (t Tool) version() string {
	v, commit := world.Version()
	return fmt.Sprintf("%s %s %s", t.Name, v, commit)
}

// report prints an error as every tool does, "tool: message", hints on lines
// of their own, and gives its exit code.
func (t Tool) report(stderr io.Writer, err error) int {
	var code Exit
	var usage *UsageError
	switch {
	case err == nil:
		return world.OK
	case errors.As(err, &code):
		return int(code)
	}
	Complain(stderr, t.Name, err)
	if errors.As(err, &usage) {
		return world.Usage
	}
	return world.Failed
}

// Complain prints a message on stderr, every line with the tool's name.
func Complain(stderr io.Writer, tool string, err error) {
	for line := range strings.Lines(err.Error()) {
		fmt.Fprintf(stderr, "%s: %s\n", tool, Visible(strings.TrimRight(line, "\n"), "\t"))
	}
}

func (t Tool) help(o kong.HelpOptions, ctx *kong.Context) error {
	fmt.Fprintf(ctx.Stdout, "%s %s\n\n", t.Name, t.Synopsis)
	var b strings.Builder
	inner := *ctx.Kong
	inner.Stdout = &b
	c := *ctx
	c.Kong = &inner
	if err := kong.DefaultHelpPrinter(o, &c); err != nil {
		return err
	}
	// kong's own "Usage:" line says less than our synopsis
	_, body, _ := strings.Cut(b.String(), "\n\n")
	exit := t.Exit
	if exit == "" {
		exit = exitText
	}
	fmt.Fprintf(ctx.Stdout, "%s\n%s\n\nexamples:\n%s\n", body, exit, t.Examples)
	return nil
}
