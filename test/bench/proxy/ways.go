package main

import (
	"bufio"
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

//go:embed testdata/relay.c
var relaySource []byte

//go:embed testdata/tee.mjs
var teeSource []byte

// The ways to the server.
const (
	direct = iota
	relay
	proxied
	tee
	waysCount
)

// way is one way to the server.
type way struct {
	name string
	argv []string // before the server's own command
	skip string   // why it is left out

	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
	id   int
	took [kinds][]time.Duration
	perCall
}

// ways builds the programs that stand between.
func ways(dir string) ([waysCount]*way, error) {
	all := [waysCount]*way{
		direct:  {name: "directly"},
		relay:   {name: "C relay"},
		proxied: {name: "ac-proxy"},
		tee:     {name: "Node tee"},
	}
	tool := filepath.Join(dir, "ac-proxy")
	if out, err := exec.Command("go", "build", "-trimpath", "-o", tool, "./ac-proxy").CombinedOutput(); err != nil {
		return all, fmt.Errorf("ac-proxy cannot be built, run this from the root of the repository: %w\n%s", err, out)
	}
	all[proxied].argv = []string{tool, "--connector", "bench", "--"}
	source, program := filepath.Join(dir, "relay.c"), filepath.Join(dir, "relay")
	if err := os.WriteFile(source, relaySource, 0o600); err != nil {
		return all, err
	}
	if cc, err := exec.LookPath("cc"); err != nil {
		all[relay].skip = err.Error()
	} else if out, err := exec.Command(cc, "-O2", "-pthread", "-o", program, source).CombinedOutput(); err != nil {
		all[relay].skip = fmt.Sprintf("%v: %s", err, out)
	}
	all[relay].argv = []string{program}
	script := filepath.Join(dir, "tee.mjs")
	if err := os.WriteFile(script, teeSource, 0o600); err != nil {
		return all, err
	}
	node, err := exec.LookPath("node")
	if err != nil {
		all[tee].skip = err.Error()
	}
	all[tee].argv = []string{node, script}
	return all, nil
}

func (w *way) start(home string) (err error) {
	if w.skip != "" {
		return nil
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	argv := append(w.argv[:len(w.argv):len(w.argv)], self, "-serve")
	w.cmd = exec.Command(argv[0], argv[1:]...)
	w.cmd.Env = []string{"HOME=" + home, "AGENT_CONNECTOR_DATA_DIR=" + home, "PATH=" + os.Getenv("PATH")}
	w.cmd.Stderr = os.Stderr
	if w.in, err = w.cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	w.out = bufio.NewReaderSize(out, 64<<10)
	if err := w.cmd.Start(); err != nil {
		return err
	}
	_, err = w.ask(small) // so that it is there
	return err
}

func (w *way) stop() {
	if w.cmd == nil {
		return
	}
	_ = w.in.Close()
	_, _ = io.Copy(io.Discard, w.out)
	_ = w.cmd.Wait()
}

// ask makes one call and waits for its answer.
func (w *way) ask(kind int) (time.Duration, error) {
	w.id++
	request := fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":{"path":"src/main.go","line":12}}}`+"\n", w.id, names[kind])
	want := fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,`, w.id)
	began := time.Now()
	if _, err := w.in.Write(request); err != nil {
		return 0, err
	}
	n := 0
	var first []byte
	for {
		part, err := w.out.ReadSlice('\n')
		if n == 0 {
			first = bytes.Clone(part[:min(len(part), 64)])
		}
		n += len(part)
		if err == bufio.ErrBufferFull {
			continue
		}
		took := time.Since(began)
		switch {
		case err != nil:
			return 0, err
		case !bytes.HasPrefix(first, want) || n != len(answers[kind])+len(want):
			return 0, fmt.Errorf("answer of %d bytes: %s…", n, first)
		}
		return took, nil
	}
}

// memory is that of the process now, in bytes; 0 where the system does not tell.
func (w *way) memory() int64 {
	b, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", w.cmd.Process.Pid))
	for line := range bytes.Lines(b) {
		if kb, ok := strings.CutPrefix(string(line), "VmRSS:"); ok {
			n, _ := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(kb), "kB")), 10, 64)
			return n << 10
		}
	}
	return 0
}
