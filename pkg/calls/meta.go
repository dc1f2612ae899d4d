package calls

import (
	"reflect"

	"agentconnector/pkg/wire"
)

// merged is what is told of a call before and behind it. Behind it most hosts tell
// the input once more; then there is nothing to be added from before.
func merged(before, behind *wire.EventMeta, input bool) *wire.EventMeta {
	switch {
	case behind == nil:
		return before
	case before == nil || input:
		return behind
	}
	m := *behind
	to, from := reflect.ValueOf(&m).Elem(), reflect.ValueOf(before).Elem()
	for i := range to.NumField() {
		if to.Field(i).IsZero() {
			to.Field(i).Set(from.Field(i))
		}
	}
	return &m
}
