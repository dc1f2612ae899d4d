package hook

import (
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"agentconnector/pkg/redact"
)

// located is a path as the log has it, however a host writes it: one file, one path.
func (m *metadata) located(p string) string {
	if p == "" {
		return ""
	}
	p, cwd := redact.Text(p), redact.Text(m.ev.Cwd) // what follows may take the sign of a secret away
	if rest, ok := strings.CutPrefix(p, "file://"); ok {
		p = unpercent(rest)
		if len(p) > 3 && p[0] == '/' && p[2] == ':' { // file:///C:/x
			p = p[1:]
		}
	}
	windows := len(p) > 2 && p[1] == ':' || strings.HasPrefix(p, `\\`)
	if !windows && strings.Contains(p, `\`) && strings.Contains(cwd, `\`) {
		windows = true
	}
	slashed := strings.ReplaceAll(p, `\`, "/")
	switch {
	case windows && len(p) > 2 && p[1] == ':':
		p = strings.ToUpper(p[:1]) + ":" + path.Clean("/"+slashed[2:])
	case windows:
		p = path.Clean(strings.ReplaceAll(cwd, `\`, "/") + "/" + slashed)
	case filepath.IsAbs(p) || strings.HasPrefix(p, "/") || strings.HasPrefix(p, "~"):
		p = path.Clean(p)
	case cwd != "":
		p = path.Clean(strings.ReplaceAll(cwd, `\`, "/") + "/" + p)
	default:
		p = path.Clean(p)
	}
	return redact.Cut(p, maxMetaText)
}

// unpercent decodes %20 and the like; what is no code stays.
func unpercent(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if c, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(c))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// hostOf is the host of an address, without user, port and the rest.
func hostOf(address string) string {
	_, rest, ok := strings.Cut(redact.Text(address), "://")
	if !ok {
		return ""
	}
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	rest = rest[strings.LastIndexByte(rest, '@')+1:]
	if i := strings.LastIndexByte(rest, ':'); i >= 0 && !strings.HasSuffix(rest, "]") {
		rest = rest[:i]
	}
	return redact.Cut(strings.ToLower(rest), maxMetaName)
}
