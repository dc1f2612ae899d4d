package bashcmd

import (
	"encoding/base64"
	"slices"
	"strings"
	"unicode/utf16"
)

// What PowerShell and cmd start: the commands of a clause, of a text that is given to
// another shell, and the program of Start-Process.

// clause is what a clause of cmd or PowerShell runs behind its own words: if … X, for
// … do X, call X, start X. ok: it is one.
func clause(args []string) (inner []string, ok bool) {
	switch strings.ToLower(args[0]) {
	case "if", "elseif", "while", "foreach", "switch", "else", "do", "try", "finally", "catch", "function", "return":
		i := 1
		for i < len(args) && (isFlag(args[i], "/i", "not") || args[i] == substituted) {
			i++
		}
		switch {
		case i < len(args) && isFlag(args[i], "exist", "defined", "errorlevel", "cmdextversion"):
			i += 2
		case i < len(args) && strings.Contains(args[i], "=="):
			i++
		case i+1 < len(args) && isFlag(args[i+1], "equ", "neq", "lss", "leq", "gtr", "geq"):
			i += 3
		}
		if i < len(args) && args[i] == substituted {
			i++
		}
		return args[min(i, len(args)):], true
	case "for":
		if i := index(args, func(a string) bool { return strings.EqualFold(a, "do") }); i >= 0 {
			return args[i+1:], true
		}
		return nil, true
	}
	return nil, false
}

// encoded is the text of -EncodedCommand: UTF-16 in base64.
func encoded(s string) string {
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil || len(b)%2 != 0 {
		return ""
	}
	u := make([]uint16, len(b)/2)
	for i := range u {
		u[i] = uint16(b[2*i]) | uint16(b[2*i+1])<<8
	}
	return string(utf16.Decode(u))
}

// powershell is what PowerShell is started for: a text, an encoded one, or what it
// is given without a flag, which for pwsh is a file.
func powershell(name string, rest []string, in stream, at scope) ([]*call, bool) {
	for i := 0; i < len(rest); i++ {
		flag := strings.ToLower(rest[i])
		switch {
		case isFlag(flag, "-command", "-c", "/c", "/command") && i+1 < len(rest) && rest[i+1] != "-":
			return words(strings.Join(rest[i+1:], " "), at.in()), true
		case len(flag) > 1 && strings.HasPrefix("-encodedcommand", flag) || flag == "-ec":
			if i+1 < len(rest) {
				if text := encoded(rest[i+1]); text != "" {
					return words(text, at.in()), true
				}
			}
			return nil, false
		case isFlag(flag, "-executionpolicy", "-ep", "-ex", "-version", "-windowstyle", "-w", "-configurationname", "-outputformat", "-inputformat", "-workingdirectory", "-wd"):
			i++
		case strings.HasPrefix(flag, "-"):
			if isFlag(flag, "-file", "-f", "-") {
				return nil, false
			}
		case strings.EqualFold(name, "powershell") && !slices.Contains(scripts, extension(flag)):
			return words(strings.Join(rest[i:], " "), at.in()), true
		default:
			return nil, false
		}
	}
	return nil, false
}

func extension(p string) string {
	if i := strings.LastIndexByte(p, '.'); i >= 0 {
		return p[i:]
	}
	return ""
}

// started is the program that Start-Process starts, with its arguments.
func started(rest []string) (args []string) {
	var given []string
	for i := 0; i < len(rest); i++ {
		switch flag := strings.ToLower(rest[i]); {
		case isFlag(flag, "-filepath") && i+1 < len(rest):
			i++
			args = append([]string{rest[i]}, args...)
		case isFlag(flag, "-argumentlist", "-args", "-a") && i+1 < len(rest):
			i++
			for _, a := range strings.FieldsFunc(rest[i], func(r rune) bool { return r == ' ' || r == ',' }) {
				given = append(given, strings.Trim(a, `'"`))
			}
		case isFlag(flag, "-workingdirectory", "-verb", "-windowstyle", "-credential", "-redirectstandardoutput", "-redirectstandarderror"):
			i++
		case strings.HasPrefix(flag, "-") || strings.HasPrefix(flag, "/") || rest[i] == "":
		case len(args) == 0:
			args = append(args, rest[i])
		default:
			given = append(given, rest[i])
		}
	}
	return append(args, given...)
}
