package conformance

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"
)

// aspects are the columns of the table.
var aspects = []string{"lists", "works", "claims", "undone"}

var report struct {
	sync.Mutex
	all []seen
}

// watch runs a part of a test, and keeps how it ended for the report.
func watch(t *testing.T, h Host, what string, part func()) {
	t.Helper()
	before := t.Failed()
	defer func() { // also where the test ends in there
		result := "ok"
		switch {
		case t.Skipped():
			result = "skipped"
		case before:
			result = "unknown: it had failed before"
		case t.Failed():
			result = "FAILED"
		}
		report.Lock()
		defer report.Unlock()
		report.all = append(report.all, seen{Host: h.ID(), Version: version(h), What: what, Result: result})
	}()
	part()
}

func version(h Host) string {
	if program := atHand(h.ID()); program != "" {
		return versionOf(program)
	}
	pin := pinOf(h)
	name, v := pin.cut()
	v = strings.TrimSuffix(v, platformSuffix)
	if latest, ok := newest.Load(name); ok && latest != v {
		return fmt.Sprintf("%s (pinned %s)", latest, v)
	}
	if pin.Holds != "" {
		return pin.Holds
	}
	return v
}

// printReport prints a line a host, and writes it as conformance.txt, with
// conformance.ndjson and conformance.xml (JUnit), into a folder. What was seen twice is as the worse.
func printReport(w io.Writer, dir string, all []seen) error {
	if len(all) == 0 {
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var lines strings.Builder
	suite := struct {
		XMLName xml.Name `xml:"testsuite"`
		Name    string   `xml:"name,attr"`
		Cases   []junitCase
	}{Name: "conformance"}
	for _, s := range all {
		b, err := json.Marshal(s)
		if err != nil {
			return err
		}
		fmt.Fprintf(&lines, "%s\n", b)
		suite.Cases = append(suite.Cases, s.junit())
	}
	b, err := xml.MarshalIndent(suite, "", "  ")
	if err != nil {
		return err
	}
	fmt.Fprint(w, table(all))
	if err := os.WriteFile(filepath.Join(dir, "conformance.txt"), []byte(table(all)), 0o644); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "conformance.ndjson"), []byte(lines.String()), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "conformance.xml"), append(b, '\n'), 0o644)
}

type junitCase struct {
	XMLName xml.Name `xml:"testcase"`
	Class   string   `xml:"classname,attr"`
	Name    string   `xml:"name,attr"`
	Failure *string  `xml:"failure"`
	Skipped *string  `xml:"skipped"`
}

func (s seen) junit() junitCase {
	c := junitCase{Class: s.Host, Name: s.What + " (" + s.Version + ")"}
	switch s.Result {
	case "ok":
	case "skipped":
		c.Skipped = new(string)
	default:
		c.Failure = &s.Result
	}
	return c
}

func table(all []seen) string {
	worst := map[[2]string]string{}
	var hosts []seen
	for _, s := range all {
		if !slices.ContainsFunc(hosts, func(h seen) bool { return h.Host == s.Host }) {
			hosts = append(hosts, s)
		}
		if k := [2]string{s.Host, s.What}; worst[k] == "" || worst[k] == "ok" {
			worst[k] = s.Result
		}
	}
	slices.SortFunc(hosts, func(a, b seen) int { return strings.Compare(a.Host, b.Host) })
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 8, 2, ' ', 0)
	fmt.Fprintf(t, "host\tversion\t%s\n", strings.Join(aspects, "\t"))
	for _, h := range hosts {
		fmt.Fprintf(t, "%s\t%s", h.Host, h.Version)
		for _, a := range aspects {
			r := worst[[2]string{h.Host, a}]
			if r == "" {
				r = "-"
			}
			fmt.Fprintf(t, "\t%s", r)
		}
		fmt.Fprintln(t)
	}
	_ = t.Flush() // into memory
	return b.String()
}

func TestTheReport(t *testing.T) {
	var b strings.Builder
	dir := filepath.Join(t.TempDir(), "new")
	all := []seen{{"pi", "1.6.0", "lists", "ok"}, {"amp", "0.1", "lists", "ok"}, {"amp", "0.1", "works", "skipped"}, {"pi", "1.6.0", "undone", "ok"}, {"pi", "1.6.0", "undone", "FAILED"}}
	if err := printReport(&b, dir, all); err != nil {
		t.Fatal(err)
	}
	const want = "host  version  lists  works    claims  undone\namp   0.1      ok     skipped  -       -\npi    1.6.0    ok     -        -       FAILED\n"
	if b.String() != want {
		t.Errorf("the table is\n%s", b.String())
	}
	if n := strings.Count(read(t, filepath.Join(dir, "conformance.ndjson")), "\n"); n != len(all) {
		t.Errorf("%d lines", n)
	}
	junit := read(t, filepath.Join(dir, "conformance.xml"))
	for _, s := range []string{`<testcase classname="pi" name="undone (1.6.0)">`, "<failure>FAILED</failure>", "<skipped></skipped>"} {
		if !strings.Contains(junit, s) {
			t.Errorf("no %s in\n%s", s, junit)
		}
	}
	if !strings.Contains(version(Codex{}), "0.171.0") || !strings.Contains(version(geminiCLI), "0.61.0") {
		t.Errorf("versions %s, %s", version(Codex{}), version(geminiCLI))
	}
}
