package hook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

func TestReadPayload(t *testing.T) {
	big := func(n int) string { return `{"a":"` + strings.Repeat("x", n-len(`{"a":""}`)) + `"}` }
	deep := func(n int) string { return `{"a":` + strings.Repeat("[", n-1) + strings.Repeat("]", n-1) + `}` }
	for _, c := range []struct {
		name, in, out string
		err           error
	}{
		{name: "object", in: `{"a":1}`, out: `{"a":1}`},
		{name: "white space and a byte order mark before, anything after", in: "\xef\xbb\xbf \r\n{\"a\":1}\n{\"b\":2} rest", out: `{"a":1}`},
		{name: "brackets and quotes in strings", in: `{"a":"}]\"{\\","b":[{}]}x`, out: `{"a":"}]\"{\\","b":[{}]}`},
		{name: "nothing", in: "", err: errEmpty},
		{name: "white space", in: " \n\t", err: errEmpty},
		{name: "an array", in: `[{"a":1}]`, err: errNotObject},
		{name: "a word", in: `hello`, err: errNotObject},
		{name: "NUL", in: "\x00{}", err: errNotObject},
		{name: "cut", in: `{"a":"b`, err: errCut},
		{name: "below the limit", in: big(maxPayload - 1), out: big(maxPayload - 1)},
		{name: "at the limit", in: big(maxPayload), out: big(maxPayload)},
		{name: "over the limit", in: big(maxPayload + 1), err: errTooBig},
		{name: "far over the limit", in: big(maxPayload * 2), err: errTooBig},
		{name: "over the limit and cut", in: big(maxPayload * 2)[:maxPayload+100], err: errTooBig},
		{name: "as deep as can be", in: deep(maxDepth), out: deep(maxDepth)},
		{name: "too deep", in: deep(maxDepth + 1), err: errTooDeep},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, err := readPayload(strings.NewReader(c.in), time.Minute)
			if !errors.Is(err, c.err) || string(b) != c.out {
				t.Fatalf("read %d bytes, error %v; expected %d bytes, error %v", len(b), err, len(c.out), c.err)
			}
		})
	}
}

// TestLimitsAreNamed: the messages say what the constants are.
func TestLimitsAreNamed(t *testing.T) {
	if errTooBig.Error() != fmt.Sprintf("payload over %d bytes", maxPayload) || errTooDeep.Error() != fmt.Sprintf("payload nested more than %d deep", maxDepth) {
		t.Error(errTooBig, errTooDeep)
	}
	if errBusy.Error() != fmt.Sprintf("more than %d requests at once", maxRunning+maxWaiting) {
		t.Error(errBusy)
	}
}

// TestReadStopsAtTheEnd: the reader never waits for more than the object.
func TestReadStopsAtTheEnd(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	go func() {
		for _, part := range []string{`{"a`, `":"\`, `"}`, `"}`} {
			io.WriteString(w, part)
		}
	}()
	b, err := readPayload(r, time.Minute)
	if err != nil || string(b) != `{"a":"\"}"}` {
		t.Fatalf("%q, %v", b, err)
	}
}

// TestReadGivesUp: a payload that does not become complete.
func TestReadGivesUp(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	go io.WriteString(w, `{"a":`)
	if _, err := readPayload(r, 20*time.Millisecond); !errors.Is(err, errSlow) {
		t.Fatal(err)
	}
}

// FuzzPayload: however the bytes arrive, the same object comes out; what comes
// out is a prefix of what went in; and a JSON object is always accepted whole.
func FuzzPayload(f *testing.F) {
	for _, s := range []string{`{}`, ` {"a":[1,{"b":"\"}"}]} x`, `{"a`, `[]`, "\xef\xbb\xbf{}", `{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}`, `{]`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		one, err1 := readObject(bytes.NewReader(in))
		slow, err2 := readObject(iotest.OneByteReader(bytes.NewReader(in)))
		if !bytes.Equal(one, slow) || (err1 == nil) != (err2 == nil) {
			t.Fatalf("%q (%v) and byte for byte %q (%v)", one, err1, slow, err2)
		}
		if err1 == nil && !bytes.Contains(in, one) {
			t.Fatalf("%q is no part of %q", one, in)
		}
		trimmed := bytes.TrimLeft(in, " \t\r\n")
		if json.Valid(in) && len(trimmed) > 0 && trimmed[0] == '{' {
			if err1 != nil || !bytes.Equal(bytes.TrimSpace(in), one) {
				t.Fatalf("%q: read %q, %v", in, one, err1)
			}
		}
		if o, err := parseObject(clean(one)); err == nil && err1 == nil {
			for _, h := range hosts(t) {
				ev := normalise(h, "acme", "PreToolUse", clean(one), o)
				if !json.Valid(encode(ev)) {
					t.Fatalf("event of %q is no JSON", one)
				}
			}
		}
	})
}
