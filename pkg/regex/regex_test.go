package regex

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"
)

var exprs = []string{
	``, `a`, `rm -rf`, `\brm\s+-rf\b`, `^git push$`, `a|b|`, `(a|b)*c+d?`, `(?i)drop\s+TABLE`, `(?s)^(?:.*/)?\.env$`, `ab{2}c{0,}d{1,3}e{0}`, `a{,2}`, `a{`, `{`, `x{01}`, `a{2,1}`, `a{1001}`,
	`[a-z]`, `[^a-z\d]`, `[]a]`, `[^]a]`, `[a-]`, `[\]\-]`, `[[:alpha:]_]`, `[[:^space:]]`, `[[:nope:]]`, `[[:alpha]`, `[b-a]`, `[a`, `[`, `[a-\d]`, `[\d-z]`, `[--/]`, `[^\W_]`, `(?i)[^k]`, `(?i)[a-k\D]`, `(?i)\W`, `(?i)[[:^lower:]]`,
	`(`, `)`, `a)`, `(?`, `(?:`, `(?:a`, `(?i`, `(?i)`, `(?i:a)b`, `(?i-s:a.)b`, `(?-i:k)`, `(?-)`, `(?i-)`, `(?)`, `(?P<n>a)(?P<m>b)`, `(?P<n>a)(?P<n>b)`, `(?<n>a)`, `(?P<>a)`, `(?P=n)`, `(?=a)`, `(?<=a)`, `(?m)^a$`, `(?U)a+?`, `((?i)a)b`, `(?i)a|(?-i)b`,
	`*`, `a**`, `a*?`, `a*??`, `a+*`, `(*a)`, `|*`, `^*`, `a(?i)*`, `a*(?i)*`, `(?i)*`, `\Q*`, `\Qa.b\E+`, `\Q\E*`, `\Q`, `()*`, `(|a)*b`, `(a*)*`, `(\b|a)*b`, `(^)*a`, `(a|ab)(c|bcd)*$`, `(x?){5}`,
	`\`, `\a\f\t\n\r\v`, `\x41`, `\x4`, `\x{10FFFF}`, `\x{110000}`, `\x{}`, `\x{4g}`, `\07`, `\1`, `\18`, `\377`, `\_`, `\-`, `\é`, `\C`, `\Z`, `\z`, `\A`, `\B`, `\by`, `\G`, `é+`, `(?i)é`, `(?i)ß`, `(?i)ſ`, `(?i)K`, `☺|\x{263a}`, `.`, `(?s).`, `$`, `\xff`, "\ufffd", "\xff", `(?i)[\x{100}-\x{200}]`, `(?i)sſ`,
}

var texts = []string{"", "a", "b", "K", "s", "ſ", "\u212a", "k", "é", "É", "ß", "ẞ", "rm -rf /", "sudo rm  -rf x", "git push", "git push\n", "DROP  table", "drop\ttable", "/w/.env", ".env", "x.env", "abbccdde", "abbde", "ab", "aab\n", "\na\n", "a\nb",
	"]", "-", "_", "0", "7", "\x07\f\t\n\r\v", "A", "\U0010ffff", "\xff", "\ufffd", "☺", "a.b", "a.bb", "abcd", "aaab", "xxxxx", "{", "a{,2}", "x{01}", "a{", "Ā", "ƀ", "\\", "*", "b b", "::"}

// same holds this package to regexp: what it takes and refuses, and what of the
// texts matches.
func same(t *testing.T, expr string, texts ...string) {
	want, werr := regexp.Compile(expr)
	got, err := Parse(expr)
	if (err == nil) != (werr == nil) {
		if low := strings.ToLower(expr); strings.Contains(low, `\p`) || werr != nil && strings.Contains(werr.Error(), "too large") || werr != nil && strings.Contains(werr.Error(), "deep") || werr != nil && strings.Contains(werr.Error(), "repeat count") {
			return // left out here; limits that are lower there
		}
		t.Fatalf("%q: error %v, regexp says %v", expr, err, werr)
	}
	if err != nil {
		return
	}
	for _, s := range texts {
		if g, w := got.Match(s), want.MatchString(s); g != w {
			t.Fatalf("%q on %q: %v, regexp says %v (needs %q)", expr, s, g, w, got.need.any)
		}
	}
}

func TestSameAsRegexp(t *testing.T) {
	for _, e := range exprs {
		same(t, e, texts...)
		same(t, "(?i)"+e, texts...)
		same(t, "^(?:"+e+")$", texts...)
		same(t, e+"x?", texts...)
		same(t, "(?m:"+e+"|a)+b", texts...)
	}
}

func TestLiterals(t *testing.T) {
	for expr, want := range map[string]string{
		`rm -rf`: "rm -rf!", `rm|shred`: "rm|shred!", `\brm\s+-rf\b`: "-rf", `^git push$`: "git push", `a\.b\-c`: "a.b-c!", `\Qa.b\E`: "a.b!",
		`(?i)drop\s+TABLE`: "table~", `(?s)^(?:.*/)?\.env$`: ".env", `\b(DROP|TRUNCATE) `: "DROP|TRUNCATE", `(x|yy)zzz`: "zzz", `a(?i)b`: "ab~", `(?i)a|B`: "a|b~", `A|(?i)b`: "a|b~",
		`ab*c`: "a", `abc+d`: "ab", `ab?`: "a", `ab{0,2}cd`: "cd", `ab{2}c`: "a", `(abc)?d`: "d", `(abc){1,3}d`: "abc", `[a-z]+x[]^]yz`: "yz", `mcp__.*`: "mcp__", `é+a`: "é", `a{`: "a{!", `\x41bc`: "Abc!",
		`a|b*`: "", ``: "", `.*`: "", `(a|)b`: "b", `\d+`: "", "\ufffd": "", `\x{d800}`: "", `(?i)é`: "", `(?i)éab`: "ab~",
	} {
		re, err := Parse(expr)
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(re.need.any, "|")
		if re.need.exact {
			got += "!"
		}
		if re.need.fold {
			got += "~"
		}
		if got != want {
			t.Errorf("%s: %q, expected %q", expr, got, want)
		}
	}
}

func TestErrors(t *testing.T) {
	for expr, want := range map[string]string{
		`a(b`: "missing closing )", `a)`: "unexpected )", `*a`: "missing argument to repetition operator: *", `a{2,1}`: "invalid repeat count: {2,1}", `[z-a]`: "invalid character class range",
		`(?=a)`: "no lookahead", `\p{Greek}`: `\p is not known here`, "\xff": "invalid UTF-8", strings.Repeat("(", 3000): "nested too deeply", strings.Repeat("(", 3) + "a" + strings.Repeat("{1000})", 3): "repeats too much",
	} {
		if _, err := Parse(expr); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.50s: %v, expected %q", expr, err, want)
		}
	}
}

// FuzzRegex: any expression is read as regexp reads it, and matches what it
// matches there.
func FuzzRegex(f *testing.F) {
	for i, e := range exprs {
		f.Add(e, texts[i%len(texts)])
	}
	f.Fuzz(func(t *testing.T, expr, s string) {
		if low := strings.ToLower(expr); len(expr) > 200 || strings.Contains(low, "{d") || strings.Contains(low, "{0") || strings.Contains(low, "00") {
			return // half a surrogate pair matches U+FFFD in regexp; long repetitions take their time there
		}
		same(t, expr, s, strings.ToUpper(s), expr, s+expr+s)
	})
}

var tokens = strings.Split("a b K s é ( (?: (?i: (?i) (?-i) (?s) (?m) (?U) (?P<n> ) ) ) | | * + ? {2} {0,1} {1,} {0} *? [ab] [^a] [ [^ ] - [[:alpha:] [a-k] \\b \\B ^ $ . . \\w \\S \\W \\A \\z \\. \\Q \\E \\n : ^ {", " ")

// composed makes an expression of the parts that bytes stand for.
func composed(b []byte) string {
	var s strings.Builder
	for _, c := range b {
		s.WriteString(tokens[int(c)%len(tokens)])
	}
	return s.String()
}

// FuzzParts: the same of expressions that are put together from what has a
// meaning, which random bytes seldom have.
func FuzzParts(f *testing.F) {
	f.Add([]byte("0123456789"), "abK\nké ſ-]")
	f.Fuzz(func(t *testing.T, b []byte, s string) {
		same(t, composed(b[:min(len(b), 16)]), s, "", "a", "ab b", "aKk\nsſé", "b-]\nKa", s+"\n"+s)
	})
}

func TestRandomParts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	letters := []rune("abKksſé \n-].1:{")
	for range 30_000 {
		b := make([]byte, 1+r.IntN(12))
		for i := range b {
			b[i] = byte(r.IntN(256))
		}
		var all []string
		for range 6 {
			s := make([]rune, r.IntN(8))
			for i := range s {
				s[i] = letters[r.IntN(len(letters))]
			}
			all = append(all, string(s))
		}
		same(t, composed(b), all...)
	}
}

// TestLinear: what drives a backtracking matcher mad takes no longer than the
// text is long.
func TestLinear(t *testing.T) {
	for _, e := range []string{`(a*)*b`, `(a|a)*b`, `(a|aa)+$b`, strings.Repeat("a?", 50) + strings.Repeat("a", 50) + "b"} {
		re, err := Parse(e)
		if err != nil {
			t.Fatal(err)
		}
		re.need = literals{} // as if b were there
		start := time.Now()
		if re.Match(strings.Repeat("a", 10_000)) {
			t.Errorf("%s matches", e)
		}
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("%s took %s", e, d)
		}
	}
}

func benchmarked(b *testing.B, expr string) {
	re, _ := Parse(expr)
	std := regexp.MustCompile(expr)
	text := strings.Repeat("the quick brown fox jumps over the lazy dog, rm it; ", 1250) + "sudo rm -rf /"
	b.Run("ours", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			re.Match(text)
		}
	})
	b.Run("regexp", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			std.MatchString(text)
		}
	})
}

func BenchmarkWords(b *testing.B)   { benchmarked(b, `\brm\s+-rf\b`) }
func BenchmarkFold(b *testing.B)    { benchmarked(b, `(?i)RM\s+-RF`) }
func BenchmarkClasses(b *testing.B) { benchmarked(b, `[a-z]+\s-[rf]+ /$`) }

func BenchmarkParse(b *testing.B) {
	b.Run("ours", func(b *testing.B) {
		for b.Loop() {
			re, _ := Parse(`\brm\s+-rf\b`)
			re.Match("sudo rm -rf /")
		}
	})
	b.Run("regexp", func(b *testing.B) {
		for b.Loop() {
			regexp.MustCompile(`\brm\s+-rf\b`).MatchString("sudo rm -rf /")
		}
	})
}
