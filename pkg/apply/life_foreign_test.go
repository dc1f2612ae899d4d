package apply_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// Somebody else writes: the user, a host, a formatter. What they write outside
// our edits they write in the shadow too, by the same rule. What they do to an
// edit of ours is read back from the file.

// A deed is one thing that they do to a file. It says whether it could be done.
type deed struct {
	name    string
	formats string
	on      func(*file) bool // to which files it may be done
	do      func(f *file, n int) (bool, error)
}

var deeds = []deed{
	{"count", "json toml block", theirs, both(count1)},
	{"add a line", "json toml block", theirs, both(addLine)},
	{"remove that line", "json toml block", theirs, both(dropLine)},
	{"append", "toml block", theirs, both(appendLine)},
	{"prepend", "toml block", theirs, both(prependLine)},
	{"turn the line ends", "json toml block", theirs, both(turnLineEnds)},
	{"write it all anew", "json", theirs, both(reformat)},
	{"add a neighbour", "json toml", theirs, neighbour},
	{"delete the file", "json toml block file", gone, deleteFile},
	{"make the file", "json toml block file", free, makeFile},
	{"edit our file", "file", edited, editOurs},
	{"add a key of theirs to ours", "json toml", alive, inside(addKey)},
	{"change a key of ours", "json toml", alive, inside(changeKey)},
	{"remove a key of ours", "json toml", alive, inside(dropKey)},
	{"remove what is ours", "json toml block", alive, inside(dropOurs)},
	{"edit our block", "block", alive, inside(editBlock)},
	{"put a hook of theirs into our group", "json", alive, inside(addGuest)},
	{"write above ours", "toml", alive, inside(writeAbove)},
	{"move ours", "toml block", alive, inside(moveOurs)},
	{"leave a merge conflict", "json toml", parses, breakFile},
	{"resolve the conflict", "json toml", isBroken, mendFile},
	{"pull what another version wrote", "json block file", alive, pull},
}

func theirs(f *file) bool   { return f.exists && parses(f) }
func parses(f *file) bool   { return there(f) && f.broken == nil }
func isBroken(f *file) bool { return f.broken != nil }
func gone(f *file) bool     { return there(f) && f.link == "" }

func free(f *file) bool {
	// A file in the place of one of ours is an edited one of ours.
	return !f.exists && f.broken == nil && !(f.format == "file" && (there(f) || len(f.edits) > 0))
}
func edited(f *file) bool { return f.format == "file" && alive(f) }
func alive(f *file) bool {
	return f.broken == nil && slices.ContainsFunc(f.edits, func(e *edit) bool { return e.now != nil })
}

func there(f *file) bool { return exists(f.path) }

// deed does something to one of the files to which it can be done; which one
// is chosen by number, the first of them are those of ours.
func (l *life) deed(d deed, which, n int) error {
	var fs []*file
	for _, s := range spots {
		for site := range 3 {
			if f := l.at(s, site); f != nil && strings.Contains(d.formats, f.format) && d.on(f) {
				fs = append(fs, f)
			}
		}
	}
	if len(fs) == 0 {
		return nil
	}
	slices.SortStableFunc(fs, func(a, b *file) int { return min(len(b.edits), 1) - min(len(a.edits), 1) })
	f := fs[which%len(fs)]
	if d.name == "delete the file" {
		l.emptied(filepath.Dir(f.path))
	}
	if d.name == "make the file" {
		if err := l.mkdir(filepath.Dir(f.path)); err != nil {
			return err
		}
	}
	done, err := d.do(f, n)
	if err != nil || !done {
		return err
	}
	l.log = append(l.log, fmt.Sprintf("%s: %s (%d)", d.name, f.path[len(l.root)+1:], n))
	f.touched = f.touched || len(f.edits) > 0 && d.name != "delete the file"
	return f.reread()
}

// reread learns from the file what has become of our edits.
func (f *file) reread() error {
	if f.broken != nil {
		return nil
	}
	b, there := readDisk(f.path)
	all, err := f.read(b, there)
	for i := range all {
		f.edits[i].now, f.edits[i].guests = all[i].now, all[i].guests
	}
	return err
}

