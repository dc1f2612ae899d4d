package hook

import (
	"strconv"
	"strings"

	"agentconnector/pkg/wire"
)

// lines cuts a text to so many lines, without the final newline.
func lines(s string, most int64) string {
	s = strings.TrimRight(s, "\r\n")
	if most <= 0 {
		return s
	}
	all := strings.SplitAfterN(s, "\n", int(min(most, 1000))+1)
	if int64(len(all)) > most {
		all = all[:most]
	}
	return strings.TrimRight(strings.Join(all, ""), "\r\n")
}

// unknownField stands for what the host does not tell.
const unknownField = "-"

// fillTemplate replaces the fields in braces; braces around anything else stay.
func fillTemplate(t string, ctx *wire.StatuslineContext) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(t, "{")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		name, after, ok := strings.Cut(rest, "}")
		v, known := "", false
		if ok {
			v, known = statusField(name, ctx)
		}
		switch {
		case !known:
			b.WriteByte('{')
			t = rest
			continue
		case v == "":
			v = unknownField
		}
		b.WriteString(printable(v))
		t = after
	}
}

// statusField is the text of one field.
func statusField(name string, ctx *wire.StatuslineContext) (v string, known bool) {
	s, m := ctx.Context, ctx.Model
	if s == nil {
		s = &wire.StatusContext{}
	}
	if m == nil {
		m = &wire.StatusModel{}
	}
	switch name {
	case "host":
		return ctx.Host, true
	case "connector":
		return ctx.Connector, true
	case "session":
		return ctx.SessionID, true
	case "cwd":
		return ctx.Cwd, true
	case "project":
		return ctx.ProjectDir, true
	case "model":
		if m.DisplayName == "" {
			return m.ID, true
		}
		return m.DisplayName, true
	case "model.id":
		return m.ID, true
	case "cost":
		if ctx.CostUSD == nil {
			return "", true
		}
		return "$" + strconv.FormatFloat(*ctx.CostUSD, 'f', 2, 64), true
	case "context.percent":
		if s.Percent == nil {
			return "", true
		}
		return strconv.FormatFloat(*s.Percent, 'f', 0, 64), true
	case "context.used":
		return count(s.UsedTokens), true
	case "context.max":
		return count(s.MaxTokens), true
	}
	return "", false
}

func count(n *int64) string {
	if n == nil {
		return ""
	}
	return strconv.FormatInt(*n, 10)
}

// printable keeps a name that somebody else chose from moving the cursor.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x20 || r >= 0x7F && r < 0xA0 {
			return -1
		}
		return r
	}, s)
}
