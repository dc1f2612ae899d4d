package bashcmd

import (
	"path"
	"strings"
)

// What a line tells of itself, as far as it is plain to see: variables that it sets,
// short names, files that it writes and then runs. So a name that is put together
// on the way is still the name of a program. What is not plain stands as it is.

// scope is where a text stands: how deep in others, and what was said before it.
type scope struct {
	depth int
	*told
}

type told struct {
	vars    map[string]stream // a list's words have a mark between them
	aliases map[string]string
	files   map[string]stream
	work    int // texts that were looked into
}

// maxWork bounds them: a text may be made to bring forth others without an end. What is
// behind is not looked at.
const maxWork = 10_000

func newScope() scope { return scope{told: &told{}} }

func (s scope) in() scope {
	s.depth++
	s.work++
	return s
}

func (s scope) tooDeep() bool { return s.depth > maxDepth || s.work > maxWork }

// stream is what flows into a command, is in a variable or a file.
type stream struct {
	text    string // if it stands in the line
	whole   bool   // that is all of it
	fetched bool   // it comes from the network
	hidden  bool   // it was decoded from what does not stand in the line
}

// opaque says whether somebody hides what it is, or it comes from elsewhere.
func (s stream) opaque() bool { return s.fetched || s.hidden }

// then is what follows one stream, and another one behind it.
func (s stream) then(o stream) stream {
	return stream{s.text + o.text, s.whole && o.whole, s.fetched || o.fetched, s.hidden || o.hidden}
}

// Bounds of what is kept of texts that a line puts together: one that doubles itself
// would never end.
const (
	maxText  = 64 << 10
	maxValue = 8 << 10 // of a variable
)

// mark parts the words of an expansion that stands in no quotes.
const mark = "\x00"

func (k *told) set(name string, v stream) {
	if len(v.text) > maxValue {
		delete(k.vars, name)
		return
	}
	if k.vars == nil {
		k.vars = map[string]stream{}
	}
	k.vars[name] = v
}

// split puts marks where the shell would part an expansion.
func (k *told) split(text string) string {
	blanks := " \t\n"
	if v, ok := k.vars["IFS"]; ok {
		blanks = v.text
	}
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(blanks, r) {
			return rune(mark[0])
		}
		return r
	}, text)
}

func (k *told) write(file string, s stream, behind bool) {
	if strings.HasPrefix(file, "/dev/") {
		return
	}
	file = path.Clean(file)
	if behind {
		s = k.files[file].then(s)
	}
	if k.files == nil {
		k.files = map[string]stream{}
	}
	if len(s.text) <= maxText {
		k.files[file] = s
	}
}

func (k *told) file(name string) (stream, bool) {
	if len(k.files) == 0 {
		return stream{}, false
	}
	s, ok := k.files[path.Clean(name)]
	return s, ok
}

// learn takes from a command what it says for those behind it.
func (k *told) learn(c *call) {
	switch c.name {
	case "alias":
		for _, a := range c.args {
			if name, text, ok := strings.Cut(a, "="); ok {
				if k.aliases == nil {
					k.aliases = map[string]string{}
				}
				k.aliases[name] = text
			}
		}
	case "declare", "typeset", "export", "local", "readonly":
		for _, a := range c.args {
			if name, text, ok := strings.Cut(a, "="); ok && isAssign(a) {
				k.set(name, stream{text: text, whole: !strings.Contains(text, substituted)})
			}
		}
	case "set":
		if len(c.args) > 0 && c.args[0] == "--" {
			k.set("@", stream{text: strings.Join(c.args[1:], mark), whole: true})
		}
	case "read":
		if name := c.args; len(name) > 0 && c.in.whole && c.in.text != "" {
			k.set(name[len(name)-1], stream{text: strings.TrimSpace(c.in.text), whole: true})
		}
	case "printf":
		if len(c.args) > 2 && c.args[0] == "-v" {
			k.set(c.args[1], stream{text: printf(c.args[2], c.args[3:]), whole: true})
		}
	case "unset":
		for _, a := range c.args {
			delete(k.vars, a)
		}
	case "tee":
		for _, a := range c.args {
			k.write(a, c.in, c.short('a'))
		}
	case "curl", "wget":
		for _, name := range c.downloads() {
			k.write(name, stream{fetched: true}, false)
		}
	}
}

// downloads are the files that a client of the network writes.
func (c *call) downloads() (files []string) {
	named := false
	for i, a := range c.args {
		switch flag := strings.TrimLeft(a, "-"); {
		case !strings.HasPrefix(a, "-"):
			if strings.Contains(a, "/") && (named || c.name == "wget") {
				files = append(files, path.Base(strings.SplitN(a, "?", 2)[0]))
			}
		case strings.HasPrefix(a, "--"):
			if name, value, ok := strings.Cut(a, "="); ok && (name == "--output" || name == "--output-document") {
				files = append(files, value)
			} else if (flag == "output" || flag == "output-document") && i+1 < len(c.args) {
				files = append(files, c.args[i+1])
			}
			named = named || flag == "remote-name"
		case c.name == "curl" && strings.HasSuffix(a, "o"), c.name == "wget" && strings.HasSuffix(a, "O"):
			if i+1 < len(c.args) {
				files = append(files, c.args[i+1])
			}
		case c.name == "curl" && strings.Contains(a, "O"):
			named = true
		}
	}
	return files
}

// filled is a word of cmd or PowerShell with what its variables are known to be.
func (k *told) filled(word string) string {
	if v, ok := k.vars[strings.ToLower(word)]; ok && strings.HasPrefix(word, "$") && !strings.Contains(v.text, "$") {
		return v.text
	}
	if !strings.ContainsAny(word, "%!") {
		return word
	}
	for name, v := range k.vars {
		if name, ok := strings.CutPrefix(name, "%"); ok && len(word) < maxText {
			word = strings.NewReplacer("%"+name+"%", v.text, "!"+name+"!", v.text).Replace(word)
		}
	}
	return word
}
