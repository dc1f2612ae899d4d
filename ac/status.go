package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"agentconnector/pkg/cli"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

// printStatus says what is installed and whether it is still there. It asks
// ac-apply twice and always ends well: it informs, --verify judges.
func printStatus(w *world.World, f *flags) error {
	var is []wire.Installed
	var vs []wire.Verified
	if err := ask(w, &is, "--list"); err != nil {
		return err
	}
	args := []string{"--verify"}
	if f.Status.ID != "" {
		args = append(args, f.Status.ID)
	}
	if err := ask(w, &vs, args...); err != nil {
		return err
	}
	rows := [][]string{{"CONNECTOR", "VERSION", "SCOPE", "PROJECT", "HOSTS", "EDITS", "STATE"}}
	for _, i := range is {
		if f.Status.ID != "" && i.ID != f.Status.ID {
			continue
		}
		n, bad := judge(i, vs)
		if !f.UseTable(w.Stdout) {
			if err := cli.Line(w.Stdout, i); err != nil {
				return err
			}
		}
		rows = append(rows, []string{i.ID, i.Version, cli.Scope(i), i.Project, strings.Join(i.Hosts, ","), fmt.Sprint(n), bad})
	}
	if f.UseTable(w.Stdout) {
		return cli.Table(w.Stdout, rows)
	}
	for _, v := range vs {
		if err := cli.Line(w.Stdout, v); err != nil {
			return err
		}
	}
	return nil
}

// judge counts the edits of an installation and names those that are not as
// they were written.
func judge(i wire.Installed, vs []wire.Verified) (n int, state string) {
	var bad []string
	for _, v := range vs {
		if v.Connector != i.ID || v.Scope != i.Scope || v.Project != i.Project {
			continue
		}
		n++
		if v.Status != "ok" {
			bad = append(bad, v.Status+": "+v.Path)
		}
	}
	if len(bad) == 0 {
		return n, "ok"
	}
	return n, strings.Join(bad, ", ")
}

// ask runs ac-apply and decodes its lines. Exit 1 of --verify is an answer.
func ask[T any](w *world.World, into *[]T, args ...string) error {
	var out bytes.Buffer
	err := start(w, step{"ac-apply", append([]string{"--json"}, args...)}, bytes.NewReader(nil), &out)
	var code cli.Exit
	if err != nil && !(errors.As(err, &code) && int(code) == world.Failed && args[0] == "--verify") {
		return err
	}
	for line := range bytes.Lines(out.Bytes()) {
		var v T
		if err := json.Unmarshal(line, &v); err != nil {
			return fmt.Errorf("ac-apply printed what is no record: %w", err)
		}
		*into = append(*into, v)
	}
	return nil
}