// A writing makes a text of a text, with the line ends that the file has; nil if it
// cannot.
type writing func(format string, b []byte, nl string, n int) []byte

// both does the same to the file and to the shadow, if it can be done to both.
func both(do writing) func(*file, int) (bool, error) {
	return func(f *file, n int) (bool, error) {
		b, _ := readDisk(f.path)
		nl := newline(b)
		real, shadow := do(f.format, b, nl, n), do(f.format, f.shadow, nl, n)
		if real == nil || shadow == nil {
			return false, nil
		}
		f.shadow = shadow
		return true, f.write(real)
	}
}

var anchor = regexp.MustCompile(`(?m)\bn("?)( ?[:=] ?)(\d)`)

func splice(b []byte, from, to int, s string) []byte {
	return slices.Concat(b[:from], []byte(s), b[to:])
}

func count1(_ string, b []byte, _ string, n int) []byte {
	if m := anchor.FindSubmatchIndex(b); m != nil {
		return splice(b, m[6], m[7], fmt.Sprint(n%10))
	}
	return nil
}

// line is what they add before the number, on its line in JSON.
func line(format, nl string, n int) string {
	switch n %= 3; format {
	case "json":
		return fmt.Sprintf("\"theirs%d\": [\"x\", {}], ", n)
	case "toml":
		return fmt.Sprintf("theirs%d = \"x\" # %d%s", n, n, nl)
	}
	return fmt.Sprintf("A line of theirs, %d.%s", n, nl)
}

func addLine(format string, b []byte, nl string, n int) []byte {
	m := anchor.FindIndex(b)
	if m == nil || bytes.Contains(b, []byte(line(format, nl, n))) {
		return nil
	}
	if format == "json" {
		m[0]--
	}
	return splice(b, m[0], m[0], line(format, nl, n))
}

func dropLine(format string, b []byte, nl string, n int) []byte {
	s := []byte(line(format, nl, n))
	if i := bytes.Index(b, s); i >= 0 {
		return splice(b, i, i+len(s), "")
	}
	return nil
}

// appendLine adds at the end of a text, on a line of its own.
func appendLine(format string, b []byte, nl string, n int) []byte {
	s := fmt.Sprintf("An end of theirs, %d.", n%10)
	if format == "toml" {
		s = "# " + s
	}
	if len(b) > 0 && b[len(b)-1] != '\n' {
		s = nl + s
	}
	return append(slices.Clone(b), s+nl...)
}

func prependLine(format string, b []byte, nl string, n int) []byte {
	s := fmt.Sprintf("A beginning of theirs, %d.%s", n%10, nl)
	if format == "toml" {
		s = "# " + s
	}
	at := 0
	if bytes.HasPrefix(b, []byte(bom)) {
		at = len(bom)
	}
	return splice(b, at, at, s)
}

func turnLineEnds(_ string, b []byte, _ string, _ int) []byte {
	if bytes.Contains(b, []byte("\r\n")) {
		return bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n"))
	}
	return bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n"))
}

// reformat writes a JSON file as a host does: all of it, in its own style.
func reformat(_ string, b []byte, _ string, n int) []byte {
	var out bytes.Buffer
	b = bytes.TrimPrefix(b, []byte(bom))
	if len(bytes.TrimSpace(b)) == 0 {
		return nil
	}
	if n/4%2 == 1 { // sorted, as jq -S does
		var v any
		d := json.NewDecoder(bytes.NewReader(b))
		if d.UseNumber(); d.Decode(&v) != nil {
			return nil
		}
		b = []byte(canonRaw(v))
	}
	err := json.Compact(&out, b)
	if style := []string{"  ", "    ", "\t", ""}[n%4]; style != "" {
		out.Reset()
		err = json.Indent(&out, b, "", style)
	}
	if err != nil {
		panic(err)
	}
	return out.Bytes()
}

