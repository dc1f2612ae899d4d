package connector

import (
	"fmt"
	"slices"
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/lazy"
	"agentconnector/pkg/wire"
)

// NamePattern is what ids and names of content look like: they become keys and
// file names on every host.
const NamePattern = `^[a-z0-9][a-z0-9-]*$`

// MaxName is the length of an id or name. Agent Skills allow 64.
const MaxName = 64

var namePattern = lazy.Regexp(NamePattern)

// checker holds the rules. Each rule looks at a value that has the right type
// (decode saw to that) and reports by path.
type checker struct {
	*decoder
	c         *Connector
	warnings  []Problem
	badServer bool // the common server is wrong: overrides of it would say the same again
}

// has says whether the author wrote a value at this path.
func (k *checker) has(path string) bool { _, ok := k.nodes[path]; return ok }

// fits says whether there is a value at this path that a rule may look at.
func (k *checker) fits(path string) bool { return k.has(path) && !k.bad[path] }

// at gives the offset of a path, or of the nearest object around it.
func (k *checker) at(path string) int {
	for {
		if n, ok := k.nodes[path]; ok {
			return n.value.StartOffset
		}
		path = path[:max(0, strings.LastIndexAny(path, ".["))]
	}
}

// wrong reports the value at a path.
func (k *checker) wrong(path, want, hint string) {
	n := k.nodes[path]
	k.report(path, describe(n.value), want, hint)
}

func (k *checker) report(path, found, want, hint string) {
	k.problems = append(k.problems, k.problem(k.at(path), path, found, want, hint))
}

// atName reports the name of a member.
func (k *checker) atName(path, found, want, hint string) {
	k.problems = append(k.problems, k.problem(k.nodes[path].name, path, found, want, hint))
}

func (k *checker) warn(path, found, want, hint string) {
	k.warnings = append(k.warnings, k.problem(k.at(path), path, found, want, hint))
}

// needed reports a member that is not there; it says whether there is one.
func (k *checker) needed(path, field, want string) bool {
	if k.has(member(path, field)) {
		return !k.bad[member(path, field)]
	}
	if !k.bad[path] {
		k.report(path, fmt.Sprintf("no %q", field), want, "")
	}
	return false
}

// notBlank checks a string that must say something.
func (k *checker) notBlank(path, value, want string) {
	if k.fits(path) && strings.TrimSpace(value) == "" {
		k.wrong(path, want, "")
	}
}

// filled is needed and notBlank in one.
func (k *checker) filled(path, field, value, want string) {
	if k.needed(path, field, want) {
		k.notBlank(member(path, field), value, want)
	}
}

// oneOf checks an enumeration.
func (k *checker) oneOf(path, value string, words []string) {
	if k.fits(path) && !slices.Contains(words, value) {
		k.wrong(path, oneOf(words), didYouMean(value, words))
	}
}

// positive checks a number that must be more than nothing.
func (k *checker) positive(path string, value int64) {
	if k.fits(path) && value <= 0 {
		k.wrong(path, "a number above 0", "leave it out for the default")
	}
}

// oneLine checks a text that stands in one line of somebody's menu or file.
func (k *checker) oneLine(path, value string) {
	if k.fits(path) && strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		k.wrong(path, "one line without control characters", "")
	}
}

// name checks an id or a name.
func (k *checker) name(path, value string) {
	switch {
	case !k.fits(path):
	case !namePattern().MatchString(value):
		k.wrong(path, "small letters, digits and dashes, beginning with a letter or digit", spelled(value))
	case len(value) > MaxName:
		k.wrong(path, fmt.Sprintf("at most %d characters", MaxName), "")
	case device().MatchString(value):
		k.wrong(path, "another name", "it becomes a file name, and Windows keeps this one for a device")
	}
}

var (
	device  = lazy.Regexp(`^(con|prn|aux|nul|com[0-9]|lpt[0-9])$`)
	notName = lazy.Regexp(`[^a-z0-9]+`)
)

// spelled is a hint with the name as it would be right.
func spelled(s string) string {
	if r := strings.Trim(notName().ReplaceAllString(strings.ToLower(s), "-"), "-"); r != "" {
		return fmt.Sprintf("write %q", cut(r))
	}
	return ""
}

// unique reports the second of two equal names.
func (k *checker) unique(path, value string, seen map[string]string) {
	if first, ok := seen[value]; ok {
		k.report(path, quoted(value)+" again", "a name of its own", "it is the name of "+first+" too")
		return
	}
	seen[value] = path
}

// hostID checks the name of a host.
func (k *checker) hostID(path, id string, key bool) {
	if host.Find(id) != nil {
		return
	}
	var ids []string
	for _, h := range host.All {
		ids = append(ids, h.ID)
	}
	hint := didYouMean(id, ids)
	if hint == "" {
		hint = "ac-detect --all lists them"
	}
	found := "the unknown host " + quoted(id)
	if key {
		k.atName(path, found, "the id of a host", hint)
	} else {
		k.report(path, found, "the id of a host", hint)
	}
}

// all checks the whole connector.
func (k *checker) all() {
	c := k.c
	if k.needed("", "id", `a name such as "acme-db"`) {
		k.name("id", c.ID)
	}
	k.oneLine("displayName", c.DisplayName)
	k.oneLine("description", c.Description)
	k.oneLine("version", c.Version)
	if before := len(k.problems); c.Server != nil {
		k.server("server", c.Server)
		k.badServer = len(k.problems) > before
	}
	k.hooks("hooks", c.Hooks)
	k.content()
	k.oneOf("telemetry.modelFamilyHint", c.Telemetry.ModelFamilyHint, ModelFamilies)
	k.oneOf("telemetry.observe", c.Telemetry.Observe, []string{wire.ObserveMinimal, wire.ObserveStandard})
	k.platforms()
	k.targets()
	k.publish()
	unreadable := slices.ContainsFunc([]string{"server", "hooks", "statusline", "platforms"}, func(f string) bool { return k.bad[f] })
	if len(c.Surfaces()) == 0 && !unreadable {
		k.report("", "no surface", "at least one of server, hooks, commands, skills, subagents, memory, statusline, actions, or a platform's nativeHooks or configPatch", "")
	}
}

func (k *checker) targets() {
	seen := map[string]string{}
	for i, id := range k.c.Targets {
		at := index("targets", i)
		k.hostID(at, id, false)
		k.unique(at, id, seen)
	}
	if k.fits("targets") && k.c.Targets != nil && len(k.c.Targets) == 0 {
		k.wrong("targets", `"auto" or at least one host id`, "")
	}
}

var namespacePattern = lazy.Regexp(`^[a-zA-Z0-9.-]+$`)

func (k *checker) publish() {
	p := k.c.Publish
	if p == nil {
		return
	}
	if at := "publish.registryNamespace"; k.fits(at) && !namespacePattern().MatchString(p.RegistryNamespace) {
		k.wrong(at, "letters, digits, dots and dashes, such as io.example", "")
	}
	k.webAddress("publish.registryBaseUrl", p.RegistryBaseURL)
	k.notBlank("publish.packageName", p.PackageName, "the name of a package")
	k.oneLine("publish.license", p.License)
	k.webAddress("publish.homepage", p.Homepage)
	k.webAddress("publish.repository", p.Repository)
	if p.Author != nil {
		k.filled("publish.author", "name", p.Author.Name, "the author's name")
	}
}
