package apply

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/jsonl"
	"agentconnector/pkg/wire"
)

// The ledger and the journal never hold the value of a variable. An edit has
// its Value in words there, a seal for each string that holds one, and its
// inserted bytes with holes. What the value is stands in the document alone: a
// string that the seal fits is ours, any other is somebody else's.

// pointer is a JSON pointer: a way as one string.
func pointer(at []string) string {
	var b strings.Builder
	for _, k := range at {
		b.WriteByte('/')
		if strings.ContainsAny(k, "~/") {
			k = strings.NewReplacer("~", "~0", "/", "~1").Replace(k)
		}
		b.WriteString(k)
	}
	return b.String()
}

// way is the inverse of pointer.
func way(ptr string) []string {
	at := strings.Split(ptr, "/")[1:]
	for i := range at {
		at[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(at[i])
	}
	return at
}

// dig is the part of a value at the end of a way; nil if there is none.
func dig(v wire.Raw, at []string) wire.Raw {
	for _, k := range at {
		if m, ok := object(v); ok {
			v = m[k]
			continue
		}
		var a []wire.Raw
		i, err := strconv.Atoi(k)
		if err != nil || json.Unmarshal(v, &a) != nil || i < 0 || i >= len(a) {
			return nil
		}
		v = a[i]
	}
	return v
}

func text(v wire.Raw) (s string, ok bool) {
	return s, len(v) > 0 && v[0] == '"' && json.Unmarshal(v, &s) == nil
}

func quoted(s string) wire.Raw {
	b, _ := jsonl.Encode(s) // a string always has a JSON
	return bytes.TrimSpace(b)
}

// sealed is a seal for a text: the one that the edit has if it fits, so that a
// second run writes nothing new.
func sealed(e *own, ptr, text string) string {
	if e != nil && unseals(e.Secrets[ptr], text) {
		return e.Secrets[ptr]
	}
	var salt [16]byte
	_, _ = rand.Read(salt[:]) // never fails
	return hex.EncodeToString(salt[:]) + ":" + digest(salt[:], text)
}

func digest(salt []byte, text string) string {
	h := sha256.Sum256(append(slices.Clone(salt), text...))
	return hex.EncodeToString(h[:])
}

// unseals says whether a seal was made for a text.
func unseals(seal, text string) bool {
	s, sum, _ := strings.Cut(seal, ":")
	salt, err := hex.DecodeString(s)
	return err == nil && sum != "" && sum == digest(salt, text)
}

// nobodys is a text that no file holds. It stands for a value that we wrote
// and that is not there any more, so that what is there counts as changed.
var nobodys = quoted("changed by somebody else: " + rand.Text())

// texts are the values that an edit has put into a document and that are there
// still. now is what stands in the place of the edit.
func (e *own) texts(now wire.Raw) map[string]string {
	ts := map[string]string{}
	for p, seal := range e.Secrets {
		if s, ok := text(dig(now, way(p))); ok && unseals(seal, s) {
			ts[p] = s
		}
	}
	return ts
}

// real is the value that an edit must have in a document to be intact.
func (e *own) real(now wire.Raw) wire.Raw {
	if len(e.Secrets) == 0 {
		return e.Value
	}
	by := map[string]wire.Raw{}
	for p := range e.Secrets {
		by[p] = nobodys
	}
	for p, s := range e.texts(now) {
		by[p] = quoted(s)
	}
	return rewritten(e.Value, by, nil)
}

// realIn is real for the document as it is now.
func (e *own) realIn(d edit.Doc) wire.Raw {
	if len(e.Secrets) == 0 {
		return e.Value
	}
	now, _, _ := d.Get(e.At) // unreadable is not there
	return e.real(now)
}

// reveal is a ledger to work with on a document: the bytes that our edits have
// inserted are whole again.
func (l *ledger) reveal(d edit.Doc) *ledger {
	if !holdsSecret(l.Edits) {
		return l
	}
	out := *l
	out.Edits = slices.Clone(l.Edits)
	for i := range out.Edits {
		if e := &out.Edits[i]; len(e.Secrets) > 0 {
			now, _, _ := d.Get(e.At)
			ts := e.texts(now)
			e.known, e.holed = slices.Collect(maps.Values(ts)), e.Edit.Ins
			e.whole = filled(e.holed, ts)
			e.inserted(e.whole)
		}
	}
	return &out
}

// conceal is the inverse, for the file that a task makes: the same edits with
// holes in their bytes. Bytes that hold what we know in another place are not
// kept; a revert then goes by structure.
func (l *ledger) conceal(data []byte) error {
	if !slices.ContainsFunc(l.Edits, func(e own) bool { return len(e.Secrets)+len(e.known) > 0 }) {
		return nil
	}
	open := sync.OnceValues(func() (edit.Doc, error) { return openDoc(l.Format, data, how{force: true, last: true}) })
	for i := range l.Edits {
		e := &l.Edits[i]
		if len(e.Secrets)+len(e.known) == 0 {
			continue
		}
		switch ins := e.Edit.Ins; {
		case len(ins) == 0 || len(e.Secrets) == 0:
		case bytes.Equal(ins, e.whole):
			e.Edit.Ins = e.holed // nothing has happened to it
		default:
			d, err := open()
			if err != nil {
				return err
			}
			now, _, _ := d.Get(e.At)
			e.inserted(l.holed(data, e, e.texts(now)))
		}
		if holdsAny(e.Edit.Ins, e.known) || holdsAny(e.Edit.Del, e.known) {
			e.inserted(nil)
		}
		if e.Taken == "" && holdsAny(e.Edit.Old, e.known) { // what was the user's before us is theirs to keep
			e.Edit.Old = nil
		}
		e.known, e.holed, e.whole = nil, nil, nil
	}
	return nil
}

// inserted sets the bytes of an edit; without them nothing else about bytes is
// true of it.
func (e *own) inserted(ins []byte) {
	if e.Edit.Ins = ins; ins == nil {
		e.Edit.Key, e.Edit.Del = 0, nil
	}
}

func holdsAny(b []byte, texts []string) bool {
	return slices.ContainsFunc(texts, func(s string) bool { return s != "" && bytes.Contains(b, []byte(s)) })
}

func holdsSecret(edits []own) bool {
	return slices.ContainsFunc(edits, func(e own) bool { return len(e.Secrets) > 0 })
}
