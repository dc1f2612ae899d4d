package tokens

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/tiktoken-go/tokenizer"

	"agentconnector/pkg/tokens/corpus"
)

// slow encodes as the papers have it: the pattern is a regular expression, and
// a piece is merged pair by pair. What the product does otherwise is held to it.
type slow struct {
	pattern *regexp.Regexp
	ranks   map[string]int
}

// White space as Unicode has it, in place of \s; (?!\S) is not to be had here.
const (
	white  = `\t\n\v\f\r \x{85}\p{Z}`
	tail   = `|\p{N}{1,3}| ?[^` + white + `\p{L}\p{N}]+[\r\n/]*|[` + white + `]*[\r\n]+|[` + white + `]+`
	ends   = `(?i:'s|'t|'re|'ve|'m|'ll|'d)`
	before = `[^\r\n\p{L}\p{N}]?`
)

var slows = map[string]func() *slow{
	Default: sync.OnceValue(func() *slow {
		return newSlow(Default, before+`[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+`+ends+`?|`+
			before+`[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*`+ends+`?`+tail)
	}),
	"cl100k_base": sync.OnceValue(func() *slow {
		return newSlow("cl100k_base", ends+`|`+before+`\p{L}+`+strings.Replace(tail, "[\\r\\n/]", "[\\r\\n]", 1))
	}),
}

func newSlow(name, pattern string) *slow {
	codec, err := tokenizer.Get(tokenizer.Encoding(name))
	if err != nil {
		panic(err)
	}
	s := &slow{regexp.MustCompile(`^(?:` + pattern + `)`), map[string]int{}}
	e, _ := Get(name)
	for id := range len(e.table.halves) / 5 {
		word, err := codec.Decode([]uint{uint(id)})
		if err != nil {
			panic(err)
		}
		s.ranks[word] = id
	}
	return s
}

func (s *slow) encode(text string) (ids []uint32) {
	for text = strings.Clone(text); text != ""; {
		piece := s.pattern.FindString(text)
		if rest := text[len(piece):]; rest != "" && strings.TrimFunc(piece, unicode.IsSpace) == "" && !strings.HasSuffix(piece, "\n") && !strings.HasSuffix(piece, "\r") {
			// \s+(?!\S): the last goes to what follows, unless it is alone
			if _, n := utf8.DecodeLastRuneInString(piece); n < len(piece) {
				piece = piece[:len(piece)-n]
			}
		}
		ids = append(ids, s.merge(piece)...)
		text = text[len(piece):]
	}
	return ids
}

func (s *slow) merge(piece string) (ids []uint32) {
	parts := strings.Split(piece, "")
	parts = parts[:0]
	for i := range len(piece) {
		parts = append(parts, piece[i:i+1])
	}
	for {
		best, at := math.MaxInt, -1
		for i := range len(parts) - 1 {
			if r, ok := s.ranks[parts[i]+parts[i+1]]; ok && r < best {
				best, at = r, i
			}
		}
		if at < 0 {
			break
		}
		parts[at] += parts[at+1]
		parts = slices.Delete(parts, at+1, at+2)
	}
	for _, p := range parts {
		ids = append(ids, uint32(s.ranks[p]))
	}
	return ids
}

// known says whether Go's tables and ours agree on all characters of a text:
// Go's are older.
func sameUnicode(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		c, _ := class(string(r), 0)
		return c != other && !unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.White_Space)
	})
}

// check holds one text to the slow encoder and to the rules of the package.
func check(t *testing.T, e *Encoding, text string) {
	t.Helper()
	got := e.Encode(text)
	if n := e.Count(text); n != len(got) {
		t.Errorf("%s: %d tokens counted, %d encoded: %q", e.Name(), n, len(got), text)
	}
	valid := wellFormed(text)
	if want := slows[e.Name()]().encode(valid); sameUnicode(valid) && !slices.Equal(got, want) {
		t.Errorf("%s: %v, slowly %v: %q", e.Name(), got, want, text)
	}
	for _, n := range []int{0, 1, len(got) / 2, len(got)} {
		cut := e.Truncate(text, n)
		if !strings.HasPrefix(valid, cut) || !utf8.ValidString(cut) || n == len(got) && cut != valid {
			t.Errorf("%s: %q truncated to %d is %q", e.Name(), text, n, cut)
		}
	}
}

func TestTheSlowEncoderAgrees(t *testing.T) {
	for _, kind := range corpus.Kinds() {
		for _, text := range corpus.Texts(kind, 4, 12<<10) {
			for _, name := range Names() {
				check(t, get(t, name), text[:min(len(text), 3<<10)])
			}
		}
	}
}

// The library is right where it is not known to be wrong: U+007F, white space
// with line breaks in it, and what is not UTF-8.
func TestTheLibraryAgreesWhereItIsRight(t *testing.T) {
	odd := regexp.MustCompile(`[` + white + `][\r\n]|[\r\n][` + white + `]|\x7f`)
	for _, name := range Names() {
		codec, err := tokenizer.Get(tokenizer.Encoding(name))
		if err != nil {
			t.Fatal(err)
		}
		e, n := get(t, name), 0
		for _, kind := range []string{"english", "code", "cjk", "arabic", "emoji", "special"} {
			for _, text := range corpus.Texts(kind, 5, 64<<10) {
				text = odd.ReplaceAllString(text, "\n")
				ids, _, err := codec.Encode(text)
				if err != nil {
					t.Fatal(err)
				}
				for i, id := range e.Encode(text) {
					if i >= len(ids) || uint(id) != ids[i] {
						t.Errorf("%s, %s: token %d differs: %q", name, kind, i, text[:min(200, len(text))])
						break
					}
				}
				n += len(ids)
			}
		}
		if n < 50000 {
			t.Errorf("%s: only %d tokens compared", name, n)
		}
	}
}

// The tables in the repository are what the generator makes.
func TestTheTablesAreGenerated(t *testing.T) {
	sources, _ := filepath.Glob("gen/*.go")
	for _, f := range sources { // so that go test does not remember the result of others
		_, _ = os.Stat(f)
	}
	dir := t.TempDir()
	if out, err := exec.Command("go", "run", "./gen", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range []string{"o200k_base.bin", "cl100k_base.bin", "classes.bin"} {
		made, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if held, err := os.ReadFile(filepath.Join("data", name)); err != nil || string(held) != string(made) {
			t.Errorf("data/%s is not what gen makes: make generate (%v)", name, err)
		}
	}
}

func FuzzEncode(f *testing.F) {
	for _, kind := range corpus.Kinds() {
		for _, text := range corpus.Texts(kind, 6, 1<<10) {
			f.Add(text[:min(len(text), 300)])
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2<<10 {
			t.Skip()
		}
		for _, name := range Names() {
			check(t, get(t, name), text)
		}
	})
}
