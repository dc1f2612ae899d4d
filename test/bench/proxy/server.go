package main

import (
	"bufio"
	"bytes"
	"os"
	"strings"
)

// The kinds of calls.
const (
	small = iota
	hard  // 100 KB of spaces, which take a naive tokenizer seconds
	big   // a megabyte of text
	after // a small one behind a hard one
	kinds
)

var names = [kinds]string{"small", "hard", "big", "small"}

// answers are what follows the id.
var answers = [kinds][]byte{
	small: answer("package main // the file has 12 lines"),
	hard:  answer(strings.Repeat(" ", 100_000)),
	big:   answer(strings.Repeat("The quick brown fox jumps over the lazy dog, again and again. ", 1<<20/62)),
	after: answer("package main // the file has 12 lines"),
}

func answer(text string) []byte {
	return []byte(`"result":{"content":[{"type":"text","text":"` + text + `"}]}}` + "\n")
}

// server answers calls, each as its name says.
func server() {
	in := bufio.NewReader(os.Stdin)
	var out []byte
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return
		}
		head, _, _ := bytes.Cut(line, []byte(`"method"`))
		kind := small
		for k, name := range names[:after] {
			if bytes.Contains(line, []byte(`"name":"`+name+`"`)) {
				kind = k
			}
		}
		out = append(append(out[:0], head...), answers[kind]...)
		if _, err := os.Stdout.Write(out); err != nil {
			return
		}
	}
}
