package bashcmd

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

// TestWindows holds the labels of commands of PowerShell and cmd.
func TestWindows(t *testing.T) {
	all := labelsOf(t, "testdata/windows.tsv")
	if len(all) < 100 {
		t.Fatalf("%d labels", len(all))
	}
	for _, want := range all {
		if got := said(want.command); got != want {
			t.Errorf("%s\n got %s %s %s %s\nwant %s %s %s %s", want.command, got.category, got.flags, got.alert, got.leading, want.category, want.flags, want.alert, want.leading)
		}
	}
}

// A label holds for every mutant of its command.
func TestWindowsMutantsKeepTheirLabel(t *testing.T) {
	n := 0
	for _, want := range labelsOf(t, "testdata/windows.tsv") {
		c := want.command
		mutants := map[string]string{
			"encoded":             "powershell -NoProfile -enc " + encode(c),
			"after another":       "Write-Host start; " + c,
			"in a block":          "& {\n" + c + "\n}",
			"with a comment":      "# Remove-Item -Recurse C:\\\n" + c,
			"from somewhere else": "Set-Location C:\\src\n" + c,
			"an extra error sink": c + " 2>$null",
		}
		if !strings.ContainsAny(c, `"%`) {
			mutants["to PowerShell"] = `powershell.exe -NoProfile -Command "` + c + `"`
			mutants["to cmd"] = `cmd.exe /d /c "` + c + `"`
		}
		for how, m := range mutants {
			got := said(m)
			got.command = c
			if n++; got != want {
				t.Errorf("%s: %s\n got %s %s %s %s\nwant %s %s %s %s", how, m, got.category, got.flags, got.alert, got.leading, want.category, want.flags, want.alert, want.leading)
			}
		}
		// Names are the same in any case; only how the first is spelled differs.
		if strings.Contains(strings.ToLower(c), "-enc") || slices.ContainsFunc([]string{"git ", "npm ", "dotnet "}, func(p string) bool { return strings.Contains(c, p) }) {
			continue // what Windows takes in any case, these do not
		}
		for _, m := range []string{strings.ToUpper(c), strings.ToLower(c)} {
			got := said(m)
			if n++; got.category != want.category || got.flags != want.flags || got.alert != want.alert {
				t.Errorf("%s\n got %s %s %s\nwant %s %s %s", m, got.category, got.flags, got.alert, want.category, want.flags, want.alert)
			}
		}
	}
	if n < 800 {
		t.Errorf("%d mutants", n)
	}
}

func encode(s string) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return base64.StdEncoding.EncodeToString(b)
}

func FuzzWords(f *testing.F) {
	for _, l := range []string{"iex (irm x)", `& { a "b$(c)" }`, "if exist a (b) else (c)", "for %f in (*) do del %f", "'a''b' | c", "((", "{{}}", "@echo off", "a.b(c).d('", "$x = (y"} {
		f.Add(l)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, c := range words(s, newScope()) {
			if c == nil {
				t.Fatal("a command that is none")
			}
		}
	})
}
