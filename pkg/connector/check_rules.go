package connector

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"agentconnector/pkg/wire"
)

// The grammar of a rule's condition:
//
//	condition = {"all": [condition…]} | {"any": [condition…]} | {"not": condition} | {field: test}
//	test      = {"equals": JSON} | {"matches": RE2} | {"glob": pattern} | {"in": [JSON…]} | {"exists": bool}
//	          | {"all": [test…]} | {"any": [test…]} | {"not": test}
//
// Several members of one object must all hold. A field is a field of the event
// as a handler gets it; into toolInput, toolOutput and raw it may go deeper
// with dots.

// Tests are the tests of a condition.
var Tests = []string{"equals", "matches", "glob", "in", "exists", "not", "all", "any"}

// Fields are the fields of an event that a condition can name.
var Fields = eventFields()

// deepFields hold JSON of the host: what is in them has names of its own.
var deepFields = []string{"toolInput", "toolOutput", "raw"}

func eventFields() []string {
	t := reflect.TypeFor[wire.HandlerEvent]()
	var names []string
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}

func (k *checker) rules(at string, rules []wire.Rule) {
	if k.fits(at) && len(rules) == 0 {
		k.wrong(at, "at least one rule", "")
	}
	for i := range rules {
		k.rule(index(at, i), &rules[i])
	}
	for i := range len(rules) - 1 {
		if !k.has(member(index(at, i), "if")) {
			k.warn(index(at, i+1), "a rule that never answers", "the rule without a condition last", index(at, i)+" has none, so it answers every event")
			break
		}
	}
}

func (k *checker) rule(at string, r *wire.Rule) {
	decision := member(at, "decision")
	if k.needed(at, "decision", oneOf(Decisions)) {
		k.oneOf(decision, r.Decision, Decisions)
	}
	input, output, context := member(at, "updatedInput"), member(at, "updatedOutput"), member(at, "additionalContext")
	switch {
	case r.Decision == wire.Modify && !k.has(input) && !k.has(output):
		k.report(at, `no "updatedInput" or "updatedOutput"`, `the new input or output of the tool with "modify"`, "")
	case r.Decision == wire.Context && !k.has(context):
		k.report(at, `no "additionalContext"`, `a text for the model with "context"`, "")
	}
	if k.has(input) && k.nodes[input].value.Value.Kind() != '{' {
		k.wrong(input, "an object: the whole new input of the tool", "")
	}
	if k.has(input) && r.Decision != wire.Modify && k.fits(decision) {
		k.report(input, "a new input with decision "+quoted(r.Decision), `"modify"`, "")
	}
	if k.has(output) && r.Decision != wire.Modify && k.fits(decision) {
		k.report(output, "a new output with decision "+quoted(r.Decision), `"modify"`, "")
	}
	k.notBlank(context, r.AdditionalContext, "a text for the model")
	if cond := member(at, "if"); k.has(cond) {
		k.condition(cond, plain(k.nodes[cond].value))
	}
}

// condition checks an object of combinators and fields.
func (k *checker) condition(at string, cond any) {
	m, ok := cond.(map[string]any)
	if !ok || len(m) == 0 {
		k.wrong(at, `a condition such as {"toolInput.command": {"matches": "rm -rf"}}`, "leave it out for a rule that always holds")
		return
	}
	for _, key := range slices.Sorted(maps.Keys(m)) {
		path := member(at, key)
		switch key {
		case "all", "any":
			k.several(path, m[key], k.condition)
		case "not":
			k.condition(path, m[key])
		default:
			k.field(path, key)
			k.test(path, m[key])
		}
	}
}

func (k *checker) field(at, field string) {
	base, rest, deep := strings.Cut(field, ".")
	found := "the unknown field " + quoted(field)
	switch {
	case !slices.Contains(Fields, base):
		hint := didYouMean(base, Fields)
		if hint == "" {
			hint = "the input of the tool is toolInput, as in toolInput.command"
		}
		k.atName(at, found, "a field of the event: "+strings.Join(Fields, ", "), hint)
	case deep && !slices.Contains(deepFields, base):
		k.atName(at, found, quoted(base), "only toolInput, toolOutput and raw have parts")
	case deep && slices.Contains(strings.Split(rest, "."), ""):
		k.atName(at, found, "names between the dots", "")
	}
}

// test checks the test of one field.
func (k *checker) test(at string, test any) {
	m, ok := test.(map[string]any)
	if !ok || len(m) == 0 {
		hint := ""
		if b, err := json.Marshal(test); err == nil && !ok && len(b) < shown {
			hint = `write {"equals": ` + string(b) + `}`
		}
		k.wrong(at, "a test: an object with "+oneOf(Tests), hint)
		return
	}
	for _, key := range slices.Sorted(maps.Keys(m)) {
		k.oneTest(member(at, key), key, m[key])
	}
}

func (k *checker) oneTest(at, key string, v any) {
	s, isString := v.(string)
	switch key {
	case "equals":
	case "matches":
		if !isString {
			k.wrong(at, "a regular expression (RE2)", "")
			return
		}
		k.regexp(at, s)
	case "glob":
		if !isString || s == "" {
			k.wrong(at, "a pattern with *, ? or **", "")
		}
	case "in":
		if l, ok := v.([]any); !ok || len(l) == 0 {
			k.wrong(at, "a list of values", "")
		}
	case "exists":
		if _, ok := v.(bool); !ok {
			k.wrong(at, "true or false", "")
		}
	case "not":
		k.test(at, v)
	case "all", "any":
		k.several(at, v, k.test)
	default:
		k.atName(at, "the unknown test "+quoted(key), oneOf(Tests), didYouMean(key, Tests))
	}
}

// several checks the list of a combinator.
func (k *checker) several(at string, v any, each func(at string, v any)) {
	l, ok := v.([]any)
	if !ok || len(l) == 0 {
		k.wrong(at, "a list that is not empty", "")
		return
	}
	for i := range l {
		each(index(at, i), l[i])
	}
}
