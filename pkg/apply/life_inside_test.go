package apply_test

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// inside does something to one of our edits in a file; the shadow has none.
func inside(do func(f *file, e *edit, b []byte, n int) []byte) func(*file, int) (bool, error) {
	return func(f *file, n int) (bool, error) {
		b, _ := readDisk(f.path)
		var alive []*edit
		for _, e := range f.edits {
			if e.now != nil {
				alive = append(alive, e)
			}
		}
		if b = do(f, alive[n%len(alive)], b, n/len(alive)); b == nil {
			return false, nil
		}
		return true, f.write(b)
	}
}

// node is our value in a JSON text; of a hook the inner one, if deep.
func node(e *edit, b []byte, deep bool) *hujson.Value {
	in, i := span(b, e.at, e.id)
	if in == nil {
		return nil
	}
	var v *hujson.Value
	switch in := in.Value.(type) {
	case *hujson.Object:
		v = &in.Members[i].Value
	case *hujson.Array:
		v = &in.Elements[i]
		if o := v.Value.(*hujson.Object); deep {
			for j := range o.Members {
				if a, ok := o.Members[j].Value.Value.(*hujson.Array); ok {
					v = &a.Elements[0]
				}
			}
		}
	}
	return v
}

func members(v *hujson.Value) []hujson.ObjectMember {
	if v == nil {
		return nil
	}
	if o, ok := v.Value.(*hujson.Object); ok {
		return o.Members
	}
	return nil
}

func name(m hujson.ObjectMember) string { return m.Name.Value.(hujson.Literal).String() }

func addKey(f *file, e *edit, b []byte, n int) []byte {
	if f.format == "toml" {
		from, to := table(b, e)
		if to < 0 || bytes.Contains(b[from:to], []byte("note = ")) {
			return nil
		}
		at := from + bytes.IndexByte(b[from:to], '\n') + 1
		return splice(b, at, at, "note = \"theirs\""+newline(b))
	}
	v := node(e, b, n%2 == 0)
	if i := slices.IndexFunc(members(v), func(m hujson.ObjectMember) bool { return name(m) == "env" }); i >= 0 && n%3 == 0 {
		v = &members(v)[i].Value
	}
	if len(members(v)) == 0 || slices.ContainsFunc(members(v), func(m hujson.ObjectMember) bool { return name(m) == "note" }) {
		return nil
	}
	return splice(b, v.StartOffset+1, v.StartOffset+1, "\"note\": \"theirs\", ")
}

// changeKey sets a key of ours, or the whole value if it has none. The command
// of a hook says which one it is, and stays.
func changeKey(f *file, e *edit, b []byte, n int) []byte {
	if f.format == "toml" {
		from, to := key(b, e, n)
		if to < 0 {
			return nil
		}
		k, _, _ := strings.Cut(string(b[from:to]), "=")
		return splice(b, from, to, k+"= \"theirs\"")
	}
	v := node(e, b, n%2 == 0)
	if v == nil {
		return nil
	}
	if ms := ours(e, v); len(ms) > 0 {
		v = &ms[n/2%len(ms)].Value
	} else if e.id != "" {
		return nil
	}
	return splice(b, v.StartOffset, v.EndOffset, "\"theirs\"")
}

func dropKey(f *file, e *edit, b []byte, n int) []byte {
	if f.format == "toml" {
		from, to := key(b, e, n)
		if to < 0 {
			return nil
		}
		return splice(b, from, min(to+len(newline(b)), len(b)), "")
	}
	v := node(e, b, n%2 == 0)
	if v == nil {
		return nil
	}
	ms := ours(e, v)
	if len(ms) == 0 || len(members(v)) < 2 {
		return nil
	}
	return without(b, v, slices.IndexFunc(members(v), func(m hujson.ObjectMember) bool {
		return m.Name.StartOffset == ms[n/2%len(ms)].Name.StartOffset
	}))
}

// ours are the members that a user may change without making it another hook.
func ours(e *edit, v *hujson.Value) []hujson.ObjectMember {
	return slices.DeleteFunc(slices.Clone(members(v)), func(m hujson.ObjectMember) bool {
		return name(m) == "note" || e.id != "" && (name(m) == "command" || name(m) == "hooks")
	})
}

// without takes a member or element out of a JSON text, with a comma.
func without(b []byte, in *hujson.Value, i int) []byte {
	var spans [][2]int
	switch v := in.Value.(type) {
	case *hujson.Object:
		for _, m := range v.Members {
			spans = append(spans, [2]int{m.Name.StartOffset, m.Value.EndOffset})
		}
	case *hujson.Array:
		for _, x := range v.Elements {
			spans = append(spans, [2]int{x.StartOffset, x.EndOffset})
		}
	}
	switch {
	case i+1 < len(spans):
		return splice(b, spans[i][0], spans[i+1][0], "")
	case i > 0:
		return splice(b, spans[i-1][1], spans[i][1], "")
	}
	return splice(b, spans[i][0], spans[i][1], "")
}

// dropOurs removes an edit of ours. What it took the place of, nobody wants
// back then.
func dropOurs(f *file, e *edit, b []byte, _ int) []byte {
	out := dropped(f.format, e, b)
	if out != nil && e.taken {
		if f.shadow = dropped(f.format, e, f.shadow); f.shadow == nil {
			panic("what was taken over is not in the shadow")
		}
		e.taken = false
	}
	f.loose = true // the blank line above it, or the comma, may stay
	return out
}