// neighbour adds something of theirs behind the last in an object or array of
// theirs that ours are in too, or a table at the end.
func neighbour(f *file, n int) (bool, error) {
	name := fmt.Sprintf("theirs-%d", n%5)
	if bytes.Contains(f.shadow, []byte(name)) {
		return false, nil
	}
	if f.format == "toml" {
		return both(func(_ string, b []byte, nl string, _ int) []byte {
			s := fmt.Sprintf("\n[mcp_servers.%s]\ncommand = \"t\"\n", name)
			if len(b) > 0 && b[len(b)-1] != '\n' {
				s = "\n" + s
			}
			return append(slices.Clone(b), strings.ReplaceAll(s, "\n", nl)...)
		})(f, n)
	}
	for _, at := range [][]string{{"mcpServers"}, {"hooks", "Stop"}, {"hooks", "PreToolUse"}, {"hooks", "preToolUse"}} {
		if _, to := last(f.shadow, at); to > 0 {
			return both(func(_ string, b []byte, _ string, _ int) []byte {
				from, to := last(b, at)
				lead := from
				for lead > 0 && strings.ContainsRune(" \t\r\n", rune(b[lead-1])) {
					lead--
				}
				s := fmt.Sprintf("{\"command\": %q}", name)
				if len(at) == 1 {
					s = fmt.Sprintf("\"%s\": {\"command\": \"t\"}", name)
				}
				return splice(b, to, to, ","+string(b[lead:from])+s)
			})(f, n)
		}
	}
	return false, nil
}

// last is where the last member or element of an object or array stands.
func last(b []byte, at []string) (from, to int) {
	in, i := span(b, at, "")
	if in == nil {
		return 0, 0
	}
	switch v := in.Value.(*hujson.Object).Members[i].Value.Value.(type) {
	case *hujson.Object:
		if n := len(v.Members); n > 0 {
			return v.Members[n-1].Name.StartOffset, v.Members[n-1].Value.EndOffset
		}
	case *hujson.Array:
		if n := len(v.Elements); n > 0 {
			return v.Elements[n-1].StartOffset, v.Elements[n-1].EndOffset
		}
	}
	return 0, 0
}

func deleteFile(f *file, _ int) (bool, error) {
	f.exists, f.shadow, f.over, f.loose, f.touched, f.broken, f.mode = false, nil, nil, false, false, nil, 0
	for _, e := range f.edits {
		e.taken = false
	}
	return true, os.Remove(f.path)
}

// makeFile writes a file that is not there without us. If we have made it they
// add to ours, and the file is theirs too from then on.
func makeFile(f *file, n int) (bool, error) {
	b, there := readDisk(f.path)
	if !there {
		f.mode = theirMode
	}
	switch {
	case f.format == "file":
		f.shadow = []byte(fmt.Sprintf("Theirs, %d.\n", n))
	case f.format == "toml":
		f.shadow, f.loose = []byte("[tail]\nn = 0\n"), there
	case f.format == "block":
		f.shadow, f.loose = []byte("n: 0\n"), there
	case !there:
		f.shadow = []byte("{\n  \"n\": 0\n}\n")
	default:
		i := bytes.IndexByte(b, '{')
		if i < 0 {
			return false, nil
		}
		f.shadow, f.loose, f.exists = []byte("{\"n\": 0}"), true, true
		comma := ","
		if rest := bytes.TrimSpace(b[i+1:]); len(rest) > 0 && rest[0] == '}' {
			comma = ""
		}
		return true, f.write(splice(b, i+1, i+1, "\"n\": 0"+comma))
	}
	f.exists = true
	return true, f.write(append(b, f.shadow...))
}

// editOurs changes a whole file that is ours.
func editOurs(f *file, n int) (bool, error) {
	b, _ := readDisk(f.path)
	b = append(b, fmt.Sprintf("An end of theirs, %d.\n", n%10)...)
	return true, f.write(b)
}

const conflict = "\n<<<<<<< HEAD\n"

func breakFile(f *file, _ int) (bool, error) {
	b, _ := readDisk(f.path)
	f.broken = append(b, conflict...)
	return true, f.write(f.broken)
}

func mendFile(f *file, _ int) (bool, error) {
	b := bytes.TrimSuffix(f.broken, []byte(conflict))
	f.broken = nil
	return true, f.write(b)
}
