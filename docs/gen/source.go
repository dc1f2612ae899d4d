package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"agentconnector/pkg/host"
)

// source is a host's file: what its comments say of where the facts are from.
type source struct {
	head   string            // the comment above the host
	events map[string]string // native event → comments on its lines
	seen   *seen             // what the suite has seen it do; nil: nothing
}

// read finds the file that declares the host, by its ID.
func read(root string, h *host.Host) (*source, error) {
	files, err := filepath.Glob(filepath.Join(root, "pkg", "host", "*.go"))
	if err != nil {
		return nil, err
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, name, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok && declares(g, h.ID) {
				return &source{head: strings.TrimSpace(g.Doc.Text()), events: events(set, f, g)}, nil
			}
		}
	}
	return nil, fmt.Errorf("no file of pkg/host declares %s", h.ID)
}

// declares says whether a declaration is that of the host with an id.
func declares(g *ast.GenDecl, id string) bool {
	found := false
	ast.Inspect(g, func(n ast.Node) bool {
		if kv, ok := n.(*ast.KeyValueExpr); ok && named(kv.Key, "ID") && text(kv.Value) == id {
			found = true
		}
		return !found
	})
	return found
}

func named(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

func text(e ast.Expr) string {
	if lit, ok := e.(*ast.BasicLit); ok {
		if s, err := strconv.Unquote(lit.Value); err == nil {
			return s
		}
	}
	return ""
}

// events gathers the comments on the lines of each event.
func events(set *token.FileSet, f *ast.File, g *ast.GenDecl) map[string]string {
	at := map[string]string{}
	ast.Inspect(g, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		for _, e := range lit.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok && named(kv.Key, "Native") && text(kv.Value) != "" {
				at[text(kv.Value)] = between(set, f, lit)
			}
		}
		return true
	})
	return at
}

// between are the comments from the first line of a literal to its last.
func between(set *token.FileSet, f *ast.File, lit *ast.CompositeLit) string {
	from, to := set.Position(lit.Pos()).Line, set.Position(lit.End()).Line
	var all []string
	for _, group := range f.Comments {
		for _, c := range group.List {
			p := set.Position(c.Pos())
			if s := strings.TrimSpace(strings.TrimPrefix(c.Text, "//")); p.Line >= from && p.Line <= to && !slices.Contains(all, s) {
				all = append(all, s)
			}
		}
	}
	return strings.Join(all, "; ")
}
