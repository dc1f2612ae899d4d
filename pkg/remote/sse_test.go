package remote

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// parse reads a stream in chunks of so many bytes.
func parse(text string, step, limit int) (got []string, s events) {
	s.limit = limit
	for i := 0; i < len(text); i += step {
		s.feed([]byte(text[i:min(i+step, len(text))]), func(e event) {
			got = append(got, fmt.Sprintf("%s|%s|%s|%d", e.kind, e.data, e.tail, e.size))
		})
	}
	return got, s
}

func TestEvents(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"one":                          {"data: a\n\n", "|a||1"},
		"no space":                     {"data:a\n\n", "|a||1"},
		"two spaces":                   {"data:  a\n\n", "| a||2"},
		"several lines":                {"data: a\ndata: b\ndata\ndata:c\n\n", "|a\nb\n\nc||6"},
		"carriage returns":             {"data: a\r\n\r\ndata: b\r\rdata: c\n\n", "|a||1 |b||1 |c||1"},
		"comments and unknown fields":  {": ok\nx: y\nfoo\ndata: a\n:\n\n", "|a||1"},
		"kind":                         {"event: endpoint\ndata: /m\n\ndata: a\n\n", "endpoint|/m||2 |a||1"},
		"an id alone primes":           {"id: 7\ndata:\n\nid: 8\ndata: a\n\n", "|a||1"},
		"no end, no event":             {"data: a\n\ndata: b\n", "|a||1"},
		"byte order mark":              {"\ufeffdata: a\n\n", "|a||1"},
		"a mark inside is none":        {"data: a\n\n\ufeffdata: b\n\n", "|a||1"},
		"the kind ends with its event": {"event: x\n\ndata: a\n\n", "|a||1"},
	} {
		for step := 1; step < 9; step++ {
			if got, _ := parse(c.text, step, 0); strings.Join(got, " ") != c.want {
				t.Errorf("%s, in steps of %d: %q, want %q", name, step, got, c.want)
			}
		}
	}
}

func TestEventsRememberIDAndRetry(t *testing.T) {
	for text, want := range map[string]string{
		"id: 7\ndata:\n\n":       "7 0s",
		"id: 7\n":                " 0s", // the event is not over
		"id: 7\n\nid\n\n":        " 0s",
		"id: 7\n\nid: 8\x00\n\n": "7 0s",
		"retry: 500\n\n":         " 500ms",
		"retry: 5s\nretry:\nretry: +5\nid: a\n\n": "a 0s",
	} {
		_, s := parse(text, 3, 0)
		if got := s.id + " " + s.retry.String(); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// What is too long is known by its edges and its length, whoever cuts it how.
func TestEventsAtTheLimit(t *testing.T) {
	const limit = 2000
	for _, n := range []int{limit - 1, limit, limit + 1, limit + 600, 5 * limit} {
		data := strings.Repeat("x", n-7) + `"id":12`
		for _, step := range []int{1, 100, 1 << 20} {
			for name, text := range map[string]string{
				"one line": "data: " + data + "\n\n",
				"lines":    "data: " + data[:n/2] + "\ndata: " + data[n/2+1:] + "\n\n",
			} {
				want := data
				if name == "lines" {
					want = data[:n/2] + "\n" + data[n/2+1:]
				}
				var s events
				s.limit = limit
				count := 0
				for i := 0; i < len(text); i += step {
					s.feed([]byte(text[i:min(i+step, len(text))]), func(e event) {
						count++
						if e.size != int64(n) || !strings.HasPrefix(want, string(e.data)) || len(e.data) > limit+8 {
							t.Errorf("%s of %d in steps of %d: size %d, %d kept", name, n, step, e.size, len(e.data))
						}
						if whole := len(e.data) == n; whole != (e.tail == nil) || whole != (n <= limit) || !whole && !strings.HasSuffix(want, string(e.tail)) {
							t.Errorf("%s of %d in steps of %d: whole %v, tail %q", name, n, step, whole, e.tail)
						}
					})
				}
				if count != 1 {
					t.Errorf("%s of %d: %d events", name, n, count)
				}
			}
		}
	}
}

// However a stream is cut, the events are the same.
func FuzzEvents(f *testing.F) {
	f.Add([]byte("event: x\r\ndata: a\r\rdata: b\n\nid: 1\nretry: 5\n\n: c\n\n"), uint8(3), uint8(0))
	f.Add([]byte("\xef\xbb\xbfdata: aaaaaaaaaaaaaaaaaaaaaaaa\ndata: b\n\n"), uint8(1), uint8(9))
	f.Fuzz(func(t *testing.T, text []byte, size, limit uint8) {
		once, a := parse(string(text), max(1, len(text)), int(limit))
		parts, b := parse(string(text), int(size)%7+1, int(limit))
		if fmt.Sprint(once) != fmt.Sprint(parts) || a.id != b.id || a.retry != b.retry {
			t.Errorf("%q\n%q", once, parts)
		}
	})
}

func TestBigEventsDoNotHoldMemory(t *testing.T) {
	var s events
	s.feed([]byte("data: "), nil)
	s.feed(bytes.Repeat([]byte("x"), 4<<20), nil)
	s.feed([]byte("\n\n"), func(e event) {})
	if cap(s.line) > 2<<20 || cap(s.event.data) > 2<<20 {
		t.Errorf("%d and %d bytes are held", cap(s.line), cap(s.event.data))
	}
}
