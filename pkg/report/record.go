package report

import (
	"strconv"
	"strings"
	"unsafe"

	"agentconnector/pkg/scan"
	"agentconnector/pkg/wire"
)

// record is what the token report needs of a line of either log, read without
// encoding/json: a log has millions of lines. Its strings are parts of the line,
// and gone with it.
type record struct {
	schema, kind, connector, host, surface, tool, event string
	session, instance, project, confidence              string
	ts, in, out, tools, duration, handler, tokens       int64
	reply                                               int64
	isError, deferred, misfit                           bool
	line                                                scan.JSON
	see                                                 func(key wire.Raw) bool
}

// read takes a line apart. Not ok: it is no JSON object. A field of another type
// than it should have makes the record none of ours.
func (r *record) read(line []byte) (ok bool) {
	*r = record{line: scan.New(line), see: r.see}
	if r.see == nil {
		r.see = r.member // once, since it takes memory
	}
	return r.line.Peek() == '{' && r.line.Each(r.see) && r.line.End()
}

// member takes one field. As with encoding/json, null leaves it as it is.
func (r *record) member(key wire.Raw) bool {
	name := view(key[1 : len(key)-1])
	if !r.line.Bare() {
		name, _ = scan.Text(key)
	}
	v, ok := r.line.Take()
	if ok {
		r.field(name, v)
	}
	return ok
}

func (r *record) field(name string, v wire.Raw) {
	switch name {
	case "schema":
		r.text(&r.schema, v)
	case "kind":
		r.text(&r.kind, v)
	case "connector":
		r.text(&r.connector, v)
	case "host":
		r.text(&r.host, v)
	case "surface":
		r.text(&r.surface, v)
	case "tool":
		r.text(&r.tool, v)
	case "event":
		r.text(&r.event, v)
	case "session_id":
		r.text(&r.session, v)
	case "instance":
		r.text(&r.instance, v)
	case "project_key":
		r.text(&r.project, v)
	case "confidence":
		r.text(&r.confidence, v)
	case "ts":
		r.number(&r.ts, v)
	case "input_tokens":
		r.number(&r.in, v)
	case "output_tokens":
		r.number(&r.out, v)
	case "tools":
		r.number(&r.tools, v)
	case "duration_ms":
		r.number(&r.duration, v)
	case "handler_ms":
		r.number(&r.handler, v)
	case "tokens":
		r.number(&r.tokens, v)
	case "reply_bytes":
		r.number(&r.reply, v)
	case "is_error":
		r.flag(&r.isError, v)
	case "deferred":
		r.flag(&r.deferred, v)
	}
}

// view is the bytes as a string, as long as they stay.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

func (r *record) text(to *string, v wire.Raw) {
	if v[0] == '"' && r.line.Bare() {
		*to = view(v[1 : len(v)-1])
		return
	}
	s, ok := scan.Text(v)
	if ok {
		*to = s
	} else if v[0] != 'n' {
		r.misfit = true
	}
}

// most is more than was ever counted: sums of such numbers stay numbers.
const most = 1 << 50

func (r *record) number(to *int64, v wire.Raw) {
	n, err := strconv.ParseInt(view(v), 10, 64)
	if err == nil && 0 <= n && n <= most {
		*to = n
	} else if v[0] != 'n' {
		r.misfit = true
	}
}

func (r *record) flag(to *bool, v wire.Raw) {
	switch v[0] {
	case 't', 'f':
		*to = v[0] == 't'
	case 'n':
	default:
		r.misfit = true
	}
}

// is says whether the record is one of that schema. What counts as the same
// version is for wire to say; nearly always it is this very name.
func (r *record) is(schema string) bool {
	return !r.misfit && (r.schema == schema || wire.Check(strings.Clone(r.schema), schema) == nil)
}
