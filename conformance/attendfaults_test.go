package conformance

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
)

// goodScene is a conversation with nothing wrong, of a host that cannot change an
// input when it asks.
func goodScene() scene {
	s := scene{ran: map[string]bool{}}
	for _, a := range careful {
		e := entry{Event: a.event, Decision: a.decision}
		e.Meta.Command = "echo " + a.word
		if a.decision == "modify" {
			e.Degraded = "allow"
		}
		if a.event != "" {
			s.log = append(s.log, e)
		}
		if a.decision != "grant" {
			s.asked = append(s.asked, "may I "+a.word)
		}
		s.ran[a.word] = a.decision == "grant" || strings.HasSuffix(a.word, "-yes") && a.decision != "deny"
	}
	return s
}

func TestSceneFaults(t *testing.T) {
	faults, honoured := sceneFaults(careful, goodScene(), true)
	if faults != nil {
		t.Errorf("faults of a good scene: %q", faults)
	}
	for key, want := range map[string]bool{"PermissionRequest grant": true, "PermissionRequest deny": true, "PermissionRequest ask": true, "PermissionRequest modify": false, "PreToolUse grant": true} {
		if got, ok := honoured[key]; !ok || got != want {
			t.Errorf("%s: %v %v", key, got, ok)
		}
	}
	// A host that refuses what a hook makes it ask: that counts as nothing seen.
	before := scene{unasked: true, ran: map[string]bool{"is-plain-no": true}, log: []entry{{Event: "PreToolUse", Decision: "ask", Meta: struct{ Command string }{"is-asked-before-yes"}}, {Event: "PreToolUse", Decision: "ask", Meta: struct{ Command string }{"is-asked-before-no"}}}}
	if f, seen := sceneFaults(free, before, false); f != nil || len(seen) > 0 {
		t.Errorf("of one that asks nobody: %q %v", f, seen)
	}
	before.ran["is-asked-before-yes"] = true
	if f, _ := sceneFaults(free, before, false); len(f) != 1 || !strings.Contains(f[0], "refused at once") {
		t.Errorf("a command ran that was to be refused: %q", f)
	}
	// One whose tools no hook sees: the person alone decides, until a hook does run.
	alone := scene{unhooked: true, ran: map[string]bool{"is-plain-no": true, "is-asked-before-yes": true, "is-asked-before-no": true}}
	if f, seen := sceneFaults(free, alone, false); f != nil || len(seen) > 0 {
		t.Errorf("of one without hooks: %q %v", f, seen)
	}
	alone.unhooked = false
	if f, _ := sceneFaults(free, alone, false); len(f) != 1 || !strings.Contains(f[0], "that is not so") {
		t.Errorf("no hook ran, and that is no fault: %q", f)
	}
	alone.unhooked, alone.log = true, []entry{{Event: "PreToolUse"}}
	if f, _ := sceneFaults(free, alone, false); len(f) != 1 || !strings.Contains(f[0], "that is not so") {
		t.Errorf("a hook ran that is said not to: %q", f)
	}
	lost := func(word string) func(*scene) {
		return func(s *scene) {
			for i := range s.log {
				if strings.Contains(s.log[i].Meta.Command, word) {
					s.log[i].Degraded = "allow"
				}
			}
		}
	}
	for says, spoil := range map[string]func(*scene){
		"is-plain-no ( on ): it ran: true":                   func(s *scene) { s.ran["is-plain-no"] = true },
		"is-plain-yes ( on ): the person was asked: false":   func(s *scene) { s.asked = s.asked[1:] },
		`(deny on PermissionRequest): the log says "deny"`:   func(s *scene) { s.ran["is-refused-yes"] = true },
		`(grant on PermissionRequest): the log says "grant"`: func(s *scene) { s.ran["is-given-no"] = false },
		`(grant on PreToolUse): the log says "grant" and "a`: lost("is-given-before-no"),
		"nobody was asked":                                 func(s *scene) { s.asked = s.asked[:1] },
		"the other command ran: true":                      func(s *scene) { s.ran["is-other-yes"] = true },
		`(modify on PermissionRequest): the log says "mod`: func(s *scene) { s.ran["is-changed-yes"] = false },
	} {
		s := goodScene()
		spoil(&s)
		if f, _ := sceneFaults(careful, s, true); !strings.Contains(strings.Join(f, "\n"), says) {
			t.Errorf("expected a fault with %q, got %q", says, f)
		}
	}
}

