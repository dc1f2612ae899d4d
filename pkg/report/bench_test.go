package report

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agentconnector/pkg/logstore/segment"
)

// BenchmarkReport folds a compressed log of 100,000 records.
func BenchmarkReport(b *testing.B) {
	dir := b.TempDir()
	var s strings.Builder
	for n := range 100_000 {
		fmt.Fprintf(&s, `{"schema":"ac.measure/v1","ts":%d,"connector":"connector-%d","host":"claude-code","scope":"user","surface":"server","kind":"call","method":"tools/call","tool":"tool_number_%d","direction":"c2s","instance":"%016x","tool_use_id":"toolu_%024x","project_key":"%016x","client":"claude-code/2.1.34","protocol":"2025-11-25","input_tokens":%d,"output_tokens":%d,"input_bytes":%d,"output_bytes":%d,"confidence":"tokenizer-approx","duration_ms":%d,"overhead_us":%d}`+"\n",
			1_796_000_000_000+n*850, n%20, n%23, n/1000, n*7919, n%30, n%97, n%1301, n%700, n%9001, n%211, n%40)
	}
	if err := os.WriteFile(filepath.Join(dir, "2026-11-28-0001.ndjson"), []byte(s.String()), 0o600); err != nil {
		b.Fatal(err)
	}
	if err := segment.Compress(dir); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(s.Len()))
	for b.Loop() {
		t := NewTokens(ByTool, time.UTC)
		if _, err := t.Measures(dir, Filter{}); err != nil {
			b.Fatal(err)
		}
	}
}
