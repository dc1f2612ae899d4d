// Package schemagen writes JSON Schemas and field tables from Go types, so
// that code, schemas and documentation are one text. It reads source, not
// values: the comment on a field is its documentation, its json tag its name,
// omitempty or omitzero make it optional.
//
// It knows no record by name. Which types become which files, and what Go's
// types cannot say (enumerations, patterns), is told by its caller: schema/gen.
package schemagen

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
)

// pkgSource is one parsed package.
type pkgSource struct {
	types  map[string]*ast.TypeSpec
	docs   map[string]string // type → comment
	consts map[string]string // string constants
}

// field is one field of a struct as JSON has it.
type field struct {
	name     string
	typ      ast.Expr
	doc      string
	optional bool
}

func parseDir(dir string) (*pkgSource, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	src := &pkgSource{types: map[string]*ast.TypeSpec{}, docs: map[string]string{}, consts: map[string]string{}}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok {
				src.add(g)
			}
		}
	}
	if len(src.types) == 0 {
		return nil, fmt.Errorf("no types in %s", dir)
	}
	return src, nil
}

func (p *pkgSource) add(g *ast.GenDecl) {
	for _, s := range g.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			p.types[s.Name.Name] = s
			doc := s.Doc
			if doc == nil {
				doc = g.Doc
			}
			p.docs[s.Name.Name] = comment(doc)
		case *ast.ValueSpec:
			for i, v := range s.Values {
				if lit, ok := v.(*ast.BasicLit); ok && g.Tok == token.CONST && lit.Kind == token.STRING {
					p.consts[s.Names[i].Name], _ = strconv.Unquote(lit.Value)
				}
			}
		}
	}
}

// comment gives a comment as one paragraph.
func comment(c *ast.CommentGroup) string {
	if c == nil {
		return ""
	}
	return strings.Join(strings.Fields(c.Text()), " ")
}

// fields lists what a struct writes as JSON.
func fields(s *ast.StructType) ([]field, error) {
	var out []field
	for _, f := range s.Fields.List {
		if f.Tag == nil {
			if len(f.Names) > 0 && f.Names[0].IsExported() {
				return nil, fmt.Errorf("field %s has no json tag", f.Names[0])
			}
			continue
		}
		raw, err := strconv.Unquote(f.Tag.Value)
		if err != nil {
			return nil, err
		}
		name, opts, _ := strings.Cut(reflect.StructTag(raw).Get("json"), ",")
		if name == "-" {
			continue
		}
		if name == "" || len(f.Names) != 1 {
			return nil, fmt.Errorf("tag %s: one named field, one name", raw)
		}
		doc := comment(f.Comment)
		if doc == "" {
			doc = comment(f.Doc)
		}
		out = append(out, field{name, f.Type, doc, strings.Contains(opts, "omitempty") || strings.Contains(opts, "omitzero")})
	}
	return out, nil
}
