package schemagen

import (
	"bytes"
	"fmt"
	"go/ast"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// document is docs/records.md: a section for each record, in it the tables of
// the types that were not shown before.
type document struct {
	plan  *Plan
	body  bytes.Buffer
	toc   bytes.Buffer
	shown []string
}

func (d *document) bytes() []byte {
	return fmt.Appendf(nil, "%s\n\n%s%s", strings.TrimSpace(d.plan.Intro), d.toc.String(), d.body.String())
}

func (d *document) section(g *generator) error {
	title := g.rec.Name
	pkg := filepath.Base(g.rec.Dir)
	if c, ok := g.pkgs[pkg].consts["Schema"+g.rec.Type]; ok {
		title = c
	}
	anchor := strings.NewReplacer("/", "", ".", "").Replace(strings.ToLower(title))
	fmt.Fprintf(&d.toc, "- [%s](#%s): %s\n", title, anchor, g.rec.Note)
	fmt.Fprintf(&d.body, "\n## %s\n\n", title)
	for i, q := range g.seen {
		if i > 0 && slices.Contains(d.shown, q) {
			continue
		}
		d.shown = append(d.shown, q)
		if i > 0 {
			fmt.Fprintf(&d.body, "\n### %s\n\n", defName(q))
		}
		if err := d.table(g, q, i == 0); err != nil {
			return err
		}
	}
	d.forms(g)
	return nil
}

// forms explains the types that are no plain struct, in alphabetical order.
func (d *document) forms(g *generator) {
	for _, key := range slices.Sorted(maps.Keys(g.defs)) {
		if slices.Contains(d.shown, key) {
			continue
		}
		text := g.docOf(filepath.Base(g.rec.Dir) + "." + key)
		if _, ok := d.plan.Replace[key]; !ok {
			def, ok := d.plan.Defs[key]
			if !ok {
				continue
			}
			text, _ = def["description"].(string)
		}
		d.shown = append(d.shown, key)
		fmt.Fprintf(&d.body, "\n### %s\n\n%s\n", key, text)
		if props, ok := d.plan.Defs[key]["properties"].(map[string]any); ok {
			d.body.WriteString("\n| member | meaning |\n|---|---|\n")
			for _, name := range slices.Sorted(maps.Keys(props)) {
				p, _ := props[name].(map[string]any)
				meaning, _ := p["description"].(string)
				fmt.Fprintf(&d.body, "| `%s` | %s |\n", name, cell(meaning))
			}
		}
	}
}

func (d *document) table(g *generator, qualified string, first bool) error {
	pkg, name, _ := strings.Cut(qualified, ".")
	src := g.pkgs[pkg]
	list, err := fields(src.types[name].Type.(*ast.StructType))
	if err != nil {
		return err
	}
	fmt.Fprintf(&d.body, "%s\n", src.docs[name])
	if first {
		fmt.Fprintf(&d.body, "Schema: [`schema/%s.json`](../schema/%s.json).\n", g.rec.Name, g.rec.Name)
	}
	d.body.WriteString("\n| field | type | meaning |\n|---|---|---|\n")
	for _, f := range list {
		t, meaning := typeName(f.typ), f.doc
		if c, ok := src.consts["Schema"+name]; ok && f.name == "schema" {
			meaning = "`" + c + "`"
		}
		if f.optional {
			t += ", optional"
		}
		fmt.Fprintf(&d.body, "| `%s` | %s | %s |\n", f.name, t, cell(meaning))
	}
	return nil
}

func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

// typeName words a type for readers who know no Go.
func typeName(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return typeName(t.X)
	case *ast.ArrayType:
		return "list of " + typeName(t.Elt)
	case *ast.MapType:
		return "object of " + typeName(t.Value)
	case *ast.SelectorExpr:
		if t.Sel.Name == "RawMessage" {
			return "any JSON"
		}
		return typeName(t.Sel)
	case *ast.IndexExpr:
		return "false or " + typeName(t.Index)
	case *ast.Ident:
		if w, ok := map[string]string{"bool": "true or false", "int": "integer", "int64": "integer", "float64": "number", "any": "any JSON", "Raw": "any JSON"}[t.Name]; ok {
			return w
		}
		return t.Name
	}
	return "?"
}
