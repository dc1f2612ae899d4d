package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// A shell completes our words by asking the program itself: TOOL --complete,
// then the words behind TOOL up to and with the one under the cursor. The answer
// is a word a line, a tab and what it means; none, where only a file will do. It
// comes from the model that parses the arguments, as the man page does.
const CompleteArg = "--complete"

// Completion writes the script that makes a shell ask the programs.
func Completion(out io.Writer, shell string, programs []string) error {
	all := strings.Join(programs, " ")
	_, err := io.WriteString(out, strings.NewReplacer("PROGRAMS", all, "ASK", CompleteArg).Replace(scripts[shell]))
	return err
}

// In bash a word ends at "=" and ":", too; the program knows.
var scripts = map[string]string{
	"bash": `# eval "$(ac completion bash)", in ~/.bashrc say
_ac_complete() {
	local line
	COMPREPLY=()
	while IFS= read -r line; do
		COMPREPLY+=("${line%%$'\t'*}")
	done < <("$1" ASK "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _ac_complete PROGRAMS
`,
	"zsh": `# eval "$(ac completion zsh)", in ~/.zshrc behind compinit
_ac_complete() {
	local -a lines
	local line
	for line in "${(@f)$("${words[1]}" ASK "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
		[[ -n $line ]] && lines+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
	done
	if (( $#lines )); then _describe word lines; else _files; fi
}
compdef _ac_complete PROGRAMS
`,
	"fish": `# ac completion fish | source, in ~/.config/fish/config.fish
function __ac_complete
	set -l typed (commandline -opc) (commandline -ct)
	$typed[1] ASK $typed[2..-1] 2>/dev/null
end
for program in PROGRAMS
	complete -c $program -a '(__ac_complete)'
end
`,
}

// complete prints what the last of the words may become.
func (t Tool) complete(out io.Writer, root *kong.Node, words []string) {
	last := ""
	if n := len(words); n > 0 {
		words, last = words[:n-1], words[n-1]
	}
	at := position{node: root}
	for _, w := range words {
		at.step(w)
	}
	for _, c := range t.candidates(&at, last) {
		fmt.Fprintf(out, "%s\t%s\n", c.word, c.help)
	}
}

// position is how far a command line has come.
type position struct {
	node *kong.Node
	flag *kong.Flag // whose value is next
	args int        // positional arguments so far
	only bool       // behind "--"
}

func (p *position) step(w string) {
	switch name, _, set := strings.Cut(w, "="); {
	case p.flag != nil && w == "=": // bash has it for a word of its own
	case p.flag != nil:
		p.flag = nil
	case p.only:
		p.args++
	case w == "--":
		p.only = true
	case strings.HasPrefix(w, "-"):
		if f := p.find(name); f != nil && !set && !f.IsBool() {
			p.flag = f
		}
	default:
		if c := child(p.node, w); c != nil {
			p.node, p.args = c, 0
			return
		}
		p.args++
	}
}

func child(n *kong.Node, name string) *kong.Node {
	for _, c := range n.Children {
		if c.Type == kong.CommandNode && (c.Name == name || slices.Contains(c.Aliases, name)) {
			return c
		}
	}
	return nil
}

// flags are those of the command and of what it belongs to.
func (p *position) flags() (all []*kong.Flag) {
	for _, group := range p.node.AllFlags(true) {
		all = append(all, group...)
	}
	return all
}

func (p *position) find(word string) *kong.Flag {
	for _, f := range p.flags() {
		if word == "--"+f.Name || f.Short != 0 && word == "-"+string(f.Short) {
			return f
		}
	}
	return nil
}

type candidate struct{ word, help string }

func (t Tool) candidates(p *position, last string) (all []candidate) {
	add := func(word, help string) {
		if help, _, _ = strings.Cut(help, "\n"); strings.HasPrefix(word, last) {
			all = append(all, candidate{word, help})
		}
	}
	name, _, set := strings.Cut(last, "=")
	switch {
	case p.flag != nil:
		last = strings.TrimPrefix(last, "=")
		for _, v := range t.values(p, p.flag.Value, last) {
			add(v, "")
		}
	case p.only:
	case set && strings.HasPrefix(last, "-"):
		if f := p.find(name); f != nil {
			for _, v := range t.values(p, f.Value, strings.TrimPrefix(last, name+"=")) {
				add(name+"="+v, "")
			}
		}
	case strings.HasPrefix(last, "-"):
		for _, f := range p.flags() {
			add("--"+f.Name, f.Help)
		}
	default:
		for _, c := range p.node.Children {
			if c.Type == kong.CommandNode && !c.Hidden {
				add(c.Name, c.Help)
			}
		}
		if p.node.Type == kong.ApplicationNode {
			for _, v := range t.Verbs {
				add(v, "runs "+t.Name+"-"+v)
			}
		}
		if n := len(p.node.Positional); n > 0 {
			for _, v := range t.values(p, p.node.Positional[min(p.args, n-1)], last) {
				add(v, "")
			}
		}
	}
	return all
}

// values are what a flag or an argument may be, if that is a list of words. Of
// several with commas between, the last is completed.
func (t Tool) values(p *position, v *kong.Value, last string) []string {
	words := v.EnumSlice()
	if v.Enum == "" {
		words = nil
	}
	if len(words) == 0 && t.Values != nil {
		words = t.Values(p.node.Name, v.Name)
	}
	if i := strings.LastIndex(last, ","); i >= 0 && v.IsSlice() {
		words = slices.Clone(words)
		for j := range words {
			words[j] = last[:i+1] + words[j]
		}
	}
	return words
}
