package test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
)

// commands are what the scripts can say beyond testscript's own words.
var commands = map[string]func(ts *testscript.TestScript, neg bool, args []string){
	"mode":     cmdMode,     // mode FILE 0600            permission bits
	"keep":     cmdKeep,     // keep FILE...              remember inode, mtime and bytes
	"kept":     cmdKept,     // [!] kept FILE...          the same inode, mtime and bytes as then
	"snapshot": cmdSnapshot, // snapshot DIR NAME         remember a tree: names, modes, links, bytes
	"same":     cmdSame,     // [!] same DIR NAME         the tree is what it was
	"line":     cmdLine,     // [!] line FILE k=v...      a line of NDJSON has these fields (k=~part: contains)
	"value":    cmdValue,    // value FILE a.b.0 JSON     a value in a JSON file
	"trimnl":   cmdTrimNL,   // trimnl FILE               drop the final newline
	"crlf":     cmdCRLF,     // crlf FILE                 LF to CRLF
	"bom":      cmdBOM,      // bom FILE                  put a byte order mark in front
	"tight":    cmdTight,    // [!] tight DIR             nothing below it is open to group or others
	"lay":      cmdLay,      // lay DIR ARCHIVE...       a home of an older version, from testdata/state
	"count":    cmdCount,    // count FILE TEXT N         TEXT occurs N times
	"nowhere":  cmdNowhere,  // [!] nowhere TEXT PATH...  no file there has TEXT in it, be it encoded
}

func cmdMode(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.ParseUint(args[1], 8, 32)
	ts.Check(err)
	fi, err := os.Stat(ts.MkAbs(args[0]))
	ts.Check(err)
	if got := fi.Mode().Perm(); (uint64(got) == want) == neg {
		ts.Fatalf("%s has mode %04o", args[0], got)
	}
}

func cmdTight(ts *testscript.TestScript, neg bool, args []string) {
	var loose []string
	n := 0
	ts.Check(filepath.WalkDir(ts.MkAbs(args[0]), func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		fi, err := d.Info()
		if err == nil && fi.Mode()&0o077 != 0 {
			loose = append(loose, fmt.Sprintf("%v %s", fi.Mode(), p))
		}
		n++
		return err
	}))
	if n < 2 {
		ts.Fatalf("there is nothing in %s", args[0])
	}
	if (len(loose) == 0) == neg {
		ts.Fatalf("of %d, open to others are %d:\n%s", n, len(loose), strings.Join(loose, "\n"))
	}
}

var mu sync.Mutex // scripts run in parallel

type stamp struct {
	info fs.FileInfo
	data []byte
}

var stamps = map[string]stamp{} // keyed by absolute path, which no two scripts share

func cmdKeep(ts *testscript.TestScript, neg bool, args []string) {
	for _, a := range args {
		p := ts.MkAbs(a)
		fi, err := os.Stat(p)
		ts.Check(err)
		b, err := os.ReadFile(p)
		ts.Check(err)
		mu.Lock()
		stamps[p] = stamp{fi, b}
		mu.Unlock()
	}
}

func cmdKept(ts *testscript.TestScript, neg bool, args []string) {
	for _, a := range args {
		p := ts.MkAbs(a)
		mu.Lock()
		was, ok := stamps[p]
		mu.Unlock()
		if !ok {
			ts.Fatalf("kept %s: no keep before", a)
		}
		fi, err := os.Stat(p)
		ts.Check(err)
		b, err := os.ReadFile(p)
		ts.Check(err)
		same := os.SameFile(was.info, fi) && was.info.ModTime().Equal(fi.ModTime()) && bytes.Equal(was.data, b)
		if same == neg {
			ts.Fatalf("%s: same file %v, mtime %v → %v, bytes equal %v", a, os.SameFile(was.info, fi),
				was.info.ModTime(), fi.ModTime(), bytes.Equal(was.data, b))
		}
	}
}

func tree(root string) (map[string]string, error) {
	m := map[string]string{}
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, p)
		fi, err := d.Info()
		if err != nil {
			return err
		}
		switch {
		case fi.Mode()&fs.ModeSymlink != 0:
			l, err := os.Readlink(p)
			m[rel] = "link " + l
			return err
		case d.IsDir():
			m[rel] = fi.Mode().String()
			return nil
		}
		b, err := os.ReadFile(p)
		m[rel] = fi.Mode().String() + "\n" + string(b)
		return err
	})
	return m, err
}

var snapshots = map[string]map[string]string{}

func cmdSnapshot(ts *testscript.TestScript, neg bool, args []string) {
	m, err := tree(ts.MkAbs(args[0]))
	ts.Check(err)
	mu.Lock()
	snapshots[ts.MkAbs(args[1])] = m
	mu.Unlock()
}

