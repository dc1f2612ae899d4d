package connector

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"agentconnector/pkg/lazy"
)

// MaxCompatibility are the characters that Agent Skills allow for what a skill needs.
const MaxCompatibility = 500

// agentSkill holds a skill to agentskills.io/specification, whose fields beside
// those of Skill itself come by way of extra. What hosts add to them is allowed
// there, and said.
func (k *checker) agentSkill(at string, s *Skill) {
	if name := member(at, "name"); k.fits(name) && (strings.HasSuffix(s.Name, "-") || strings.Contains(s.Name, "--")) {
		k.report(name, quoted(s.Name), "single dashes between words", "Agent Skills have no other names, and hosts leave out a skill that has")
	}
	// platform.claude.com/docs/en/agents-and-tools/agent-skills/overview: what Anthropic's own hosts refuse.
	for _, word := range []string{"anthropic", "claude"} {
		if name := member(at, "name"); k.fits(name) && strings.Contains(s.Name, word) {
			k.warn(name, quoted(s.Name), "a name without "+word, "hosts of Anthropic keep that word for themselves, and may refuse the skill")
		}
	}
	if text := member(at, "description"); k.fits(text) && tag().MatchString(s.Description) {
		k.warn(text, "the tag "+tag().FindString(s.Description), "text without tags", "hosts of Anthropic may refuse the skill for it")
	}
	for _, field := range slices.Sorted(maps.Keys(s.Extra)) {
		k.skillField(member(member(at, "extra"), field), field, s.Extra[field])
	}
}

func (k *checker) skillField(at, field string, value any) {
	text, isText := value.(string)
	switch field {
	case "name", "description", "model", "allowed-tools", "disable-model-invocation":
		k.atName(at, quoted(field)+" in extra", "the member of the skill that says it", "a field that stands twice is one that no host reads")
	case "license":
		if !isText || strings.TrimSpace(text) == "" {
			k.report(at, "no text", "the name of a license or of its file", "")
		}
	case "compatibility":
		if n := utf8.RuneCountInString(text); !isText || n == 0 || n > MaxCompatibility {
			k.report(at, fmt.Sprintf("%d characters", n), fmt.Sprintf("a text of 1 to %d", MaxCompatibility), "details belong into the body")
		}
	case "metadata":
		if !texts(value) {
			k.report(at, "something else", "an object of texts", "Agent Skills keep texts alone there: put numbers between quotes")
		}
	default:
		k.warn(at, "the field "+quoted(field), "license, compatibility or metadata", "Agent Skills have no such field: some hosts leave out a skill for it; what is your own belongs into metadata")
	}
}

// tag is what begins or ends an element of XML.
var tag = lazy.Regexp(`</?[A-Za-z][^<>]*>`)

// texts says whether a value is an object of texts.
func texts(value any) bool {
	all, ok := value.(map[string]any)
	for _, v := range all {
		if _, is := v.(string); !is {
			return false
		}
	}
	return ok
}

// unportable says why some system cannot have a file of that path.
func unportable(file string) string {
	for part := range strings.SplitSeq(path.Clean(file), "/") {
		base, _, _ := strings.Cut(strings.ToLower(part), ".")
		switch {
		case device().MatchString(strings.TrimRight(base, " ")):
			return "Windows keeps the name " + part + " for a device"
		case strings.HasSuffix(part, ".") || strings.HasSuffix(part, " "):
			return "Windows drops a dot or a space at the end of a name"
		case strings.ContainsAny(part, `<>"|?*`):
			return `no name on Windows has one of <>"|?*`
		case len(part) > 255:
			return "a name has at most 255 bytes"
		}
	}
	return ""
}
