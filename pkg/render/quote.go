package render

import "strings"

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
