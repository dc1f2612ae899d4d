package conformance

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"agentconnector/conformance/fakemodel"
)

// A host that nobody sits before asks nobody, so what becomes of a question cannot
// be seen there. Hosts that other programs show to people (editors, SDKs) have
// protocols for that, in which their questions arrive: here a person answers them
// that a test has thought up.

// Attended is a host that such a person can sit before.
type Attended interface {
	Talker
	// Cautious takes back what Welcome has allowed: it asks before it runs a command.
	Cautious(s *Sandbox) error
	// Attend is the command line of a conversation with a person, and how it is
	// spoken with. No dialogue: there is no such way.
	Attend(s *Sandbox, t Task) (argv, env []string, d Dialogue)
}

// Person answers the questions of a host.
type Person struct {
	Says func(question string) bool // whether it may; called from the dialogue

	mu    sync.Mutex
	asked []string
}

// answer is the person's word on a question.
func (p *Person) answer(question string) bool {
	p.mu.Lock()
	p.asked = append(p.asked, question)
	p.mu.Unlock()
	return p.Says(question)
}

// Asked are the questions so far.
func (p *Person) Asked() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.asked...)
}

// Dialogue is a protocol in which a host shows itself to a person.
type Dialogue interface {
	// Lead gives the task, answers what it is asked, and comes back once the host
	// is done. A refusal ends the run of some: then they are told to go on as long
	// as more is wanted.
	Lead(c *Conn, s *Sandbox, t Task, more func() bool) error
}

// goOn is what a person says to a host that has stopped too early, and maxGoOn how
// often at most.
const (
	goOn    = "Go on."
	maxGoOn = 12
)

// Conn is a connection on which each line is a JSON value.
type Conn struct {
	out  io.Writer
	in   *bufio.Scanner
	seen *bytes.Buffer // what came, for who has to find out
	id   int
}

// maxLine bounds a message: some repeat whole prompts in it.
const maxLine = 16 << 20

func newConn(out io.Writer, in io.Reader, seen *bytes.Buffer) *Conn {
	c := &Conn{out: out, in: bufio.NewScanner(in), seen: seen}
	c.in.Buffer(nil, maxLine)
	return c
}

// Send writes one message.
func (c *Conn) Send(v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = c.out.Write(append(b, '\n'))
	return err
}

// Next reads one message into v; lines that are no JSON are skipped.
func (c *Conn) Next(v any) error {
	for c.in.Scan() {
		c.seen.Write(append(c.in.Bytes(), '\n'))
		if json.Unmarshal(c.in.Bytes(), v) == nil {
			return nil
		}
	}
	return errors.Join(c.in.Err(), io.EOF)
}

// rpc is a message of JSON-RPC; the version may be left out (Codex does).
type rpc struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
	Error  json.RawMessage `json:"error,omitempty"`
}

// Call sends a request and waits for its response. What comes meanwhile goes to
// other, which answers requests.
func (c *Conn) Call(method string, params, result any, other func(rpc) error) error {
	c.id++
	id := fmt.Sprint(c.id)
	if err := c.Send(map[string]any{"jsonrpc": "2.0", "id": c.id, "method": method, "params": params}); err != nil {
		return err
	}
	for {
		var m rpc
		if err := c.Next(&m); err != nil {
			return fmt.Errorf("%s: %w", method, err)
		}
		switch {
		case m.Method != "":
			if err := other(m); err != nil {
				return err
			}
		case string(m.ID) == id && m.Error != nil:
			return fmt.Errorf("%s: %s", method, m.Error)
		case string(m.ID) == id:
			return json.Unmarshal(m.Result, result)
		}
	}
}

// Reply answers a request of the host.
func (c *Conn) Reply(m rpc, result any) error {
	return c.Send(map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": result})
}

// Attend leads a host through a conversation with a person before it.
func (s *Sandbox) Attend(ctx context.Context, h Attended, script fakemodel.Script, task Task) (Talk, error) {
	ctx, cancel := context.WithTimeout(ctx, talkLimit)
	defer cancel()
	// Pipes of the system: of others the end of a host would have to wait for Lead.
	toHost, feed, err := os.Pipe()
	if err != nil {
		return Talk{}, err
	}
	defer feed.Close()
	fromHost, out, err := os.Pipe()
	if err != nil {
		return Talk{}, errors.Join(err, toHost.Close())
	}
	defer fromHost.Close()
	var seen, talk bytes.Buffer
	var d Dialogue
	line := func(t Task) (argv, env []string) {
		task = t
		argv, env, d = h.Attend(s, t)
		return argv, env
	}
	cmd, model, err := s.startWithModel(ctx, line, script, task, streams{in: toHost, out: out, err: &talk})
	toHost.Close()
	out.Close()
	if err != nil {
		return Talk{}, fmt.Errorf("%s: %w\n%s", h.ID(), err, talk.String())
	}
	ended := make(chan error, 1)
	go func() {
		err := cmd.Wait()
		_ = fromHost.SetReadDeadline(time.Now().Add(lingerLimit)) // a grandchild may hold it
		ended <- err
	}()
	led := d.Lead(newConn(feed, fromHost, &seen), s, task, func() bool { return !model.Done() })
	feed.Close()
	go func() { _, _ = io.Copy(io.Discard, fromHost) }() // until the host has ended
	select {
	case <-ended:
	case <-time.After(lingerLimit): // some wait for more
		_ = cmd.Cancel()
		<-ended
	}
	s.endLeftovers()
	closing := model.Close()
	t := Talk{Requests: model.Requests()}
	t.Result = Result{Stdout: seen.String(), Stderr: talk.String(), Code: cmd.ProcessState.ExitCode()}
	if led != nil {
		return t, fmt.Errorf("%s: %w\n%s", h.ID(), led, t.Stderr)
	}
	return t, closing
}
