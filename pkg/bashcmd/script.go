package bashcmd

import (
	"slices"
	"strings"
)

// What a text in Python, JavaScript, Perl, Ruby, PHP, Lua or awk does, as far as the
// names of what it calls and the texts that it gives them say. It is read as words,
// texts in quotes and signs, which is the same in all of them; what it puts together
// on the way is not known.

var (
	// runners run a command: a text for a shell, or a list of words.
	runners = strings.Fields("system popen exec execsync execfile execfilesync spawn spawnsync run call check_call check_output getoutput getstatusoutput shell_exec passthru proc_open os.execute io.popen execute script")
	// wipers remove a folder with all that is in it.
	wipers = strings.Fields("rmtree remove_tree rm_rf rm_r rmdir_r remove_dir remove_entry remove_entry_secure rimraf removesync emptydirsync emptydir remove_all")
	// removers of one file, which some make remove a folder by an option.
	fileRemovers = strings.Fields("os.remove unlink unlinksync rm rmsync rmdirsync")
	// callers talk to the network.
	callers = strings.Fields("urlopen urlretrieve fetch axios requests.get requests.post requests.put http.get https.get http.request https.request net::http.get io::socket::inet create_connection file_get_contents curl_exec lwp::simple")
)

// maxRuns bounds the commands that are looked at of one text.
const maxRuns = 100

// script are the commands that an interpreter runs by its text, and what else that does.
func (c *call) script(file string, at scope) (calls []*call, does Alert) {
	name := strings.TrimRight(strings.ToLower(c.name), "0123456789.")
	quotes := "'\"`"
	text := file
	switch name {
	case "awk", "gawk", "mawk", "nawk":
		text, _ = operand(c.args, "-F -v -f")
		quotes = `"`
	case "python", "node", "deno", "bun", "perl", "ruby", "php", "lua", "osascript":
		if text == "" {
			text = c.inline()
		}
		if name == "python" || name == "lua" {
			quotes = `'"`
		}
	default:
		return nil, None
	}
	r := scriptReader{text: text[:min(len(text), maxText)], quotes: quotes, backtick: name == "perl" || name == "ruby" || name == "php"}
	r.read()
	for _, argv := range r.runs[:min(len(r.runs), maxRuns)] {
		switch {
		case len(argv) == 0:
		case strings.ContainsAny(strings.TrimSpace(argv[0]), " \t\n"):
			calls = append(calls, parse(argv[0], at.in())...)
		default:
			calls = append(calls, unwrap(argv, stream{}, stream{}, at.in())...)
		}
	}
	for _, k := range calls {
		k.sub = true // what the interpreter does beside its own work
	}
	c.online = r.online
	return calls, r.does
}

// inline is the text that an interpreter is given in a flag, or on its input.
func (c *call) inline() string {
	for i, a := range c.args {
		switch {
		case a == "--eval" || a == "--print" || a == "eval" || len(a) > 1 && a[0] == '-' && a[1] != '-' && strings.ContainsRune("cerpE", rune(a[len(a)-1])):
			if i+1 < len(c.args) {
				return c.args[i+1]
			}
		case strings.HasPrefix(a, "--eval="):
			return a[len("--eval="):]
		case !strings.HasPrefix(a, "-"):
			return ""
		}
	}
	if c.readsProgram() {
		return c.in.text
	}
	return ""
}

// scriptReader goes through a text.
type scriptReader struct {
	text, quotes string
	backtick     bool // is for a shell
	i            int

	runs   [][]string
	does   Alert
	online bool
	texts  []string // all that stood in quotes
}

func (r *scriptReader) note(a Alert) {
	if rank(a) > rank(r.does) {
		r.does = a
	}
}

func (r *scriptReader) read() {
	loose := false // something runs of which the text is not where it is run
	word := ""
	for r.i < len(r.text) {
		switch b := r.text[r.i]; {
		case b == '#' && (r.i == 0 || strings.IndexByte(" \t\n;", r.text[r.i-1]) >= 0):
			for r.i < len(r.text) && r.text[r.i] != '\n' {
				r.i++
			}
		case strings.IndexByte(r.quotes, b) >= 0:
			text := r.quoted(b)
			r.texts = append(r.texts, text)
			if b == '`' && r.backtick {
				r.runs = append(r.runs, []string{text})
			}
			if Secret(text) {
				r.note(SensitiveFile)
			}
			if is(word, runners) { // of Perl and Ruby, without parentheses
				r.runs = append(r.runs, []string{text})
			}
			word = ""
		case isNamed(b):
			from := r.i
			for r.i < len(r.text) && (isNamed(r.text[r.i]) || r.text[r.i] == ':' && r.i > from) {
				r.i++
			}
			word = r.text[from:r.i]
		case b == '(' && word != "":
			r.i++
			texts, whole := r.arguments()
			r.called(word, texts, whole)
			loose = loose || is(word, runners) && len(texts) == 0
			word = ""
		case b == ' ' || b == '\t':
			r.i++
		default:
			r.i++
			word = ""
		}
	}
	if loose {
		for _, t := range r.texts {
			r.runs = append(r.runs, []string{t})
		}
	}
}

// called is what a call of that name, with those texts among its arguments, does.
func (r *scriptReader) called(word string, texts []string, whole string) {
	switch {
	case is(word, runners):
		r.runs = append(r.runs, texts)
	case is(word, wipers):
		r.note(Destructive)
	case is(word, fileRemovers) && strings.Contains(whole, "recursive"):
		r.note(Destructive)
	case is(word, fileRemovers) && (strings.Contains(word, ".") || word == "unlink"):
		r.note(FileDeletion)
	case is(word, callers):
		r.online = r.online || slices.ContainsFunc(texts, func(t string) bool {
			here, host := loopback(t)
			return host && !here
		})
	}
}

// maxArguments bounds how far the arguments of a call are looked at.
const maxArguments = 4096

// arguments are the texts up to the closing parenthesis, which stays to be read over, and
// all that stands there.
func (r *scriptReader) arguments() (texts []string, whole string) {
	from := r.i
	for i, open := r.i, 1; i < min(len(r.text), from+maxArguments); {
		switch b := r.text[i]; {
		case b == '(':
			open++
			i++
		case b == ')':
			if open--; open == 0 {
				return texts, r.text[from:i]
			}
			i++
		case strings.IndexByte(r.quotes, b) >= 0:
			in := scriptReader{text: r.text, i: i, quotes: r.quotes}
			texts = append(texts, in.quoted(b))
			i = in.i
		default:
			i++
		}
	}
	return texts, r.text[from:min(len(r.text), from+maxArguments)]
}

// quoted reads a text in quotes, three of them too.
func (r *scriptReader) quoted(quote byte) string {
	end := string(quote)
	if strings.HasPrefix(r.text[r.i:], strings.Repeat(end, 3)) {
		end = strings.Repeat(end, 3)
	}
	var b strings.Builder
	for r.i += len(end); r.i < len(r.text); r.i++ {
		if strings.HasPrefix(r.text[r.i:], end) {
			r.i += len(end)
			return b.String()
		}
		if r.text[r.i] == '\\' && r.i+1 < len(r.text) {
			r.i++
		}
		b.WriteByte(r.text[r.i])
	}
	return b.String()
}

func isNamed(b byte) bool {
	return b == '_' || b == '.' || b == '$' || '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || b >= 0x80
}

// is says whether a word is one of the names, with what it belongs to or without.
func is(word string, names []string) bool {
	word = strings.ToLower(word)
	return slices.Contains(names, word) || slices.Contains(names, word[strings.LastIndexAny(word, ".:")+1:])
}
