package render

import "strings"

// Hosts give a hook's command to a shell: sh on Linux and macOS.

// shWords joins arguments into a command line for a POSIX shell. What needs no
// quotes gets none, because people read these files.
func shWords(args ...string) string {
	q := make([]string, len(args))
	for i, a := range args {
		q[i] = shWord(a)
	}
	return strings.Join(q, " ")
}

func shWord(s string) string {
	if s != "" && strings.Trim(s, plainInShell) == "" {
		return s
	}
	return quoted(s)
}

func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// No shell gives any of these a meaning; "~" and "=" are not among them,
// because at the start of a word some do.
const plainInShell = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:@%+,"

// windowsWords joins a program's path and arguments for Windows, where a host
// may use Git Bash or cmd (which one is unverified for each): forward slashes
// and double quotes around the path are right in both. The arguments are ours
// and need no quotes.
func windowsWords(program string, args ...string) string {
	return `"` + strings.ReplaceAll(program, `\`, "/") + `" ` + strings.Join(args, " ")
}

// bareOnWindows says whether a path needs no quotes in a command line of cmd.
func bareOnWindows(program string) bool {
	return strings.Trim(program, `abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.:\`) == ""
}

// windowsAmbiguous are characters that bash and cmd read differently inside
// double quotes.
const windowsAmbiguous = "$`%!"
