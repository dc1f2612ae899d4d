package schemagen

import (
	"fmt"
	"go/ast"
	"path/filepath"
	"slices"
	"strings"
)

// Plan says what is generated.
type Plan struct {
	Root    string // of the module
	Records []Record
	// Overlay adds keywords to the schema of a field, by "Type.field", or of a
	// type, by "Type".
	Overlay map[string]map[string]any
	// Replace is the whole schema of a type that reads more than one form.
	Replace map[string]map[string]any
	// Defs are definitions that overlays refer to.
	Defs map[string]map[string]any
	// Intro opens the document of field tables.
	Intro string
}

// Record is one type that gets a schema and a table.
type Record struct {
	Name   string // of the schema, such as machine
	Dir    string // of the package, relative to Root
	Type   string
	Closed bool   // unknown fields are an error; a reader of records ignores them
	Note   string // where it occurs, for the heading
}

// ID is the $id of a schema.
func ID(name string) string { return "urn:agent-connector:schema:" + name }

const draft = "https://json-schema.org/draft/2020-12/schema"

// generator makes one schema.
type generator struct {
	plan *Plan
	pkgs map[string]*pkgSource // by base name of the folder, which is the package's name
	rec  Record
	defs map[string]any
	todo []string
	seen []string // struct types in order of first use, for the tables
}

// Generate gives the files by their path relative to Root.
func Generate(p *Plan) (map[string][]byte, error) {
	pkgs := map[string]*pkgSource{}
	for _, r := range p.Records {
		base := filepath.Base(r.Dir)
		if pkgs[base] != nil {
			continue
		}
		src, err := parseDir(filepath.Join(p.Root, filepath.FromSlash(r.Dir)))
		if err != nil {
			return nil, err
		}
		pkgs[base] = src
	}
	files := map[string][]byte{}
	doc := &document{plan: p}
	for _, r := range p.Records {
		g := &generator{plan: p, pkgs: pkgs, rec: r, defs: map[string]any{}}
		s, err := g.schema()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.Name, err)
		}
		b, err := encode(s)
		if err != nil {
			return nil, err
		}
		files["schema/"+r.Name+".json"] = b
		if err := doc.section(g); err != nil {
			return nil, err
		}
	}
	files["docs/records.md"] = doc.bytes()
	return files, nil
}

func (g *generator) schema() (object, error) {
	s := object{{"$schema", draft}, {"$id", ID(g.rec.Name)}, {"title", g.rec.Name}}
	name := filepath.Base(g.rec.Dir) + "." + g.rec.Type
	body, err := g.object(name, false)
	if err != nil {
		return nil, err
	}
	s = append(s, body...)
	for len(g.todo) > 0 { // definitions may need more of them
		next := g.todo[0]
		g.todo = g.todo[1:]
		key, partial := strings.CutSuffix(defName(next), partialSuffix)
		def, err := g.define(strings.TrimSuffix(next, partialSuffix), key, partial)
		if err != nil {
			return nil, err
		}
		g.defs[defName(next)] = def
	}
	if len(g.defs) > 0 {
		s.add("$defs", g.defs)
	}
	return s, nil
}

// partialSuffix marks a definition of which no field is required: what
// overrides a whole one.
const partialSuffix = "Override"

func defName(qualified string) string {
	_, name, _ := strings.Cut(qualified, ".")
	return name
}

func (g *generator) define(qualified, key string, partial bool) (any, error) {
	if d, ok := g.plan.Defs[key]; ok {
		g.refs(d)
		return d, nil
	}
	if r, ok := g.plan.Replace[key]; ok {
		g.refs(r)
		o := object{}
		o.description(g.docOf(qualified))
		o.merge(r)
		return o, nil
	}
	return g.object(qualified, partial)
}

func (g *generator) docOf(qualified string) string {
	pkg, name, _ := strings.Cut(qualified, ".")
	if src := g.pkgs[pkg]; src != nil {
		return src.docs[name]
	}
	return ""
}

// refs makes sure that what an overlay refers to is defined.
func (g *generator) refs(v any) {
	switch x := v.(type) {
	case map[string]any:
		if r, ok := x["$ref"].(string); ok {
			g.need(filepath.Base(g.rec.Dir) + "." + strings.TrimPrefix(r, "#/$defs/"))
		}
		for _, e := range x {
			g.refs(e)
		}
	case []any:
		for _, e := range x {
			g.refs(e)
		}
	}
}

// need gives a reference to a type and puts it on the list.
func (g *generator) need(qualified string) object {
	if _, done := g.defs[defName(qualified)]; !done && !slices.Contains(g.todo, qualified) {
		g.defs[defName(qualified)] = nil // its place
		g.todo = append(g.todo, qualified)
	}
	return object{{"$ref", "#/$defs/" + defName(qualified)}}
}

// object gives the schema of a struct.
func (g *generator) object(qualified string, partial bool) (object, error) {
	pkg, name, _ := strings.Cut(qualified, ".")
	src := g.pkgs[pkg]
	if src == nil || src.types[name] == nil {
		return nil, fmt.Errorf("no type %s", qualified)
	}
	st, ok := src.types[name].Type.(*ast.StructType)
	if !ok { // a named slice or map
		o, err := g.typ(pkg, src.types[name].Type, false)
		return append(object{{"description", src.docs[name]}}, o...), err
	}
	if !slices.Contains(g.seen, qualified) {
		g.seen = append(g.seen, qualified)
	}
	list, err := fields(st)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", qualified, err)
	}
	o := object{}
	o.description(src.docs[name])
	o.add("type", "object")
	props, required := object{}, []string{}
	for _, f := range list {
		p, err := g.property(pkg, name, f)
		if err != nil {
			return nil, fmt.Errorf("%s.%s: %w", qualified, f.name, err)
		}
		props.add(f.name, p)
		if !f.optional && !partial {
			required = append(required, f.name)
		}
	}
	o.add("properties", props)
	if len(required) > 0 {
		o.add("required", required)
	}
	o.add("additionalProperties", !g.rec.Closed)
	if over := g.plan.Overlay[name]; over != nil && !partial {
		g.refs(over)
		o.merge(over)
	}
	return o, nil
}

func (g *generator) property(pkg, typ string, f field) (object, error) {
	if c, ok := g.pkgs[pkg].consts["Schema"+typ]; ok && f.name == "schema" {
		return object{{"const", c}}, nil
	}
	p, err := g.typ(pkg, f.typ, !f.optional)
	if err != nil {
		return nil, err
	}
	o := object{}
	o.description(f.doc)
	o = append(o, p...)
	if over := g.plan.Overlay[typ+"."+f.name]; over != nil {
		g.refs(over)
		o.merge(over)
	}
	return o, nil
}
