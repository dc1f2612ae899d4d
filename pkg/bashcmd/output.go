package bashcmd

import (
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/expand"
)

// flow is what comes out of commands that run one behind the other.
func flow(calls []*call) stream {
	out := stream{whole: true}
	for _, c := range calls {
		out = out.then(c.output())
	}
	return out
}

// output is what a command prints, as far as that is plain to see.
func (c *call) output() stream {
	out := stream{fetched: c.client() || c.in.fetched, hidden: c.in.hidden}
	if c.mass {
		return out
	}
	through := func(change func(string) (string, bool)) {
		if text, ok := change(c.in.text); ok && c.in.whole {
			out.text, out.whole = text, true
		}
	}
	same := func(s string) (string, bool) { return s, true }
	switch c.name {
	case "", "cd", "true", ":", "set", "export", "mkdir", "unset", "alias":
		out.whole = true
	case "echo":
		out.text, out.whole = echo(c.args), true
	case "printf":
		if len(c.args) > 0 {
			out.text, out.whole = printf(c.args[0], c.args[1:]), true
		}
	case "cat", "tee", "tac":
		if len(c.args) == 0 || c.name == "tee" {
			out.text = c.in.text
			through(same)
		}
	case "which", "command", "type":
		if n := len(c.args); n > 0 && !strings.HasPrefix(c.args[n-1], "-") {
			out.text, out.whole = c.args[n-1]+"\n", true
		}
	case "rev":
		through(func(s string) (string, bool) {
			var b strings.Builder
			for line := range strings.Lines(s) {
				r := []rune(strings.TrimSuffix(line, "\n"))
				slices.Reverse(r)
				b.WriteString(string(r) + "\n")
			}
			return b.String(), true
		})
	case "tr":
		through(func(s string) (string, bool) { return translated(c.args, s) })
	case "base64", "gbase64", "openssl", "xxd", "basenc":
		if decode := c.decoder(); decode != nil {
			if through(decode); !out.whole {
				out.hidden = true
			}
		}
	}
	for _, v := range c.args {
		if strings.Contains(v, substituted) { // some of it is not
			out.whole = false
		}
	}
	return out
}

// echo is what echo prints.
func echo(args []string) string {
	escapes, end := false, "\n"
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' && strings.Trim(args[0][1:], "neE") == "" {
		if strings.Contains(args[0], "n") {
			end = ""
		}
		escapes = strings.Contains(args[0], "e")
		args = args[1:]
	}
	text := strings.Join(args, " ")
	if escapes {
		text = escaped(text)
	}
	return text + end
}

// escaped is a text whose escapes, such as \n and \x72, are replaced.
func escaped(s string) string {
	if text, _, err := expand.Format(nil, strings.ReplaceAll(s, "%", "%%"), nil); err == nil {
		return text
	}
	return s
}

// printf is what printf prints; the format is used anew while there are words.
func printf(format string, args []string) string {
	var b strings.Builder
	for b.Len() < maxText {
		text, n, err := expand.Format(nil, format, args)
		if err != nil {
			return format + " " + strings.Join(args, " ")
		}
		b.WriteString(text)
		if args = args[min(n, len(args)):]; n == 0 || len(args) == 0 {
			break
		}
	}
	return b.String()
}

// decoder is what the command makes readable again; nil: nothing.
func (c *call) decoder() func(string) (string, bool) {
	switch {
	case c.name == "xxd":
		if c.short('r') {
			return func(s string) (string, bool) {
				b, err := hex.DecodeString(strings.Join(strings.Fields(s), ""))
				return string(b), err == nil
			}
		}
	case c.short('d') || c.short('D') || c.hasAny("--decode"):
		return func(s string) (string, bool) {
			b, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(strings.Join(strings.Fields(s), ""), "="))
			return string(b), err == nil
		}
	}
	return nil
}

// translated is what tr makes of a text, for two sets of single characters and ranges.
func translated(args []string, s string) (string, bool) {
	if len(args) != 2 || strings.HasPrefix(args[0], "-") || strings.ContainsAny(args[0]+args[1], `[\`) {
		return "", false
	}
	from, to := set(args[0]), set(args[1])
	if len(to) == 0 {
		return "", false
	}
	return strings.Map(func(r rune) rune {
		if i := slices.Index(from, r); i >= 0 {
			return to[min(i, len(to)-1)]
		}
		return r
	}, s), true
}

// set is a set of tr, with its ranges written out.
func set(s string) (all []rune) {
	r := []rune(s)
	for i := 0; i < len(r); i++ {
		if i+2 < len(r) && r[i+1] == '-' && r[i] <= r[i+2] && r[i+2]-r[i] < 256 {
			for x := r[i]; x <= r[i+2]; x++ {
				all = append(all, x)
			}
			i += 2
			continue
		}
		all = append(all, r[i])
	}
	return all
}
