package remote

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"sync"
	"time"

	"agentconnector/pkg/mcp"
	"agentconnector/pkg/world"
)

// Limits of the end of a session, and of waiting on the way.
const (
	ackLimit    = 10 * time.Second // for a server to take a notification, before the next message goes
	endLimit    = time.Second      // to tell the server of the end: hosts send SIGTERM 2 s after they close our input
	answerLimit = time.Minute      // after the end of input, for answers that are still to come
	parentStep  = 250 * time.Millisecond
)

// Bridge is an MCP server on stdio that is really one over HTTP.
type Bridge struct {
	*target
	client *http.Client
	talk   func(format string, args ...any) // what is no answer to anybody
	ctx    context.Context
	cancel context.CancelCauseFunc

	outMu sync.Mutex
	out   io.Writer

	mu      sync.Mutex
	pending map[string]*waiting
	params  map[string][]param // of tools, by name
	session session
	old     *oldStream // once the server turned out to be one of 2024-11-05

	work sync.WaitGroup // exchanges
}

// errHostGone ends everything: nobody reads what we write.
var errHostGone = errors.New("the host reads no more")

// NewBridge checks the options. talk gets what an operator may want to know.
func NewBridge(w *world.World, o Options, talk func(format string, args ...any)) (*Bridge, error) {
	t, err := resolve(w, o)
	if err != nil {
		return nil, err
	}
	b := &Bridge{target: t, talk: talk, out: w.Stdout, pending: map[string]*waiting{}, params: map[string][]param{}}
	b.client = &http.Client{Transport: transport(), CheckRedirect: stays}
	return b, nil
}

// maxHops is how many redirects are followed.
const maxHops = 5

// stays lets a redirect pass that keeps the method, the body and the origin.
func stays(req *http.Request, via []*http.Request) error {
	code := req.Response.StatusCode
	keeps := code == http.StatusTemporaryRedirect || code == http.StatusPermanentRedirect
	if !keeps || len(via) > maxHops || origin(req.URL) != origin(via[0].URL) {
		return http.ErrUseLastResponse
	}
	return nil
}

// Run passes messages until the input ends, the host is gone, the context is
// cancelled, or the server is lost for good; the last is an error.
func (b *Bridge) Run(ctx context.Context, in io.Reader) error {
	b.ctx, b.cancel = context.WithCancelCause(ctx)
	defer b.cancel(nil)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		b.read(in)
	}()
	select {
	case <-ended:
		b.finish()
	case <-b.ctx.Done():
	}
	err := context.Cause(b.ctx)
	b.bye()
	if ctx.Err() != nil || err == errHostGone {
		return nil
	}
	return err
}

// read sends line by line, however long they are.
func (b *Bridge) read(in io.Reader) {
	r := bufio.NewReaderSize(in, 64<<10)
	for b.ctx.Err() == nil {
		line, err := r.ReadBytes('\n')
		if line = bytes.TrimRight(line, "\r\n"); len(bytes.TrimSpace(line)) > 0 {
			b.take(read(line))
		}
		if err != nil {
			return
		}
	}
}

// finish waits for the answers that the host may still want: as many MCP servers
// do, and as a shell pipe needs it.
func (b *Bridge) finish() {
	limit := time.After(answerLimit)
	tick := time.NewTicker(parentStep / 10)
	defer tick.Stop()
	parent := os.Getppid()
	for b.waits() {
		select {
		case <-b.ctx.Done():
			return
		case <-limit:
			return
		case <-tick.C:
			if os.Getppid() != parent {
				return
			}
		}
	}
}

// take sends one message and returns when the next may follow: requests go as
// soon as they are written, so that their answers are waited for side by side;
// what begins a session, and what is only acknowledged, keeps its place.
func (b *Bridge) take(m *message) {
	if m.cancels != "" && b.drop(m.cancels) {
		return
	}
	if m.method == "" && len(m.requests) == 0 && !mcp.Valid(m.line) {
		b.talk("a line of the host is no JSON: it is not sent (%d bytes)", len(m.line))
		b.write([]byte(`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"ac-proxy: this line is no JSON"}}`))
		return
	}
	ctx, cancel := context.WithCancel(b.ctx)
	b.register(m, cancel)
	next := make(chan struct{})
	var once sync.Once
	b.work.Go(func() {
		defer cancel()
		free := func() { once.Do(func() { close(next) }) }
		defer free()
		b.exchange(ctx, m, free)
	})
	if len(m.requests) > 0 {
		select {
		case <-next:
		case <-b.ctx.Done():
		}
		return
	}
	select {
	case <-next:
	case <-time.After(ackLimit):
	case <-b.ctx.Done():
	}
}

// give hands a message of the server to the host.
func (b *Bridge) give(raw []byte) {
	line := oneLine(raw)
	b.mu.Lock()
	mcp.Each(line, func(m mcp.Message) {
		if m.Shape == mcp.Response {
			delete(b.pending, m.ID)
			learn(m.Result, b.params)
		}
	})
	b.mu.Unlock()
	b.write(line)
}

// bigLine is a length from which a copy costs more than a second write.
const bigLine = 64 << 10

func (b *Bridge) write(line []byte) {
	b.outMu.Lock()
	defer b.outMu.Unlock()
	var err error
	if len(line) < bigLine {
		_, err = b.out.Write(append(line[:len(line):len(line)], '\n'))
	} else if _, err = b.out.Write(line); err == nil {
		_, err = b.out.Write([]byte{'\n'})
	}
	if err != nil {
		b.cancel(errHostGone)
	}
}
