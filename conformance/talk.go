package conformance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os/exec"
	"strings"
	"time"

	"agentconnector/conformance/fakemodel"
)

// talkLimit bounds a conversation: observed 1 to 5 seconds, on a busy machine
// a hundred times that.
const talkLimit = 8 * time.Minute

// afterLimit is how long a host may take to do what it must not, once it has been told.
const afterLimit = 10 * time.Second

// modelAddress is where the model answers in a namespace of its own, where
// every port is free.
const modelAddress = "127.0.0.1:18080"

// Talker is a host that can be led through a whole conversation.
type Talker interface {
	Host
	// Welcome does what a user has done who lets the host work alone in the
	// project: permissions given, project and hooks trusted. The files of the
	// project are there already, and are what is trusted.
	Welcome(ctx context.Context, s *Sandbox) error
	// Headless is the command line of a task, and more variables for it.
	Headless(s *Sandbox, t Task) (argv, env []string)
	// Shell and MCP are calls as the host's tools want them.
	Shell(command string) fakemodel.Call
	MCP(server, tool string, args map[string]any) fakemodel.Call
	// Reads and Delegates are calls of its tools that read a file and start a
	// subagent. No name: it has none.
	Reads(path string) fakemodel.Call
	Delegates(task string) fakemodel.Call
	// Output is what the tool itself printed, taken out of what the host tells
	// the model of a call.
	Output(told string) string
	// Account reads what the host has printed of a conversation.
	Account(r Result) Account
}

// Task is what a host is asked to do, and with whom.
type Task struct {
	URL     string // of the model
	Prompt  string
	NoHooks bool // switched off for this run, with the host's own switch
	Careful bool // it asks before it runs a command; only with a person
	Person  *Person
	// Approved says that it may do everything, also what no rule of it allows beforehand.
	Approved bool
	// Enough says that all has come that is to come: the host is ended soon after, for
	// it would wait for ever.
	Enough func() bool
}

// Account is what a host says of a conversation.
type Account struct {
	Hooks      []HookRun
	Denied     []string // calls that it did not let through, in its words
	Complaints []string // all else that did not go well, in its words
}

// HookRun is one run of a hook.
type HookRun struct {
	Event   string
	Outcome Outcome
	Output  string // if the host shows it
}

// Outcome is how a hook ended, in the eyes of the host.
type Outcome string

// The ends of a hook.
const (
	Done    Outcome = "done"
	Blocked Outcome = "blocked" // it has objected
	Broken  Outcome = "failed"
)

// Talk is a conversation that has taken place.
type Talk struct {
	Result
	Account
	Requests []fakemodel.Request // what the model was asked
	Cut      bool                // it was ended because it had enough
}

// Exchange is a call of the model's and what it was told of it.
type Exchange struct {
	fakemodel.Made
	Told     string
	Answered bool
}

// Talk leads a host through a conversation in which the model says what the
// script has. No error: the host ran to its end, whatever it did.
func (s *Sandbox) Talk(ctx context.Context, h Talker, script fakemodel.Script, task Task) (Talk, error) {
	ctx, cancel := context.WithTimeout(ctx, talkLimit)
	defer cancel()
	var out, talk bytes.Buffer
	headless := func(t Task) (argv, env []string) { return h.Headless(s, t) }
	cmd, model, err := s.startWithModel(ctx, headless, script, task, streams{out: &out, err: &talk})
	if err != nil {
		return Talk{}, fmt.Errorf("%s: %w\n%s", h.ID(), err, talk.String())
	}
	ended := make(chan struct{})
	cut := endOnceEnough(task.Enough, cmd.Cancel, ended, afterLimit)
	err = cmd.Wait()
	close(ended)
	s.endLeftovers()
	closing := model.Close()
	t := Talk{Requests: model.Requests(), Cut: <-cut}
	t.Result = Result{Stdout: out.String(), Stderr: talk.String(), Code: cmd.ProcessState.ExitCode()}
	t.Account = h.Account(t.Result)
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return t, fmt.Errorf("%s: ended after %v: %s", h.ID(), talkLimit, t.Stderr)
	case err != nil && !errors.As(err, &exit):
		return t, fmt.Errorf("%s: %w", h.ID(), err)
	}
	return t, closing
}

// endOnceEnough ends a host that has enough and then stays for another while. It
// tells whether it had to.
func endOnceEnough(enough func() bool, end func() error, ended <-chan struct{}, after time.Duration) <-chan bool {
	cut := make(chan bool, 1)
	if enough == nil {
		cut <- false
		return cut
	}
	go func() {
		for !enough() {
			select {
			case <-ended:
				cut <- false
				return
			case <-time.After(100 * time.Millisecond):
			}
		}
		select {
		case <-ended:
			cut <- false
		case <-time.After(after):
			_ = end()
			cut <- true
		}
	}()
	return cut
}

// streams are those of a process.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// startWithModel starts host and model. With an error neither runs.
func (s *Sandbox) startWithModel(ctx context.Context, line func(Task) (argv, env []string), script fakemodel.Script, task Task, of streams) (*exec.Cmd, *fakemodel.Server, error) {
	address := modelAddress
	var listen func() (net.Listener, error)
	if !HasNoNetwork() { // then the port is one of this machine
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, nil, err
		}
		address = l.Addr().String()
		listen = func() (net.Listener, error) { return l, nil }
	}
	task.URL = "http://" + address
	argv, env := line(task)
	cmd := s.command(ctx, argv)
	cmd.Env = append(cmd.Env, env...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = of.in, of.out, of.err
	if listen == nil {
		var err error
		if listen, err = inRoom(cmd, address); err != nil {
			return nil, nil, err
		}
	}
	started := cmd.Start()
	l, err := listen()
	switch {
	case started != nil:
		if l != nil {
			l.Close()
		}
		return nil, nil, started
	case err != nil:
		_ = cmd.Cancel()
		_ = cmd.Wait() // its stderr says more than its status
		return nil, nil, err
	}
	return cmd, fakemodel.Serve(l, script), nil
}

// Heard is what the model was told in the last request of the main lane: the
// whole conversation.
func (t Talk) Heard() fakemodel.Request { return t.HeardIn(0) }

// Ever is all that it was told in the main lane: its last request may be of a job
// beside the conversation, which begins it anew.
func (t Talk) Ever() string {
	var b strings.Builder
	for _, r := range t.Requests {
		if r.Lane == 0 {
			b.WriteString(r.Everything())
		}
	}
	return b.String()
}

// HeardIn is that of another lane.
func (t Talk) HeardIn(lane int) fakemodel.Request {
	for i := len(t.Requests) - 1; i >= 0; i-- {
		if t.Requests[i].Lane == lane {
			return t.Requests[i]
		}
	}
	return fakemodel.Request{}
}

// Exchanges are the calls of the main lane in their order.
func (t Talk) Exchanges() []Exchange { return t.ExchangesIn(0) }

// ExchangesIn are those of another lane.
func (t Talk) ExchangesIn(lane int) []Exchange {
	last := t.HeardIn(lane)
	var all []Exchange
	for _, r := range t.Requests {
		if r.Lane != lane {
			continue
		}
		for _, c := range r.Calls {
			said, ok := last.Result(c.ID)
			all = append(all, Exchange{Made: c, Told: said.Text, Answered: ok})
		}
	}
	return all
}
