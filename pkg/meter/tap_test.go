package meter

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"agentconnector/pkg/wire"
)

// rig is a tap whose meter has not begun yet.
func rig() (tap *Tap, records *[]wire.Measure) {
	records = &[]wire.Measure{}
	m := NewMeter(Labels{Defs: true}, epoch, func(r wire.Measure) { *records = append(*records, r) })
	return newTap(func() time.Time { return epoch }, m), records
}

// stream is one read of a pump.
func stream(tap *Tap, dir Dir, s string) {
	c, _ := ReadChunk(strings.NewReader(s))
	tap.Stream(dir, c).Done()
	c.Release()
}

// catchUp lets the meter take all that is queued.
func catchUp(tap *Tap) {
	go tap.run()
	for tap.queued.Load() > 0 {
		time.Sleep(time.Millisecond)
	}
}

// A message that is too long to be kept is still known by its edges: a request
// and its answer meet, and their tokens are estimated.
func TestAnOverlongMessageIsEstimated(t *testing.T) {
	for name, c := range map[string]struct{ request, answer string }{
		"an answer":              {callA[2:], `{"id":1,"result":{"content":[{"type":"text","text":"` + pad(17<<20) + `"}]}}`},
		"an answer, its id last": {callA[2:], `{"result":{"content":[{"type":"text","text":"` + pad(17<<20) + `"}]},"jsonrpc":"2.0","id":1}`},
		"a request":              {`{"id":1,"method":"tools/call","params":{"name":"a","arguments":{"x":"` + pad(17<<20) + `"}}}`, answerA[2:]},
		"a request, its id last": {`{"method":"tools/call","params":{"name":"a","arguments":{"x":"` + pad(17<<20) + `"}},"jsonrpc":"2.0","id":1}`, answerA[2:]},
	} {
		tap, records := rig()
		go tap.run()
		for dir, s := range []string{c.request + "\n", c.answer + "\n"} {
			for i := 0; i < len(s); i += 64 << 10 {
				stream(tap, Dir(dir), s[i:min(i+64<<10, len(s))])
				for tap.queued.Load() > 1<<20 {
					time.Sleep(time.Millisecond)
				}
			}
		}
		tap.Close()
		r := (*records)[0]
		big := max(len(c.request), len(c.answer)) / 4
		if len(*records) != 2 || r.Kind != wire.KindCall || r.Tool != "a" || r.Confidence != wire.Heuristic || r.Dropped != 1 || r.IsError ||
			max(r.InputTokens, r.OutputTokens) != int64(big+1) && max(r.InputTokens, r.OutputTokens) != int64(big) ||
			r.InputBytes != int64(len(c.request)) || r.OutputBytes != int64(len(c.answer)) {
			t.Errorf("%s: %+v", name, *records)
		}
	}
}

func pad(n int) string { return strings.Repeat("x", n) }

// With a full queue the messages are known by their edges, and with a queue that
// is full of these by their bytes. Nobody waits: See returns.
func TestAFullQueueKeepsEdgesThenBytes(t *testing.T) {
	tap, records := rig()
	const calls = 20000
	var sent [2]int64
	send := func(dir Dir, s string) {
		sent[dir] += int64(len(s)) + 1
		stream(tap, dir, s+"\n")
	}
	for i := range calls { // nobody takes anything yet
		send(ToServer, fmt.Sprintf(`{"id":%d,"method":"tools/call","params":{"name":"a","arguments":{}}}`, i))
		send(ToClient, fmt.Sprintf(`{"id":%d,"result":{"content":[{"type":"text","text":"%s"}]}}`, i, pad(3000)))
	}
	if !tap.Waiting() {
		t.Error("nothing waits, with a full queue")
	}
	catchUp(tap)
	send(ToClient, "rest of a torn line")
	send(ToServer, callA[2:])
	send(ToClient, answerA[2:])
	if !tap.Close() {
		t.Fatal("did not end")
	}
	var exact, estimated, dropped, guessed int64
	last := len(*records) - 1
	for _, r := range (*records)[:last] {
		dropped += r.Dropped
		switch {
		case r.Method == other: // what was not read, estimated as a whole
			guessed += r.InputTokens + r.OutputTokens
		case r.Kind != wire.KindCall || r.Tool != "a" || r.IsError:
			t.Fatalf("%+v", r)
		case r.Confidence == wire.Heuristic:
			estimated++
		default:
			exact++
		}
	}
	if exact < 1000 || estimated < 1000 || exact+estimated >= calls || dropped == 0 || guessed < 1<<20 {
		t.Errorf("%d exact, %d estimated, %d dropped, %d tokens guessed", exact, estimated, dropped, guessed)
	}
	if s := (*records)[last]; s.InputBytes != sent[ToServer] || s.OutputBytes != sent[ToClient] || s.Confidence != wire.Heuristic {
		t.Errorf("%+v, sent %v", s, sent)
	}
}

// A transport that knows whole messages may hand them over from anywhere, and
// two clients may use the same id at the same time.
func TestMessagesOfManySessions(t *testing.T) {
	tap, records := rig()
	send := func(dir Dir, session, exchange, line string) {
		m := whole(epoch, dir, line)
		m.Session, m.Exchange = session, exchange
		tap.Message(m)
	}
	hello := func(client string) string {
		return `{"id":0,"method":"initialize","params":{"clientInfo":{"name":"` + client + `","version":"1"}}}`
	}
	send(ToServer, "s", "", hello("claude-code"))
	send(ToServer, "t", "", hello("codex"))
	send(ToServer, "s", "", callA[2:])
	send(ToServer, "t", "", `{"id":1,"method":"tools/call","params":{"name":"b"}}`)
	send(ToServer, "", "e1", `{"id":1,"method":"tools/call","params":{"name":"c"}}`)
	send(ToServer, "", "e2", `{"id":1,"method":"tools/call","params":{"name":"d"}}`)
	send(ToClient, "", "e1", `{"id":1,"result":{"content":[]}}`)
	send(ToClient, "t", "", answerA[2:])
	send(ToClient, "s", "", `{"id":1,"error":{"code":-5}}`)
	tap.Gone("", "e2")
	tap.Bytes(ToClient, 7)
	tap.Gone("t", "")
	go tap.run()
	tap.Close()
	want := "call tools/call c 0/0\ncall tools/call b 0/2\ncall tools/call a 1/0 -5\ncall tools/call d 0/0 no_response\n" +
		"request initialize  0/0 no_response\nrequest initialize  0/0 no_response"
	last := len(*records) - 1
	if got := brief((*records)[:last]); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if r := *records; r[1].Client != "codex/1" || r[1].Confidence != wire.Exact || r[2].Client != "claude-code/1" || r[2].Confidence != wire.Approx {
		t.Errorf("%+v", r[1:3])
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
