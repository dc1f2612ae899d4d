package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"agentconnector/pkg/wire"
)

// strict decodes text into *c and reports every unknown, repeated or misfit
// field with its place. It walks the tokens first, since encoding/json tells
// no place of an unknown field.
func strict(name string, text []byte, c *Config) error {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")) // some editors write a byte order mark
	s := &strictReader{name: name, text: text, at: map[string]int{}}
	if err := json.Unmarshal(text, new(any)); err != nil {
		return s.syntax(err)
	}
	s.d = json.NewDecoder(bytes.NewReader(text))
	s.d.UseNumber()
	s.value(reflect.TypeFor[Config](), "")
	if len(s.faults) == 0 {
		if err := json.Unmarshal(text, c); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		s.rules(c)
	}
	return errors.Join(s.faults...)
}

type strictReader struct {
	name   string
	text   []byte
	d      *json.Decoder
	faults []error
	at     map[string]int // JSON path → offset of the value
}

// place gives line and column, from 1, the column in characters.
func (s *strictReader) place(offset int) string {
	before := s.text[:min(max(offset, 0), len(s.text))]
	start := bytes.LastIndexByte(before, '\n') + 1
	return fmt.Sprintf("%s:%d:%d", s.name, 1+bytes.Count(before, []byte("\n")), 1+utf8.RuneCount(before[start:]))
}

func (s *strictReader) syntax(err error) error {
	var se *json.SyntaxError
	if !errors.As(err, &se) {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	offset := int(se.Offset) - 1 // the decoder has read the wrong byte already
	if strings.Contains(err.Error(), "unexpected end") {
		return fmt.Errorf("%s: found the end of the file, expected a complete JSON object", s.place(len(s.text)))
	}
	return fmt.Errorf("%s: found %s, expected JSON without comments", s.place(offset), strings.TrimPrefix(err.Error(), "invalid "))
}

func (s *strictReader) fault(offset int, path, found, want string) {
	if path != "" {
		path += ": "
	}
	s.faults = append(s.faults, fmt.Errorf("%s: %sfound %s, expected %s", s.place(offset), path, found, want))
}

// next reads a token and gives the offset at which it begins: after blanks,
// commas and colons, which the decoder reads as part of what follows.
func (s *strictReader) next() (json.Token, int) {
	start := int(s.d.InputOffset())
	for start < len(s.text) && bytes.IndexByte([]byte(" \t\r\n,:"), s.text[start]) >= 0 {
		start++
	}
	tok, err := s.d.Token()
	if err != nil && err != io.EOF { // cannot be: the text was parsed before
		s.faults = append(s.faults, fmt.Errorf("%s: %w", s.place(start), err))
	}
	return tok, start
}

// value checks the next value against a type.
func (s *strictReader) value(t reflect.Type, path string) {
	tok, at := s.next()
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	s.at[path] = at
	ok := false
	switch v := tok.(type) {
	case json.Delim:
		if ok = v == '{' && t.Kind() == reflect.Struct; ok {
			s.object(t, path)
			return
		}
		defer s.skip()
	case string:
		ok = t.Kind() == reflect.String
	case bool:
		ok = t.Kind() == reflect.Bool
	case json.Number:
		_, err := v.Int64()
		f, ferr := v.Float64()
		ok = t.Kind() == reflect.Int64 && err == nil && f >= 0 || t.Kind() == reflect.Float64 && ferr == nil && f >= 0
	}
	if !ok {
		s.fault(at, path, spoken(tok), kindOf(t.Kind()))
	}
}

func kindOf(k reflect.Kind) string {
	switch k {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Struct:
		return "an object"
	case reflect.Int64:
		return "a whole number, 0 or more"
	case reflect.Float64:
		return "a number, 0 or more"
	}
	return k.String()
}

func spoken(tok json.Token) string {
	switch v := tok.(type) {
	case nil:
		return "null"
	case json.Delim:
		return map[json.Delim]string{'{': "an object", '[': "a list"}[v]
	case string:
		return strconv.Quote(v)
	case json.Number:
		return "the number " + v.String()
	}
	return fmt.Sprint(tok)
}

// object checks the members after a brace.
func (s *strictReader) object(t reflect.Type, path string) {
	fields, names := map[string]reflect.Type{}, []string{}
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		fields[name] = t.Field(i).Type
		names = append(names, name)
	}
	seen := map[string]bool{}
	for s.d.More() {
		tok, at := s.next()
		key, _ := tok.(string)
		where := strings.TrimPrefix(path+"."+key, ".")
		ft, known := fields[key]
		switch {
		case !known:
			s.fault(at, where, "the unknown field "+strconv.Quote(key), "one of "+strings.Join(names, ", "))
		case seen[key]:
			s.fault(at, where, "the name "+strconv.Quote(key)+" a second time", "it once")
		default:
			seen[key] = true
			s.value(ft, where)
			continue
		}
		var ignored wire.Raw
		if err := s.d.Decode(&ignored); err != nil {
			return
		}
	}
	s.next() // the closing brace
}

// skip reads to the end of the object or list that was just opened.
func (s *strictReader) skip() {
	for depth := 1; depth > 0; {
		tok, err := s.d.Token()
		if err != nil {
			return
		}
		switch tok {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
	}
}

func (s *strictReader) rules(c *Config) {
	if l := c.Privacy.Level; l != "" && !slices.Contains(Levels, l) {
		s.fault(s.at["privacy.level"], "privacy.level", strconv.Quote(l), strings.Join(Levels, ", "))
	}
	if c.LogLevel != "" && !slices.Contains(LogLevels, c.LogLevel) {
		s.fault(s.at["log_level"], "log_level", strconv.Quote(c.LogLevel), strings.Join(LogLevels, ", "))
	}
	for _, f := range []struct{ path, value string }{{"developer", c.Developer}, {"team", c.Team}, {"org", c.Org}, {"repo_url", c.RepoURL}} {
		if strings.ContainsFunc(f.value, func(r rune) bool { return r < ' ' }) {
			s.fault(s.at[f.path], f.path, strconv.Quote(f.value), "one line")
		}
	}
}
