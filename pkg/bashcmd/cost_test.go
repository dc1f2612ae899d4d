package bashcmd

import (
	"strings"
	"testing"
	"time"
)

// TestHostileCost: a text that makes work grows it no faster than itself.
func TestHostileCost(t *testing.T) {
	for name, text := range map[string]string{
		"a variable that doubles":   "a=xxxxxxxx; " + strings.Repeat("a=$a$a; ", 200) + "echo $a",
		"one of many words":         "a='" + strings.Repeat("x ", 500) + "'; " + strings.Repeat("b=\"$b $a $a\"; ", 500) + "echo $b",
		"braces":                    strings.Repeat("{a,b}", 60),
		"ranges":                    "echo {1..100000000}{1..100000000}",
		"a format":                  "printf '%1000000000d' 1",
		"a format for many words":   "printf '%s%s' " + strings.Repeat("a ", 20000),
		"substitutions in others":   strings.Repeat("echo $(", 300) + strings.Repeat(")", 300),
		"shells in others":          strings.Repeat("bash -c 'eval ", 200) + strings.Repeat("'", 200),
		"loops in others":           strings.Repeat("for i in rm mv cp; do ", 200) + "$i x" + strings.Repeat("; done", 200),
		"a file that grows":         "echo xxxxxxxx > a; " + strings.Repeat("cat a a > b; cat b >> a; cat a >> a; ", 200) + "sh a",
		"a file that runs itself":   "echo 'sh a; sh a; sh a; sh a' > a; sh a",
		"a name for itself":         "alias a='b x; b x' b='a x; a x'; a; b",
		"calls in calls":            "python3 -c '" + strings.Repeat("f(", 60000) + "'",
		"quotes in a program":       "perl -e '" + strings.Repeat("system(\"", 20000) + "'",
		"pipes":                     "echo " + strings.Repeat("x", 5000) + strings.Repeat(" | rev", 2000) + " | sh",
		"commands of cmd":           "cmd /c \"" + strings.Repeat("set x=%x%%x%&& ", 400) + "%x%\"",
		"variables of PowerShell":   strings.Repeat("$x = 'Remove-Item'; & $x -Recurse y; ", 2000),
		"brackets of PowerShell":    "Get-Item " + strings.Repeat("$(", 20000),
		"what decodes to itself":    strings.Repeat("echo YQ== | base64 -d | ", 300) + "sh",
		"a positional that doubles": "set -- a b; " + strings.Repeat(`set -- "$@" "$@"; `, 200),
	} {
		start := time.Now()
		Read(text)
		d := time.Since(start)
		t.Logf("%s: %v", name, d)
		if d > 5*time.Second {
			t.Errorf("%s: %v", name, d)
		}
	}
}
