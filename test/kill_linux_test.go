package test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"agentconnector/pkg/logstore/segment"
)

// beHost makes this test program a host: it runs the command and calls tools of it
// until it is killed. AC_TEST_INHERIT has another child hold the server's input
// open, as hosts do that start several servers without care.
func beHost(command string) {
	cmd := exec.Command("sh", "-c", "exec "+command)
	in, err1 := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	if err1 != nil || err2 != nil || cmd.Start() != nil {
		os.Exit(1)
	}
	if os.Getenv("AC_TEST_INHERIT") != "" {
		other := exec.Command("sleep", "30")
		other.ExtraFiles = []*os.File{in.(*os.File)}
		_ = other.Start()
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	for i := 0; ; i++ {
		_, _ = fmt.Fprintf(in, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"echo","arguments":{"n":%d}}}`+"\n", i, i)
		time.Sleep(time.Millisecond)
	}
}

// stubborn is a server that neither the end of its input nor SIGTERM ends.
const stubborn = `trap "" TERM HUP INT
echo $$ >>pids
while :; do
	read -r line || { sleep 0.05; continue; }
	id=${line#*'"id":'}
	echo '{"jsonrpc":"2.0","id":'${id%%,*}',"result":{"content":[{"type":"text","text":"hello world"}]}}'
done`

// launcher starts the real server as a grandchild, as npx does.
const launcher = `echo $$ >>pids
exec 3<&0 # what runs in the background would else read nothing
sh ./stubborn.sh <&3 &
wait`

// Whoever is killed, whenever: nothing stays, and the log can be read.
func TestNobodyIsLeftWhenOneIsKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	tools := programs()
	when := rand.New(rand.NewPCG(3, 4))
	for _, server := range []string{"stubborn.sh", "launcher.sh"} {
		for _, victim := range []string{"host", "host-inherited", "proxy", "server"} {
			delay := time.Duration(50+when.IntN(400)) * time.Millisecond
			t.Run(server+"/"+victim, func(t *testing.T) {
				t.Parallel()
				killOne(t, tools, server, victim, delay)
			})
		}
	}
}

func killOne(t *testing.T, tools, server, victim string, delay time.Duration) {
	dir := t.TempDir()
	for name, text := range map[string]string{"stubborn.sh": stubborn, "launcher.sh": launcher} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	mark := "AC_TEST_MARK=" + filepath.Base(dir) + t.Name()
	host := exec.Command("/proc/self/exe")
	host.Dir = dir
	host.Env = append(os.Environ(), mark, "AGENT_CONNECTOR_DATA_DIR="+dir, "HOME="+dir,
		"AC_TEST_HOST="+tools+"/ac-proxy --connector acme -- sh "+server)
	if victim == "host-inherited" {
		host.Env = append(host.Env, "AC_TEST_INHERIT=1")
	}
	if err := host.Start(); err != nil {
		t.Fatal(err)
	}
	gone := make(chan struct{})
	go func() { _ = host.Wait(); close(gone) }()
	defer func() { _ = host.Process.Kill(); <-gone }()
	groups := started(t, dir, server)
	for range 400 { // something is in the log
		if _, err := os.Stat(filepath.Join(dir, "logs", "measure", "current.ndjson")); err == nil {
			break
		}
		time.Sleep(25 * time.Millisecond)
	}
	time.Sleep(delay)
	pid := host.Process.Pid
	switch victim {
	case "proxy":
		pid = only(t, mark, "ac-proxy")
	case "server":
		pid = groups[0]
	}
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	var left []string
	for range 200 {
		if left = alive(mark, groups); len(left) == 0 {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if len(left) > 0 {
		t.Errorf("left over after ten seconds: %s", left)
	}
	readable(t, tools, dir)
}

// started waits for the server and gives its processes, its leader first.
func started(t *testing.T, dir, server string) (pids []int) {
	want := 1 + strings.Count(server, "launcher")
	for range 400 {
		b, _ := os.ReadFile(filepath.Join(dir, "pids"))
		if words := strings.Fields(string(b)); len(words) >= want {
			for _, w := range words {
				n, _ := strconv.Atoi(w)
				pids = append(pids, n)
			}
			return pids
		}
		time.Sleep(25 * time.Millisecond)
	}
	t.Fatal("the server did not start")
	return nil
}

// alive are the processes that have to do with a run: the servers, the proxy, and
// the guard, which names the group that it guards.
func alive(mark string, groups []int) (all []string) {
	for pid, cmdline := range processes() {
		env, _ := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
		ours := bytes.Contains(env, []byte(mark+"\x00")) && !strings.HasPrefix(cmdline, "sleep\x0030\x00") && !strings.Contains(cmdline, "/proc/self/exe")
		for _, g := range groups {
			ours = ours || strings.HasSuffix(cmdline, "\x00ac-proxy\x00"+strconv.Itoa(g)+"\x00")
		}
		if ours {
			all = append(all, fmt.Sprintf("%d %q", pid, cmdline))
		}
	}
	return all
}

func only(t *testing.T, mark, name string) int {
	for pid, cmdline := range processes() {
		env, _ := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
		program, _, _ := strings.Cut(cmdline, "\x00")
		if bytes.Contains(env, []byte(mark+"\x00")) && filepath.Base(program) == name {
			return pid
		}
	}
	t.Fatalf("no %s runs", name)
	return 0
}

// processes are the command lines of those that live, by their ids.
func processes() map[int]string {
	all := map[int]string{}
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		if b, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid)); err == nil && len(b) > 0 { // a zombie has none
			all[pid] = string(b)
		}
	}
	return all
}

// readable says whether the log of a run can be read and gone on with.
func readable(t *testing.T, tools, dir string) {
	t.Helper()
	again := exec.Command(filepath.Join(tools, "ac-proxy"), "--connector", "next", "--", "true")
	again.Env = append(os.Environ(), "AGENT_CONNECTOR_DATA_DIR="+dir, "HOME="+dir)
	if out, err := again.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	lines, next := 0, false
	st, err := segment.Scan(filepath.Join(dir, "logs", "measure"), time.Time{}, func(line []byte) error {
		lines++
		next = next || bytes.Contains(line, []byte(`"connector":"next"`))
		return nil
	})
	if err != nil || st.Torn > 1 || !next || lines < 2 {
		t.Errorf("%d records, %d torn, the next run's is there: %v; %v", lines, st.Torn, next, err)
	}
	report := exec.Command(filepath.Join(tools, "ac-report"), "tokens", "--json")
	report.Env = append(os.Environ(), "AGENT_CONNECTOR_DATA_DIR="+dir, "HOME="+dir)
	out, err := report.Output()
	first, _, _ := bufio.NewReader(bytes.NewReader(out)).ReadLine()
	if err != nil || !bytes.Contains(out, []byte(`"tool":"echo"`)) {
		t.Errorf("ac-report: %v: %s", err, first)
	}
}
