package tiny

import "encoding/json"

const SchemaTop = "tiny.top/v1"

// Top is a record
// of two lines with a | in it.
type Top struct {
	Schema string `json:"schema"`
	// a comment above
	Zed    []Inner         `json:"zed"`
	Alpha  string          `json:"alpha,omitempty"` // the first | letter
	Raw    json.RawMessage `json:"raw,omitempty"`
	Over   Switch[Inner]   `json:"over,omitzero"`
	hidden int
	Gone   int `json:"-"`
}

// Inner is inside.
type Inner struct {
	N    *int64          `json:"n"`
	Self map[string]Self `json:"self,omitempty"`
}

// Self refers to itself.
type Self struct {
	More []Self `json:"more,omitempty"`
}

// Form is a string or more.
type Form string

type Switch[T any] struct{ hidden T }
