package main

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// gpt is the package that we compare with, the fastest on npm.
const gpt = "gpt-tokenizer@4.0.0"

// source counts the files that are named on stdin, and says how many
// nanoseconds of CPU each took.
const source = `
import fs from "node:fs";
import readline from "node:readline";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
for await (const file of readline.createInterface({ input: process.stdin })) {
  const text = fs.readFileSync(file, "utf8");
  const start = process.cpuUsage();
  countTokens(text, { disallowedSpecial: new Set() });
  const used = process.cpuUsage(start);
  console.log((used.user + used.system) * 1000);
}
`

// script is a node that counts.
type script struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

func startScript(dir string) (*script, error) {
	npm := exec.Command("npm", "install", "--prefix", dir, "--ignore-scripts", "--no-audit", "--no-fund", "--no-save", gpt)
	if out, err := npm.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("npm install %s: %w\n%s", gpt, err, out)
	}
	path := filepath.Join(dir, "count.mjs")
	if err := write(path, source); err != nil {
		return nil, err
	}
	cmd := exec.Command("node", path)
	cmd.Dir = dir
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &script{cmd, in, bufio.NewScanner(out)}, cmd.Start()
}

// count has node count a file, and gives the CPU time.
func (s *script) count(file string) (time.Duration, error) {
	if _, err := fmt.Fprintln(s.in, file); err != nil {
		return 0, err
	}
	if !s.out.Scan() {
		return 0, fmt.Errorf("node ended: %v", s.out.Err())
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(s.out.Text()), 64)
	return time.Duration(n), err
}

func (s *script) stop() {
	if s == nil {
		return
	}
	s.in.Close() // its input ends, and so does it
	s.cmd.Wait()
}
