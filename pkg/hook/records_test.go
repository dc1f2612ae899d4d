package hook

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
)

// lineOf is the line of the log for an event, as ac observe on has it written.
func lineOf(h *host.Caller, ev *wire.HandlerEvent, level string) []byte {
	c := &call{host: h, ev: ev, connector: "observe", start: time.UnixMilli(1), installed: installed{projectKey: "p"}}
	c.file = &definition{HookFile: wire.HookFile{Observe: level}}
	return encode(c.logged(&answer{}))
}

// TestRecords holds what the log says of every captured payload, a line each.
func TestRecords(t *testing.T) {
	for _, h := range host.Callers {
		if len(h.Hooks.Events) == 0 || h.As != "" {
			continue // no hooks, or those of another
		}
		var b bytes.Buffer
		for _, f := range payloads(t, h) {
			fmt.Fprintf(&b, "%s\n\t%s\n", filepath.Base(f), lineOf(h, event(t, h, f), wire.ObserveStandard))
		}
		golden(t, filepath.Join("testdata", "records", h.ID+".golden"), b.Bytes())
	}
}

func golden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs (-update rewrites it):\n%s", path, firstDifference(want, got))
	}
}

// fixture is a payload that Preflight 1.57.0 was given, and what its collector wrote
// of it, in our words (testdata/preflight/README.md).
type fixture struct {
	Name    string          `json:"name"`
	Event   string          `json:"event"` // what the pointer says, where the payload does not
	Raw     string          `json:"raw"`   // what came was no JSON
	Payload json.RawMessage `json:"payload"`
	Theirs  map[string]any  `json:"theirs"` // nothing, if it wrote nothing
}

// platforms are the hosts by Preflight's names for them, where those differ.
var platforms = map[string]string{"copilot": "vscode-copilot", "copilot-sdk": "copilot-cli", "kilocode": "kilo-cli"}

// TestPreflight holds what we say of every payload of which it is known what
// Preflight says, and that we differ only where testdata/differences.tsv says why.
func TestPreflight(t *testing.T) {
	files, _ := filepath.Glob("testdata/preflight/*.ndjson")
	if len(files) < 16 {
		t.Fatalf("%d platforms", len(files))
	}
	found := map[string]int{}
	for _, file := range files {
		platform := strings.TrimSuffix(filepath.Base(file), ".ndjson")
		h := host.FindCaller(platform)
		if id := platforms[platform]; id != "" {
			h = host.FindCaller(id)
		}
		var b bytes.Buffer
		for _, x := range fixtures(t, file) {
			line := []byte("(a fault: nothing is recorded)")
			if o, err := parseObject([]byte(x.Payload)); x.Raw == "" && err == nil {
				line = lineOf(h, normalise(h, "observe", x.Event, clean(x.Payload), o), wire.ObserveStandard)
				for field, kind := range differ(t, x.Theirs, line) {
					found[platform+"\t"+field+"\t"+kind]++
				}
			} else if x.Theirs != nil {
				t.Errorf("%s %s: only Preflight has it", platform, x.Name)
			}
			fmt.Fprintf(&b, "%s\n\t%s\n", x.Name, line)
		}
		golden(t, filepath.Join("testdata", "preflight", platform+".golden"), b.Bytes())
	}
	differences(t, found)
}

func fixtures(t *testing.T, file string) (all []fixture) {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		var x fixture
		if err := json.Unmarshal(s.Bytes(), &x); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		all = append(all, x)
	}
	return all
}

// modes are Preflight's words for events.
var modes = map[string]string{wire.PreToolUse: "pre", wire.PostToolUse: "post", wire.PostToolUseFailure: "post", wire.PermissionRequest: "permission_request",
	"PermissionDenied": "permission_denied", "StopFailure": "api_failure", wire.SessionStart: "session_start", "InstructionsLoaded": "instructions_loaded",
	"PostModelSwitch": "model_switch", wire.UserPromptSubmit: "user_prompt_submit", wire.Stop: "stop"}

// differ gives the fields in which a line is not what Preflight wrote: ours alone,
// theirs alone, or another value.
func differ(t *testing.T, theirs map[string]any, line []byte) map[string]string {
	ours := map[string]any{}
	if err := json.Unmarshal(line, &ours); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	if meta, ok := ours["meta"].(map[string]any); ok {
		maps.Copy(ours, meta)
	}
	for _, k := range []string{"schema", "ts", "host", "native_event", "native_tool", "connector", "project_key", "input_hash", "tokens", "confidence", "meta", "simhash", "reply_bytes"} {
		delete(ours, k) // theirs has it by another name, or not at all
	}
	if mode := modes[fmt.Sprint(ours["event"])]; mode != "" {
		ours["event"] = mode
	}
	diff := map[string]string{}
	if theirs == nil {
		return map[string]string{"event": "ours"}
	}
	for k, v := range ours {
		switch their, has := theirs[k]; {
		case !has:
			diff[k] = "ours"
		case fmt.Sprint(their) != fmt.Sprint(v):
			diff[k] = "changed"
		}
	}
	for k := range theirs {
		if _, has := ours[k]; !has {
			diff[k] = "theirs"
		}
	}
	return diff
}

// differences compares what was found with the table, a line for each platform,
// field and kind of difference: how often, and why.
func differences(t *testing.T, found map[string]int) {
	const path, head = "testdata/differences.tsv", "platform\tfield\tdiffers\ttimes\twhy\n"
	old, err := os.ReadFile(path)
	if err != nil && !*update {
		t.Fatal(err)
	}
	why := map[string]string{}
	for line := range strings.Lines(strings.TrimPrefix(string(old), head)) {
		if p := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); len(p) == 5 {
			why[strings.Join(p[:3], "\t")] = p[4]
		}
	}
	var b strings.Builder
	b.WriteString(head)
	for _, k := range slices.Sorted(maps.Keys(found)) {
		fmt.Fprintf(&b, "%s\t%d\t%s\n", k, found[k], why[k])
		if why[k] == "" {
			t.Errorf("%s: %s: nothing says why", path, k)
		}
	}
	golden(t, path, []byte(b.String()))
}
