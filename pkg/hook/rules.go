package hook

import (
	"fmt"
	"regexp"
	"strconv"
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

// subject is an event as rules see it: by the names of its JSON form, made
// once and only if a rule asks.
type subject struct {
	ev     *wire.HandlerEvent
	fields map[string]any
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
	for _, k := range o.keys() {
		v, ok := o[k], false
		switch k {
		case "all", "any", "not":
			ok, err = combine(k, v, depth, s.holds)
		default:
			field, there, ferr := s.field(k)
			if ferr != nil {
				return false, ferr
			}
			t := target{field, there}
			if ok, err = t.passes(v, depth); err != nil {
				err = fmt.Errorf("%s: %w", k, err)
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
func (s *subject) field(path string) (v any, ok bool, err error) {
	if s.fields == nil {
		all, err := decodeAny(encode(s.ev))
		if err != nil {
			return nil, false, err
		}
		s.fields = all.(map[string]any)
	}
	v = s.fields
	for k := range strings.SplitSeq(path, ".") {
		switch c := v.(type) {
		case map[string]any:
			if v, ok = c[k]; !ok {
				return nil, false, nil
			}
		case []any:
			i, err := strconv.Atoi(k)
			if err != nil || i < 0 || i >= len(c) {
				return nil, false, nil
			}
			v = c[i]
		default:
			return nil, false, nil
		}
	}
	return v, v != nil, nil
}

// target is the value under test, and whether it is there at all: null counts
// as absent.
type target struct {
	v     any
	there bool
}

// passes decides a test: an object whose operators must all hold. An absent
// field passes none but {"exists": false} and what not turns around.
func (t target) passes(test raw, depth int) (bool, error) {
	o, err := parseObject(test)
	if err != nil {
		return false, fmt.Errorf(`test is no object such as {"equals": …}: %w`, err)
	}
	for _, op := range o.keys() {
		arg, ok := o[op], false
		switch op {
		case "all", "any", "not":
			ok, err = combine(op, arg, depth, t.passes)
		default:
			ok, err = t.operator(op, arg)
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
		want, err := decodeAny(arg)
		return t.there && equal(t.v, want), err
	case "in":
		list, err := decodeAny(arg)
		l, ok := list.([]any)
		if err != nil || !ok {
			return false, fmt.Errorf("in takes an array, found %s", arg)
		}
		for _, want := range l {
			if t.there && equal(t.v, want) {
				return true, nil
			}
		}
		return false, nil
	case "exists":
		if string(arg) != "true" && string(arg) != "false" {
			return false, fmt.Errorf("exists takes true or false, found %s", arg)
		}
		return t.there == (string(arg) == "true"), nil
	case "matches", "glob":
		return t.pattern(op, arg)
	}
	return false, fmt.Errorf("unknown test %q: equals, matches, glob, in, exists, not, all or any", op)
}

// pattern is matches (RE2, anywhere in the text) and glob (the whole text).
// The pattern is compiled also if the field is absent: a broken rule shows.
func (t target) pattern(op string, arg raw) (bool, error) {
	p, ok := text(arg)
	if !ok {
		return false, fmt.Errorf("%s takes a string, found %s", op, arg)
	}
	s, scalar := t.text()
	if op == "glob" {
		p, s = globToRegexp(p), strings.ReplaceAll(s, `\`, "/")
	}
	re, err := regexp.Compile(p)
	if err != nil {
		return false, fmt.Errorf("%s: %w", op, err)
	}
	return scalar && re.MatchString(s), nil
}

// text is the value as text: a string, or a number or boolean as spelled.
func (t target) text() (string, bool) {
	switch v := t.v.(type) {
	case string:
		return v, t.there
	case nil, map[string]any, []any:
		return "", false
	default:
		return fmt.Sprint(v), t.there
	}
}
