package bashcmd

import (
	"slices"
	"strings"
	"unicode"
)

// What tells PowerShell and cmd from bash: their commands and paths.

// windows says whether a text is PowerShell or cmd, though bash would read it: its
// first commands are theirs, or have paths in their spelling.
func windows(text string) bool {
	if strings.Contains(text, "<<") {
		return false // a here-document of bash may hold anything
	}
	is := false
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(";|&\n(){}", r) }) {
		fields := strings.Fields(part)
		if len(fields) == 0 {
			continue
		}
		switch first := fields[0]; {
		case slices.Contains(reserved, first), isAssign(first) && first[0] != '$':
			return false
		case cmdlet(first), slices.Contains(aliases, strings.ToLower(first)), len(fields) > 1 && first[0] == '$' && fields[1] == "=":
			is = true
		}
		is = is || slices.ContainsFunc(fields, inWindows)
	}
	return is
}

// reserved are words that only bash has.
var reserved = strings.Fields("then fi done esac elif")

// aliases are short names of cmdlets that are no programs elsewhere.
var aliases = strings.Fields("iex iwr irm gci icm sls saps ri")

// inWindows says whether a word is a path with backslashes between its names.
func inWindows(word string) bool {
	word = strings.TrimLeft(word, `'"`)
	for _, root := range [...]string{`.\`, `..\`, `~\`, `\\`} {
		if strings.HasPrefix(word, root) {
			return true
		}
	}
	return len(word) > 2 && (word[1] == ':' && word[2] == '\\' && unicode.IsLetter(rune(word[0])) || word[0] == '$' && word[1] != '\'' && strings.Contains(word, `\`))
}

// verbs are those of PowerShell's cmdlets (Get-Verb) that are often met.
var verbs = strings.Fields("add clear compress convert convertfrom convertto copy disable dismount enable enter exit expand export find foreach format get import initialize install invoke join measure mount move new out publish read receive register remove rename reset resize resolve restart restore resume save select send set show sort split start stop suspend test uninstall unregister update wait where write")

// cmdlet says whether a word is a cmdlet's name: a known one, or a verb and a noun
// that begin with capitals.
func cmdlet(word string) bool {
	verb, noun, ok := strings.Cut(word, "-")
	if !ok || noun == "" || strings.Trim(strings.ToLower(noun), "abcdefghijklmnopqrstuvwxyz0123456789") != "" || !slices.Contains(verbs, strings.ToLower(verb)) {
		return false
	}
	if known(word) {
		return true
	}
	return unicode.IsUpper(rune(verb[0])) && unicode.IsUpper(rune(noun[0]))
}
