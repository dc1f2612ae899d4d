package hook

import (
	"strings"
	"unicode/utf16"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

// A filler fills in the form of a reply. Forms are constants of the host files,
// so what is not a form is a bug of ours, found by a test over all of them.
type filler struct {
	h  *host.Caller
	ev *wire.HandlerEvent
	d  *decision
}

// replyRoom is what most replies need.
const replyRoom = 512

// fill gives the reply. A form that is an object is JSON: a member with nothing
// to fill in is left out, and an object in which nothing was filled in but the
// event's name. Any other form is text.
func (f *filler) fill(form host.Form) string {
	s := string(form)
	if !strings.HasPrefix(s, "{") {
		return f.text(s)
	}
	out, _, _ := f.object(world.Bytes(replyRoom), s)
	return view(out)
}

// text fills in a form that is no JSON.
func (f *filler) text(s string) string {
	for _, name := range []string{"$reason", "$context"} {
		if strings.Contains(s, name) {
			v, _ := f.word(name)
			s = strings.ReplaceAll(s, name, v)
		}
	}
	return s
}

// object copies the object that s begins with, filled in, and returns what of s
// is left. empty: a member was left out, and no other stands for itself.
func (f *filler) object(out []byte, s string) (_ []byte, rest string, empty bool) {
	out, s = append(out, '{'), s[1:]
	start, lost, said := len(out), false, false
	for s != "" && s[0] != '}' {
		key, after, _ := strings.Cut(s, ":")
		key = strings.TrimPrefix(key, ",")
		at := len(out)
		if at > start {
			out = append(out, ',')
		}
		out = append(append(out, key...), ':')
		var gone, names bool
		out, s, gone, names = f.value(out, after)
		if gone {
			out, lost = out[:at], true
			continue
		}
		said = said || !names
	}
	if s != "" {
		s = s[1:]
	}
	return append(out, '}'), s, lost && !said
}

// value copies one value. gone: there is nothing to fill in. names: it only
// names the event.
func (f *filler) value(out []byte, s string) (_ []byte, rest string, gone, names bool) {
	switch s[0] {
	case '{':
		out, rest, gone = f.object(out, s)
		return out, rest, gone, false
	case '$':
		end := strings.IndexAny(s, ",}")
		name, rest := s[:end], s[end:]
		if name == "$input" || name == "$output" {
			v := f.d.output
			if name == "$input" {
				v = nativeInput(f.h, f.ev.NativeTool, f.d.input)
			}
			return append(out, v...), rest, len(v) == 0, false
		}
		v, ok := f.word(name)
		return appendString(out, v), rest, !ok, name == "$event"
	case '"':
		end := strings.IndexByte(s[1:], '"') + 2
		return append(out, s[:end]...), s[end:], false, false
	}
	end := strings.IndexAny(s, ",}")
	return append(out, s[:end]...), s[end:], false, false
}

// word is what a name that stands for text is filled in with.
func (f *filler) word(name string) (string, bool) {
	s := ""
	switch name {
	case "$event":
		s = f.ev.NativeEvent
	case "$reason":
		if s = f.d.reason; f.d.kind != wire.Ask {
			s = because(f.ev, f.d)
		}
		s = f.clip(s)
	case "$context":
		s = f.clip(f.d.context)
	case "$text":
		if s = words(f.d.output); s == "" {
			s = string(f.d.output)
		}
	case "$grant":
		if e := f.h.Native(f.ev.NativeEvent); f.d.grant && e.Can(host.Grant) {
			s = wire.Allow
		}
	}
	return s, s != ""
}

// clip keeps what the host takes of a text. A JavaScript host counts UTF-16.
func (f *filler) clip(s string) string {
	n := f.h.Hooks.MaxContext
	if n == 0 || len(s) <= n { // a byte is a unit at most
		return s
	}
	units := 0
	for i, r := range s {
		if units += utf16.RuneLen(r); units > n {
			return s[:i]
		}
	}
	return s
}
