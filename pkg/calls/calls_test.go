package calls

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/wire"
)

const t0 = int64(1_796_000_000_000)

// event reads the short form of one: seconds, event, and what else is said of it.
func event(t *testing.T, text string) *wire.Event {
	t.Helper()
	e := &wire.Event{Host: "claude-code", SessionID: "s", Connector: "observe", Tool: "Bash", Meta: &wire.EventMeta{}}
	var sec float64
	words := strings.Fields(text)
	if _, err := fmt.Sscan(words[0], &sec); err != nil {
		t.Fatal(text, err)
	}
	e.TS = t0 + int64(sec*1000)
	e.Event = map[string]string{"pre": wire.PreToolUse, "post": wire.PostToolUse, "fail": wire.PostToolUseFailure, "ask": wire.PermissionRequest,
		"denied": permissionDenied, "end": wire.SessionEnd, "stop": wire.Stop}[words[1]]
	if e.Event == "" {
		t.Fatal(text)
	}
	e.NativeEvent = e.Event
	for _, w := range words[2:] {
		k, v, _ := strings.Cut(w, "=")
		switch k {
		case "id":
			e.ToolUseID = v
		case "in":
			e.InputHash, e.InputBytes = v, 1
		case "by":
			e.Connector = v
		case "s":
			e.SessionID = v
		case "host":
			e.Host = v
		case "tool":
			e.Tool = v
		case "native":
			e.NativeEvent = v
		case "decision":
			e.Decision = v
		case "degraded":
			e.Degraded = v
		case "type":
			e.ErrorType = v
		case "ms":
			_, _ = fmt.Sscan(v, &e.DurationMS)
		case "cmd":
			e.Meta.Command = v
		case "bare":
			e.Meta = nil
		default:
			t.Fatal(text)
		}
	}
	e.IsError = e.Event == wire.PostToolUseFailure
	return e
}

// word is a call as the tests want it: its name, how it ended and how long it took.
func word(c *Call) string {
	s := c.ToolUseID + c.InputHash
	switch {
	case c.Error != "":
		s += " " + c.Error
	case c.Success && c.Untold:
		s += " success?"
	case c.Success:
		s += " success"
	default:
		s += " failure"
	}
	if c.Timed {
		s += fmt.Sprintf(" %d", c.Duration)
	}
	return s
}

// run gives what becomes of a log for who follows it, and for who asks so many
// seconds later how things stand.
func run(t *testing.T, lines string, later int64) (followed, stands []string) {
	p := New()
	for l := range strings.SplitSeq(strings.TrimSpace(lines), "\n") {
		if _, c := p.Add(event(t, l)); c != nil {
			followed = append(followed, word(c))
		}
	}
	stands = slices.Clone(followed)
	for _, c := range p.Given(0) {
		followed = append(followed, word(c))
		stands = append(stands, word(c))
	}
	for _, c := range p.Now(t0 + later*1000) {
		stands = append(stands, word(c))
	}
	return followed, stands
}

