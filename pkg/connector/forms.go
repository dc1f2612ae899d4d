package connector

import (
	"bytes"
	"encoding/json"

	"agentconnector/pkg/wire"
)

// Switch is the value of an override: false, or a T whose fields take the
// place of the connector's own. The fields are kept as they were written,
// since an absent field and an empty one differ.
type Switch[T any] struct {
	Off bool
	Raw wire.Raw // an object; nil if the override is absent or Off
}

// Set says whether the override holds a T.
func (s Switch[T]) Set() bool { return len(s.Raw) > 0 }

// Get decodes the override. The zero T stands for an absent one.
func (s Switch[T]) Get() (v T, err error) {
	if s.Set() {
		err = json.Unmarshal(s.Raw, &v)
	}
	return v, err
}

// MarshalJSON gives the form of connector.json.
func (s Switch[T]) MarshalJSON() ([]byte, error) {
	if s.Off || !s.Set() {
		return []byte("false"), nil
	}
	return s.Raw, nil
}

// UnmarshalJSON reads the form of connector.json.
func (s *Switch[T]) UnmarshalJSON(b []byte) error {
	b = bytes.TrimSpace(b)
	if bytes.Equal(b, []byte("false")) {
		*s = Switch[T]{Off: true}
		return nil
	}
	var v T
	if err := json.Unmarshal(b, &v); err != nil {
		return err
	}
	*s = Switch[T]{Raw: bytes.Clone(b)}
	return nil
}

// override lets the decoder handle every Switch alike.
type override interface {
	blank() any // pointer to a T to decode into
	keep(raw []byte, off bool)
}

func (s *Switch[T]) blank() any                { return new(T) }
func (s *Switch[T]) keep(raw []byte, off bool) { s.Raw, s.Off = raw, off }

// UnmarshalJSON reads one definition or a list.
func (l *HookList) UnmarshalJSON(b []byte) error { return oneOrMany((*[]Hook)(l), b, '{') }

// UnmarshalJSON reads one string or a list.
func (l *Strings) UnmarshalJSON(b []byte) error { return oneOrMany((*[]string)(l), b, '"') }

func oneOrMany[T any](list *[]T, b []byte, one byte) error {
	if b = bytes.TrimSpace(b); len(b) > 0 && b[0] == one {
		*list = make([]T, 1)
		return json.Unmarshal(b, &(*list)[0])
	}
	return json.Unmarshal(b, list)
}

// UnmarshalJSON reads "auto" or a list of host ids.
func (t *Targets) UnmarshalJSON(b []byte) error {
	if string(bytes.TrimSpace(b)) == `"auto"` {
		*t = nil
		return nil
	}
	return json.Unmarshal(b, (*[]string)(t))
}

// UnmarshalJSON reads true, false or {title, message}.
func (c *Confirm) UnmarshalJSON(b []byte) error {
	if string(bytes.TrimSpace(b)) == "true" {
		*c = Confirm{}
		return nil
	}
	type plain Confirm
	return json.Unmarshal(b, (*plain)(c))
}
