package analyze

import (
	"strconv"

	"agentconnector/pkg/jsonl"
)

// The records are written by hand: their names are those of seed 001, dots and all,
// and a log gives millions of them.

// open begins a record of a type. Within a version nothing is renamed (seed 001).
func (f *Events) open(kind string, at int64) {
	f.b = append(append(append(f.b, `{"eventType":"`...), kind...), `","event_version":1,"timestamp":`...)
	f.b = strconv.AppendInt(f.b, at, 10)
}

func (f *Events) shut() { f.b = append(f.b, "}\n"...) }

func (f *Events) key(k string) {
	f.b = append(append(append(f.b, `,"`...), k...), `":`...)
}

// text writes a field that is left out if it is empty.
func (f *Events) text(k, v string) {
	if v != "" {
		f.key(k)
		f.b = jsonl.AppendString(f.b, v)
	}
}

// number writes a field that is left out if it is 0.
func (f *Events) number(k string, v int64) {
	if v != 0 {
		f.count(k, v)
	}
}

func (f *Events) count(k string, v int64) {
	f.key(k)
	f.b = strconv.AppendInt(f.b, v, 10)
}

func (f *Events) flag(k string, v bool) {
	f.key(k)
	f.b = strconv.AppendBool(f.b, v)
}

// set writes a flag that is left out if it is not so.
func (f *Events) set(k string, v bool) {
	if v {
		f.flag(k, v)
	}
}
