package apply

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// holdVar makes this test program take a lock and hold it until it is killed.
const holdVar = "AC_TEST_HOLD_LOCK_IN"

func TestMain(m *testing.M) {
	if dir := os.Getenv(holdVar); dir != "" {
		if _, err := (store{dir: dir}).lock("/x.json"); err != nil {
			panic(err)
		}
		os.Stdout.WriteString("held\n")
		time.Sleep(time.Minute) // the end, if nobody kills us
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// TestLock: a file that a living process holds is waited for, then it is an
// error that says what to do; other files are free meanwhile. What a process
// held is free when it is killed.
func TestLock(t *testing.T) {
	s := store{dir: filepath.Join(t.TempDir(), "ours")}
	was := lockWait
	lockWait = 100 * time.Millisecond
	t.Cleanup(func() { lockWait = was })

	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), holdVar+"="+s.dir)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer c.Process.Kill()
	if _, err := out.Read(make([]byte, 5)); err != nil { // "held"
		t.Fatal(err)
	}
	if _, err := s.lock("/x.json"); err == nil || !strings.Contains(err.Error(), "/x.json: another run has held this file for 100ms\nhint: wait for it") {
		t.Fatalf("the lock of a living process: %v", err)
	}
	unlock, err := s.lock("/y.json")
	if err != nil {
		t.Fatal(err)
	}
	unlock()

	lockWait = was
	freed := make(chan error)
	go func() { // it waits, and goes on as soon as the other is gone
		unlock, err := s.lock("/x.json")
		if err == nil {
			unlock()
		}
		freed <- err
	}()
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	c.Wait()
	if err := <-freed; err != nil {
		t.Fatalf("the lock of a dead process: %v", err)
	}
}
