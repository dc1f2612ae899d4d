package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"agentconnector/pkg/cli"
)

// PrintTable prints the sections one below the other, each with its own sum.
func PrintTable(out io.Writer, by string, rows []Row) error {
	sections := []struct{ kind, head, note string }{
		{Calls, "CALLS", ""},
		{Defs, "LISTED", "tool definitions, on top of the calls: a model pays them with every request that carries them"},
		{Request, "REQUESTS", "instructions, resources, prompts and borrowed models, on top of the calls"},
	}
	first := true
	for _, s := range sections {
		part := table(by, s.kind, s.head, rows)
		if part == nil {
			continue
		}
		if !first {
			fmt.Fprintln(out)
		}
		first = false
		if s.note != "" {
			fmt.Fprintln(out, s.note)
		}
		if err := cli.Table(out, part); err != nil {
			return err
		}
	}
	return nil
}

// table is the cells of one section, nil if it is empty.
func table(by, kind, count string, rows []Row) [][]string {
	if kind != Calls && by == ByTool {
		by = ByConnector
	}
	cells := [][]string{{strings.ToUpper(by), count, "IN", "OUT", "TOTAL", "PER CALL", "ERRORS", "CONFIDENCE"}}
	if kind == Defs {
		cells[0][5], cells[0][6] = "PER LIST", "TOOLS"
	}
	for _, r := range rows {
		if r.Kind == kind {
			cells = append(cells, line(r.Key(), r))
		}
	}
	switch len(cells) {
	case 1:
		return nil
	case 2:
		return cells
	}
	sum := Total(rows, kind)
	end := line("total", sum)
	if kind == Defs {
		end[6] = "-"
	}
	return append(cells, end)
}

func line(key string, r Row) []string {
	last := r.Errors
	if r.Kind == Defs {
		last = r.Tools
	}
	return []string{
		key, num(r.Calls), num(r.InputTokens), num(r.OutputTokens), num(r.TotalTokens),
		strconv.FormatFloat(r.TokensPerCall, 'f', 1, 64), num(last), r.Confidence,
	}
}

func num(n int64) string { return strconv.FormatInt(n, 10) }

// csvHead are the columns of the CSV form: those of the JSON form, all.
var csvHead = []string{
	"kind", "connector", "tool", "host", "session_id", "project_key", "surface", "day",
	"calls", "errors", "tools", "input_tokens", "output_tokens", "total_tokens", "tokens_per_call", "confidence",
}

// PrintCSV prints the rows as RFC 4180 says, the head also if there are none.
func PrintCSV(out io.Writer, rows []Row) error {
	w := csv.NewWriter(out)
	w.UseCRLF = true
	_ = w.Write(csvHead) // Flush says what went wrong
	for _, r := range rows {
		_ = w.Write([]string{
			r.Kind, Cell(r.Connector), Cell(r.Tool), Cell(r.Host), Cell(r.SessionID), Cell(r.ProjectKey), Cell(r.Surface), r.Day,
			num(r.Calls), num(r.Errors), num(r.Tools), num(r.InputTokens), num(r.OutputTokens), num(r.TotalTokens),
			strconv.FormatFloat(r.TokensPerCall, 'f', -1, 64), Cell(r.Confidence),
		})
	}
	w.Flush()
	return w.Error()
}

// Cell makes a name from the log safe to open in a spreadsheet, which takes a
// text that begins with one of these for a formula: it gets an apostrophe.
func Cell(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r\n|%", rune(s[0])) {
		return "'" + s
	}
	return s
}
