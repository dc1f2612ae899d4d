package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"agentconnector/pkg/cli"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

// printStatus says what is installed where, and whether it is still there. It
// asks ac-apply twice and ends well whatever it finds: it informs, --verify judges.
func printStatus(w *world.World, f *flags, id string) error {
	var is []wire.Installed
	var vs []wire.Verified
	if err := ask(w, &is, "--list"); err != nil {
		return err
	}
	if is = slices.DeleteFunc(is, func(i wire.Installed) bool { return id != "" && i.ID != id }); id != "" && id == f.Status.ID && len(is) == 0 {
		return fmt.Errorf("%s is not installed\nhint: ac status shows what is", id)
	}
	args := []string{"--verify"}
	if id != "" {
		args = append(args, id)
	}
	if id == "" || len(is) > 0 { // of one that is not installed there is nothing to verify
		if err := ask(w, &vs, args...); err != nil {
			return err
		}
	}
	if !f.UseTable(w.Stdout) {
		return statusLines(w, is, vs)
	}
	rows := [][]string{{"CONNECTOR", "VERSION", "SCOPE", "PROJECT", "HOSTS", "EDITS", "STATE"}}
	for _, i := range is {
		s := judge(w, i, vs)
		rows = append(rows, []string{i.ID, s.versions(i.Version), cli.Scope(i.Scope, i.Local), cli.Short(w, i.Project),
			strings.Join(i.Hosts, ","), fmt.Sprint(s.edits), s.state()})
	}
	return cli.Table(w.Stdout, rows)
}

func statusLines(w *world.World, is []wire.Installed, vs []wire.Verified) error {
	for _, i := range is {
		if err := cli.Line(w.Stdout, i); err != nil {
			return err
		}
	}
	for _, v := range vs {
		if err := cli.Line(w.Stdout, v); err != nil {
			return err
		}
	}
	return nil
}

// standing is how one installation is found.
type standing struct {
	edits int
	off   []string            // edits that are not as they were written
	older map[string][]string // version → hosts whose edits still are of it
}

func judge(w *world.World, i wire.Installed, vs []wire.Verified) standing {
	s := standing{older: map[string][]string{}}
	for _, v := range vs {
		if v.Connector != i.ID || v.Scope != i.Scope || v.Project != i.Project {
			continue
		}
		s.edits++
		if v.Status != "ok" {
			s.off = append(s.off, v.Status+": "+strings.TrimSpace(cli.Short(w, v.Path)+" "+strings.Join(v.At, ".")))
		}
		if v.Version == i.Version {
			continue
		}
		for _, h := range v.Hosts {
			if !slices.Contains(s.older[v.Version], h) {
				s.older[v.Version] = append(s.older[v.Version], h)
			}
		}
	}
	return s
}

// versions is the version of the last install, and those that hosts which it
// did not speak about still have.
func (s standing) versions(last string) string {
	for _, v := range slices.Sorted(maps.Keys(s.older)) {
		if hosts := s.older[v]; len(hosts) > 0 {
			last += "; " + v + " on " + strings.Join(hosts, ",")
		}
	}
	return last
}

func (s standing) state() string {
	if len(s.off) == 0 {
		return "ok"
	}
	return strings.Join(s.off, ", ")
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
