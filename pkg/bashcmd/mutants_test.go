package bashcmd

import (
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"
)

// What is done to a command without changing what it is.
var mutations = map[string]func(string) string{
	"in another folder": func(s string) string { return "cd src && " + s },
	"with a variable":   func(s string) string { return "export A=1; " + s },
	"after a comment":   func(s string) string { return "# rm -rf / and git push --force\n" + s },
	"to a shell":        func(s string) string { return "bash -c " + quote(s) },
	"to a login shell":  func(s string) string { return "/bin/sh -lc " + quote(s) },
	"to eval":           func(s string) string { return "eval " + quote(s) },
	"on input":          func(s string) string { return "bash <<'END_OF_IT'\n" + s + "\nEND_OF_IT" },
	"in a subshell":     func(s string) string { return "(" + s + "\n)" },
	"in a block":        func(s string) string { return "{ " + s + "\n}" },
	"in a condition":    func(s string) string { return "if true; then\n" + s + "\nfi" },
	"in a loop":         func(s string) string { return "for i in 1 2; do\n" + s + "\ndone" },
	"with an end":       func(s string) string { return s + "\ntrue" },
	"sudo":              first("sudo -n "),
	"env":               first("env -i A=1 "),
	"time":              first("time "),
	"timeout":           first("timeout -k 5 60 "),
	"nohup nice":        first("nohup nice -n 5 "),
	"an assignment":     first("FOO=bar "),
	"stderr away":       func(s string) string { return "{ " + s + "\n} 2>&1" },
	"the name in quotes": func(s string) string {
		name, rest, _ := strings.Cut(s, " ")
		if strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-./") != "" || isWord(name) {
			return s
		}
		return strings.TrimSpace(name[:1] + `"` + name[1:] + `" ` + rest)
	},
}

// isWord says whether a word means something to the shell only as it stands.
func isWord(s string) bool {
	switch s {
	case "if", "for", "while", "case", "function", "coproc", "time", "export", "{", "(", "!":
		return true
	}
	return false
}

// first puts something before the first command, where there is one to put it before.
func first(prefix string) func(string) string {
	return func(s string) string {
		name, _, _ := strings.Cut(s, " ")
		if isWord(name) || strings.ContainsAny(name, "(>{:=") || name == "[" || name == "eval" {
			return s
		}
		return prefix + s
	}
}

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// A label holds for every mutant of its command that bash would read.
func TestMutantsKeepTheirLabel(t *testing.T) {
	n := 0
	for _, want := range labels(t) {
		if _, err := syntax.NewParser().Parse(strings.NewReader(want.command), ""); err != nil {
			continue
		}
		for how, f := range mutations {
			m := f(want.command)
			if m == want.command {
				continue
			}
			n++
			got := said(m)
			got.command = want.command
			if want.leading == "-" || Category(want.category) == ShellOther && scenery(&call{name: want.leading}) {
				got.leading = want.leading // of two that both only set the scene, another one may lead
			}
			if got != want {
				t.Errorf("%s: %s\n got %s %s %s %s\nwant %s %s %s %s", how, m, got.category, got.flags, got.alert, got.leading, want.category, want.flags, want.alert, want.leading)
			}
		}
	}
	if n < 5000 {
		t.Errorf("%d mutants", n)
	}
}

func FuzzRead(f *testing.F) {
	for _, l := range labels(f) {
		f.Add(l.command)
	}
	f.Fuzz(func(t *testing.T, s string) {
		l := Read(s)
		if l.Category == "" || (l.Alert == Destructive) != l.Destructive {
			t.Errorf("%q: %+v", s, l)
		}
	})
}
