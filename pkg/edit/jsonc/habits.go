package jsonc

import "bytes"

// habits are how a JSON5 file writes what JSON writes in one way only. Without
// anything to copy, what we write is JSON: every reader of JSON5 takes it.
type habits struct {
	bare   bool // keys that are names have no quotes
	single bool // strings have single quotes
}

// habitsAt reads the habits around a place, nearest first: the container, the
// sibling's inside, the containers around, the root with all that is in it. A
// key that needs its quotes says nothing about bare keys, and a string that
// holds one kind of quote nothing about the other.
func (d *doc) habitsAt(trail []body, sibling *entry) (h habits) {
	spans := [][2]int{}
	if sibling != nil {
		spans = append(spans, [2]int{sibling.key, sibling.end})
	}
	for i := len(trail) - 1; i >= 0; i-- {
		spans = append(spans, [2]int{trail[i].open, trail[i].close + 1})
	}
	var keySeen, stringSeen bool
	for _, s := range spans {
		bare, key, single, str := habitsIn(d.b[s[0]:s[1]])
		if !keySeen {
			h.bare, keySeen = bare, key
		}
		if !stringSeen {
			h.single, stringSeen = single, str
		}
		if keySeen && stringSeen {
			break
		}
	}
	return h
}

// habitsIn takes the last key and the last string of a text for its habit;
// key and str say whether there was one that says anything.
func habitsIn(b []byte) (bare, key, single, str bool) {
	for t := (tokens{b: b}); t.next(); {
		quoted := isQuote(t.tok[0])
		isKey := t.key()
		if isKey && (!quoted || plainName(unquote(t.tok))) {
			bare, key = !quoted, true
		}
		if text := unquote(t.tok); quoted && !bytes.ContainsAny(text, `"'`) {
			single, str = t.tok[0] == '\'', true
		}
	}
	return bare, key, single, str
}

// key writes a key, given as JSON, as the file writes its keys.
func (h habits) key(tok []byte) []byte {
	if name := unquote(tok); h.bare && plainName(name) {
		return name
	}
	return h.str(tok)
}

// str writes a string, given as JSON, in the file's quotes, or in the other
// kind if that saves escapes.
func (h habits) str(tok []byte) []byte {
	text := unquote(tok)
	if double, single := bytes.IndexByte(text, '"') >= 0, bytes.IndexByte(text, '\'') >= 0; !h.single || single && !double {
		return tok
	}
	out := []byte{'\''}
	for i := 1; i < len(tok)-1; i++ {
		switch c := tok[i]; {
		case c == '\'':
			out = append(out, '\\', c)
		case c == '\\' && tok[i+1] == '"':
			i++
			out = append(out, '"')
		case c == '\\':
			i++
			out = append(out, c, tok[i])
		default:
			out = append(out, c)
		}
	}
	return append(out, '\'')
}
