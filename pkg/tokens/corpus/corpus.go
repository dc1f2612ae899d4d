// Package corpus makes text of many kinds from a seed: what the counts of
// package tokens are compared on with those of others. For tests only.
package corpus

import (
	"math/rand/v2"
	"strings"
	"unicode/utf8"
)

// Kinds lists what Texts can make.
func Kinds() []string {
	return []string{"english", "code", "cjk", "arabic", "emoji", "white", "control", "anything", "letters", "invalid", "special", "hostile"}
}

// Texts are some texts of a kind, of bytes in all. The same seed gives the
// same texts.
func Texts(kind string, seed uint64, bytes int) (all []string) {
	g := &maker{rand.New(rand.NewPCG(seed, uint64(len(kind))<<8|uint64(kind[0])))}
	one := map[string]func() string{
		"english": g.english, "code": g.code, "cjk": g.cjk, "arabic": g.arabic, "emoji": g.emoji, "white": g.white,
		"control": g.control, "anything": g.anything, "letters": g.letters, "invalid": g.invalid, "special": g.special, "hostile": g.hostile,
	}[kind]
	for bytes > 0 {
		text := ""
		if kind == "hostile" {
			text = one()
		} else {
			var b strings.Builder
			for size := 1 << (2 + g.IntN(14)); b.Len() < size; {
				b.WriteString(one())
			}
			text = b.String()
		}
		all = append(all, text)
		bytes -= len(text)
	}
	return all
}

type maker struct{ *rand.Rand }

func (g *maker) pick(list []string) string { return list[g.IntN(len(list))] }

// runes gives up to most characters of a set of ranges, given as pairs.
func (g *maker) runes(most int, ranges ...rune) string {
	var b strings.Builder
	for range 1 + g.IntN(most) {
		k := 2 * g.IntN(len(ranges)/2)
		b.WriteRune(ranges[k] + rune(g.IntN(int(ranges[k+1]-ranges[k]+1))))
	}
	return b.String()
}

// word is one that is common, or one that nobody has seen, in some case.
func (g *maker) word() string {
	w := g.pick(words)
	if g.IntN(5) == 0 {
		w = g.runes(12, 'a', 'z')
	}
	switch g.IntN(12) {
	case 0:
		w = strings.ToUpper(w)
	case 1, 2:
		w = strings.ToUpper(w[:1]) + w[1:]
	}
	return w
}

func (g *maker) english() string {
	switch g.IntN(14) {
	case 0:
		return g.word() + g.pick([]string{"'s", "'t", "'re", "'ve", "'m", "'ll", "'d", "'S", "'LL", "'x", "’s", "'"}) + " "
	case 1:
		return g.runes(9, '0', '9') + g.pick([]string{" ", ".", "%", ", "})
	case 2:
		return g.word() + g.pick([]string{". ", ", ", "; ", "! ", "?\n", ".\n\n", " — ", " (", ") ", "\r\n", "…", "-"})
	case 3:
		return g.pick([]string{"naïve ", "Köln ", "señor ", "cœur ", "Łódź ", "fiancé ", "Привет, мир ", "Καλημέρα ", "Đà Nẵng "})
	}
	return g.word() + " "
}

func (g *maker) code() string {
	name := g.word() + strings.ToUpper(g.runes(1, 'a', 'z')) + g.word()
	switch g.IntN(9) {
	case 0:
		return "\n" + strings.Repeat("\t", g.IntN(6)) + "if " + name + " != nil {\n"
	case 1:
		return strings.Repeat(" ", g.IntN(24)) + "return " + g.word() + "_" + g.word() + "[" + g.runes(5, '0', '9') + "]; // " + g.word() + "\n"
	case 2:
		return `{"` + g.word() + `": "` + name + `", "` + g.word() + `":[` + g.runes(7, '0', '9') + "]}\r\n"
	case 3:
		return "<" + g.word() + " class='" + name + "'/>\n\n"
	case 4:
		return g.runes(40, '!', '/', ':', '@', '[', '`', '{', '~')
	case 5:
		return "0x" + g.runes(16, '0', '9', 'a', 'f') + " https://" + g.word() + ".org/" + g.word() + "?" + g.word() + "=%2F&" + g.runes(80, 'A', 'Z', 'a', 'z', '0', '9') + "==\n"
	case 6:
		return "/* " + strings.Repeat(g.pick([]string{"=", "-", "*", "#", "/"}), 1+g.IntN(90)) + " */\n"
	}
	return name + "(" + g.word() + ", " + g.word() + "->" + g.word() + ");\n"
}

func (g *maker) cjk() string {
	switch g.IntN(8) {
	case 0:
		return g.runes(12, 0x3041, 0x3096, 0x30A1, 0x30FA)
	case 1:
		return g.runes(9, 0xAC00, 0xD7A3) + " "
	case 2:
		return g.pick([]string{"。", "，", "、", "！\n", "「", "」", "：", "　", "·"})
	case 3:
		return g.runes(6, 0x3400, 0x9FFF, 0x20000, 0x2A6DF, 0xF900, 0xFAD9)
	case 4:
		return g.runes(4, '0', '9', 0xFF10, 0xFF19, 'A', 'Z')
	}
	return g.pick(phrases)
}

