package apply

import (
	"bytes"
	"crypto/rand"
	"maps"
	"slices"
	"strings"
)

// The bytes that an edit has inserted are kept with a hole for each value of a
// variable: a zero byte, which no file that we edit has, the form in which an
// editor wrote it, the pointer, a zero byte.

// forms are the spellings of a text in a file: as it is, with escapes, and
// between single quotes.
func forms(s string) []string {
	q := string(quoted(s))
	return []string{s, q[1 : len(q)-1], strings.ReplaceAll(s, "'", "''")}
}

func hole(form int, ptr string) []byte { return []byte("\x00" + string('0'+rune(form)) + ptr + "\x00") }

// holed has holes for all texts of an edit. It is nil where that fails, or where
// it could not be proved that the holes are the values and nothing else is.
func (l *ledger) holed(data []byte, e *own, ts map[string]string) []byte {
	if len(ts) < len(e.Secrets) {
		return nil
	}
	ins := e.Edit.Ins
	tokens := map[string]string{}
	longest := func(a, b string) int { return len(ts[b]) - len(ts[a]) } // first: it may hold another
	for _, p := range slices.SortedFunc(maps.Keys(ts), longest) {
		if ts[p] == "" || tokens[ts[p]] != "" {
			continue
		}
		same := 0
		for _, s := range ts {
			if s == ts[p] {
				same++
			}
		}
		i := slices.IndexFunc(forms(ts[p]), func(f string) bool { return bytes.Count(ins, []byte(f)) == same })
		if i < 0 {
			return nil // written otherwise, or not only there
		}
		tokens[ts[p]] = rand.Text()
		ins = bytes.ReplaceAll(ins, []byte(forms(ts[p])[i]), hole(i, p))
	}
	if !l.proves(data, e, ins, ts, tokens) {
		return nil
	}
	return ins
}

// proves fills the holes with words of our own and reads the file: where the
// values were there are only these words then.
func (l *ledger) proves(data []byte, e *own, ins []byte, ts, tokens map[string]string) bool {
	words := map[string]string{}
	for p, s := range ts {
		words[p] = tokens[s]
	}
	if bytes.Count(data, e.Edit.Ins) != 1 {
		return false
	}
	d, err := openDoc(l.Format, bytes.Replace(data, e.Edit.Ins, filled(ins, words), 1), how{force: true, last: true})
	if err != nil {
		return false
	}
	now, _, err := d.Get(e.At)
	for p := range ts {
		if s, ok := text(dig(now, way(p))); !ok || s != words[p] {
			return false
		}
	}
	return err == nil
}

// filled is the inverse of holed; nil if a text is missing.
func filled(ins []byte, ts map[string]string) []byte {
	for p, s := range ts {
		for i, f := range forms(s) {
			ins = bytes.ReplaceAll(ins, hole(i, p), []byte(f))
		}
	}
	if bytes.IndexByte(ins, 0) >= 0 {
		return nil
	}
	return ins
}
