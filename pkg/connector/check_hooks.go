package connector

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"agentconnector/pkg/regex"
	"agentconnector/pkg/wire"
)

// The words of enumerations.
var (
	Decisions = []string{wire.Allow, wire.Deny, wire.Modify, wire.Context, wire.Ask}
	Policies  = []string{wire.Allow, wire.Deny} // onError, onTimeout, fallbacks
)

// hooks checks hooks on canonical events.
func (k *checker) hooks(at string, hooks map[string]HookList) {
	for _, event := range slices.Sorted(maps.Keys(hooks)) {
		if !slices.Contains(wire.Events, event) {
			hint := didYouMean(event, wire.Events)
			if hint == "" {
				hint = "an event of one host alone belongs under platforms.HOST.nativeHooks"
			}
			k.atName(member(at, event), "the unknown event "+quoted(event), "one of "+strings.Join(wire.Events, ", "), hint)
		}
		k.hookList(member(at, event), hooks[event])
	}
}

// nativeHooks checks hooks on a host's own events. A canonical name is refused
// there: the host's payload would come in another vocabulary than expected.
func (k *checker) nativeHooks(at string, hooks map[string]HookList) {
	for _, event := range slices.Sorted(maps.Keys(hooks)) {
		path := member(at, event)
		switch {
		case strings.TrimSpace(event) == "":
			k.atName(path, quoted(event), "the host's name of an event", "")
		case slices.Contains(wire.Events, event):
			k.atName(path, "the canonical event "+quoted(event), "an event of this host alone", `move it to "hooks", with "hosts" to limit it`)
		}
		k.hookList(path, hooks[event])
	}
}

// hookList checks the definitions of one event. One alone stands at the
// event's own path.
func (k *checker) hookList(at string, list HookList) {
	for i := range list {
		path := index(at, i)
		if !k.has(path) {
			path = at
		}
		k.hook(path, &list[i])
	}
}

func (k *checker) hook(at string, h *Hook) {
	k.regexp(member(at, "matcher"), h.Matcher)
	seen := map[string]string{}
	for i, id := range h.Hosts {
		path := index(member(at, "hosts"), i)
		k.hostID(path, id, false)
		k.unique(path, id, seen)
	}
	if k.needed(at, "handler", `{"command": […]} or {"rules": […]}`) {
		k.handler(member(at, "handler"), &h.Handler)
	}
}

// regexp checks that an expression is RE2, the one dialect that needs the same
// time for every input.
func (k *checker) regexp(at, expr string) {
	if !k.fits(at) {
		return
	}
	if _, err := regexp.Compile(`^(?:` + expr + `)$`); err != nil {
		hint := err.Error()
		if _, err := regexp.Compile(expr); err != nil {
			hint = err.Error() // without our own anchors in it
		}
		if strings.Contains(expr, "(?=") || strings.Contains(expr, "(?!") || strings.Contains(expr, "(?<") {
			hint += "; RE2 has no lookahead or lookbehind"
		}
		k.wrong(at, "a regular expression (RE2)", strings.TrimPrefix(hint, "error parsing regexp: "))
		return
	}
	if _, err := regex.Parse(plainRegexp(expr)); err != nil { // ac-hook's own limits
		k.wrong(at, "a regular expression that ac-hook can run", err.Error())
	}
}

func (k *checker) handler(at string, h *wire.Handler) {
	command, rules := member(at, "command"), member(at, "rules")
	switch {
	case k.has(command) && k.has(rules):
		k.report(at, `both "command" and "rules"`, "exactly one of them", "")
	case k.has(rules):
		k.rules(rules, h.Rules)
	case k.has(command):
		k.argv(command, h.Command)
	default:
		k.report(at, `neither "command" nor "rules"`, "exactly one of them", "")
	}
	k.positive(member(at, "timeoutMs"), h.TimeoutMS)
	k.oneOf(member(at, "onError"), h.OnError, Policies)
	k.oneOf(member(at, "onTimeout"), h.OnTimeout, Policies)
	if f := h.Fallback; f != nil {
		at := member(at, "fallback")
		k.oneOf(member(at, "ask"), f.Ask, Policies)
		k.oneOf(member(at, "modify"), f.Modify, Policies)
		k.oneOf(member(at, "context"), f.Context, Policies)
	}
}

// argv checks a command that runs from the installed folder: a program with a
// slash in its name must travel along, one without is looked up on PATH.
func (k *checker) argv(at string, argv []string) {
	switch {
	case !k.fits(at):
		return
	case len(argv) == 0:
		k.wrong(at, "a program and its arguments", "")
		return
	}
	for i, a := range argv {
		if k.fits(index(at, i)) && strings.ContainsRune(a, 0) {
			k.wrong(index(at, i), "text without a NUL character", "")
		}
	}
	prog, first := argv[0], index(at, 0)
	switch {
	case !k.fits(first):
	case strings.TrimSpace(prog) == "":
		k.wrong(first, "a program", "")
	case absolute(prog) || !strings.ContainsAny(prog, `/\`):
	case k.bad["files"]: // what is missing may be in what could not be read
	default:
		k.copied(first, prog)
	}
}

func (k *checker) copied(at, prog string) {
	if p := unsafePath(prog); p != nil {
		k.report(at, p.Found, p.Want, p.Hint)
		return
	}
	clean := path.Clean(prog)
	var names []string
	for i := range k.c.Copied {
		f := &k.c.Copied[i]
		if f.Path == clean {
			f.Exec = true // the copy is ours, and it is there to be run
			return
		}
		names = append(names, f.Path)
	}
	hint := didYouMean(clean, names)
	if hint == "" {
		hint = fmt.Sprintf(`add it: "files": [%q]`, clean)
	}
	k.report(at, quoted(prog)+", which is not among files", "a program that travels with the connector, or one on PATH", hint)
}
