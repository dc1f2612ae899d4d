package apply

import (
	"encoding/json"
	"fmt"

	"agentconnector/pkg/edit"
	"agentconnector/pkg/wire"
)

// maxPeek bounds a file that is only looked at.
const maxPeek = 64 << 20

// Peek gives a file as JSON, a text as a JSON string; ok is false if there is
// none. Of a key that appears twice it takes the last, as most programs do.
func Peek(path, format string) (v wire.Raw, ok bool, err error) {
	real, err := resolve(path)
	if err != nil {
		return nil, false, err
	}
	f, err := readFile(real)
	switch {
	case err != nil || !f.exists:
		return nil, false, err
	case len(f.data) > maxPeek:
		return nil, false, fmt.Errorf("%s: larger than %d bytes", path, maxPeek)
	case format == formatFile:
		v, err = json.Marshal(string(f.data))
		return v, err == nil, err
	}
	d, err := openDoc(format, f.data, how{force: true, last: true})
	if err != nil {
		return nil, false, edit.In(path, err)
	}
	return d.Get(nil)
}
