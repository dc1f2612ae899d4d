package conformance

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agentconnector/conformance/fakemodel"
)

// toldOf are the hosts that tell their model, or print at the start, which skills
// and subagents they have, and which of ours. A command is started by the user:
// only hosts that have it among the skills, or print it, say its name.
var toldOf = map[string][]string{
	"claude-code": {contentSkill, contentCommand, contentAgent},
	"codex":       {contentSkill, contentCommand}, // roles are offered where a tool for agents is on, which it is not by default
	"qwen-code":   {contentSkill, contentCommand, contentAgent},
	"gemini-cli":  {contentSkill, contentAgent},
	"pi":          {contentSkill},
	"droid":       {contentSkill, contentAgent},
	"kimi":        {contentSkill, contentAgent},
	"opencode":    {contentSkill, contentAgent},
	"kilo-cli":    {contentSkill, contentAgent},
	"mimo-code":   {contentSkill, contentAgent},
	"copilot-cli": {contentSkill, contentAgent},
	"cline":       {contentSkill, contentAgent},
	"omp":         {contentSkill, contentAgent},
	"openclaw":    {contentSkill},
	"continue":    {contentSkill},
	"crush":       {contentSkill},
	"goose":       {contentSkill, contentCommand, contentAgent},
	"grok-build":  {contentSkill, contentCommand}, // it is offered no kinds of subagents
}

// What a description must be told with.
var contentSays = map[string]string{contentSkill: "How to ask", contentCommand: "Deploy it", contentAgent: "Answers why"}

// byName are the hosts that tell of a skill its name alone, in the description of the
// tool that reads it.
var byName = map[string][]string{"cline": {contentSkill}}

// TestModelIsToldContent: a host offers its model the skills and subagents of a
// connector by name and description, and none of them after undo.
func TestModelIsToldContent(t *testing.T) {
	for _, h := range chosen(t, func(h Host) bool { return toldOf[h.ID()] != nil }) {
		t.Run(h.ID(), func(t *testing.T) {
			t.Parallel()
			if !HasNoNetwork() {
				t.Skip("no network namespace here, and the model's address stands in a file of some hosts")
			}
			s := inUse(t, h.(Talker))
			definition := filepath.Join(t.TempDir(), "connector.json")
			if err := os.WriteFile(definition, []byte(contentDefinition), 0o600); err != nil {
				t.Fatal(err)
			}
			offers(t, s, h.(Talker), nil)
			pipeline(t, s, definition)
			offers(t, s, h.(Talker), toldOf[h.ID()])
			tool(t, s, "", "ac-apply", "--undo", "ac-content")
			offers(t, s, h.(Talker), nil)
		})
	}
}

// offers leads the host through a greeting and looks for what is ours in what the
// model was told and what was printed.
func offers(t *testing.T, s *Sandbox, h Talker, want []string) {
	t.Helper()
	k, err := s.Talk(context.Background(), h, fakemodel.Turns(fakemodel.Turn{Text: "Good."}), Task{Prompt: "Good morning."})
	if err != nil {
		t.Fatal(err)
	}
	if len(k.Requests) == 0 {
		t.Fatalf("%s asked no model: %s%s", h.ID(), k.Stdout, k.Stderr)
	}
	var told strings.Builder
	for _, r := range k.Requests {
		if text, err := json.Marshal(r.Body); err == nil {
			told.Write(text)
		}
	}
	for _, name := range []string{contentSkill, contentCommand, contentAgent} {
		described := strings.Contains(told.String(), contentSays[name])
		bare := slices.Contains(byName[h.ID()], name)
		has := strings.Contains(told.String(), name) && described != bare || strings.Contains(k.Stdout, `"`+name+`"`)
		if has != slices.Contains(want, name) {
			t.Errorf("%s: %s is offered: %v", h.ID(), name, has)
		}
	}
}
