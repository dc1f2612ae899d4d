package hook

import (
	"bytes"
	"errors"
	"slices"

	"agentconnector/pkg/wire"
)

// maxStarts bounds how many opening braces without an end are tried in a
// handler's output, so that hostile output costs seconds at most.
const maxStarts = 100

var errNoReply = errors.New("the output holds no reply")

// replyIn finds the reply in a handler's output (case 32). Nothing but white
// space is the empty reply. If the output as a whole is one JSON object, that is
// it. Else it is the last complete JSON object that has a field which decides;
// the rest, such as a banner of the shell's profile, is returned as noise.
func replyIn(out []byte) (r wire.HandlerReply, noise []byte, err error) {
	out = bytes.TrimSpace(bytes.TrimPrefix(out, []byte("\xef\xbb\xbf")))
	if len(out) == 0 {
		return r, nil, nil
	}
	if out[0] == '{' && objectEnd(out) == len(out) {
		if _, err := parseObject(out); err == nil {
			r, err = decodeReply(out)
			return r, nil, err
		}
	}
	at, end := lastReply(out)
	if end == 0 {
		return r, out, errNoReply
	}
	r, err = decodeReply(out[at:end])
	noise = bytes.TrimSpace(append(append([]byte{}, out[:at]...), out[end:]...))
	return r, noise, err
}

// lastReply goes through the output's objects from the left. An object inside
// another is part of it and never a reply.
func lastReply(out []byte) (at, end int) {
	starts := 0
	for i := 0; i < len(out) && starts < maxStarts; {
		next := bytes.IndexByte(out[i:], '{')
		if next < 0 {
			break
		}
		i += next
		n := objectEnd(out[i:])
		if n < 0 {
			starts++
			i++
			continue
		}
		o, err := parseObject(out[i : i+n])
		switch {
		case err != nil:
			starts++
			i++
			continue
		case decides(o):
			at, end = i, i+n
		}
		i += n
	}
	return at, end
}

// objectEnd is the length of the object that b begins with, or -1.
func objectEnd(b []byte) int {
	var s scanner
	return s.scan(b)
}

// decides says whether an object has a field that only a reply has. Not
// reason: an echoed SessionEnd event has that, too.
func decides(o object) bool {
	return slices.ContainsFunc(o, func(m member) bool {
		switch m.key {
		case "decision", "updatedInput", "updatedOutput", "additionalContext", "grant":
			return true
		}
		return false
	})
}
