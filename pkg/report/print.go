package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"agentconnector/pkg/cli"
)

// layout is how a section looks as a table.
type layout struct {
	kind  string
	note  string   // above it
	key   string   // head of the first column; empty: what the rows are grouped by
	count string   // head of the second
	cols  []column // further ones
}

type column struct {
	head string
	cell func(Row) string
	sum  bool // has a meaning for all rows together
}

var (
	inCol       = column{"IN", func(r Row) string { return num(r.InputTokens) }, true}
	outCol      = column{"OUT", func(r Row) string { return num(r.OutputTokens) }, true}
	totalCol    = column{"TOTAL", func(r Row) string { return num(r.TotalTokens) }, true}
	deferredCol = column{"DEFERRED", func(r Row) string { return num(r.DeferredTokens) }, true}
	errorsCol   = column{"ERRORS", func(r Row) string { return num(r.Errors) }, true}
	toolsCol    = column{"TOOLS", func(r Row) string { return num(r.Tools) }, false}
	p50Col      = column{"P50 MS", func(r Row) string { return num(r.P50MS) }, false}
	p95Col      = column{"P95 MS", func(r Row) string { return num(r.P95MS) }, false}
	perCall     = column{"PER CALL", each, true}
	perList     = column{"PER LIST", each, true}
	perSession  = column{"PER SESSION", each, false}
	confidence  = column{"CONFIDENCE", func(r Row) string { return r.Confidence }, true}
)

func each(r Row) string { return strconv.FormatFloat(r.TokensPerCall, 'f', 1, 64) }

func num(n int64) string { return strconv.FormatInt(n, 10) }

var layouts = []layout{
	{Calls, "", "", "CALLS", []column{inCol, outCol, totalCol, perCall, p50Col, p95Col, errorsCol, confidence}},
	{Defs, "tool definitions, on top of the calls: a model pays them with every request that carries them", "", "LISTED", []column{totalCol, deferredCol, perList, toolsCol, confidence}},
	{Request, "instructions, resources, prompts and borrowed models, on top of the calls", "", "REQUESTS", []column{inCol, outCol, totalCol, perCall, p50Col, p95Col, errorsCol, confidence}},
	{Hooks, "what hosts gave to hooks, and got: of the first a model sees nothing, of the second what the host shows it", "", "EVENTS", []column{inCol, outCol, totalCol, p50Col, p95Col, confidence}},
	{Static, "content that is installed, if a model reads all of it", "", "PIECES", []column{totalCol, confidence}},
	{Diet, "diet: tools that were listed and never called; what is deferred, a model reads only when it looks for it", "UNUSED TOOL", "SESSIONS", []column{perSession, totalCol, deferredCol, confidence}},
}

// PrintTable prints the sections one below the other, each with its own sum.
func PrintTable(out io.Writer, by, zone string, rows []Row) error {
	var texts []string
	if by == ByDay && len(rows) > 0 {
		texts = append(texts, "days in "+zone)
	}
	for _, l := range layouts {
		part := l.table(by, rows)
		if part == nil {
			continue
		}
		note := l.note
		if l.kind == Defs {
			note = overhead(rows) + "\n" + note
		}
		var b strings.Builder
		if note != "" {
			b.WriteString(note + "\n")
		}
		if err := cli.Table(&b, part); err != nil {
			return err
		}
		texts = append(texts, strings.TrimSuffix(b.String(), "\n"))
	}
	if len(texts) == 0 {
		return nil
	}
	_, err := fmt.Fprintln(out, strings.Join(texts, "\n\n"))
	return err
}

// overhead says in one line what the definitions come to beside the calls.
func overhead(rows []Row) string {
	defs, calls := Total(rows, Defs), Total(rows, Calls)
	text := fmt.Sprintf("definition overhead: %d tokens", defs.TotalTokens)
	if all := defs.TotalTokens + calls.TotalTokens; all > 0 {
		text += fmt.Sprintf(", %d %% of definitions and calls", (defs.TotalTokens*100+all/2)/all)
	}
	if defs.DeferredTokens > 0 {
		text += fmt.Sprintf("; %d of them deferred by the host, which shows them on demand", defs.DeferredTokens)
	}
	return text
}

// table is the cells of one section, nil if it is empty.
func (l layout) table(by string, rows []Row) [][]string {
	part := slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return r.Kind != l.kind })
	if len(part) == 0 {
		return nil
	}
	key := l.key
	if key == "" {
		key = strings.ToUpper(by)
		if by == ByTool && l.kind != Calls {
			key = map[string]string{Hooks: "EVENT", Static: "CONTENT"}[l.kind]
		}
		if key == "" {
			key = strings.ToUpper(ByConnector)
		}
	}
	head := []string{key, l.count}
	if l.kind == Static && by == ByTool {
		head[1] = "SURFACE"
	}
	for _, c := range l.cols {
		head = append(head, c.head)
	}
	cells := [][]string{head}
	for _, r := range part {
		cells = append(cells, l.line(r.Key(), r, head[1] == "SURFACE", false))
	}
	if len(part) > 1 {
		cells = append(cells, l.line("total", Total(part, l.kind), head[1] == "SURFACE", true))
	}
	return cells
}

func (l layout) line(key string, r Row, surface, total bool) []string {
	line := []string{key, num(r.Calls)}
	switch {
	case surface:
		line[1] = r.Surface
	case total && l.kind == Diet: // sessions in which there were several of them
		line[1] = "-"
	}
	for _, c := range l.cols {
		if cell := c.cell(r); !total || c.sum {
			line = append(line, cell)
		} else {
			line = append(line, "-")
		}
	}
	return line
}

// csvHead are the columns of the CSV form: those of the JSON form, all.
var csvHead = []string{
	"kind", "connector", "tool", "host", "session_id", "project_key", "surface", "day",
	"calls", "errors", "tools", "input_tokens", "output_tokens", "total_tokens", "tokens_per_call", "confidence",
	"deferred_tokens", "p50_ms", "p95_ms", "zone",
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
			num(r.DeferredTokens), num(r.P50MS), num(r.P95MS), Cell(r.Zone),
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
