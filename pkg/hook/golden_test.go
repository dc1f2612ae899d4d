package hook

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden holds what becomes of every captured payload, and what every host
// gets for every decision on every event of its own, in one readable file each.
func TestGolden(t *testing.T) {
	for _, h := range host.Callers {
		if len(h.Hooks.Events) == 0 {
			continue // it has no hooks
		}
		t.Run(h.ID, func(t *testing.T) {
			var b bytes.Buffer
			fmt.Fprintf(&b, "%s: what its payloads become, then what it gets\n", h.Name)
			goldenEvents(t, &b, h)
			goldenReplies(&b, h)
			path := filepath.Join("testdata", h.ID+".golden")
			if *update {
				if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(b.Bytes(), want) {
				t.Errorf("%s differs (-update rewrites it):\n%s", path, firstDifference(want, b.Bytes()))
			}
		})
	}
}

func firstDifference(want, got []byte) string {
	w, g := strings.Split(string(want), "\n"), strings.Split(string(got), "\n")
	for i := range g {
		if i >= len(w) || w[i] != g[i] {
			return fmt.Sprintf("line %d\n- %s\n+ %s", i+1, strings.Join(w[min(i, len(w)):min(i+1, len(w))], ""), g[i])
		}
	}
	return "it is shorter"
}

func payloads(t *testing.T, h *host.Caller) []string {
	files, err := filepath.Glob(filepath.Join("testdata", "payloads", h.Named(), "*.json"))
	if err != nil || len(files) == 0 && len(h.Hooks.Events) > 0 {
		t.Fatalf("no payloads of %s: %v", h.ID, err)
	}
	return files
}

// event normalises a payload file as a pointer for the payload's own event
// would.
func event(t *testing.T, h *host.Caller, file string) *wire.HandlerEvent {
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	o, err := parseObject(b)
	if err != nil {
		t.Fatal(err)
	}
	name, _, _ := strings.Cut(filepath.Base(file), ".") // as the pointer says it
	return normalise(h, "acme", name, b, o)
}

func goldenEvents(t *testing.T, b *bytes.Buffer, h *host.Caller) {
	for _, f := range payloads(t, h) {
		ev := event(t, h, f)
		ev.Raw = nil
		var pretty bytes.Buffer
		if err := json.Indent(&pretty, encode(ev), "", "  "); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(b, "\n== %s\n%s\n", filepath.Base(f), &pretty)
	}
}

// asked are the decisions put to every event.
var asked = []struct {
	name string
	d    decision
}{
	{"allow", decision{kind: wire.Allow}},
	{"grant", decision{kind: wire.Allow, grant: true}},
	{"deny", decision{kind: wire.Deny, reason: "R"}},
	{"deny, no reason", decision{kind: wire.Deny}},
	{"ask", decision{kind: wire.Ask, reason: "R"}},
	{"modify", decision{kind: wire.Modify, input: raw(`{"command":"ls"}`), output: raw(`{"stdout":"O"}`)}},
	{"modify and grant", decision{kind: wire.Modify, input: raw(`{"command":"ls"}`), output: raw(`[{"type":"text","text":"O"}]`), grant: true}},
	{"context", decision{kind: wire.Context, context: "C"}},
	{"deny and context", decision{kind: wire.Deny, reason: "R", context: "C"}},
	{"modify and context", decision{kind: wire.Modify, input: raw(`{"command":"ls"}`), context: "C"}},
}

// specimens are an event of each native name, with a shell tool and with an
// MCP tool where tools matter.
func specimens(h *host.Caller) []*wire.HandlerEvent {
	var all []*wire.HandlerEvent
	for _, e := range h.Hooks.Events {
		ev := &wire.HandlerEvent{Event: e.Canonical, NativeEvent: e.Native, Host: h.ID, Connector: "acme"}
		switch e.Canonical {
		case wire.PreToolUse, wire.PostToolUse, wire.PermissionRequest:
			shell, mcp := *ev, *ev
			shell.Tool, shell.NativeTool = host.Bash, "Shell"
			mcp.Tool, mcp.NativeTool, mcp.MCPServer = "echo", "mcp__acme__echo", "acme"
			switch h.MCPTool {
			case host.MCPColon:
				mcp.NativeTool = "MCP:echo"
			case host.MCPAlone:
				mcp.NativeTool, mcp.MCPServer = "echo", ""
			case host.MCPBare:
				mcp.NativeTool = "acme_echo"
			case host.MCPAfter:
				mcp.NativeTool = "echo_acme"
			case host.MCPJoined:
				mcp.NativeTool = "mcp__acme_echo"
			}
			all = append(all, &shell, &mcp)
		default:
			all = append(all, ev)
		}
	}
	return all
}

func goldenReplies(b *bytes.Buffer, h *host.Caller) {
	for _, ev := range specimens(h) {
		if !honours(h, ev.NativeEvent) {
			fmt.Fprintf(b, "\n== %s %s\nhonours nothing\n", ev.NativeEvent, ev.Tool)
			continue
		}
		fmt.Fprintf(b, "\n== %s %s\n", ev.NativeEvent, ev.Tool)
		for _, q := range asked {
			d := q.d
			a := reply(h, ev, &d)
			text := a.text
			if text == "" {
				text = "(nothing)"
			}
			fmt.Fprintf(b, "%s: %s\n", q.name, text)
			if a.exit != 0 {
				fmt.Fprintf(b, "    exit %d, stderr: %s\n", a.exit, a.stderr)
			}
			if !a.honored() {
				fmt.Fprintf(b, "    became %s: %s\n", a.degraded, a.why)
			} else if a.why != "" {
				fmt.Fprintf(b, "    %s\n", a.why)
			}
			for _, x := range a.dropped {
				fmt.Fprintf(b, "    dropped %s\n", x)
			}
		}
	}
}

// honours says whether the host takes any decision on the event.
func honours(h *host.Caller, native string) bool {
	return len(h.Native(native).Says) > 0
}

// TestNothingHonoured: an event on which no decision is honoured gets the quiet
// reply whatever is decided, and every decision but allow is reported.
func TestNothingHonoured(t *testing.T) {
	for _, h := range host.Callers {
		for _, ev := range specimens(h) {
			if honours(h, ev.NativeEvent) {
				continue
			}
			for _, q := range asked {
				d := q.d
				d.fallback = wire.Fallback{Ask: wire.Deny, Modify: wire.Deny, Context: wire.Deny}
				a := reply(h, ev, &d)
				if a.text != h.Quiet(ev.NativeEvent) {
					t.Errorf("%s %s %s: %q", h.ID, ev.NativeEvent, q.name, a.text)
				}
				if q.name != "allow" && (a.honored() || a.why == "") {
					t.Errorf("%s %s %s: not reported", h.ID, ev.NativeEvent, q.name)
				}
			}
		}
	}
}

// TestBlockingEvents: what a host file calls an event that obeys an answer must
// be one that honours some decision other than allow.
func TestBlockingEvents(t *testing.T) {
	for _, h := range host.Callers {
		for _, e := range h.Hooks.Events {
			if e.Sync && !honours(h, e.Native) {
				t.Errorf("%s %s: Sync, but no decision is honoured", h.ID, e.Native)
			}
		}
	}
}
