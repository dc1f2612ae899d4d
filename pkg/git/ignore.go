package git

import (
	"regexp"
	"strings"
)

// list is one file of ignore patterns. They count below its directory.
type list struct {
	dir      string // from the root, with slashes; empty: the root
	patterns []pattern
}

type pattern struct {
	re      *regexp.Regexp // nil: it is one of the following, as most are
	name    string         // exactly
	suffix  string         // what stands behind one star
	base    bool           // tried on the last name alone
	dirOnly bool
	not     bool
}

// readList reads a file of patterns; one that cannot be read has none.
func readList(path, dir string, fold bool) list {
	l := list{dir: dir}
	b, err := readSmall(path)
	if err != nil {
		return l
	}
	for line := range strings.Lines(strings.TrimPrefix(string(b), "\ufeff")) {
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		if p, ok := parse(line, fold); ok {
			l.patterns = append(l.patterns, p)
		}
	}
	return l
}

// parse reads one line.
func parse(line string, fold bool) (p pattern, ok bool) {
	if line = trimSpaces(line); line == "" || line[0] == '#' {
		return p, false
	}
	if line[0] == '!' {
		p.not, line = true, line[1:]
	}
	if strings.HasSuffix(line, "/") {
		p.dirOnly, line = true, line[:len(line)-1]
	}
	p.base = !strings.Contains(line, "/")
	if p.base && !fold && plain(line) {
		p.name = line
		return p, line != ""
	}
	if rest, star := strings.CutPrefix(line, "*"); star && rest != "" && p.base && !fold && plain(rest) {
		p.suffix = rest
		return p, true
	}
	src, ok := translate(strings.TrimPrefix(line, "/"), p.base)
	if !ok || line == "" {
		return p, false
	}
	flags := "(?s)"
	if fold {
		flags = "(?si)"
	}
	re, err := regexp.Compile(flags + "^(?:" + src + ")$")
	p.re = re
	return p, err == nil
}

// trimSpaces drops the spaces at the end that no backslash guards.
func trimSpaces(s string) string {
	end := 0
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i++
			end = i + 1
		case s[i] != ' ':
			end = i + 1
		}
	}
	return s[:end]
}

// ignored says whether a file or directory is ignored by itself. The list of the
// nearest directory decides before those above, in each the last that matches.
func ignored(lists []list, rel string, isDir bool) bool {
	for i := len(lists) - 1; i >= 0; i-- {
		l := &lists[i]
		inside := strings.TrimPrefix(rel[len(l.dir):], "/")
		name := inside[strings.LastIndex(inside, "/")+1:]
		for j := len(l.patterns) - 1; j >= 0; j-- {
			p := &l.patterns[j]
			on := inside
			if p.base {
				on = name
			}
			if (isDir || !p.dirOnly) && p.matches(on) {
				return !p.not
			}
		}
	}
	return false
}

func (p *pattern) matches(s string) bool {
	switch {
	case p.re != nil:
		return p.re.MatchString(s)
	case p.suffix != "":
		return strings.HasSuffix(s, p.suffix)
	}
	return s == p.name
}

// plain says whether no character of a pattern stands for others.
func plain(s string) bool { return !strings.ContainsAny(s, "*?[\\") }

// translate turns a pattern into a regular expression. Not ok: it matches
// nothing, as one with a bracket that is not closed. On a last name alone stars
// are all the same, for there is no slash to stop at.
func translate(s string, base bool) (src string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(s); {
		start := i == 0 || s[i-1] == '/'
		switch rest := s[i:]; {
		case !base && start && strings.HasPrefix(rest, "**/"):
			b.WriteString("(?:.*/)?")
			i += 3
		case !base && start && rest == "**":
			b.WriteString(".*")
			i += 2
		case rest[0] == '*':
			b.WriteString("[^/]*")
			i++
		case rest[0] == '?':
			b.WriteString("[^/]")
			i++
		case rest[0] == '[':
			class, n := bracket(rest)
			if n == 0 {
				return "", false
			}
			b.WriteString(class)
			i += n
		case rest[0] == '\\':
			if len(rest) == 1 {
				return "", false
			}
			b.WriteString(regexp.QuoteMeta(rest[1:2]))
			i += 2
		default:
			b.WriteString(regexp.QuoteMeta(rest[:1]))
			i++
		}
	}
	return b.String(), true
}

// bracket translates a class of characters and returns its length; 0 if it has
// no end. It never matches a slash.
func bracket(s string) (class string, n int) {
	i, not := 1, false
	if i < len(s) && (s[i] == '!' || s[i] == '^') {
		not = true
		i++
	}
	var b strings.Builder
	for first := true; ; first = false {
		switch {
		case i >= len(s):
			return "", 0
		case s[i] == ']' && !first:
			return closed(b.String(), not), i + 1
		}
		if strings.HasPrefix(s[i:], "[:") {
			end := strings.IndexByte(s[i+2:], ']') + i + 2
			if end < i+2 {
				return "", 0
			}
			if end > i+2 && s[end-1] == ':' {
				b.WriteString(s[i : end+1])
				i = end + 1
				continue
			}
		}
		lo, w := one(s[i:])
		if w == 0 {
			return "", 0
		}
		hi := lo
		if i += w; i+1 < len(s) && s[i] == '-' && s[i+1] != ']' {
			if hi, w = one(s[i+1:]); w == 0 {
				return "", 0
			}
			i += 1 + w
		}
		b.WriteString(span(lo, hi))
	}
}

// one is a character of a class, which a backslash may stand before.
func one(s string) (c byte, n int) {
	switch {
	case s == "" || s == `\`:
		return 0, 0
	case s[0] == '\\':
		return s[1], 2
	}
	return s[0], 1
}

// span is a range of bytes; an empty one has no text.
func span(lo, hi byte) string {
	var b strings.Builder
	for c := int(lo); c <= int(hi); c++ {
		if c != '/' {
			b.WriteString(regexp.QuoteMeta(string(rune(c))))
		}
	}
	// In a class these mean something that QuoteMeta does not think of.
	return strings.NewReplacer("-", `\-`, "&", `\&`, "~", `\~`).Replace(b.String())
}

// closed is the whole class.
func closed(in string, not bool) string {
	switch {
	case not:
		return "[^/" + in + "]"
	case in == "":
		return "[^\\x{0}-\\x{10FFFF}]" // nothing
	}
	return "[" + in + "]"
}
