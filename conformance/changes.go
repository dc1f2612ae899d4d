package conformance

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
)

// seen is one thing that a run has found out of a host.
type seen struct {
	Host    string `json:"host"`
	Version string `json:"version"`
	What    string `json:"what"` // lists, works, undone
	Result  string `json:"result"`
}

// Change is what a run with the newest versions has found out of one host.
type Change struct {
	Host   string   `json:"host"`
	Pinned string   `json:"pinned"`
	Newest string   `json:"newest"`
	Result string   `json:"result"` // same, ok, changed, skipped, FAILED
	What   []string `json:"what,omitempty"`
}

// Failed says that something which holds for the pinned version does not for the newest.
func (c Change) Failed() bool { return c.Result == "FAILED" }

// maxWhat bounds what is told of one host: who wants more reads the test log.
const maxWhat = 30

// event is what is read of a line of go test -json.
type event struct{ Action, Test, Output string }

// lineSaid is a line that a test has printed about a fault, or as the reason to be skipped.
var lineSaid = regexp.MustCompile(`^\s+\w+\.go:\d+: (.*)`)

// testLog is what the tests of a run have said, by the names of their subtests.
type testLog struct {
	lines   map[string][]string
	failed  []string
	skipped []string
}

// readTests reads the output of go test -json, and passes on what people read.
func readTests(r io.Reader, to io.Writer) (testLog, error) {
	log := testLog{lines: map[string][]string{}}
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<22)
	for in.Scan() {
		var e event
		if json.Unmarshal(in.Bytes(), &e) != nil { // what go itself says
			fmt.Fprintln(to, in.Text())
			continue
		}
		switch e.Action {
		case "output", "build-output":
			fmt.Fprint(to, e.Output)
			if m := lineSaid.FindStringSubmatch(e.Output); m != nil {
				log.lines[e.Test] = append(log.lines[e.Test], m[1])
			}
		case "fail":
			log.failed = append(log.failed, e.Test)
		case "skip":
			log.skipped = append(log.skipped, e.Test)
		}
	}
	return log, in.Err()
}

// of are the lines of those tests that are about one host, with the test.
func (l testLog) of(tests []string, host string) (found bool, all []string) {
	for _, test := range tests {
		name, rest, _ := strings.Cut(test, "/")
		if !slices.Contains(strings.FieldsFunc(rest, func(r rune) bool { return r == '/' || r == ',' }), host) {
			continue
		}
		found = true
		for _, line := range l.lines[test] {
			all = append(all, strings.TrimPrefix(name, "Test")+": "+strings.TrimPrefix(line, host+": "))
		}
	}
	return found, all
}

// Changes reads the output of a run with the newest versions, which goes on to `to`,
// and what it has left in dir, and compares it with what is known of the pinned ones.
func Changes(tests io.Reader, to io.Writer, dir, pinned string) ([]Change, error) {
	log, err := readTests(tests, to)
	if err != nil {
		return nil, err
	}
	before, err := readObserved(pinned)
	if err != nil {
		return nil, err
	}
	after, err := readObserved(filepath.Join(dir, observed))
	if err != nil {
		return nil, err
	}
	hosts, err := Chosen()
	if err != nil {
		return nil, err
	}
	var all []Change
	for _, h := range hosts {
		all = append(all, changeOf(h, log, before, after))
	}
	return all, nil
}

func changeOf(h Host, log testLog, before, after []observation) Change {
	_, v := pinOf(h).cut()
	c := Change{Host: h.ID(), Pinned: strings.TrimSuffix(v, platformSuffix), Result: "ok"}
	newest, err := newestOf(h)
	c.Newest = newest
	failed, faults := log.of(log.failed, h.ID())
	skipped, reasons := log.of(log.skipped, h.ID())
	differ := differ(h.ID(), before, after)
	switch {
	case err != nil:
		c.Result, c.What = "FAILED", []string{err.Error()}
	case c.Newest == c.Pinned:
		c.Result = "same"
	case failed:
		c.Result, c.What = "FAILED", faults
	case len(differ) > 0:
		c.Result, c.What = "changed", differ
	case skipped && !slices.ContainsFunc(after, func(o observation) bool { return o.Host == h.ID() }):
		c.Result, c.What = "skipped", reasons
	}
	slices.Sort(c.What)
	c.What = slices.Compact(c.What)
	if n := len(c.What); n > maxWhat {
		c.What = append(c.What[:maxWhat], fmt.Sprintf("and %d more", n-maxWhat))
	}
	return c
}

// differ compares what the two versions did. Where one of them was not seen to do
// anything there is nothing to compare.
func differ(host string, before, after []observation) []string {
	ofIt := func(all []observation) map[string]observation {
		found := map[string]observation{}
		for _, o := range all {
			if o.Host == host {
				found[strings.TrimSpace(o.Event+" "+o.Decision)] = o
			}
		}
		return found
	}
	old, now := ofIt(before), ofIt(after)
	if len(old) == 0 || len(now) == 0 {
		return nil
	}
	var all []string
	for key, o := range now {
		switch p, was := old[key]; {
		case !was:
			all = append(all, "new: "+key)
		case p.Honoured != o.Honoured:
			all = append(all, fmt.Sprintf("%s: honoured %v, now %v", key, p.Honoured, o.Honoured))
		}
	}
	for key := range old {
		if _, is := now[key]; !is {
			all = append(all, "did not come: "+key)
		}
	}
	return all
}

// ChangesTable is what people read: a line a host, and below it what is new of it.
func ChangesTable(all []Change) string {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 8, 2, ' ', 0)
	fmt.Fprintln(t, "host\tpinned\tnewest\tresult")
	for _, c := range all {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", c.Host, c.Pinned, c.Newest, c.Result)
	}
	_ = t.Flush() // into memory
	for _, c := range all {
		for i, what := range c.What {
			if i == 0 {
				fmt.Fprintf(&b, "\n%s %s\n", c.Host, c.Newest)
			}
			fmt.Fprintf(&b, "  %s\n", what)
		}
	}
	return b.String()
}
