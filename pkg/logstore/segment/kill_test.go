package segment

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"agentconnector/pkg/logstore"
)

// Processes are killed while they append, rotate, compress and read: what a
// writer was told is in the log stays there, once, and no reader stumbles.

const (
	roleVar = "SEGMENT_TEST_ROLE"
	started = "started"
)

func TestMain(m *testing.M) {
	dir := os.Getenv("SEGMENT_TEST_DIR")
	if os.Getenv(roleVar) != "" {
		fmt.Println(started)
	}
	switch role := os.Getenv(roleVar); role {
	case "":
		os.Exit(m.Run())
	case "tender":
		for {
			_, _ = Tend(dir, Limits{}, time.Now())
		}
	case "reader":
		for {
			follow(dir)
		}
	default:
		for n := 0; ; n++ {
			var err error
			if n%4 == 3 { // two in one write
				err = logstore.AppendAll(dir, append(append(append(padded(role, n), '\n'), padded(role+"b", n)...), '\n'))
			} else {
				err = logstore.Append(dir, padded(role, n))
			}
			if err == nil {
				fmt.Printf("%s-%d\n", role, n)
				if n%4 == 3 {
					fmt.Printf("%sb-%d\n", role, n)
				}
			}
		}
	}
}

// padded is a record of a quarter of a megabyte: 32 fill a segment.
func padded(who string, n int) []byte {
	return fmt.Appendf(nil, `{"who":"%s-%d","pad":"%s"}`, who, n, strings.Repeat("x", 256<<10))
}

// follow reads what is new to the cursor, says whose records they are, and only
// then moves it.
func follow(dir string) {
	c, err := OpenCursor(dir, "follow")
	if err == nil {
		var who []string
		if _, err = c.Read(named(func(w string) { who = append(who, w) })); err == nil {
			for _, w := range who {
				fmt.Println(w)
			}
			err = c.Save()
		}
	}
	if err != nil {
		fmt.Println("error", err)
	}
}

// named reads as every reader of a log does: what is no JSON is torn, even if it
// begins and ends as a record, because a writer was killed in the middle of one
// and another, who had looked before, went on behind it. What is JSON must be
// whole.
func named(take func(who string)) func(line []byte) error {
	return func(line []byte) error {
		var r struct{ Who, Pad string }
		switch {
		case json.Unmarshal(line, &r) != nil:
			return ErrTorn
		case len(r.Pad) != 256<<10:
			take(fmt.Sprintf("error: cut: %.60s", line))
		default:
			take(r.Who)
		}
		return nil
	}
}

func TestKilledAtAnyTime(t *testing.T) {
	kills := 16
	if testing.Short() {
		kills = 8
	}
	dir := filepath.Join(t.TempDir(), "log")
	var mu sync.Mutex
	acked, followed := map[string]bool{}, map[string]bool{}
	var wg sync.WaitGroup
	for i := range kills {
		role := fmt.Sprintf("w%d", i)
		roles := map[string]map[string]bool{role: acked, "tender": {}, "reader": followed}
		for role, names := range roles {
			wg.Go(func() { lifetime(t, dir, role, &mu, names) })
		}
		if i%2 == 1 {
			wg.Wait()
		}
	}
	wg.Wait()

	seen := map[string]int{}
	st, err := Scan(dir, time.Time{}, named(func(who string) { seen[who]++ }))
	if err != nil || len(st.Damaged)+len(st.Gone) > 0 || st.Torn > int64(kills) {
		t.Errorf("%+v, %v", st, err)
	}
	c, err := OpenCursor(dir, "follow")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Read(named(func(who string) { followed[who] = true })); err != nil || c.Missed != 0 {
		t.Error(err, c.Missed)
	}
	for who := range acked {
		if seen[who] != 1 || !followed[who] {
			t.Errorf("%s is %d times in the log; followed: %v", who, seen[who], followed[who])
		}
	}
	for who, n := range seen {
		if n != 1 || strings.HasPrefix(who, "error") {
			t.Errorf("%s is %d times in the log", who, n)
		}
	}
	for who := range followed {
		if seen[who] == 0 {
			t.Errorf("the reader saw %s", who)
		}
	}
	segs, _ := logstore.Segments(dir)
	t.Logf("%d records, %d segments, %d torn lines after %d kills", len(seen), len(segs), st.Torn, 3*kills)
	if len(segs) == 0 && !testing.Short() {
		t.Error("nothing was rotated")
	}
}

// lifetime runs one process, kills it some milliseconds after it has started, a
// writer not before it has said some names, and notes the names that it has said
// in whole lines. On a busy machine it lives as long as that takes.
func lifetime(t *testing.T, dir, role string, mu *sync.Mutex, names map[string]bool) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), roleVar+"="+role, "SEGMENT_TEST_DIR="+dir)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Error(err)
		return
	}
	kill := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
	defer kill.Stop()
	said := 1 + rand.IntN(12)
	soon := time.Duration(rand.IntN(10_000)) * time.Microsecond
	if !strings.HasPrefix(role, "w") {
		said, soon = 1, time.Duration(20+rand.IntN(120))*time.Millisecond
	}
	in := bufio.NewReader(out)
	for n := 1; ; n++ {
		line, err := in.ReadString('\n')
		if err != nil {
			_, _ = io.Copy(io.Discard, out)
			break
		}
		if n == said {
			kill.Reset(soon)
		}
		if strings.HasPrefix(line, "error") {
			t.Error(role, line)
		}
		if line != started+"\n" {
			mu.Lock()
			names[strings.TrimSpace(line)] = true
			mu.Unlock()
		}
	}
	_ = cmd.Wait() // it was killed
}
