package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"agentconnector/pkg/apply"
	"agentconnector/pkg/plan"
)

// BenchmarkPlan is the same life in one process, to be profiled:
//
//	go test ./test/bench -run '^$' -bench Plan/upgrade -cpuprofile cpu.out
func BenchmarkPlan(b *testing.B) {
	for _, name := range []string{"apply", "again", "upgrade", "undo"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				l := newLife(b)
				for _, step := range []string{"apply", "again", "upgrade", "undo"} {
					if step == "upgrade" {
						if err := l.foreign(); err != nil {
							b.Fatal(err)
						}
					}
					if step == name {
						b.StartTimer()
					}
					if err := l.inProcess(step); err != nil {
						b.Fatal(err)
					}
					if step == name {
						break
					}
				}
				b.StopTimer()
				if err := os.RemoveAll(l.home); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
			}
			b.SetBytes(benchMB << 20)
		})
	}
}

// benchMB is the size of the file: that of the largest seen in the wild.
const benchMB = 23

func newLife(b *testing.B) *life {
	l := &life{dir: b.TempDir(), mb: benchMB}
	l.home = filepath.Join(l.dir, "home")
	if err := os.Mkdir(l.home, 0o700); err != nil {
		b.Fatal(err)
	}
	var text bytes.Buffer
	if err := generate(&text, benchMB<<20); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(l.file(), text.Bytes(), 0o600); err != nil {
		b.Fatal(err)
	}
	return l
}

// inProcess is a step without a process of its own.
func (l *life) inProcess(step string) error {
	o := apply.Options{Home: l.ours(), OS: "linux", Now: 1, Getenv: func(string) string { return "" }}
	if step == "undo" {
		_, err := apply.Undo(apply.Selector{ID: "bench", All: true}, o)
		return err
	}
	version := 1
	if step == "upgrade" {
		version = 2
	}
	text, err := l.plan(version)
	if err != nil {
		return err
	}
	p, err := plan.Read(bytes.NewReader(text))
	if err != nil {
		return err
	}
	_, err = apply.Plan(p, o)
	return err
}
