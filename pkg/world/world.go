// Package world is what a program gets from outside: arguments, streams,
// environment, clock. It is passed in, so that everything below main can be
// run and tested without a process. It also holds the exit codes and the
// version, which every tool shares.
package world

import (
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

// Exit codes of every tool, as design and man pages state them. ac-hook and
// ac-proxy answer to a host instead and document their own.
const (
	OK      = 0 // done
	Failed  = 1 // failed, in whole or in part
	Usage   = 2 // wrong usage or bad input; nothing was written
	Changes = 3 // --check found something that would change
)

// World is the outside of one run.
type World struct {
	Args    []string // without the program's name
	Stdin   io.Reader
	Stdout  io.Writer
	Stderr  io.Writer
	Dir     string // working directory
	OS      string // GOOS
	Arch    string // GOARCH
	Environ []string
	Now     func() time.Time
}

// Real is the world of this process.
func Real() *World {
	dir, _ := os.Getwd() // empty when it was removed; who needs it says so
	return &World{
		Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		Dir: dir, OS: runtime.GOOS, Arch: runtime.GOARCH, Environ: os.Environ(), Now: time.Now,
	}
}

// Quick is the world of this process for a program that must answer at once,
// and also to somebody who no longer listens: Stdout and Stderr give an error
// then. Dir is empty; who needs it asks for it (Here).
func Quick() *World {
	quick = World{
		Args: os.Args[1:], Stdin: os.Stdin, Stdout: stdout(), Stderr: stderr(),
		OS: runtime.GOOS, Arch: runtime.GOARCH, Environ: environ(), Now: time.Now,
	}
	return &quick
}

// quick is the one of this process: on the heap it would be the first piece of its
// size, and a page of its own.
var quick World

// Here is the working directory. A program that seldom needs it has not asked for
// it at its start.
func (w *World) Here() string {
	if w.Dir != "" {
		return w.Dir
	}
	dir, _ := os.Getwd() // empty when it was removed
	return dir
}

// Getenv is the value of a variable. Blank or white space counts as unset,
// as hosts treat CLAUDE_CONFIG_DIR and its like.
func (w *World) Getenv(name string) string {
	v, _ := w.Lookup(name)
	if strings.TrimSpace(v) == "" {
		return ""
	}
	return v
}

// Lookup is the value of a variable as it stands. On Windows names compare
// without case.
func (w *World) Lookup(name string) (string, bool) {
	for i := len(w.Environ) - 1; i >= 0; i-- {
		k, v, ok := strings.Cut(w.Environ[i], "=")
		if ok && (k == name || w.OS == "windows" && strings.EqualFold(k, name)) {
			return v, true
		}
	}
	return "", false
}

// Switch is a variable that turns something on or off: off by 0, false or off, on
// by anything else.
func (w *World) Switch(name string) (on, set bool) {
	v := strings.TrimSpace(w.Getenv(name))
	return v != "0" && !strings.EqualFold(v, "false") && !strings.EqualFold(v, "off"), v != ""
}

// version and commit can be set at link time (-X); else the build's own
// information is used.
var version, commit string

// Version returns the version of the program and the commit it was built from.
func Version() (v, c string) {
	v, c = version, commit
	if info, ok := debug.ReadBuildInfo(); ok {
		if v == "" && info.Main.Version != "" && info.Main.Version != "(devel)" {
			v = info.Main.Version
		}
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" && c == "" {
				c = s.Value
			}
		}
	}
	if v == "" {
		v = "0.1.0-dev"
	}
	if c == "" {
		c = "unknown"
	}
	return v, c
}
