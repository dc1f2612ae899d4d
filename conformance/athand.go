package conformance

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
)

// atHand is a program that the user has of a host, for those that no package
// brings: the variable CONFORMANCE_PROGRAM_CRUSH names it for crush. It is driven
// in place of the pinned one.
func atHand(id string) string {
	return os.Getenv("CONFORMANCE_PROGRAM_" + strings.ToUpper(strings.ReplaceAll(id, "-", "_")))
}

// versionSaid is how a program tells its version.
var versionSaid = regexp.MustCompile(`\d+\.\d+[0-9A-Za-z.+-]*`)

// versionOf asks a program at hand, which has no pin.
func versionOf(program string) string {
	out, _ := exec.Command(program, "--version").Output() // without an answer it has none
	if v := versionSaid.Find(out); v != nil {
		return string(v)
	}
	return "unknown"
}
