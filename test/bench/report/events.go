package main

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"agentconnector/pkg/wire"
)

// agents are sessions in which tools are called, several at a time.
type agents struct {
	running []wire.Event
	n       int
}

// The tools of the log, as agents use them: half of what they do is commands, many of
// which are the same again and again.
var (
	tools    = []string{"Bash", "Bash", "Bash", "Read", "Read", "Edit", "Grep", "Write"}
	commands = []string{"go test ./pkg/%d/...", "git status", "git diff HEAD~%d", "npm run build", "rg -n 'needle%d' src", "cat file%d.txt | head -20",
		"curl -s https://example.com/%d", "cd app && make test", "ls -la dir%d", "rm -rf build/%d", "python3 scripts/run.py --n %d"}
)

// event is the next: one before a call, or one behind it. One call in a thousand has
// no end.
func (a *agents) event(rnd *rand.Rand, at *int64) any {
	*at += rnd.Int64N(900)
	if n := len(a.running); n > 0 && (n > 40 || rnd.IntN(2) == 0) {
		k := rnd.IntN(n)
		e := a.running[k]
		a.running = slices.Delete(a.running, k, k+1)
		e.Event, e.NativeEvent, e.TS = wire.PostToolUse, "PostToolUse", *at
		e.OutputBytes, e.DurationMS = long(rnd, 2000), long(rnd, 400)
		if rnd.IntN(20) == 0 {
			e.IsError, e.Event, e.NativeEvent = true, wire.PostToolUseFailure, "PostToolUseFailure"
		}
		return e
	}
	a.n++
	host := rnd.IntN(len(hosts))
	tool := tools[rnd.IntN(len(tools))]
	e := wire.Event{
		Schema: wire.SchemaEvent, TS: *at, Host: hosts[host], Event: wire.PreToolUse, NativeEvent: "PreToolUse", Connector: "observe", Scope: "user",
		SessionID: fmt.Sprintf("%08x-0000-4000-8000-%012x", *at/3_600_000, host), ProjectKey: fmt.Sprintf("%016x", 7919*(1+rnd.IntN(30))),
		Tool: tool, NativeTool: tool, ToolUseID: fmt.Sprintf("toolu_%024x", rnd.Uint64()), Model: "some-model-5",
		InputBytes: long(rnd, 300) + 20, InputHash: fmt.Sprintf("%016x", rnd.Uint64()), Tokens: long(rnd, 200) + 90, Confidence: wire.Heuristic,
		Decision: wire.Allow, Meta: &wire.EventMeta{Simhash: fmt.Sprintf("%016x", rnd.Uint64()), PermissionMode: "default"},
	}
	file := fmt.Sprintf("/home/user/src/project/pkg/part%d/file%d.go", rnd.IntN(40), rnd.IntN(400))
	switch tool {
	case "Bash":
		c := commands[rnd.IntN(len(commands))]
		if slices.Contains([]byte(c), '%') {
			c = fmt.Sprintf(c, rnd.IntN(500))
		}
		e.Meta.Command, e.Meta.Description = c, "run it"
	case "Grep":
		e.Meta.Pattern, e.Meta.Path = "needle", file
	default:
		e.Meta.FilePath, e.Meta.LinesAdded = file, rnd.Int64N(40)
	}
	if rnd.IntN(1000) > 0 {
		a.running = append(a.running, e)
	}
	return e
}
