package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// defaultLimit is how many rows a query gives if it does not say.
const defaultLimit = 50

// args are the arguments of every tool; each takes some of them.
type args struct {
	Table   string   `json:"table"`
	Where   row      `json:"where"`
	Columns []string `json:"columns"`
	Limit   *int     `json:"limit"`
	Op      string   `json:"op"`
	Row     row      `json:"row"`
}

func schema(required []string, properties object) object {
	return object{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

var (
	tableArg = object{"type": "string", "description": "name of the table"}
	whereArg = object{"type": "object", "description": "column and value that a row must have, all of them", "additionalProperties": object{"type": []string{"string", "number", "boolean", "null"}}}
)

// tools are the definitions, in the order in which they are listed.
var tools = []object{
	{
		"name": "acme_schema", "title": "Schema", "description": "Tables of the database with their columns, key and number of rows.",
		"inputSchema": schema([]string{}, object{"table": tableArg}),
		"annotations": object{"readOnlyHint": true},
	},
	{
		"name": "acme_query", "title": "Query", "description": "Rows of one table that match a condition.",
		"inputSchema": schema([]string{"table"}, object{
			"table": tableArg, "where": whereArg,
			"columns": object{"type": "array", "items": object{"type": "string"}, "description": "columns to give, all if absent"},
			"limit":   object{"type": "integer", "minimum": 1, "maximum": maxRows, "default": defaultLimit},
		}),
		"annotations": object{"readOnlyHint": true},
	},
	{
		"name": "acme_explain", "title": "Explain", "description": "How a query would be answered: by key or by a scan, and how many rows are read.",
		"inputSchema": schema([]string{"table"}, object{"table": tableArg, "where": whereArg}),
		"annotations": object{"readOnlyHint": true},
	},
	{
		"name": "acme_write", "title": "Write", "description": "Insert a row, or update or delete the rows that match a condition.",
		"inputSchema": schema([]string{"table", "op"}, object{
			"table": tableArg, "where": whereArg,
			"op":  object{"type": "string", "enum": []string{"insert", "update", "delete"}},
			"row": object{"type": "object", "description": "insert: the whole row; update: the columns to set"},
		}),
		"annotations": object{"readOnlyHint": false, "destructiveHint": true},
	},
	{
		"name": "acme_drop", "title": "Drop", "description": "Remove a table with all its rows.",
		"inputSchema": schema([]string{"table"}, object{"table": tableArg}),
		"annotations": object{"readOnlyHint": false, "destructiveHint": true},
	},
}

// callTool runs a tool. What the tool itself finds wrong is a result with
// isError, which the model reads; only a wrong call is a protocol error.
func callTool(name string, raw json.RawMessage, db *database) (object, error) {
	run := map[string]func(args, *database) (string, object, error){
		"acme_schema": runSchema, "acme_query": runQuery, "acme_explain": runExplain, "acme_write": runWrite, "acme_drop": runDrop,
	}[name]
	if run == nil {
		return nil, &rpcError{Code: invalidParams, Message: fmt.Sprintf("unknown tool: %q", name)}
	}
	var a args
	if len(raw) > 0 {
		d := json.NewDecoder(bytes.NewReader(raw))
		d.DisallowUnknownFields()
		if err := d.Decode(&a); err != nil && err != io.EOF {
			return failure(fmt.Errorf("arguments: %w", err)), nil
		}
	}
	text, structured, err := run(a, db)
	if err != nil {
		return failure(err), nil
	}
	return object{"content": []object{{"type": "text", "text": text}}, "structuredContent": structured}, nil
}

func failure(err error) object {
	return object{"content": []object{{"type": "text", "text": err.Error()}}, "isError": true}
}

func runSchema(a args, db *database) (string, object, error) {
	names := db.names()
	if a.Table != "" {
		names = []string{a.Table}
	}
	var text strings.Builder
	list := []object{}
	for _, n := range names {
		t, err := db.table(n)
		if err != nil {
			return "", nil, err
		}
		fmt.Fprintf(&text, "%s(%s) key %s, %d rows\n", n, strings.Join(t.Columns, ", "), t.Key, len(t.Rows))
		list = append(list, object{"name": n, "columns": t.Columns, "key": t.Key, "rows": len(t.Rows)})
	}
	return text.String(), object{"tables": list}, nil
}

func runQuery(a args, db *database) (string, object, error) {
	t, err := db.table(a.Table)
	if err != nil {
		return "", nil, err
	}
	want := row{}
	for _, c := range a.Columns {
		want[c] = nil
	}
	if err := firstError(t.check(a.Where), t.check(want)); err != nil {
		return "", nil, err
	}
	limit := defaultLimit
	if a.Limit != nil {
		limit = *a.Limit
	}
	if limit < 1 || limit > maxRows {
		return "", nil, fmt.Errorf("limit is %d, expected 1 to %d", limit, maxRows)
	}
	columns := t.Columns
	if len(a.Columns) > 0 {
		columns = a.Columns
	}
	rows := []row{}
	for _, r := range t.find(a.Where) {
		if len(rows) == limit {
			break
		}
		p := row{}
		for _, c := range columns {
			p[c] = r[c]
		}
		rows = append(rows, p)
	}
	return t.text(columns, rows), object{"rows": rows, "count": len(rows)}, nil
}

func runExplain(a args, db *database) (string, object, error) {
	t, err := db.table(a.Table)
	if err != nil {
		return "", nil, err
	}
	if err := t.check(a.Where); err != nil {
		return "", nil, err
	}
	plan, reads := "scan", len(t.Rows)
	if _, ok := a.Where[t.Key]; ok {
		plan, reads = "key lookup on "+t.Key, min(1, len(t.find(row{t.Key: a.Where[t.Key]})))
	}
	return fmt.Sprintf("%s of %s: reads %d of %d rows", plan, a.Table, reads, len(t.Rows)),
		object{"plan": plan, "reads": reads, "rows": len(t.Rows)}, nil
}

func runWrite(a args, db *database) (string, object, error) {
	t, err := db.table(a.Table)
	if err != nil {
		return "", nil, err
	}
	if err := firstError(t.check(a.Where), t.check(a.Row)); err != nil {
		return "", nil, err
	}
	n := 1
	switch a.Op {
	case "insert":
		err = t.insert(a.Row)
	case "update":
		n, err = t.update(a.Row, a.Where)
	case "delete":
		n, err = t.remove(a.Where)
	default:
		err = fmt.Errorf("op is %q, expected insert, update or delete", a.Op)
	}
	if err == nil {
		err = db.save()
	}
	if err != nil {
		return "", nil, err
	}
	return fmt.Sprintf("%s: %d rows of %s", a.Op, n, a.Table), object{"op": a.Op, "changed": n}, nil
}

func runDrop(a args, db *database) (string, object, error) {
	t, err := db.table(a.Table)
	if err != nil {
		return "", nil, err
	}
	delete(db.tables, a.Table)
	if err := db.save(); err != nil {
		return "", nil, err
	}
	return fmt.Sprintf("dropped %s with %d rows", a.Table, len(t.Rows)), object{"dropped": a.Table, "rows": len(t.Rows)}, nil
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
