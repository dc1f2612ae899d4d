// The comparison of what is said of shell commands: our classifier and that of
// preflight (npm @newrelic/preflight, whose rules seed 001 describes) on the same
// labelled set.
//
//	go run ./test/bench/commands [-v]
//
// The labels are those of pkg/bashcmd/testdata/commands.tsv, which were written
// before our classifier; preflight's was not made for them, and where a label goes
// by a rule of ours that seed 001 has not, it counts against it all the same. -v lists
// every difference. The package is the one that ./test/bench/start installs.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"agentconnector/pkg/bashcmd"
)

const preflight = "1.57.0"

// verdict is what somebody says of a command.
type verdict struct {
	Category    string `json:"category"`
	Destructive bool   `json:"destructive"`
	Network     bool   `json:"network"`
}

type label struct {
	verdict
	command string
}

func main() {
	verbose := flag.Bool("v", false, "list every difference")
	flag.Parse()
	if err := compare(*verbose); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func compare(verbose bool) error {
	all, err := labels("pkg/bashcmd/testdata/commands.tsv")
	if err != nil {
		return fmt.Errorf("%w: run this from the root of the repository", err)
	}
	ours := make([]verdict, len(all))
	for i, l := range all {
		r := bashcmd.Read(l.command)
		ours[i] = verdict{string(r.Category), r.Destructive, r.Network}
	}
	fmt.Printf("%d commands\n%-24s %10s %22s %22s\n", len(all), "", "category", "destructive", "network")
	row("ac-report", all, ours, verbose)
	theirs, err := theirVerdicts(all)
	if err != nil {
		fmt.Println("preflight is left out:", err)
		return nil
	}
	row("preflight "+preflight, all, theirs, verbose)
	return nil
}

// row prints how often a category is right, and precision and recall of the rest.
func row(name string, all []label, got []verdict, verbose bool) {
	right := 0
	var d, n counts
	for i, l := range all {
		if got[i].Category == l.Category {
			right++
		}
		d.add(l.Destructive, got[i].Destructive)
		n.add(l.Network, got[i].Network)
		if verbose && got[i] != l.verdict {
			fmt.Printf("  %s: %q is %+v, labelled %+v\n", name, l.command, got[i], l.verdict)
		}
	}
	fmt.Printf("%-24s %9.1f%% %22s %22s\n", name, 100*float64(right)/float64(len(all)), d, n)
}

type counts struct{ hit, alarm, miss int }

func (c *counts) add(is, said bool) {
	switch {
	case is && said:
		c.hit++
	case said:
		c.alarm++
	case is:
		c.miss++
	}
}

func (c counts) String() string {
	share := func(of int) float64 { return 100 * float64(c.hit) / float64(max(c.hit+of, 1)) }
	return fmt.Sprintf("P %.1f%% R %.1f%%", share(c.alarm), share(c.miss))
}

func labels(name string) (all []label, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		p := strings.Split(s.Text(), "\t")
		if len(p) == 5 && !strings.HasPrefix(p[0], "#") {
			all = append(all, label{verdict{p[0], strings.Contains(p[1], "D"), strings.Contains(p[1], "N")}, strings.NewReplacer(`\\`, `\`, `\n`, "\n").Replace(p[4])})
		}
	}
	return all, nil
}

// script asks the package, whose alarm is the classifier's or that of its list of
// patterns (seed 001: defense in depth).
const script = `
const root = process.argv[1] + "/node_modules/@newrelic/preflight/dist/";
const { classifyBash } = await import("file://" + root + "hooks/bash-classifier.js");
const { DEFAULT_DESTRUCTIVE_COMMAND_PATTERNS: patterns } = await import("file://" + root + "security/audit-trail.js");
const commands = JSON.parse(await new Promise((done) => { let s = ""; process.stdin.on("data", (d) => s += d).on("end", () => done(s)); }));
console.log(JSON.stringify(commands.map((c) => {
  const r = classifyBash(c);
  return { category: r.category, destructive: r.isDestructive || patterns.some((p) => { p.lastIndex = 0; return p.test(c); }), network: r.isNetwork };
})));`

func theirVerdicts(all []label) (vs []verdict, err error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, err
	}
	root := filepath.Join(cache, "agent-connector-bench", "preflight-"+preflight)
	if _, err := os.Stat(filepath.Join(root, "node_modules")); err != nil {
		return nil, errors.New("it is not installed: go run ./test/bench/start does it")
	}
	var commands []string
	for _, l := range all {
		commands = append(commands, l.command)
	}
	in, err := json.Marshal(commands)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command("node", "--input-type=module", "-e", script, root)
	cmd.Stdin = bytes.NewReader(in)
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	err = json.Unmarshal(out, &vs)
	if err == nil && len(vs) != len(all) {
		err = fmt.Errorf("it said %d things of %d commands", len(vs), len(all))
	}
	return vs, err
}
