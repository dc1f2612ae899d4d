package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// counters is what the report is compared with, by name, and the command.
func counters(files []string) (name string, start func() *exec.Cmd) {
	_, err := exec.LookPath("zstd")
	_, werr := exec.LookPath("wc")
	if err == nil && werr == nil {
		return "zstd -dc FILE… | wc -l", func() *exec.Cmd {
			return exec.Command("sh", append([]string{"-c", `zstd -dcq "$@" | wc -l`, "sh"}, files...)...)
		}
	}
	return "Go, for want of zstd", func() *exec.Cmd {
		self, err := os.Executable()
		if err != nil {
			panic(err)
		}
		return exec.Command(self, append([]string{"count"}, files...)...)
	}
}

// count decompresses files and prints how many lines they have.
func count(files []string) {
	n := 0
	for _, name := range files {
		f, err := os.Open(name)
		check(err)
		dec, err := zstd.NewReader(f)
		check(err)
		buf := make([]byte, 1<<20)
		for err == nil {
			var k int
			k, err = dec.Read(buf)
			n += bytes.Count(buf[:k], []byte{'\n'})
		}
		if err != io.EOF {
			check(err)
		}
		dec.Close()
		f.Close()
	}
	fmt.Println(n)
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(2)
	}
}

// lines checks what counting has said.
func lines(out []byte, want int) error {
	if n, err := strconv.Atoi(strings.TrimSpace(string(out))); err != nil || n != want {
		return fmt.Errorf("it says %q, expected %d lines", out, want)
	}
	return nil
}

// reporter starts the report, with nothing around it but the log.
func reporter(tool, dir string, args []string) *exec.Cmd {
	cmd := exec.Command(tool, args...)
	cmd.Env = []string{"HOME=" + dir, "AGENT_CONNECTOR_DATA_DIR=" + dir, "TZ=UTC", "PATH=" + os.Getenv("PATH")}
	return cmd
}

// calls checks that the report has all records in it.
func calls(out []byte, want int) error {
	n := 0
	for line := range bytes.Lines(out) {
		var r struct {
			Kind  string
			Calls int
		}
		if err := json.Unmarshal(line, &r); err != nil {
			return err
		}
		if r.Kind == "call" {
			n += r.Calls
		}
	}
	if n != want {
		return fmt.Errorf("it has %d calls, expected %d", n, want)
	}
	return nil
}

// keeper says what of a line of an output is kept.
type keeper func(line []byte) []byte

// summing keeps of an output what its counter says.
type summing struct {
	sum keeper
	to  *bytes.Buffer
}

// Write takes pieces that may end within a line: what counts opens it.
func (s summing) Write(p []byte) (int, error) {
	for line := range bytes.Lines(p) {
		s.to.Write(s.sum(line))
	}
	return len(p), nil
}

// kind is a letter for the type of a record.
func kind(line []byte) []byte {
	switch {
	case bytes.HasPrefix(line, []byte(`{"eventType":"AiToolCall"`)):
		return []byte("c")
	case bytes.HasPrefix(line, []byte(`{"eventType":"AiAuditEvent"`)):
		return []byte("a")
	}
	return nil
}

// paired checks that each call has its record, and its audit; some are still open, and
// a few are cut where a piece of the output ends.
func paired(out []byte, want int) error {
	calls, audits := bytes.Count(out, []byte("c")), bytes.Count(out, []byte("a"))
	if d := audits - calls; d < -want/100 || d > want/100 || calls < want*2/5 || calls > want*3/5 {
		return fmt.Errorf("it has %d calls and %d audits of %d events", calls, audits, want)
	}
	return nil
}