func TestCalls(t *testing.T) {
	for name, c := range map[string]struct {
		log    string
		later  int64
		ended  string // as the log is read
		stands string // so many seconds later, beside these
	}{
		"by id, in any order":                 {"0 pre id=a\n1 pre id=b\n2 post id=b\n5 fail id=a", 9, "b success 1000, a failure 5000", ""},
		"the host's own time counts":          {"0 pre id=a\n9 post id=a ms=120", 9, "a success 120", ""},
		"a call of more than a minute is one": {"0 pre id=a\n61 post id=a", 70, "a success 61000", ""},
		"of two hours, too":                   {"0 pre id=a\n3000 stop\n6000 stop\n7200 post id=a", 7300, "a success 7200000", ""},
		"without an id, in their order":       {"0 pre in=x\n1 pre in=y\n2 post in=y\n3 post in=x", 9, "y success 1000, x success 3000", ""},
		"the same input twice":                {"0 pre in=x\n10 pre in=x\n12 post in=x\n13 fail in=x", 99, "x success 12000, x failure 3000", ""},
		"behind a call no input is told":      {"0 pre in=x\n1 pre in=y\n2 post\n4 fail", 9, "x success 2000, y failure 3000", ""},
		"the sessions are apart":              {"0 pre in=x s=1\n1 pre in=x s=2\n2 post in=x s=2\n9 fail in=x s=1", 9, "x success 1000, x failure 9000", ""},
		"ids are of their session":            {"0 pre id=3 s=1\n1 pre id=3 s=2\n2 fail id=3 s=1\n3 post id=3 s=2", 9, "3 failure 2000, 3 success 2000", ""},
		"each connector tells of it":          {"0 pre id=a by=x bare\n0.1 pre id=a by=y\n2 post id=a by=y\n2.1 post id=a by=x", 9, "a success 2000", ""},
		"each connector, without ids":         {"0 pre in=a by=x\n0.1 pre in=a by=y\n1 pre in=a by=y\n1.1 pre in=a by=x\n2 post in=a by=y\n2 post in=a by=x\n3 fail in=a by=x\n3.2 fail in=a by=y", 9, "a success 2000, a failure 2000", ""},
		"one that tells only behind":          {"0 pre in=a by=x\n2 post in=a by=x\n2.2 post in=a by=y", 9, "a success 2000", ""},
		"behind twice":                        {"0 pre id=a\n1 post id=a\n70 post id=a\n80 fail id=a", 99, "a success 1000", ""},
		"nothing was said before":             {"0 post id=a ms=7\n1 post id=b\n2 post in=c", 9, "a success 7, b success, c success", ""},
		"said before, but told behind it":     {"1 post id=a\n0 pre id=a", 99, "a success", ""},
		"the id comes again":                  {"0 pre id=3\n1 post id=3\n20 pre id=3\n22 fail id=3", 99, "3 success 1000, 3 failure 2000", ""},
		"interrupted":                         {"0 pre id=a\n1 fail id=a type=interrupted", 9, "a interrupted 1000", ""},
		"denied by the host":                  {"0 pre id=a\n1 ask id=a\n2 denied id=a\n3 fail id=a", 9, "a denied", ""},
		"running":                             {"0 pre id=a", 59, "", ""},
		"no word for a minute":                {"0 pre id=a", 60, "", "a timeout"},
		"asked, and no word":                  {"0 pre id=a\n1 ask id=a", 299, "", ""},
		"asked, and rejected":                 {"0 pre id=a\n1 ask id=a", 300, "", "a rejected"},
		"asked without an id, and rejected":   {"0 pre id=a\n1 ask", 300, "", "a rejected"},
		"asked, and allowed":                  {"0 pre id=a\n1 ask id=a\n200 post id=a", 300, "a success 200000", ""},
		"a hook asks":                         {"0 pre id=a decision=ask", 300, "", "a rejected"},
		"a hook denies":                       {"0 pre id=a decision=deny", 0, "", "a hook_blocked"},
		"a hook denies in vain":               {"0 pre id=a decision=deny\n1 post id=a", 9, "a success 1000", ""},
		"the host cannot be denied":           {"0 pre id=a decision=deny degraded=deny", 70, "", "a timeout"},
		"one of two hooks denies":             {"0 pre id=a decision=allow by=x\n0 pre id=a decision=deny by=y", 0, "", "a hook_blocked"},
		"asked, and a hook denies":            {"0 pre id=a\n1 ask id=a decision=deny", 9, "", "a hook_blocked"},
		"a permission of nothing":             {"0 ask id=a\n1 denied id=b", 999, "", ""},
		"nothing comes behind":                {"0 pre in=a host=crush", 0, "a success?", ""},
		"what is told of a file":              {"0 pre in=a host=cursor tool=Read native=beforeReadFile", 0, "a success?", ""},
		"a host that does not tell":           {"0 pre in=a host=windsurf native=pre_run_command\n1 post in=a host=windsurf native=post_run_command", 9, "a success? 1000", ""},
	} {
		followed, stands := run(t, c.log, c.later)
		if got := strings.Join(followed, ", "); got != c.ended {
			t.Errorf("%s:\n got %q\nwant %q", name, got, c.ended)
		}
		if got := strings.Join(stands[len(followed):], ", "); got != c.stands {
			t.Errorf("%s, later:\n got %q\nwant %q", name, got, c.stands)
		}
	}
}

// TestGivenUp: who follows waits for the end of the session, not for a minute.
func TestGivenUp(t *testing.T) {
	for name, c := range map[string]struct {
		log   string
		given map[int64]string // seconds: what is given up until then
	}{
		"its host is silent":      {"0 pre id=a", map[int64]string{3599: "", 3600: "a timeout"}},
		"its host is heard":       {"0 pre id=a\n3000 stop", map[int64]string{6599: "", 6600: "a timeout"}},
		"the session has ended":   {"0 pre id=a\n1 ask id=a\n10 end", map[int64]string{69: "", 70: "a rejected"}},
		"another one has":         {"0 pre id=a\n10 end s=2", map[int64]string{3599: "", 3600: "a timeout"}},
		"a hook has denied":       {"0 pre id=a decision=deny", map[int64]string{9: "", 10: "a hook_blocked"}},
		"a day is over":           {"0 pre id=a\n86000 stop", map[int64]string{86399: "", 86400: "a timeout"}},
		"late, after it was lost": {"0 pre id=a\n10 end", map[int64]string{70: "a timeout"}},
	} {
		for at, want := range c.given {
			p := New()
			for l := range strings.SplitSeq(c.log, "\n") {
				p.Add(event(t, l))
			}
			var got []string
			for _, c := range p.Given(t0 + at*1000) {
				got = append(got, word(c))
			}
			if strings.Join(got, ", ") != want {
				t.Errorf("%s, after %d s: %q, expected %q", name, at, got, want)
			}
			if _, c := p.Add(event(t, fmt.Sprintf("%d post id=a", at+1))); (c == nil) != (want != "") {
				t.Errorf("%s, after %d s: what comes behind is %v", name, at, c)
			}
		}
	}
}

