// Package tokens counts the tokens of a text, token for token as OpenAI's
// tiktoken does.
//
// A text is split into pieces by a pattern (split.go), and each piece into
// tokens by the ranks of a vocabulary (merge.go). Both take time linear in the
// text, whatever it is. The vocabularies and the classes of characters are
// tables in the program file (table.go), made by gen.
//
//   - Text that spells a special token, such as <|endoftext|>, is plain text.
//   - What is not UTF-8 counts as U+FFFD (utf8.go).
//
// Nothing here fails, blocks or looks at the clock.
package tokens

import (
	"fmt"
	"runtime"
	"strings"
	"unicode/utf8"
)

// Default is the encoding of the current OpenAI models, and the closest public
// one for the models of others.
const Default = "o200k_base"

// Counter counts the tokens of a text.
type Counter interface{ Count(text string) int }

// Names lists the encodings, the default first.
func Names() []string { return []string{Default, "cl100k_base"} }

// Encoding is one vocabulary. It can be used by several goroutines.
type Encoding struct {
	name    string
	table   *table
	next    func(s string, i int) int // the end of the piece that begins at i
	benches chan *bench
}

// Get gives an encoding. It costs nothing.
func Get(name string) (*Encoding, error) {
	e := &Encoding{name: name, benches: make(chan *bench, runtime.GOMAXPROCS(0))}
	switch name {
	case Default:
		e.table, e.next = open(o200k), next200
	case "cl100k_base":
		e.table, e.next = open(cl100k), next100
	default:
		return nil, fmt.Errorf("unknown encoding %q: expected one of %s", name, strings.Join(Names(), ", "))
	}
	return e, nil
}

// Name is the encoding's name.
func (e *Encoding) Name() string { return e.name }

// bench gives a bench for a text: one that is free, as its memory is of use.
func (e *Encoding) bench(size int) (b *bench) {
	select {
	case b = <-e.benches:
	default:
		b = &bench{match: make([]match, e.table.longest)}
	}
	b.ready(size)
	return b
}

func (e *Encoding) free(b *bench) {
	select {
	case e.benches <- b:
	default:
	}
}

// Count is the number of tokens of a text.
func (e *Encoding) Count(text string) (n int) {
	text = wellFormed(text)
	b := e.bench(len(text))
	defer e.free(b)
	i := 0
	if len(text) >= worth {
		i, n = e.countFast(text, b)
	}
	for i < len(text) {
		j := e.next(text, i)
		n += e.piece(text[i:j], b)
		i = j
	}
	return n
}

// countFast counts up to some bytes before the end, and asks the memory first.
func (e *Encoding) countFast(text string, b *bench) (i, n int) {
	for i+keyRoom <= len(text) {
		j := e.next(text, i)
		switch size := j - i; {
		case size == 1:
			n++
		case size <= keyRoom:
			n += e.remembered(text, i, j, b)
		default:
			n += e.piece(text[i:j], b)
		}
		i = j
	}
	return i, n
}

// piece counts the tokens of one piece.
func (e *Encoding) piece(piece string, b *bench) int {
	n := e.table.tokens(piece, b)
	b.trim()
	return n
}

// walk calls f for each token of well-formed text, with where it ends, until f
// says stop.
func (e *Encoding) walk(text string, f func(id uint32, end int) (goOn bool)) {
	b := e.bench(len(text))
	defer e.free(b)
	for i := 0; i < len(text); {
		j := e.next(text, i)
		for _, p := range e.table.merge(text[i:j], b) {
			if !f(p.id, i+int(p.end)) {
				return
			}
		}
		b.trim()
		i = j
	}
}

// Encode gives the tokens of a text.
func (e *Encoding) Encode(text string) (ids []uint32) {
	e.walk(wellFormed(text), func(id uint32, _ int) bool {
		ids = append(ids, id)
		return true
	})
	return ids
}

// Sum is a count, and how far it can be trusted.
type Sum struct {
	Tokens int
	Sure   bool // false if a part was guessed
}

// Sum counts a text of which at most limit bytes are looked at; the rest is
// taken to be like them. So the time it takes is bounded.
func (e *Encoding) Sum(text string, limit int) Sum {
	if len(text) <= limit {
		return Sum{e.Count(text), true}
	}
	cut := max(limit, 0)
	for cut > 0 && cut > limit-utf8.UTFMax && !utf8.RuneStart(text[cut]) {
		cut--
	}
	n := e.Count(text[:cut])
	return Sum{int(float64(n) * float64(len(text)) / float64(max(cut, 1))), false}
}

// Truncate is the text of the first n tokens. A character that the last token
// holds only in part is left out. Invalid UTF-8 comes out as U+FFFD.
func (e *Encoding) Truncate(text string, n int) string {
	text = wellFormed(text)
	end := 0
	if n > 0 {
		e.walk(text, func(_ uint32, at int) bool {
			end = at
			n--
			return n > 0
		})
	}
	for end > 0 && end < len(text) && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}

// Heuristic is the count of last resort: four bytes a token, rounded up.
func Heuristic(bytes int) int { return (bytes + 3) / 4 }

// Bytes is the counter of last resort. It needs no vocabulary.
type Bytes struct{}

// Count is the heuristic count of a text.
func (Bytes) Count(text string) int { return Heuristic(len(text)) }
