package meter

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agentconnector/pkg/jsonl"
	"agentconnector/pkg/mcp"
	"agentconnector/pkg/wire"
)

var update = flag.Bool("update", false, "rewrite the golden records")

// replay feeds a recorded session to a meter, in chunks as they were read.
func replay(t *testing.T, file string) (records []byte) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	at := time.UnixMilli(1_700_000_000_000)
	start := at
	m := NewMeter(Labels{Connector: "golden", Defs: true}, start, func(r wire.Measure) {
		line, err := jsonl.Encode(r)
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, line...)
	})
	tap := newTap(nil, m)
	var in [2]mcp.Lines
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		var e struct {
			T   int64  `json:"t_us"`
			Dir string `json:"dir"`
			Raw string `json:"raw"`
		}
		if err := json.Unmarshal(sc.Bytes(), &e); err != nil {
			t.Fatal(err)
		}
		at = start.Add(time.Duration(e.T) * time.Microsecond)
		switch e.Dir {
		case "c2s":
			tap.take(&in, streamed(ToServer, at, e.Raw))
		case "s2c":
			tap.take(&in, streamed(ToClient, at, e.Raw))
		}
	}
	m.Close(at)
	return records
}

func streamed(dir Dir, at time.Time, s string) item {
	return item{Message: Message{Dir: dir, At: at}, chunk: &Chunk{buf: []byte(s), n: len(s)}, weight: int64(len(s))}
}

// The transcripts are of real programs (Go SDK 1.8.0, TypeScript SDK 1.32),
// recorded by a tap between a client and a server.
func TestRecordsOfRealSessions(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.ndjson")
	if len(files) < 5 {
		t.Fatal(files)
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			got := replay(t, f)
			golden := strings.TrimSuffix(f, ".ndjson") + ".golden"
			if *update {
				if err := os.WriteFile(golden, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("records differ from %s:\n%s", golden, got)
			}
		})
	}
}
