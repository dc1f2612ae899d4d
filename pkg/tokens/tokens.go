// Package tokens counts the tokens of a text, with the vocabularies of
// tiktoken-go/tokenizer.
//
// That library is right on ordinary text, and this package stands between it
// and the input that it is not made for:
//
//   - Runs of white space with line breaks take it quadratic time (41 s for
//     256 KiB of " \n"). Text is therefore counted in pieces, cut where the
//     encodings start a new token anyway; only a run that is longer than a
//     piece is cut elsewhere, which can cost a token per cut (Sum.Sure says so).
//   - It leaves U+007F out. We let it count U+0001 instead, which has the same
//     class and, being one byte, the same length.
//   - Invalid UTF-8 counts as U+FFFD, as in the reference.
//   - Known to differ from the reference, by a token for each: a run of white
//     space with separate line breaks in it, such as "\n \n", where it finds
//     two tokens and not one, and runs mixing line breaks with no-break spaces.
//   - Text that spells a special token, such as <|endoftext|>, is plain text.
//
// Nothing here fails, blocks or looks at the clock.
package tokens

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/tiktoken-go/tokenizer"
)

// Default is the encoding of the current OpenAI models, and the closest public
// one for the models of others.
const Default = "o200k_base"

// Counter counts the tokens of a text.
type Counter interface{ Count(text string) int }

// Names lists the encodings, the default first.
func Names() []string {
	return []string{Default, "cl100k_base", "p50k_base", "p50k_edit", "r50k_base"}
}

// Encoding is one vocabulary. It can be used by several goroutines.
type Encoding struct {
	name  string
	codec tokenizer.Codec
}

// Get loads an encoding. It takes some 50 ms and 10 MB: get it once.
func Get(name string) (*Encoding, error) {
	c, err := tokenizer.Get(tokenizer.Encoding(name))
	if err != nil {
		return nil, fmt.Errorf("unknown encoding %q: expected one of %s", name, strings.Join(Names(), ", "))
	}
	c.SetErrorMode(tokenizer.ErrorModeReplace)
	return &Encoding{name, c}, nil
}

// Name is the encoding's name.
func (e *Encoding) Name() string { return e.name }

// Count is the number of tokens of a text.
func (e *Encoding) Count(text string) int { return e.Sum(text, len(text)).Tokens }

// Sum is a count, and how far it can be trusted.
type Sum struct {
	Tokens int
	Sure   bool // false if a part was guessed or cut
}

// Sum counts a text of which at most limit bytes are looked at; the rest is
// taken to be like them. So the time it takes is bounded.
func (e *Encoding) Sum(text string, limit int) Sum {
	s := Sum{Sure: true}
	seen := 0
	for rest := text; rest != "" && seen < limit; {
		n, clean := cut(rest)
		s.Tokens += e.count(rest[:n])
		s.Sure = s.Sure && clean
		rest, seen = rest[n:], seen+n
	}
	if seen < len(text) {
		s.Tokens = int(float64(s.Tokens) * float64(len(text)) / float64(max(seen, 1)))
		s.Sure = false
	}
	return s
}

// count hands one piece to the library.
func (e *Encoding) count(piece string) int {
	n, err := e.codec.Count(stand(piece))
	if err != nil { // its expression failed: not seen yet, and no reason to stop
		return Heuristic(len(piece))
	}
	return n
}

// stand replaces U+007F, which the library would drop.
func stand(piece string) string { return strings.ReplaceAll(piece, "\x7f", "\x01") }

// Truncate is the text of the first n tokens. A character that the last token
// holds only in part is left out. Invalid UTF-8 comes out as U+FFFD.
func (e *Encoding) Truncate(text string, n int) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	end := 0
	for rest := text; rest != "" && n > 0; {
		size, _ := cut(rest)
		_, parts, err := e.codec.Encode(stand(rest[:size]))
		if err != nil {
			break
		}
		for _, p := range parts[:min(n, len(parts))] {
			end += len(p)
		}
		n -= len(parts)
		rest = rest[size:]
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
