// Package fakemodel is a model server that says what a script tells it to, so
// that real agent programs can be led through a whole conversation without a
// model, and keeps what they send, so that a test sees what the model would
// have been told.
//
// The rules of the room: a script speaks of tools and texts, never of a wire
// format; each wire format is one file with one dialect; whatever a program
// asks is recorded, also what was not understood; the number and size of
// requests is bounded, and Close ends every connection.
package fakemodel

import (
	"encoding/json"
	"maps"
)

// Script is what the model says.
type Script struct {
	// Lanes are tried in order; the first whose When fits takes the request.
	Lanes []Lane `json:"lanes"`
	// Aside answers requests that offer no tools: titles, summaries. Without
	// it they get the text "aside".
	Aside *Turn `json:"aside,omitempty"`
	// Least is the number of tools below which a request is such a one; 0 is as 1.
	Least int `json:"least,omitempty"`
}

// Lane is one thread of the conversation: the main one, a subagent.
type Lane struct {
	// When is a part of what the request says; none fits every request.
	When string `json:"when,omitempty"`
	// Last is likewise a part of what it says last.
	Last  string `json:"last,omitempty"`
	Turns []Turn `json:"turns"`
}

// Turns is a script of one lane.
func Turns(turns ...Turn) Script { return Script{Lanes: []Lane{{Turns: turns}}} }

// Turn is one answer of the model. After the last turn of a lane it says
// "done" and calls nothing, so that no conversation goes on for ever.
type Turn struct {
	Text  string   `json:"text,omitempty"`
	Calls []Call   `json:"calls,omitempty"`
	Usage *Usage   `json:"usage,omitempty"`
	Error *Failure `json:"error,omitempty"` // instead of all else
}

// Call asks for a tool.
type Call struct {
	Name      string         `json:"name"`
	Namespace string         `json:"namespace,omitempty"` // where a dialect groups tools
	Args      map[string]any `json:"args,omitempty"`
	// Input is the text for a tool that takes text in place of arguments.
	Input string `json:"input,omitempty"`
	// Recall puts lists of one into the arguments: what a field of the last result
	// says, which nobody knows before.
	Recall map[string]string `json:"recall,omitempty"`
	// Or are others to take if this one is not offered. If none is, the first
	// is asked for all the same: programs hold tools back and accept them.
	Or []Call `json:"or,omitempty"`
}

// Usage is the count of tokens that the model claims.
type Usage struct {
	Input      int `json:"input"`
	Output     int `json:"output"`
	Cached     int `json:"cached,omitempty"`
	CacheWrite int `json:"cache_write,omitempty"`
	Reasoning  int `json:"reasoning,omitempty"`
}

// Failure is an error of the server.
type Failure struct {
	Status  int    `json:"status"`
	Message string `json:"message"`
}

var usual = Usage{Input: 1000, Output: 50, Cached: 200, Reasoning: 10}

func (t Turn) usage() Usage {
	if t.Usage != nil {
		return *t.Usage
	}
	return usual
}

// recalled is the call with what it takes from the last result that was told.
func (c Call) recalled(said []Said) Call {
	i := len(said) - 1
	for i >= 0 && said[i].Role != "tool" {
		i--
	}
	var fields map[string]any
	if len(c.Recall) == 0 || i < 0 || json.Unmarshal([]byte(said[i].Text), &fields) != nil {
		return c
	}
	args := maps.Clone(c.Args)
	if args == nil {
		args = map[string]any{}
	}
	for arg, field := range c.Recall {
		args[arg] = []any{fields[field]}
	}
	c.Args = args
	return c
}

// choose gives the call that is made: the first of the candidates that the
// program offers.
func (c Call) choose(offered []Tool) Made {
	candidates := append([]Call{c}, c.Or...)
	for _, k := range candidates {
		for _, t := range offered {
			if t.Name == k.Name && (k.Namespace == "" || t.Namespace == k.Namespace) {
				return Made{Tool: t, Args: k.Args, Input: k.Input, Offered: true}
			}
		}
	}
	return Made{Tool: Tool{Name: c.Name, Namespace: c.Namespace}, Args: c.Args, Input: c.Input}
}
