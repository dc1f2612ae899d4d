// The benchmark, and the test at full size, of appending to a log.
//
//	go run ./test/bench/append [-writers 32] [-lines 10000] [-gate]
//
// Real processes append lines of 200 to 500 bytes at once, as ac-hook and ac-proxy
// do, through all the rotations that come of it, while another one compresses what
// is closed. Then the log is read: each line must be there once, byte for byte. No
// writer tries again what the log has refused: that counts as lost.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"agentconnector/pkg/logstore"
	"agentconnector/pkg/logstore/segment"
)

func main() {
	if len(os.Args) > 2 && os.Args[1] == "write" {
		write(os.Args[2], os.Args[3], os.Args[4])
		return
	}
	if len(os.Args) > 2 && os.Args[1] == "compress" {
		for {
			_ = segment.Compress(os.Args[2])
			time.Sleep(20 * time.Millisecond)
		}
	}
	writers := flag.Int("writers", 32, "processes")
	lines := flag.Int("lines", 10_000, "lines of each")
	gate := flag.Bool("gate", false, "exit 1 if a line is lost, or welded to another")
	flag.Parse()
	bad, err := bench(*writers, *lines)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(2)
	}
	if bad && *gate {
		os.Exit(1)
	}
}

// record is line n of a writer.
func record(who string, n int) []byte {
	return fmt.Appendf(nil, `{"who":"%s","n":%d,"pad":"%s"}`, who, n, strings.Repeat("x", 170+n*31%300))
}

// write is one writer. It says how many lines were refused.
func write(dir, who, lines string) {
	refused := 0
	n, _ := strconv.Atoi(lines)
	for i := range n {
		if err := logstore.Append(dir, record(who, i)); err != nil {
			refused++
			fmt.Fprintln(os.Stderr, who, i, err)
		}
	}
	fmt.Println(refused)
}

func bench(writers, lines int) (bad bool, err error) {
	tmp, err := os.MkdirTemp("", "ac-bench")
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(tmp)) }()
	dir := filepath.Join(tmp, "log")
	self, err := os.Executable()
	if err != nil {
		return false, err
	}
	compressor := exec.Command(self, "compress", dir)
	if err := compressor.Start(); err != nil {
		return false, err
	}
	begin := time.Now()
	refused, err := run(self, dir, writers, lines)
	took := time.Since(begin)
	_ = compressor.Process.Kill()
	_ = compressor.Wait()
	if err != nil {
		return false, err
	}
	c, err := check(dir, writers, lines)
	if err != nil {
		return false, err
	}
	all := writers * lines
	fmt.Printf("%d processes, %d lines each: %d of %d there, %d twice, %d welded or torn, %d refused; %d rotations\n",
		writers, lines, c.there, all, c.twice, c.torn, refused, c.rotations)
	fmt.Printf("%.1f s, %.0f µs a line\n", took.Seconds(), float64(took.Microseconds())/float64(all))
	return c.there != all || c.twice+c.torn+refused > 0, nil
}

// run starts the writers and waits for them.
func run(self, dir string, writers, lines int) (refused int, err error) {
	cmds := make([]*exec.Cmd, writers)
	outs := make([]strings.Builder, writers)
	for i := range cmds {
		cmds[i] = exec.Command(self, "write", dir, fmt.Sprint("w", i), fmt.Sprint(lines))
		cmds[i].Stdout, cmds[i].Stderr = &outs[i], os.Stderr
		if err := cmds[i].Start(); err != nil {
			return 0, err
		}
	}
	var errs []error
	for i, c := range cmds {
		errs = append(errs, c.Wait())
		n, err := strconv.Atoi(strings.TrimSpace(outs[i].String()))
		errs = append(errs, err)
		refused += n
	}
	return refused, errors.Join(errs...)
}

type checked struct{ there, twice, torn, rotations int }

// check reads the log and compares each line with what was written.
func check(dir string, writers, lines int) (c checked, err error) {
	seen := make([][]bool, writers)
	for i := range seen {
		seen[i] = make([]bool, lines)
	}
	st, err := segment.Scan(dir, time.Time{}, func(line []byte) error {
		var w, n int
		if _, err := fmt.Sscanf(string(line), `{"who":"w%d","n":%d,`, &w, &n); err != nil || w >= writers || n >= lines || string(line) != string(record(fmt.Sprint("w", w), n)) {
			return segment.ErrTorn
		}
		if seen[w][n] {
			c.twice++
		} else {
			c.there++
		}
		seen[w][n] = true
		return nil
	})
	if len(st.Damaged)+len(st.Gone) > 0 {
		return c, fmt.Errorf("%v damaged, %v gone", st.Damaged, st.Gone)
	}
	all, serr := logstore.Segments(dir)
	c.torn, c.rotations = int(st.Torn), len(all)
	return c, errors.Join(err, serr)
}