func (g *maker) arabic() string {
	switch g.IntN(6) {
	case 0:
		return g.runes(8, 0x05D0, 0x05EA, 0x0591, 0x05C7) + " "
	case 1:
		return g.runes(8, 0x0900, 0x0963) + g.pick([]string{" ", "।"})
	case 2:
		return g.runes(5, 0x0660, 0x0669, 0x06F0, 0x06F9)
	case 3:
		return g.runes(9, 0x0E01, 0x0E3A, 0x0E40, 0x0E4E)
	}
	return g.runes(9, 0x0621, 0x063A, 0x0641, 0x064A, 0x064B, 0x0652) + g.pick([]string{" ", "، ", ".\n", "؟ "})
}

func (g *maker) emoji() string {
	one := g.runes(1, 0x1F300, 0x1FAFF, 0x2600, 0x27BF)
	switch g.IntN(5) {
	case 0:
		return one + g.runes(1, 0x1F3FB, 0x1F3FF)
	case 1:
		return one + "\u200d" + g.runes(1, 0x1F466, 0x1F469) + "\ufe0f"
	case 2:
		return g.runes(4, 0x1F1E6, 0x1F1FF)
	case 3:
		return g.pick([]string{" ", "\n", "👍", "❤️", "1️⃣"}) + one + g.word()
	}
	return one
}

func (g *maker) white() string {
	switch g.IntN(4) {
	case 0:
		return g.pick([]string{"a", "1", ".", "'s", "\u0301", "é", "中", "/"})
	case 1:
		return strings.Repeat(g.pick([]string{" ", "\t", "\n", "\r\n", "\r", "\u00a0", " \n"}), 1+g.IntN(100))
	}
	return g.pick(strings.Split(" |\t|\n|\r|\v|\f|\u0085|\u00a0|\u1680|\u2000|\u2003|\u2028|\u2029|\u202f|\u205f|\u3000|\ufeff|\u200b|\u180e|\x1c", "|"))
}

func (g *maker) control() string {
	return g.runes(6, 0, 0x1f, 0x7f, 0x9f) + g.pick([]string{"", " ", "a", "word", "7", "'", "\ufeff"})
}

// anything is any character that there is.
func (g *maker) anything() string {
	r := rune(g.IntN(utf8.MaxRune + 1))
	if g.IntN(2) == 0 {
		r = rune(g.IntN(0x3000))
	}
	return g.pick([]string{"", "", "", " ", "'", "a", "B", "\n"}) + string(r)
}

// letters are those of all cases, numbers and marks, and little else: where
// the splitter has to look twice.
func (g *maker) letters() string {
	return g.pick(strings.Split("a|B|é|É|ǅ|ʰ|ª|中|ا|\u0301|\u0301\u0302|Ⅷ|²|7|'s|'S|'ſ|'re|'Ve|'lL|'| |.|/|\n|𝒜|ß|ſ|K|İ|\U00010D50|\U00010D70|\U0002EBF0|\u0897", "|"))
}

func (g *maker) invalid() string {
	switch g.IntN(4) {
	case 0:
		return g.word() + " "
	case 1:
		s := g.runes(3, 0x80, 0x7ff, 0x800, 0xffff-0x2000, 0x10000, utf8.MaxRune)
		return s[:1+g.IntN(len(s))]
	}
	b := make([]byte, 1+g.IntN(6))
	for i := range b {
		b[i] = byte(g.IntN(256))
	}
	return string(b)
}

func (g *maker) special() string {
	return g.pick([]string{"<|endoftext|>", "<|endofprompt|>", "<|fim_prefix|>", "<|fim_middle|>", "<|fim_suffix|>", "<|im_start|>", "<|im_end|>", "<|", "|>", "<|endoftext"}) +
		g.pick([]string{"", " ", "\n", "user", g.word()})
}

// hostile is one thing again and again: where a careless encoder takes
// quadratic time. Not so long that the reference, which is one, takes minutes.
func (g *maker) hostile() string {
	unit := g.pick(strings.Split("a| |\n| \n|\t\n|\r\n|A|aA|é|中|\u0301|👍|1|.|=|/|'|\x00|\u00a0\n|ab|-+|abc|aab|ﷺ|\ufeff|𝒜|!|!!?|_|xy z", "|"))
	if g.IntN(4) == 0 {
		unit = g.runes(4, 'a', 'c')
	}
	s := strings.Repeat(unit, 1+g.IntN(2000)/len(unit))
	return g.pick([]string{"", " ", "x", ".."}) + s + g.pick([]string{"", "b", "\n", " "})
}
