package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"agentconnector/conformance/fakemodel"
)

// Welcome writes the files of the user.
func (p Plain) Welcome(_ context.Context, s *Sandbox) error {
	for _, f := range p.Own {
		if err := s.Write(filepath.Join(s.Home(), f.Path), p.fill(s, Task{}, f.Text)); err != nil {
			return err
		}
	}
	return nil
}

// Headless is the command line of a task.
func (p Plain) Headless(s *Sandbox, t Task) (argv, env []string) {
	args := p.Task
	if t.Approved && p.Approved != nil {
		args = p.Approved
	}
	return append([]string{s.Bins[p.Name]}, p.fillAll(s, t, args)...), p.fillAll(s, t, p.TaskVars)
}

// Shell is a call of its shell.
func (p Plain) Shell(command string) fakemodel.Call { return with(p.ShellCall, "$COMMAND", command) }

// MCP is a call of a server's tool.
func (p Plain) MCP(server, tool string, args map[string]any) fakemodel.Call {
	name := strings.NewReplacer("$SERVER", server, "$CLEAN", cleaned(server), "$TOOL", tool).Replace(p.Tool)
	if p.Through.Name == "" {
		return fakemodel.Call{Name: name, Args: args}
	}
	b, err := json.Marshal(args)
	if err != nil {
		panic(err) // a test's own arguments
	}
	c := with(with(p.Through, "$CALL", fmt.Sprintf("tools.%s(%s)", cleaned(name), b)), "$NAME", name)
	c = with(c, "$JSON", string(b))
	for k, v := range c.Args {
		if v == "$ARGS" {
			c.Args[k] = args
		}
	}
	return c
}

// Reads is a call of its tool that reads a file.
func (p Plain) Reads(path string) fakemodel.Call { return with(p.ReadCall, "$FILE", path) }

// Delegates is a call of its tool that starts a subagent.
func (p Plain) Delegates(task string) fakemodel.Call { return with(p.AgentCall, "$TASK", task) }

// Cautious needs nothing: the arguments say what it asks about.
func (Plain) Cautious(*Sandbox) error { return nil }

// Attend is the command line of a conversation with a person.
func (p Plain) Attend(s *Sandbox, t Task) (argv, env []string, d Dialogue) {
	argv, env = p.Free, nil
	if t.Careful {
		argv, env = p.Careful, p.fillAll(s, t, p.CarefulVars)
	}
	if argv == nil {
		return nil, nil, nil
	}
	env = append(env, p.fillAll(s, t, slices.Concat(p.AttendVars, p.TaskVars))...)
	return append([]string{s.Bins[p.Name]}, p.fillAll(s, t, argv)...), env, p.Speaks
}

// noIdentifier is what an identifier does not have.
var noIdentifier = regexp.MustCompile(`\W`)

func cleaned(name string) string { return noIdentifier.ReplaceAllString(name, "_") }

// with is a call with a text in place of a word of its arguments.
func with(c fakemodel.Call, word, text string) fakemodel.Call {
	args := map[string]any{}
	for k, v := range c.Args {
		args[k] = replaced(v, word, text)
	}
	c.Args = args
	return c
}

func replaced(v any, word, text string) any {
	switch v := v.(type) {
	case string:
		return strings.ReplaceAll(v, word, text)
	case []string: // a list of one
		return []string{strings.ReplaceAll(v[0], word, text)}
	case []any:
		all := make([]any, len(v))
		for i, one := range v {
			all[i] = replaced(one, word, text)
		}
		return all
	case map[string]any:
		all := map[string]any{}
		for k, one := range v {
			all[k] = replaced(one, word, text)
		}
		return all
	}
	return v
}

// Output is all that the model is told.
func (Plain) Output(told string) string { return told }

// Account takes what it prints as it is: what was denied is told by the
// results and by our own log.
func (p Plain) Account(r Result) Account {
	var a Account
	for line := range strings.Lines(r.Stderr) {
		line = strings.TrimSpace(colours.ReplaceAllString(line, ""))
		if p.Trouble != nil && p.Trouble.MatchString(line) {
			a.Complaints = append(a.Complaints, line)
		}
	}
	return a
}
