package regex

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"
)

// TestCould: an expression that matches a text could match what is left of it,
// and of a text of which nothing was lost it says what Match says.
func TestCould(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 11))
	for _, e := range append(exprs, `^(?:mcp__my-db__.*)$`, `^(?:mcp__[^_]+__(drop|rm))$`, `^a\bb-c$`, `^[-.]x$`) {
		for _, e := range []string{e, "(?i)" + e, "^(?:" + e + ")$"} {
			want, err := regexp.Compile(e)
			if err != nil {
				continue
			}
			re, err := Parse(e)
			if err != nil {
				continue
			}
			for _, s := range append(texts, "mcp__my-db__x", "mcp__a__drop", "a-b", "-x", ".x") {
				if got := re.Could([]rune(s)); got != want.MatchString(string([]rune(s))) {
					t.Fatalf("%q on %q: %v", e, s, got)
				}
				if !want.MatchString(s) {
					continue
				}
				for range 20 {
					if left := lose(rnd, []rune(s)); !re.Could(left) {
						t.Fatalf("%q matches %q, but not what is left of it: %q", e, s, left)
					}
				}
			}
		}
	}
}

// lose blurs characters of a text and drops a part of it.
func lose(rnd *rand.Rand, s []rune) []rune {
	s = slices.Clone(s)
	for i, c := range s {
		if losable(c) && rnd.IntN(2) == 0 {
			s[i] = Lost
		}
	}
	if rnd.IntN(2) == 0 {
		i := rnd.IntN(len(s) + 1)
		s = slices.Concat(s[:i], []rune{Anything}, s[i+rnd.IntN(len(s)-i+1):])
	}
	if rnd.IntN(2) == 0 {
		i := rnd.IntN(len(s) + 1)
		j := i
		for j < len(s) && (s[j] == Lost || s[j] >= 0 && losable(s[j])) && rnd.IntN(4) > 0 {
			j++
		}
		s = slices.Concat(s[:i], []rune{Losts}, s[j:])
	}
	return s
}

// TestCouldNot: what was lost is no excuse for everything.
func TestCouldNot(t *testing.T) {
	lost := func(s string) (left []rune) { // "?" is a lost character, "~" some or none, "*" any text
		for _, c := range s {
			switch c {
			case '?':
				c = Lost
			case '~':
				c = Losts
			case '*':
				c = Anything
			}
			left = append(left, c)
		}
		return left
	}
	for _, c := range []struct {
		expr, left string
		want       bool
	}{
		{`^(?:my-db)$`, "my?db", true}, {`^(?:my_db)$`, "my?db", true}, {`^(?:my db)$`, "my?db", true}, {`^(?:mydb)$`, "my?db", false}, {`^(?:myxdb)$`, "my?db", false}, {`^(?:your-db)$`, "my?db", false},
		{`^(?:my[a-z]db)$`, "my?db", false}, {`^(?:my[a-z.]db)$`, "my?db", true}, {`^(?:my[^x]db)$`, "my?db", true}, {`^(?:my\Wdb)$`, "my?db", true}, {`^(?:my\ddb)$`, "my?db", false}, {`^(?:myédb)$`, "my?db", true}, {`^(?:my[à-ü]db)$`, "my?db", true},
		{`^(?:mcp__github__rm)$`, "mcp__*__rm", true}, {`^(?:mcp__github__.*)$`, "mcp__*__rm", true}, {`^(?:mcp__.*__rm)$`, "mcp__*__rm", true}, {`^(?:mcp__github__ls)$`, "mcp__*__rm", false}, {`^(?:Bash|Edit)$`, "mcp__*__rm", false}, {`^(?:rm)$`, "mcp__*__rm", false},
		{`^(?:mcp__a__.*)$`, "mcp__b*", false}, {`^(?:mcp__b__create_x)$`, "mcp__b__cr*", true}, {`^$`, "*", true}, {`^$`, "*a", false}, {`^a$`, "*b", false},
		{`^(?:--a)$`, "~a", true}, {`^(?:a)$`, "~a~", true}, {`^(?:ba)$`, "~a", false}, {`^(?:a.b)$`, "a~b", true}, {`^(?:a[x-z]+b)$`, "a~b", false}, {`^(?:a-+b)$`, "a?~b", true}, {`^(?:ab)$`, "a?~b", false},
		{`\bdb$`, "my?db", true}, {`\Bdb$`, "my?db", true}, {`\bdb$`, "mydb", false},
	} {
		re, err := Parse(c.expr)
		if err != nil {
			t.Fatal(err)
		}
		if got := re.Could(lost(c.left)); got != c.want {
			t.Errorf("%s on %s: %v", c.expr, c.left, got)
		}
	}
}
