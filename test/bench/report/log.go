package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"

	"agentconnector/pkg/jsonl"
	"agentconnector/pkg/logstore"
	"agentconnector/pkg/logstore/segment"
	"agentconnector/pkg/wire"
)

// segments is how many files the log has.
const segments = 10

// generate makes the log and compresses it, and says how much text it was.
func (c *report) generate(log string, records int) (plain int64, err error) {
	if err := os.MkdirAll(log, 0o700); err != nil {
		return 0, err
	}
	rnd := rand.New(rand.NewPCG(8, 4))
	at := int64(1_796_000_000_000)
	record := c.record
	if record == nil {
		record = (&agents{}).event
	}
	for s := range segments {
		n := records / segments
		if s < records%segments {
			n++
		}
		name := fmt.Sprintf("2026-11-%02d-0001%s", 11+s, logstore.Plain)
		size, err := fill(filepath.Join(log, name), n, rnd, &at, record)
		if err != nil {
			return 0, err
		}
		plain += size
	}
	return plain, segment.Compress(log)
}

func fill(path string, n int, rnd *rand.Rand, at *int64, record func(*rand.Rand, *int64) any) (size int64, err error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	for range n {
		line, err := jsonl.Encode(record(rnd, at))
		if err != nil {
			return 0, err
		}
		size += int64(len(line))
		if _, err := w.Write(line); err != nil {
			return 0, err
		}
	}
	return size, w.Flush()
}

var (
	hosts    = []string{"claude-code", "codex", "cursor", "gemini-cli", "opencode"}
	families = []string{wire.Exact, wire.Approx, wire.Approx, wire.Heuristic}
)

// measure is the next record: one of 400 tools of 20 connectors, used from 5
// hosts in 30 projects. Sizes and times are spread as they are in use: most
// small, some large.
func measure(rnd *rand.Rand, at *int64) wire.Measure {
	*at += rnd.Int64N(1700)
	connector := rnd.IntN(20)
	host := rnd.IntN(len(hosts))
	in, out, ms := long(rnd, 40), long(rnd, 600), long(rnd, 80)
	m := wire.Measure{
		Schema: wire.SchemaMeasure, TS: *at, Connector: fmt.Sprintf("connector-%d", connector), Host: hosts[host], Scope: "user",
		Surface: wire.Server, Kind: wire.KindCall, Method: "tools/call", Tool: fmt.Sprintf("tool_number_%d", rnd.IntN(20)), Direction: "c2s",
		Instance: fmt.Sprintf("%016x", *at/3_600_000*7919+int64(connector)), ProjectKey: fmt.Sprintf("%016x", 7919*(1+rnd.IntN(30))),
		ToolUseID: fmt.Sprintf("toolu_%024x", rnd.Uint64()), Client: hosts[host] + "/2.1.34", Protocol: "2025-11-25",
		InputTokens: in, OutputTokens: out, InputBytes: in*4 + 120, OutputBytes: out*4 + 90,
		Confidence: families[rnd.IntN(len(families))], DurationMS: ms, OverheadUS: 20 + rnd.Int64N(30),
	}
	if rnd.IntN(50) == 0 {
		m.IsError, m.ErrorType = true, "tool_error"
	}
	return m
}

// long is a number around typical, now and then many times that.
func long(rnd *rand.Rand, typical int64) int64 {
	return int64(rnd.ExpFloat64() * rnd.ExpFloat64() * float64(typical))
}