func dropped(format string, e *edit, b []byte) []byte {
	switch format {
	case "toml":
		from, to := table(b, e)
		if to < 0 {
			return nil
		}
		return splice(b, from, to, "")
	case "block":
		var out []byte
		if bytes.HasPrefix(b, []byte(bom)) {
			out = []byte(bom)
		}
		for _, p := range parts(b) {
			if p.id != e.at[0] {
				out = append(out, p.raw...)
			}
		}
		return out
	}
	in, i := span(b, e.at, e.id)
	if in == nil || len(e.guests) > 0 {
		return nil
	}
	return without(b, in, i)
}

func editBlock(f *file, e *edit, b []byte, n int) []byte {
	var out []byte
	if bytes.HasPrefix(b, []byte(bom)) {
		out = []byte(bom)
	}
	for _, p := range parts(b) {
		if p.id == e.at[0] {
			end := strings.LastIndex(p.raw, "<!-- agent-connector:end")
			p.raw = p.raw[:end] + "A line of theirs.\n" + p.raw[end:]
		}
		out = append(out, p.raw...)
	}
	return out
}

// addGuest is somebody using our group of hooks, which has the matcher that
// they want.
func addGuest(f *file, e *edit, b []byte, n int) []byte {
	if e.id == "" || len(e.guests) > 0 || e.now.(object)["hooks"] == nil {
		return nil
	}
	v := node(e, b, true)
	return splice(b, v.EndOffset, v.EndOffset, ", {\"type\": \"command\", \"command\": \"guest\"}")
}

// writeAbove is a comment of theirs above a table of ours.
func writeAbove(f *file, e *edit, b []byte, n int) []byte {
	from, to := table(b, e)
	if to < 0 || !f.exists {
		return nil
	}
	s := fmt.Sprintf("# theirs, above %d%s", n, newline(b))
	f.loose, f.shadow = true, append(slices.Clone(f.shadow), newline(f.shadow)+s...)
	return splice(b, from, from, s)
}

// moveOurs puts a table of ours at the end of the file, a block at the top.
func moveOurs(f *file, e *edit, b []byte, n int) []byte {
	f.loose = true // the blank lines around it are anybody's
	if f.format == "toml" {
		from, to := table(b, e)
		if to < 0 {
			return nil
		}
		ours := newline(b) + string(b[from:to])
		return append(splice(b, from, to, ""), ours...)
	}
	ps := parts(b)
	i := slices.IndexFunc(ps, func(p part) bool { return p.id == e.at[0] })
	out := ps[i].raw
	if !strings.HasSuffix(out, "\n") {
		out += newline(b)
	}
	for _, p := range slices.Delete(ps, i, i+1) {
		out += p.raw
	}
	if bytes.HasPrefix(b, []byte(bom)) {
		out = bom + out
	}
	return []byte(out)
}

// pull is a teammate's version of an edit of ours that comes with git.
func pull(f *file, n int) (bool, error) {
	return inside(func(f *file, e *edit, b []byte, n int) []byte {
		all := f.seen[e.slot()]
		if len(all) == 0 || len(e.guests) > 0 {
			return nil
		}
		theirs := all[n%len(all)]
		switch f.format {
		case "file":
			return []byte(theirs)
		case "block":
			out := ""
			for _, p := range parts(b) {
				if p.id == e.at[0] {
					p.raw = theirs
				}
				out += p.raw
			}
			if bytes.HasPrefix(b, []byte(bom)) {
				out = bom + out
			}
			return []byte(out)
		}
		v := node(e, b, false)
		return splice(b, v.StartOffset, v.EndOffset, theirs)
	})(f, n)
}

// note keeps what stands at the places of our edits.
func (f *file) note() {
	b, there := readDisk(f.path)
	if !there || f.broken != nil {
		return
	}
	for _, e := range f.edits {
		var raw string
		switch {
		case e.now == nil || e.surface == "state" || len(e.guests) > 0:
			continue
		case f.format == "file":
			raw = string(b)
		case f.format == "block":
			for _, p := range parts(b) {
				if p.id == e.at[0] {
					raw = p.raw
				}
			}
		default:
			raw = canonRaw(e.now)
		}
		if f.seen == nil {
			f.seen = map[string][]string{}
		}
		if s := e.slot(); !slices.Contains(f.seen[s], raw) {
			f.seen[s] = append(f.seen[s], raw)
		}
	}
}

// table is where our table stands in a TOML text, without blank lines at its
// end; to is -1 if it is not written as one.
func table(b []byte, e *edit) (from, to int) {
	head := []byte("[" + strings.Join(e.at, "."))
	from, to = -1, -1
	off := 0
	for l := range bytes.Lines(b) {
		switch bare := bytes.TrimSpace(l); {
		case bytes.HasPrefix(bare, append(head, ']')) || from >= 0 && bytes.HasPrefix(bare, append(head, '.')):
			if from < 0 {
				from = off
			}
			to = off + len(l)
		case from >= 0 && (len(bare) == 0 || bare[0] == '[' || bare[0] == '#'):
			return from, to
		case from >= 0:
			to = off + len(l)
		}
		off += len(l)
	}
	return from, to
}

// key is a line of ours inside our table, without its end.
func key(b []byte, e *edit, n int) (from, to int) {
	now, _ := e.now.(object)
	from, end := table(b, e)
	if names := slices.Sorted(maps.Keys(now)); end >= 0 && len(names) > 0 {
		k := names[n%len(names)]
		for l := range bytes.Lines(b[from:end]) {
			if bare := bytes.TrimRight(l, "\r\n"); bytes.HasPrefix(l, []byte(k+" = ")) && k != "note" {
				return from, from + len(bare)
			}
			from += len(l)
		}
	}
	return 0, -1
}