func cmdSame(ts *testscript.TestScript, neg bool, args []string) {
	got, err := tree(ts.MkAbs(args[0]))
	ts.Check(err)
	mu.Lock()
	want := snapshots[ts.MkAbs(args[1])]
	mu.Unlock()
	if want == nil {
		ts.Fatalf("same: no snapshot %s", args[1])
	}
	var diff []string
	for p, w := range want {
		if g, ok := got[p]; !ok {
			diff = append(diff, "gone: "+p)
		} else if g != w {
			diff = append(diff, fmt.Sprintf("differs: %s\n--- was\n%s\n--- is\n%s", p, w, g))
		}
	}
	for p := range got {
		if _, ok := want[p]; !ok {
			diff = append(diff, "new: "+p)
		}
	}
	if (len(diff) == 0) == neg {
		ts.Fatalf("%s against %s:\n%s", args[0], args[1], strings.Join(diff, "\n"))
	}
}

func cmdLine(ts *testscript.TestScript, neg bool, args []string) {
	text := ts.ReadFile(args[0])
	found := false
	for l := range strings.Lines(text) {
		var m map[string]any
		if json.Unmarshal([]byte(l), &m) == nil && matches(m, args[1:]) {
			found = true
		}
	}
	if found == neg {
		ts.Fatalf("line %v: found %v in\n%s", args[1:], found, text)
	}
}

func matches(m map[string]any, conds []string) bool {
	for _, c := range conds {
		k, want, _ := strings.Cut(c, "=")
		got := ""
		switch v := m[k].(type) {
		case nil:
		case string:
			got = v
		default:
			b, _ := json.Marshal(v)
			got = string(b)
		}
		if part, ok := strings.CutPrefix(want, "~"); ok && !strings.Contains(got, part) || !ok && got != want {
			return false
		}
	}
	return true
}

func cmdValue(ts *testscript.TestScript, neg bool, args []string) {
	var doc, want any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &doc))
	ts.Check(json.Unmarshal([]byte(args[2]), &want))
	for k := range strings.SplitSeq(args[1], ".") {
		switch v := doc.(type) {
		case map[string]any:
			doc = v[k]
		case []any:
			i, err := strconv.Atoi(k)
			if err != nil || i >= len(v) {
				ts.Fatalf("%s: no %s in an array of %d", args[0], k, len(v))
			}
			doc = v[i]
		default:
			doc = nil
		}
	}
	g, _ := json.Marshal(doc)
	w, _ := json.Marshal(want)
	if bytes.Equal(g, w) == neg {
		ts.Fatalf("%s %s is %s", args[0], args[1], g)
	}
}

func rewrite(ts *testscript.TestScript, file string, f func([]byte) []byte) {
	p := ts.MkAbs(file)
	b, err := os.ReadFile(p)
	ts.Check(err)
	ts.Check(os.WriteFile(p, f(b), 0o644)) // keeps the mode of an existing file
}

func cmdTrimNL(ts *testscript.TestScript, neg bool, args []string) {
	rewrite(ts, args[0], func(b []byte) []byte { return bytes.TrimSuffix(b, []byte("\n")) })
}

func cmdCRLF(ts *testscript.TestScript, neg bool, args []string) {
	rewrite(ts, args[0], func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n")) })
}

func cmdBOM(ts *testscript.TestScript, neg bool, args []string) {
	rewrite(ts, args[0], func(b []byte) []byte { return append([]byte("\xef\xbb\xbf"), b...) })
}

// cmdNowhere looks at bytes, and in JSON at what strings say, which may be base64.
func cmdNowhere(ts *testscript.TestScript, neg bool, args []string) {
	var found []string
	for _, root := range args[1:] {
		if root == "stdout" || root == "stderr" {
			if says([]byte(ts.ReadFile(root)), args[0]) {
				found = append(found, root)
			}
			continue
		}
		ts.Check(filepath.WalkDir(ts.MkAbs(root), func(p string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			b, err := os.ReadFile(p)
			if says(b, args[0]) {
				found = append(found, p)
			}
			return err
		}))
	}
	if (len(found) == 0) == neg {
		ts.Fatalf("%q is in %v", args[0], found)
	}
}

// says tells whether bytes hold a text, in any string of any line of JSON too.
func says(b []byte, text string) bool {
	if bytes.Contains(b, []byte(text)) {
		return true
	}
	found := false
	var look func(v any)
	look = func(v any) {
		switch v := v.(type) {
		case string:
			raw, _ := base64.StdEncoding.DecodeString(v)
			found = found || strings.Contains(v, text) || bytes.Contains(raw, []byte(text))
		case []any:
			for _, x := range v {
				look(x)
			}
		case map[string]any:
			for k, x := range v {
				look(k)
				look(x)
			}
		}
	}
	for d := json.NewDecoder(bytes.NewReader(b)); ; {
		var v any
		if d.Decode(&v) != nil {
			return found
		}
		look(v)
	}
}

func cmdCount(ts *testscript.TestScript, neg bool, args []string) {
	n, err := strconv.Atoi(args[2])
	ts.Check(err)
	if got := strings.Count(ts.ReadFile(args[0]), args[1]); (got == n) == neg {
		ts.Fatalf("%q occurs %d times in %s", args[1], got, args[0])
	}
}
