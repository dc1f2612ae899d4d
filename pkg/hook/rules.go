package hook

import (
	"fmt"
	"slices"
	"strings"

	"agentconnector/pkg/wire"
)

// maxRuleDepth bounds how deep all, any and not may nest.
const maxRuleDepth = 64

// applyRules decides without a process: the first rule that holds answers. No
// rule that holds is the empty reply.
func applyRules(rules []wire.Rule, ev *wire.HandlerEvent) (wire.HandlerReply, error) {
	s := &subject{ev: ev}
	for i, r := range rules {
		ok, err := s.holds(r.If, 0)
		if err != nil {
			return wire.HandlerReply{}, fmt.Errorf("rule %d: %w", i, err)
		}
		if ok {
			return wire.HandlerReply{Decision: r.Decision, Reason: r.Reason, UpdatedInput: r.UpdatedInput, UpdatedOutput: r.UpdatedOutput, AdditionalContext: r.AdditionalContext}, nil
		}
	}
	return wire.HandlerReply{}, nil
}

// subject is an event as rules see it: by the names of its JSON form.
type subject struct {
	ev     *wire.HandlerEvent
	fields [31]field // once a rule has asked
}

// holds decides a condition: an object whose members must all hold. Its keys
// are fields, or all, any and not with conditions.
func (s *subject) holds(cond raw, depth int) (bool, error) {
	if len(cond) == 0 {
		return true, nil
	}
	o, err := parseObject(cond)
	if err != nil {
		return false, fmt.Errorf("if is no object: %w", err)
	}
	for _, m := range o.sorted() {
		ok := false
		switch m.key {
		case "all", "any", "not":
			ok, err = combine(m.key, m.value, depth, s.holds)
		default:
			t := target{s.field(m.key)}
			if ok, err = t.passes(m.value, depth); err != nil {
				err = fmt.Errorf("%s: %w", m.key, err)
			}
		}
		if err != nil || !ok {
			return false, err
		}
	}
	return true, nil
}

// combine is all, any and not over conditions or tests.
func combine(op string, v raw, depth int, one func(raw, int) (bool, error)) (bool, error) {
	if depth++; depth > maxRuleDepth {
		return false, fmt.Errorf("nested more than %d deep", maxRuleDepth)
	}
	if op == "not" {
		ok, err := one(v, depth)
		return !ok && err == nil, err
	}
	l, err := decodeList(v)
	if err != nil {
		return false, fmt.Errorf("%s is no array: %w", op, err)
	}
	for _, e := range l {
		if ok, err := one(e, depth); err != nil || ok == (op == "any") {
			return ok, err
		}
	}
	return op == "all", nil
}

// field finds a value by its path, "toolInput.command" or "raw.list.0". A key
// that has a dot in itself cannot be reached.
func (s *subject) field(path string) (v value) {
	if s.fields[0].to == nil {
		s.fields = eventFields(s.ev)
	}
	name, path, deeper := strings.Cut(path, ".")
	for _, f := range s.fields {
		bare, optional := strings.CutSuffix(f.name, "?")
		if bare == name && !(optional && f.empty()) {
			v = f.value()
			break
		}
	}
	for deeper {
		name, path, deeper = strings.Cut(path, ".")
		v = v.at(name)
	}
	return v
}

// target is the value under test.
type target struct{ value }

// passes decides a test: an object whose operators must all hold. An absent
// field passes none but {"exists": false} and what not turns around.
func (t target) passes(test raw, depth int) (bool, error) {
	o, err := parseObject(test)
	if err != nil {
		return false, fmt.Errorf(`test is no object such as {"equals": …}: %w`, err)
	}
	for _, m := range o.sorted() {
		ok := false
		switch m.key {
		case "all", "any", "not":
			ok, err = combine(m.key, m.value, depth, t.passes)
		default:
			ok, err = t.operator(m.key, m.value)
		}
		if err != nil || !ok {
			return false, err
		}
	}
	return true, nil
}

func (t target) operator(op string, arg raw) (bool, error) {
	switch op {
	case "equals":
		return t.equals(arg), nil
	case "in":
		if !isArray(arg) {
			return false, fmt.Errorf("in takes an array, found %s", arg)
		}
		l, err := decodeList(arg)
		return slices.ContainsFunc(l, t.equals), err
	case "exists":
		if string(arg) != "true" && string(arg) != "false" {
			return false, fmt.Errorf("exists takes true or false, found %s", arg)
		}
		return t.there() == (string(arg) == "true"), nil
	case "matches", "glob":
		return t.pattern(op, arg)
	}
	return false, fmt.Errorf("unknown test %q: equals, matches, glob, in, exists, not, all or any", op)
}

// pattern is matches (RE2, anywhere in the text) and glob (the whole text).
// The pattern is read also if the field is absent: a broken rule shows.
func (t target) pattern(op string, arg raw) (bool, error) {
	p, ok := text(arg)
	if !ok {
		return false, fmt.Errorf("%s takes a string, found %s", op, arg)
	}
	s, scalar := t.words()
	if op == "glob" {
		p, s = globToRegexp(p), strings.ReplaceAll(s, `\`, "/")
	}
	re, err := compile(p)
	if err != nil {
		return false, fmt.Errorf("%s: %w", op, err)
	}
	return scalar && re.Match(s), nil
}