// TestBegan: what begins is told once, as soon as there is something to tell.
func TestBegan(t *testing.T) {
	p := New()
	var got []string
	for _, l := range []string{"0 pre id=a by=x bare", "0 pre id=a by=y cmd=ls", "1 post id=a by=x bare", "2 pre id=b by=x bare", "3 post id=b by=x bare", "4 post id=c cmd=w"} {
		if c, _ := p.Add(event(t, l)); c != nil {
			got = append(got, c.ToolUseID)
			if c.ToolUseID != "b" && c.Meta == nil {
				t.Errorf("%s begins without a word", c.ToolUseID)
			}
		}
	}
	if s := strings.Join(got, ""); s != "abc" {
		t.Errorf("began: %s", s)
	}
}

// TestMergedMeta: what was told before stays where behind it no input is told.
func TestMergedMeta(t *testing.T) {
	code := int64(2)
	a, b := &wire.EventMeta{Command: "ls", Simhash: "1"}, &wire.EventMeta{ExitCode: &code}
	if m := merged(a, b, false); m.Command != "ls" || m.ExitCode != &code || b.Command != "" {
		t.Errorf("%+v", m)
	}
	if m := merged(a, b, true); m != b {
		t.Errorf("%+v", m)
	}
}

// sessionLog is a log of many sessions at once, as several connectors tell it, with
// calls that end late, fail, or are never heard of again. Want is how many calls.
func sessionLog(seed uint64, n int) (log []*wire.Event, want int) {
	rnd := rand.New(rand.NewPCG(seed, 7))
	at := t0
	var running []wire.Event
	for i := range n {
		at += rnd.Int64N(3000)
		if len(running) > 0 && rnd.IntN(2) == 0 {
			k := rnd.IntN(len(running))
			e := running[k]
			running = slices.Delete(running, k, k+1)
			e.Event, e.TS, e.IsError = wire.PostToolUse, at, rnd.IntN(5) == 0
			for range 1 + rnd.IntN(2) { // twice, too
				copied := e
				log = append(log, &copied)
			}
			continue
		}
		want++
		e := wire.Event{Host: "codex", SessionID: fmt.Sprint(rnd.IntN(5)), Connector: "observe", Event: wire.PreToolUse, TS: at, Tool: "Bash", ToolUseID: fmt.Sprint("t", i), Meta: &wire.EventMeta{}}
		first := e
		log = append(log, &first)
		if rnd.IntN(3) == 0 {
			second := e
			second.Connector = "acme"
			log = append(log, &second)
		}
		if rnd.IntN(20) > 0 {
			running = append(running, e)
		}
	}
	return log, want
}

// TestAnyStopLosesNothing: a follower that is stopped at any place and goes on from
// what it has saved tells each call once, and the same as one that was never stopped.
func TestAnyStopLosesNothing(t *testing.T) {
	for seed := range uint64(8) {
		log, want := sessionLog(seed, 400)
		end := log[len(log)-1].TS + 30*longest
		var whole []string
		p := New()
		for _, e := range log {
			if _, c := p.Add(e); c != nil {
				whole = append(whole, word(c))
			}
		}
		for _, c := range p.Given(end) {
			whole = append(whole, word(c))
		}
		if len(whole) != want {
			t.Fatalf("seed %d: %d calls, expected %d", seed, len(whole), want)
		}
		rnd := rand.New(rand.NewPCG(seed, 9))
		var got []string
		p = New()
		for _, e := range log {
			if rnd.IntN(10) == 0 {
				b, err := p.Save()
				if err != nil {
					t.Fatal(err)
				}
				for _, c := range p.Given(0) {
					got = append(got, word(c))
				}
				p = New()
				if err := p.Restore(b); err != nil {
					t.Fatal(err)
				}
			}
			copied := *e
			if _, c := p.Add(&copied); c != nil {
				got = append(got, word(c))
			}
		}
		for _, c := range p.Given(end) {
			got = append(got, word(c))
		}
		slices.Sort(got)
		slices.Sort(whole)
		if !slices.Equal(got, whole) {
			t.Errorf("seed %d:\n got %v\nwant %v", seed, got, whole)
		}
	}
}

// TestMemoryIsOfWhatIsOpen: a hundred thousand calls that nobody ends are bounded.
func TestMemoryIsOfWhatIsOpen(t *testing.T) {
	p := New()
	n := 0
	for i := range 100_000 {
		p.Add(&wire.Event{Host: "codex", SessionID: "s", Event: wire.PreToolUse, TS: t0 + int64(i), Tool: "Bash", ToolUseID: fmt.Sprint(i)})
		n += len(p.Given(0))
	}
	if open := len(p.order); open > maxOpen+2*sweepEach || n+open != 100_000 {
		t.Errorf("%d are open, %d given up", open, n)
	}
}
