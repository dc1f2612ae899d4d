package bashcmd

import (
	"os"
	"strings"
	"testing"
)

// label is one line of testdata/commands.tsv, or of hostile.tsv.
type label struct {
	category, flags, alert, leading, command string
}

func labels(t testing.TB) []label {
	return append(labelsOf(t, "testdata/commands.tsv"), labelsOf(t, "testdata/hostile.tsv")...)
}

func labelsOf(t testing.TB, file string) (all []label) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		line = strings.TrimRight(line, "\n")
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 5 {
			t.Fatalf("no label: %q", line)
		}
		plain := strings.NewReplacer(`\\`, `\`, `\n`, "\n")
		all = append(all, label{f[0], f[1], f[2], plain.Replace(f[3]), plain.Replace(f[4])})
	}
	return all
}

// said is what Read says, in the words of a label.
func said(command string) label {
	l := Read(command)
	flags := ""
	if l.Destructive {
		flags += "D"
	}
	if l.Network {
		flags += "N"
	}
	dash := func(s string) string {
		if s == "" {
			return "-"
		}
		return s
	}
	return label{string(l.Category), dash(flags), dash(string(l.Alert)), dash(l.Leading), command}
}

func TestLabels(t *testing.T) {
	all := labels(t)
	if len(all) < 900 {
		t.Fatalf("%d labels", len(all))
	}
	per := map[string]int{}
	for _, want := range all {
		per[want.category]++
		if got := said(want.command); got != want {
			t.Errorf("%s\n got %s %s %s %s\nwant %s %s %s %s", want.command, got.category, got.flags, got.alert, got.leading, want.category, want.flags, want.alert, want.leading)
		}
	}
	for _, c := range []Category{Git, PackageManager, TestRunner, Build, Container, Network, FSOp, Search, CustomScript, ShellOther} {
		if per[string(c)] < 20 {
			t.Errorf("%d labels of %s, at least 20", per[string(c)], c)
		}
	}
}
