package wire

import "errors"

// Raw is a JSON value as it was written: json.RawMessage, of a package that
// ac-hook does not link.
type Raw []byte

// MarshalJSON gives the value as it stands; there is none: null.
func (r Raw) MarshalJSON() ([]byte, error) {
	if r == nil {
		return []byte("null"), nil
	}
	return r, nil
}

// UnmarshalJSON keeps the text.
func (r *Raw) UnmarshalJSON(text []byte) error {
	if r == nil {
		return errors.New("wire.Raw: UnmarshalJSON on a nil pointer")
	}
	*r = append((*r)[:0], text...)
	return nil
}