// host answers what a dialogue sends, a line for each line, and keeps what it was
// told.
func host(t *testing.T, d Dialogue, answers ...[]string) (told []string, asked []string) {
	t.Helper()
	toHost, feed := io.Pipe()
	fromHost, out := io.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		for in := bufio.NewScanner(toHost); in.Scan(); {
			told = append(told, in.Text())
			if len(answers) > 0 {
				for _, line := range answers[0] {
					_, _ = io.WriteString(out, line+"\n")
				}
				answers = answers[1:]
			}
		}
	}()
	p := &Person{Says: func(q string) bool { return strings.Contains(q, "yes") }}
	if err := d.Lead(newConn(feed, fromHost, &bytes.Buffer{}), &Sandbox{Root: "/r"}, Task{Prompt: "Go.", Person: p}, func() bool { return false }); err != nil {
		t.Errorf("%T: %v", d, err)
	}
	feed.Close()
	<-done
	return told, p.Asked()
}

func TestDialogues(t *testing.T) {
	for _, c := range []struct {
		d       Dialogue
		answers [][]string
		says    []string // what the host must have been told, in order
	}{
		{ACP{}, [][]string{
			{`{"id":1,"result":{}}`},
			{`no JSON`, `{"id":2,"result":{"sessionId":"s1"}}`},
			{`{"method":"session/update","params":{}}`, `{"id":"q1","method":"session/request_permission","params":{"title":"yes","options":[{"optionId":"a","kind":"allow_always"},{"optionId":"b","kind":"allow_once"},{"optionId":"c","kind":"reject_once"}]}}`},
			{`{"id":"q2","method":"session/request_permission","params":{"title":"no","options":[{"optionId":"b","kind":"allow_once"},{"optionId":"c","kind":"reject_once"}]}}`},
			{`{"id":"q3","method":"fs/read_text_file","params":{}}`},
			{`{"id":3,"result":{"stopReason":"end_turn"}}`},
		}, []string{`"initialize"`, `"session/new"`, `"session/prompt"`, `"optionId":"b"`, `"optionId":"c"`, `"there is no fs/read_text_file"`}},
		{ACP{Method: "key", Free: "yolo"}, [][]string{
			{`{"id":1,"result":{}}`}, {`{"id":2,"result":{}}`},
			{`{"id":3,"result":{"sessionId":"s1"}}`}, {`{"id":4,"result":{}}`},
			{`{"id":"q1","method":"session/request_permission","params":{"title":"yes","options":[{"optionId":"b","kind":"allow_once"}]}}`},
			{`{"id":"q2","method":"session/request_permission","params":{"title":"no","options":[{"optionId":"b","kind":"allow_once"}]}}`},
			{`{"id":5,"result":{"stopReason":"end_turn"}}`},
		}, []string{`"initialize"`, `"methodId":"key"`, `"session/new"`, `"modeId":"yolo"`, `"session/prompt"`, `"optionId":"b"`, `"cancelled"`}},
		{claudeSDK{}, [][]string{
			{`{"type":"control_request","request_id":"r1","request":{"subtype":"can_use_tool","input":{"command":"yes"}}}`},
			{`{"type":"control_request","request_id":"r2","request":{"subtype":"can_use_tool","input":{"command":"no"}}}`},
			{`{"type":"result"}`},
		}, []string{`"content":"Go."`, `"behavior":"allow","updatedInput":{"command":"yes"}`, `"behavior":"deny"`}},
		{codexServer{}, [][]string{
			{`{"id":1,"result":{}}`}, nil,
			{`{"id":2,"result":{"thread":{"id":"t1"}}}`},
			{`{"id":3,"result":{}}`, `{"id":0,"method":"item/commandExecution/requestApproval","params":{"command":"yes"}}`},
			{`{"id":1,"method":"item/commandExecution/requestApproval","params":{"command":"no"}}`},
			{`{"method":"turn/completed","params":{}}`},
		}, []string{`"initialize"`, `"initialized"`, `"thread/start"`, `"threadId":"t1"`, `"accept"`, `"decline"`}},
		{piRPC{}, [][]string{
			{`{"type":"extension_ui_request","id":"u1","method":"confirm","title":"x","message":"yes"}`},
			{`{"type":"extension_ui_request","id":"u2","method":"confirm","title":"x","message":"no"}`},
			{`{"type":"agent_settled"}`},
		}, []string{`"message":"Go."`, `"confirmed":true`, `"confirmed":false`}},
	} {
		told, asked := host(t, c.d, c.answers...)
		if len(told) != len(c.says) || len(asked) != 2 {
			t.Errorf("%T: told %q, asked %q", c.d, told, asked)
			continue
		}
		for i, says := range c.says {
			if !json.Valid([]byte(told[i])) || !strings.Contains(told[i], says) {
				t.Errorf("%T: %s, expected %s", c.d, told[i], says)
			}
		}
	}
}
