package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"

	"agentconnector/pkg/jsonl"
	"agentconnector/pkg/world"
)

// UseTable says whether to print a table: when asked, or on a terminal.
func (s *Shared) UseTable(out io.Writer) bool {
	switch {
	case s.Table:
		return true
	case s.JSON:
		return false
	}
	return IsTerminal(out)
}

// IsTerminal says whether a stream leads to a person.
func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Line prints one record as NDJSON.
func Line(out io.Writer, record any) error {
	b, err := jsonl.Encode(record)
	if err != nil {
		return err
	}
	_, err = out.Write(b)
	return err
}

// Table prints rows in columns, the first row as the head. Columns whose
// every body cell is a number are aligned to the right.
func Table(out io.Writer, rows [][]string) error {
	if len(rows) == 0 {
		return nil
	}
	for _, r := range rows {
		for c := range r {
			r[c] = Visible(r[c], "")
		}
	}
	width := make([]int, len(rows[0]))
	right := make([]bool, len(rows[0]))
	for c := range width {
		right[c] = len(rows) > 1
		for i, r := range rows {
			width[c] = max(width[c], utf8.RuneCountInString(r[c]))
			if i > 0 && strings.Trim(r[c], "0123456789.,%$-") != "" {
				right[c] = false
			}
		}
	}
	for _, r := range rows {
		var line strings.Builder
		for c, cell := range r {
			pad := strings.Repeat(" ", width[c]-utf8.RuneCountInString(cell))
			if right[c] {
				line.WriteString(pad + cell)
			} else {
				line.WriteString(cell + pad)
			}
			line.WriteString("  ")
		}
		if _, err := fmt.Fprintln(out, strings.TrimRight(line.String(), " ")); err != nil {
			return err
		}
	}
	return nil
}

// Scope is the scope of an installation, for people.
func Scope(scope string, local bool) string {
	if local {
		return scope + ", local"
	}
	return scope
}

// Short writes a path below the home directory with a tilde, for people.
func Short(w *world.World, path string) string {
	if h := w.Getenv("HOME"); h != "" && strings.HasPrefix(path, h+"/") {
		return "~" + path[len(h):]
	}
	return path
}
