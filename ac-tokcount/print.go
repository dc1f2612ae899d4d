package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"agentconnector/pkg/cli"
	"agentconnector/pkg/home"
	"agentconnector/pkg/logstore"
	"agentconnector/pkg/mcp"
	"agentconnector/pkg/report"
	"agentconnector/pkg/tokens"
	"agentconnector/pkg/world"
)

// print prints the counts as wc does: right-aligned, then the name, and a
// total if there are several; tools always have one, unless something is bad. With --json one object a line.
func (f *flags) print(w *world.World, all []count, bad bool) error {
	if whole, n := sum(all); n > 1 || f.MCP && !bad {
		all = append(all, whole)
	}
	width := 0
	for _, c := range all {
		width = max(width, len(strconv.Itoa(c.Tokens)))
	}
	for _, c := range all {
		var err error
		if f.JSON {
			err = cli.Line(w.Stdout, c)
		} else {
			line := fmt.Sprintf("%*d %s", width, c.Tokens, c.name())
			_, err = fmt.Fprintln(w.Stdout, strings.TrimRight(line, " "))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// sum is what all lines are together, those that are no part of another one.
func sum(all []count) (total count, n int) {
	total.File = "total"
	for _, c := range all {
		if !c.inner {
			total.add(c)
			n++
		}
	}
	return total, n
}

func (c *count) add(o count) {
	c.Files += o.Files
	c.Tokens += o.Tokens
	c.Bytes += o.Bytes
}

// definitions counts the tools of a tools/list result, of a response that
// holds one, or of several of either, one a line.
func definitions(name string, text []byte, enc *tokens.Encoding) (all []count, err error) {
	if name == "" {
		name = "stdin"
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	for dec.More() {
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return all, fmt.Errorf("%s: %w", place(name, text, err), plain(err))
		}
		start := dec.InputOffset() - int64(len(raw))
		result := []byte(raw)
		if r := mcp.Member(raw, "result"); r != nil {
			result = r
		}
		if list := mcp.Member(result, "tools"); len(list) == 0 || list[0] != '[' {
			return all, fmt.Errorf("%s: found no list of tools, expected the result of tools/list, {\"tools\": […]}, or a response with it", at(name, text, start))
		}
		tools, _ := mcp.Tools(result)
		for _, t := range tools {
			all = append(all, count{Tool: t.Name, Tokens: enc.Count(string(t.Text)), Bytes: len(t.Text)})
		}
	}
	if len(bytes.TrimSpace(text)) == 0 {
		err = fmt.Errorf("%s: empty, expected the result of tools/list", name)
	}
	return all, err
}

// place is where the decoder stopped: at a wrong character, or at the end.
func place(name string, text []byte, err error) string {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return at(name, text, syntax.Offset-1)
	}
	return at(name, text, int64(len(text)))
}

// at is path:line:column of an offset.
func at(name string, text []byte, offset int64) string {
	before := text[:min(max(offset, 0), int64(len(text)))]
	line := bytes.Count(before, []byte{'\n'}) + 1
	col := len([]rune(string(before[bytes.LastIndexByte(before, '\n')+1:]))) + 1
	return fmt.Sprintf("%s:%d:%d", name, line, col)
}

// plain says what the decoder found in our words.
func plain(err error) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return fmt.Errorf("not JSON: %s", syntax)
	}
	return errors.New("not JSON: it ends too early")
}

// total is one kind of measurement.
type total struct {
	Kind         string `json:"kind"`
	Records      int64  `json:"records"`
	InputTokens  int64  `json:"input_tokens"`
	OutputTokens int64  `json:"output_tokens"`
	TotalTokens  int64  `json:"total_tokens"`
	Confidence   string `json:"confidence"`
}

// logs prints the totals of a measurement log, kind by kind: calls and tool
// definitions are different things and have no sum.
func logs(w *world.World, f *flags) error {
	dir := filepath.Join(home.Logs(home.Dir(w)), logstore.Measures)
	if len(f.Files) > 0 {
		if dir = f.Files[0]; !filepath.IsAbs(dir) {
			dir = filepath.Join(w.Dir, dir)
		}
	}
	fold := report.NewTokens(report.ByKind, w.Now().Location())
	skipped, err := fold.Measures(dir, report.Filter{})
	if err != nil {
		return &cli.UsageError{Err: fmt.Errorf("%s: %w", dir, cause(err))}
	}
	if skipped.Any() && !f.Quiet {
		cli.Complain(w.Stderr, tool.Name, fmt.Errorf("skipped %d torn lines and %d that are no measurements; %d files were damaged", skipped.Torn, skipped.Foreign, len(skipped.Damaged)))
	}
	var all []total
	var calls int64
	for _, r := range fold.Rows() {
		all = append(all, total{r.Kind, r.Calls, r.InputTokens, r.OutputTokens, r.TotalTokens, r.Confidence})
		if r.Kind == report.Calls {
			calls = r.TotalTokens
		}
	}
	if len(all) == 0 && !f.Quiet {
		cli.Complain(w.Stderr, tool.Name, fmt.Errorf("no measurements in %s", dir))
	}
	if err := printTotals(w, f, all); err != nil {
		return err
	}
	if f.Limit != nil && calls > int64(*f.Limit) {
		return fmt.Errorf("%d tokens of calls, %d above the limit of %d", calls, calls-int64(*f.Limit), *f.Limit)
	}
	return nil
}

func printTotals(w *world.World, f *flags, all []total) error {
	rows := [][]string{{"KIND", "RECORDS", "IN", "OUT", "TOTAL", "CONFIDENCE"}}
	for _, t := range all {
		if f.JSON {
			if err := cli.Line(w.Stdout, t); err != nil {
				return err
			}
		}
		rows = append(rows, []string{t.Kind, fmt.Sprint(t.Records), fmt.Sprint(t.InputTokens), fmt.Sprint(t.OutputTokens), fmt.Sprint(t.TotalTokens), t.Confidence})
	}
	if f.JSON || len(all) == 0 {
		return nil
	}
	return cli.Table(w.Stdout, rows)
}
