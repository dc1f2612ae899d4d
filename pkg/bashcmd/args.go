package bashcmd

import (
	"path"
	"slices"
	"strings"
)

// How the arguments of a command are asked for.

// first says whether the first word that is no flag is one of these.
func (c *call) first(words ...string) bool {
	for _, a := range c.args {
		if !strings.HasPrefix(a, "/") && !strings.HasPrefix(a, "-") {
			return slices.Contains(words, strings.ToLower(a))
		}
	}
	return false
}

// abbreviated says whether a long flag is given, whole or as its beginning.
func (c *call) abbreviated(flag string) bool {
	return slices.ContainsFunc(c.args, func(a string) bool { return len(a) > 2 && strings.HasPrefix(flag, a) })
}

// hasAny says whether one of the words stands among the arguments.
func (c *call) hasAny(words ...string) bool {
	return slices.ContainsFunc(c.args, func(a string) bool { return slices.Contains(words, a) })
}

func (c *call) hasFold(words ...string) bool {
	return slices.ContainsFunc(c.args, func(a string) bool { return slices.Contains(words, strings.ToLower(a)) })
}

func (c *call) hasPrefix(p string) bool {
	return slices.ContainsFunc(c.args, func(a string) bool { return strings.HasPrefix(strings.ToLower(a), p) })
}

func (c *call) hasSuffix(s string) bool {
	return slices.ContainsFunc(c.args, func(a string) bool { return strings.HasSuffix(a, s) })
}

// short says whether a flag of one letter is given, alone or among others.
func (c *call) short(r rune) bool {
	for _, a := range c.args {
		if a == "--" {
			return false
		}
		if len(a) > 1 && a[0] == '-' && a[1] != '-' && strings.ContainsRune(a[1:], r) {
			return true
		}
	}
	return false
}

// after is the word behind a flag.
func (c *call) after(flag string) string {
	if i := slices.Index(c.args, flag); i >= 0 && i+1 < len(c.args) {
		return c.args[i+1]
	}
	return ""
}

// says whether the words stand one behind the other.
func (c *call) says(phrases ...string) bool {
	all := " " + strings.Join(c.args, " ") + " "
	return slices.ContainsFunc(phrases, func(p string) bool { return strings.Contains(all, " "+p+" ") })
}

func isAssign(s string) bool {
	name, _, ok := strings.Cut(s, "=")
	return ok && name != "" && !strings.ContainsAny(name, "/-.:")
}

// flag is the value of a flag, in the next word or behind an equals sign.
func (c *call) flag(name string) string {
	for i, a := range c.args {
		if value, ok := strings.CutPrefix(a, name+"="); ok {
			return value
		}
		if a == name && i+1 < len(c.args) {
			return c.args[i+1]
		}
	}
	return ""
}

// operand is the first word that is no flag, nor the value of one, and the rest.
func operand(args []string, values string) (word string, rest []string) {
	rest = wrapper{values: values}.skip(args)
	if len(rest) == 0 {
		return "", nil
	}
	return rest[0], rest[1:]
}

func index(args []string, is func(string) bool) int { return slices.IndexFunc(args, is) }

func isFlag(s string, names ...string) bool { return slices.Contains(names, strings.ToLower(s)) }

// verb is the first word of a command's own that is no flag, nor the value of one.
func (c *call) verb(values string) string {
	v, _ := operand(c.args, values)
	return v
}

// base is the name of a file without its folders.
func base(p string) string { return path.Base(strings.ReplaceAll(p, `\`, "/")) }
