package redact

import "strings"

// named hides the value of a name that says what it is, as in PASSWORD=x,
// "apiKey": "x" or password: x.
func (r *reader) named(word string, end int) bool {
	// A name may have dashes and dots between its words; the last of them is here.
	full := word
	for b := r.i; b > max(1, end-maxName) && (r.s[b-1] == '-' || r.s[b-1] == '.') && isWord(r.s[b-2]); {
		b--
		for b > 0 && isWord(r.s[b-1]) {
			b--
		}
		full = r.s[b:end]
	}
	kind := secretName(full)
	if kind == plain {
		return false
	}
	sign, at := r.separator(end)
	if sign == 0 {
		return false
	}
	from, to := r.value(sign, at)
	if kind == header {
		from, to = r.credentials(from, to)
	}
	if !worth(r.s[from:to], sign) {
		return false
	}
	r.hide(from, to)
	return true
}

// separator is what stands between a name and its value: = or :, in whatever
// quotes and blanks, and where the value begins.
func (r *reader) separator(i int) (sign byte, at int) {
	s := r.s
	i += quotes(s[i:])
	for i < len(s) && (s[i] == ' ' || s[i] == '\t') {
		i++
	}
	switch {
	case i >= len(s):
		return 0, 0
	case strings.HasPrefix(s[i:], ":="), strings.HasPrefix(s[i:], "=>"), strings.HasPrefix(s[i:], "=="):
		sign, i = '=', i+2
	case s[i] == '=' || s[i] == ':' && !strings.HasPrefix(s[i:], "://"):
		sign, i = s[i], i+1
	case strings.HasPrefix(s[i:], "%3D"), strings.HasPrefix(s[i:], "%3d"):
		sign, i = '=', i+3
	default:
		return 0, 0
	}
	for i < len(s) && (s[i] == ' ' || s[i] == '\t') {
		i++
	}
	return sign, i
}

// quotes is how many bytes of quotes a text begins with, with what escapes them.
func quotes(s string) int {
	n := run(s, func(c byte) bool { return c == '\\' })
	if n < len(s) && (s[n] == '"' || s[n] == '\'' || s[n] == '`') {
		return n + 1
	}
	return 0
}

// value is where a value stands: in quotes up to the same ones, else up to
// where a shell, an address or a list would end it.
func (r *reader) value(sign byte, at int) (from, to int) {
	s := r.s
	if n := quotes(s[at:]); n > 0 {
		open := s[at : at+n]
		from = at + n
		for to = from; to < len(s); to++ {
			if strings.HasPrefix(s[to:], open) {
				return from, to
			}
			if n == 1 && s[to] == '\\' && open[0] == '"' {
				to++
			}
		}
		return from, len(s)
	}
	end := func(c byte) bool {
		switch c {
		case ' ', '\t', '\n', '\r', '"', '\'', '`', '\\', '&', ',', '}', ']':
			return true
		case ';', '|', '<', '>', '(', ')':
			return sign == '='
		}
		return false
	}
	return at, at + run(s[at:], func(c byte) bool { return !end(c) })
}

// credentials: the value of a header goes to the end of its line or quotes; its
// scheme stays.
func (r *reader) credentials(from, to int) (int, int) {
	if quoted := from > 0 && quotes(r.s[from-1:]) > 0; !quoted {
		to = from + run(r.s[from:], func(c byte) bool { return c != '\n' && c != '\r' && c != '"' && c != '\'' && c != '`' })
	}
	if i := strings.IndexByte(r.s[from:to], ' '); i > 0 && run(r.s[from:to], isWord) == i {
		from += i + 1
	}
	return from, to
}

// worth says whether a value can be a secret: neither a reference to one, nor a
// number such as a limit, nor a word of a sentence.
func worth(v string, sign byte) bool {
	switch {
	case v == "" || v == "$" || v == Mark || strings.HasPrefix(v, "["):
		return false
	case len(v) > 1 && reference(v):
		return false
	case len(v) < 6 && run(v, isDigit) == len(v), v == "true", v == "false", v == "null", v == "none", v == "None":
		return false
	}
	return sign == '=' || len(v) >= 3 && !(len(v) < 6 && run(v, func(c byte) bool { return 'a' <= c && c <= 'z' }) == len(v))
}

// maxVariable is the longest name of a variable that is believed to be one: a long
// word between two % is sooner a secret.
const maxVariable = 32

// reference says whether a value names another place where the secret is: a variable
// of a shell, of Windows, of a template, of a program, or a word for who fills it in.
func reference(v string) bool {
	within := v[1:]
	switch v[0] {
	case '$':
		return within[0] == '{' || within[0] == '(' || run(within, isWord) == len(within)
	case '%':
		return len(within) <= maxVariable+1 && run(within, isWord) == len(within)-1 && within[len(within)-1] == '%'
	case '<':
		n := run(within, func(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '-' })
		return n == len(within) || within[n:] == ">"
	}
	return strings.HasPrefix(v, "{{") || strings.HasPrefix(v, "process.env.") || strings.HasPrefix(v, "os.environ")
}

// What a name says of its value.
type nameKind int

const (
	plain nameKind = iota
	secret
	header // of HTTP: the whole line is the value
)

// maxName is how much of the end of a name is looked at.
const maxName = 48

// secretName says of a name whether its value is a secret.
func secretName(name string) nameKind {
	var b [maxName]byte // its end, in small letters, without what stands between words
	n := len(b)
	for i := len(name) - 1; i >= 0 && n > 0; i-- {
		switch c := name[i]; {
		case c == '_' || c == '-' || c == '.':
		case 'A' <= c && c <= 'Z':
			n--
			b[n] = c + 'a' - 'A'
		default:
			n--
			b[n] = c
		}
	}
	end := string(b[n:])
	switch end {
	case "authorization", "proxyauthorization", "cookie", "setcookie", "xamzsecuritytoken":
		return header
	case "sig", "pwd", "pass", "auth", "pw", "psw", "code" + "verifier":
		return secret
	}
	for _, s := range [...]string{
		"password", "passwd", "passphrase", "passcode", "secret", "token", "apikey", "accesskey", "secretkey", "privatekey", "authkey", "accountkey", "masterkey", "licensekey", "signingkey",
		"encryptionkey", "storagekey", "sharedkey", "sharedaccesskey", "ingestkey", "userkey", "servicekey", "sessionkey", "deploykey", "adminkey", "appkey", "clientkey", "credential", "credentials", "connectionstring", "sessionid", "signature", "pwd", "accesskeyid",
	} {
		if strings.HasSuffix(end, s) {
			return secret
		}
	}
	return plain
}
