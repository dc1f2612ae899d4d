package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
)

// maxRows bounds a table, so that a loop in an agent cannot fill the memory.
const maxRows = 10_000

//go:embed data.json
var demo []byte

type row map[string]any

type table struct {
	Key     string   `json:"key"`
	Columns []string `json:"columns"`
	Rows    []row    `json:"rows"`
}

// database is the tables, and the file that holds them if there is one.
type database struct {
	file   string
	tables map[string]*table
}

// open reads the database that a DSN names.
func open(dsn string) (*database, error) {
	file, isFile := strings.CutPrefix(dsn, "file:")
	if !isFile && dsn != "" && dsn != "demo" {
		return nil, fmt.Errorf("ACME_DB_DSN is %q, expected demo or file:PATH", dsn)
	}
	db := &database{}
	data := demo
	if isFile {
		db.file = file // the demo's is none: it stays in memory
		b, err := os.ReadFile(file)
		switch {
		case err == nil:
			data = b
		case !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
	}
	if err := json.Unmarshal(data, &db.tables); err != nil {
		return nil, fmt.Errorf("%s: no acme database: %w", file, err)
	}
	return db, nil
}

// save writes the file anew beside itself and renames it, so that a reader
// sees the old tables or the new ones.
func (db *database) save() error {
	if db.file == "" {
		return nil
	}
	b, err := json.MarshalIndent(db.tables, "", "  ")
	if err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(db.file), ".acme-db-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // fails once it is renamed, as it should
	_, err = tmp.Write(append(b, '\n'))
	if err = errors.Join(err, tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), db.file)
}

func (db *database) names() []string { return slices.Sorted(maps.Keys(db.tables)) }

func (db *database) table(name string) (*table, error) {
	if t := db.tables[name]; t != nil {
		return t, nil
	}
	return nil, fmt.Errorf("no table %q: there are %s", name, strings.Join(db.names(), ", "))
}

// check refuses names that are no columns, in a condition or a row.
func (t *table) check(r row) error {
	for _, c := range slices.Sorted(maps.Keys(r)) {
		if !slices.Contains(t.Columns, c) {
			return fmt.Errorf("no column %q: there are %s", c, strings.Join(t.Columns, ", "))
		}
	}
	return nil
}

func (r row) matches(where row) bool {
	for c, v := range where {
		if !reflect.DeepEqual(r[c], v) { // JSON numbers are float64 on both sides
			return false
		}
	}
	return true
}

func (t *table) find(where row) []row {
	var found []row
	for _, r := range t.Rows {
		if r.matches(where) {
			found = append(found, r)
		}
	}
	return found
}

func (t *table) insert(r row) error {
	switch {
	case len(t.Rows) >= maxRows:
		return fmt.Errorf("the table is full: %d rows", maxRows)
	case r[t.Key] == nil:
		return fmt.Errorf("the row needs its key %q", t.Key)
	case len(t.find(row{t.Key: r[t.Key]})) > 0:
		return fmt.Errorf("%s %v is taken", t.Key, r[t.Key])
	}
	t.Rows = append(t.Rows, r)
	return nil
}

// update and remove want a condition: a forgotten one would mean every row.
func (t *table) update(set, where row) (int, error) {
	if len(where) == 0 {
		return 0, errors.New(`update needs "where"`)
	}
	if _, ok := set[t.Key]; ok {
		return 0, fmt.Errorf("the key %q cannot change", t.Key)
	}
	found := t.find(where)
	for _, r := range found {
		maps.Copy(r, set)
	}
	return len(found), nil
}

func (t *table) remove(where row) (int, error) {
	if len(where) == 0 {
		return 0, errors.New(`delete needs "where"`)
	}
	was := len(t.Rows)
	t.Rows = slices.DeleteFunc(t.Rows, func(r row) bool { return r.matches(where) })
	return was - len(t.Rows), nil
}

// text is a table for people and models: tab-separated, columns in order.
func (t *table) text(columns []string, rows []row) string {
	var b bytes.Buffer
	fmt.Fprintln(&b, strings.Join(columns, "\t"))
	for _, r := range rows {
		for i, c := range columns {
			if i > 0 {
				b.WriteByte('\t')
			}
			v, _ := json.Marshal(r[c]) // as JSON has it: what came from JSON goes back
			b.Write(v)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
