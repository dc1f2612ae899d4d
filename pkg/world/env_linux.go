package world

import (
	"bytes"
	"os"
	"unsafe"
)

// environ is os.Environ without the index that it makes: this is read once, and
// the index costs eight page faults. Of a name that is there twice, Lookup takes
// the last.
func environ() []string {
	b, err := ReadFile("/proc/self/environ", 16<<20)
	if err != nil {
		return os.Environ()
	}
	list := make([]string, 0, 112) // as large as what a call of ac-hook has
	for len(b) > 0 {
		kv, rest, _ := bytes.Cut(b, []byte{0})
		list = append(list, unsafe.String(unsafe.SliceData(kv), len(kv)))
		b = rest
	}
	return list
}
