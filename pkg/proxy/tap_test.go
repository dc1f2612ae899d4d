package proxy

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"agentconnector/pkg/wire"
)

// However the traffic is cut into reads, the lines are the same.
func FuzzLines(f *testing.F) {
	f.Add([]byte("a\nbc\r\n\n{}\ntail"), uint8(2))
	f.Add([]byte("\n\n\r\n"), uint8(1))
	f.Fuzz(func(t *testing.T, text []byte, size uint8) {
		var got, want [][]byte
		keep := func(l []byte) { got = append(got, bytes.Clone(l)) }
		var l lines
		step := int(size)%7 + 1
		for i := 0; i < len(text); i += step {
			l.feed(text[i:min(i+step, len(text))], keep, func(int64) { t.Error("a part") })
		}
		for line := range bytes.Lines(text) {
			if body, ok := bytes.CutSuffix(line, []byte("\n")); ok {
				want = append(want, trimCR(body))
			}
		}
		if !bytes.Equal(bytes.Join(got, []byte("|")), bytes.Join(want, []byte("|"))) || len(got) != len(want) {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

func TestLinesAtTheLimit(t *testing.T) {
	for _, n := range []int{maxLine - 1, maxLine, maxLine + 1} {
		var l lines
		var whole, part int64
		text := append(bytes.Repeat([]byte("x"), n), "\nnext\n"...)
		for len(text) > 0 {
			k := min(chunkSize, len(text))
			l.feed(text[:k], func(line []byte) { whole = max(whole, int64(len(line))) }, func(size int64) { part = size })
			text = text[k:]
		}
		if n <= maxLine && (whole != int64(n) || part != 0) || n > maxLine && (whole != 4 || part != int64(n)) {
			t.Errorf("line of %d: whole %d, part %d", n, whole, part)
		}
	}
}

// An answer that is too long to be kept is still the answer.
func TestAnOverlongAnswerIsCountedInBytes(t *testing.T) {
	var records []wire.Measure
	m := NewMeter(wire.Measure{}, "", epoch, func(r wire.Measure) { records = append(records, r) })
	m.Line(epoch, ToServer, []byte(callA[2:]))
	m.Uncounted(epoch.Add(time.Second), ToClient, 20<<20)
	m.Close(epoch)
	r := records[0]
	if r.Kind != kindCall || r.OutputBytes != 20<<20 || r.OutputTokens != 5<<20 || r.Confidence != wire.Heuristic || r.Dropped != 1 || r.IsError {
		t.Errorf("%+v", r)
	}
}

// A tap whose meter does not keep up takes what fits and counts the rest. The
// traffic never waits for it: See returns.
func TestAFullQueueDropsAndCounts(t *testing.T) {
	var records []wire.Measure
	m := NewMeter(wire.Measure{}, "", epoch, func(r wire.Measure) { records = append(records, r) })
	now := func() time.Time { return epoch }
	tap := &Tap{now: now, meter: m, queue: make(chan chunk, maxChunks), end: make(chan struct{}), done: make(chan struct{})}
	line := []byte(strings.Repeat("x", 1<<20-1) + "\n")
	for range 40 { // nobody takes anything yet
		tap.See(ToClient, line)
	}
	if tap.queued.Load() > maxQueued || tap.gaps[ToClient] != (gap{8 << 20, 8}) {
		t.Fatalf("queued %d, gap %+v", tap.queued.Load(), tap.gaps[ToClient])
	}
	if !tap.Waiting() {
		t.Error("nothing waits, with a full queue")
	}
	go tap.run()
	for tap.queued.Load() > 0 {
		time.Sleep(time.Millisecond)
	}
	tap.See(ToClient, []byte("rest of a torn line\n"))
	tap.See(ToServer, []byte(callA[2:]+"\n"))
	tap.See(ToClient, []byte(answerA[2:]+"\n"))
	if !tap.Close() {
		t.Fatal("did not end")
	}
	if len(records) != 2 || records[0].Kind != kindCall || records[0].OutputTokens != 2 || records[0].Dropped != 9 {
		t.Errorf("%+v", records)
	}
	if s := records[1]; s.OutputBytes != 40<<20+int64(len(answerA)-1+len("rest of a torn line\n")) || s.Confidence != wire.Heuristic {
		t.Errorf("%+v", s)
	}
}

// In a hurry the vocabulary is left alone.
func TestInAHurryCountsAreHeuristic(t *testing.T) {
	var c counter
	c.hurry.Store(true)
	var r wire.Measure
	if n := c.text(&r, "openai", "hello world"); n != 3 || r.Confidence != wire.Heuristic || len(c.encs) != 0 {
		t.Errorf("%d %s", n, r.Confidence)
	}
}

func TestOneHugeTextIsSampled(t *testing.T) {
	var c counter
	var r wire.Measure
	n := c.text(&r, "openai", strings.Repeat("hello world ", 1<<20))
	if n < 2<<20 || n > 3<<20 || r.Confidence != wire.Heuristic {
		t.Errorf("%d %s", n, r.Confidence)
	}
}

func TestDirectionsAreNamedAsInTheRecords(t *testing.T) {
	if s := fmt.Sprint(ToServer, ToClient, ToServer.other()); s != "c2s s2c s2c" {
		t.Error(s)
	}
}
