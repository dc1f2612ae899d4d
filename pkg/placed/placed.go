// Package placed knows the versions of our programs in our own folder.
//
// Only a program itself can say its version for every build: one that was set at
// link time is in no build information once paths are trimmed. But to start two of
// them takes longer than all else that a look at a machine does. So ac-apply asks
// each one that it finds in place, once, and writes down what it said, beside size
// and age of the file; whoever finds a file that is not so asks again.
package placed

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"agentconnector/pkg/home"
	"agentconnector/pkg/world"
)

// Bounds of what is run, and read.
const (
	Timeout  = 2 * time.Second // for one PROGRAM --version
	MaxLine  = 200             // bytes of its first line that are kept
	maxNotes = 64 << 10
)

// Notes are what is written down, by the name of the file.
type Notes map[string]note

type note struct {
	Version string `json:"version"`
	Size    int64  `json:"size"`
	MTime   int64  `json:"mtime"` // nanoseconds
}

func file(acHome string) string { return home.Under(home.State(acHome), "programs.json") }

// Read reads the notes. What is wrong with them is as if there were none.
func Read(acHome string) Notes {
	var n Notes
	if name := file(acHome); world.Exists(name) {
		if b, err := world.ReadFile(name, maxNotes); err != nil || json.Unmarshal(b, &n) != nil {
			return nil
		}
	}
	return n
}

// Version is that of a program, if it is the file that the notes are about.
func (n Notes) Version(path string) (string, bool) {
	x, ok := n[filepath.Base(path)]
	if !ok {
		return "", false
	}
	fi, err := os.Stat(path)
	return x.Version, err == nil && fi.Size() == x.Size && fi.ModTime().UnixNano() == x.MTime
}

// Note asks the programs that the notes do not know, and writes down what they say.
// Without a state there is nothing installed to which they would belong.
func Note(w *world.World, acHome string, programs []string) error {
	n := Read(acHome)
	changed := false
	for _, name := range programs {
		path := home.Under(home.Bin(acHome), name)
		if w.OS == "windows" {
			path += ".exe"
		}
		if _, known := n.Version(path); known {
			continue
		}
		fi, err := os.Stat(path)
		v := Ask(w, path)
		if err != nil || v == "" {
			continue
		}
		if n == nil {
			n = Notes{}
		}
		n[filepath.Base(path)] = note{Of(v, name), fi.Size(), fi.ModTime().UnixNano()}
		changed = true
	}
	if !changed || !world.IsDir(home.State(acHome)) {
		return nil
	}
	b, err := json.Marshal(n)
	if err != nil {
		return err
	}
	part := file(acHome) + ".part"
	if err := os.WriteFile(part, append(b, '\n'), 0o600); err != nil {
		return err
	}
	return os.Rename(part, file(acHome))
}

// Of is the version in the line that a program of ours says.
func Of(line, name string) string {
	if f := strings.Fields(line); len(f) > 1 && f[0] == name {
		return f[1]
	}
	return "unknown"
}

// Ask runs PROGRAM --version and returns the first line of what it prints, or "" if
// it fails or takes too long. It has no input, and what it leaves behind is not
// waited for.
func Ask(w *world.World, program string) string {
	ctx, cancel := context.WithTimeout(context.Background(), Timeout)
	defer cancel()
	c := exec.CommandContext(ctx, program, "--version")
	c.Env, c.Dir, c.WaitDelay = w.Environ, w.Dir, Timeout/10
	var out head
	c.Stdout = &out
	if c.Run() != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(out), "\n")
	return strings.TrimSpace(line)
}

// head keeps the first MaxLine bytes and swallows the rest.
type head []byte

func (h *head) Write(p []byte) (int, error) {
	if room := MaxLine - len(*h); room > 0 {
		*h = append(*h, p[:min(room, len(p))]...)
	}
	return len(p), nil
}
