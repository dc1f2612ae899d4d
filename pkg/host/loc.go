package host

import "strings"

// Env is what a path depends on. It is a value, so that the paths of any
// operating system can be worked out on any other.
type Env struct {
	OS      string // GOOS
	Home    string // the user's home directory
	Project string // root of the project; empty: none
	Listed  string // the same as hosts list it (ProjectPath); empty: as it is
	Closed  bool   // nothing outside of that home counts
	Getenv  func(string) string
	// Match finds the paths that one with a "*" in a name stands for; nil: there are none.
	Match func(string) []string
}

// Resolve turns a Loc into an absolute path of that operating system, or ""
// if it has none there: no project, or no alternative with its variables set.
func (l Loc) Resolve(e Env) string {
	tmpl := l.Path
	switch {
	case e.OS == "windows" && l.Windows != "":
		tmpl = l.Windows
	case e.OS == "darwin" && l.Darwin != "":
		tmpl = l.Darwin
	}
	for alt := range strings.SplitSeq(tmpl, "|") {
		if p := resolve(alt, e); p != "" {
			return p
		}
	}
	return ""
}

// Places are the paths that a Loc stands for: several, or none, where there is a "*"
// in one of its names.
func (l Loc) Places(e Env) []string {
	p := l.Resolve(e)
	switch {
	case p == "":
		return nil
	case !strings.Contains(p, "*"):
		return []string{p}
	case e.Match == nil:
		return nil
	}
	return e.Match(p)
}

func resolve(alt string, e Env) string {
	base, rest := e.Project, alt
	switch {
	case alt == "":
		return ""
	case IsAbs(e.OS, alt):
		if e.OS == "windows" {
			alt = strings.ReplaceAll(alt, "/", `\`)
		}
		return alt
	case alt[0] == '/': // on Windows there is no such place
		return ""
	case strings.HasPrefix(alt, "~/"):
		base, rest = e.Home, alt[2:]
	case strings.HasPrefix(alt, "$"):
		name, tail, _ := strings.Cut(alt[1:], "/")
		base, rest = e.Getenv(name), tail
		if strings.TrimSpace(base) == "" { // blank counts as unset: cases 22
			return ""
		}
	}
	if base == "" {
		return ""
	}
	return Join(e.OS, base, rest)
}

// Join joins path elements with the separator of an operating system, which
// need not be the one that we run on.
func Join(os string, base string, rest ...string) string {
	sep := "/"
	if os == "windows" {
		sep = `\`
	}
	trim := "/"
	if os == "windows" {
		trim = `/\`
	}
	p := base
	if len(p) > 1 {
		p = strings.TrimRight(p, trim)
	}
	for _, r := range rest {
		if r = strings.Trim(r, "/"); r == "" {
			continue
		}
		if os == "windows" {
			r = strings.ReplaceAll(r, "/", sep)
		}
		if !strings.HasSuffix(p, sep) {
			p += sep
		}
		p += r
	}
	return p
}

// IsAbs says whether a path is absolute on an operating system.
func IsAbs(os, p string) bool {
	if os == "windows" {
		return len(p) > 2 && p[1] == ':' && (p[2] == '\\' || p[2] == '/') || strings.HasPrefix(p, `\\`)
	}
	return strings.HasPrefix(p, "/")
}
