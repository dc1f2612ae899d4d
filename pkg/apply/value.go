package apply

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"

	"agentconnector/pkg/wire"
)

// This file compares JSON values by what they mean.

func list(v wire.Raw) (els []wire.Raw) {
	if json.Unmarshal(v, &els) != nil {
		return nil
	}
	return els
}

func object(v wire.Raw) (map[string]wire.Raw, bool) {
	var m map[string]wire.Raw
	if len(v) == 0 || bytes.TrimLeft(v, " \t\r\n")[0] != '{' || json.Unmarshal(v, &m) != nil {
		return nil, false
	}
	return m, true
}

func sortedKeys(m map[string]wire.Raw) []string {
	ks := make([]string, 0, len(m))
	for k := range m {
		ks = append(ks, k)
	}
	slices.Sort(ks)
	return ks
}

// equal compares two JSON values by meaning; numbers by value, so that a file
// that spells 30 as 30.0 is not rewritten.
func equal(a, b wire.Raw) bool {
	if len(a) > 0 && bytes.Equal(a, b) {
		return true
	}
	x, okX := decode(a)
	y, okY := decode(b)
	return okX && okY && same(x, y)
}

func decode(v wire.Raw) (any, bool) {
	d := json.NewDecoder(bytes.NewReader(v))
	d.UseNumber()
	var x any
	err := d.Decode(&x)
	return x, err == nil
}

func same(x, y any) bool {
	switch x := x.(type) {
	case map[string]any:
		y, ok := y.(map[string]any)
		if !ok || len(x) != len(y) {
			return false
		}
		for k, v := range x {
			if w, ok := y[k]; !ok || !same(v, w) {
				return false
			}
		}
		return true
	case []any:
		y, ok := y.([]any)
		return ok && slices.EqualFunc(x, y, same)
	case json.Number:
		y, ok := y.(json.Number)
		return ok && (x == y || sameNumber(string(x), string(y)))
	}
	return x == y
}

// sameNumber compares by value where float64 holds both exactly enough to
// tell; large integers compare as text, because 2^53+1 is not 2^53.
func sameNumber(a, b string) bool {
	_, errA := strconv.ParseInt(a, 10, 64)
	_, errB := strconv.ParseInt(b, 10, 64)
	if errA == nil && errB == nil {
		return a == b
	}
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	return errX == nil && errY == nil && x == y && x < 1<<53 && x > -1<<53
}
