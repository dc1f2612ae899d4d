package schemagen

import (
	"fmt"
	"go/ast"
	"slices"
)

// basic are the types that Go and JSON share; Raw is that of package wire.
var basic = map[string]object{
	"string": {{"type", "string"}}, "bool": {{"type", "boolean"}}, "any": {}, "Raw": {},
	"int": {{"type", "integer"}}, "int64": {{"type", "integer"}}, "float64": {{"type", "number"}},
}

// typ gives the schema of a type. A list or map that is always written may be
// null: so Go writes an empty one, and so it reads it.
func (g *generator) typ(pkg string, t ast.Expr, always bool) (object, error) {
	orNull := func(kind string) any {
		if always {
			return []string{kind, "null"}
		}
		return kind
	}
	switch t := t.(type) {
	case *ast.StarExpr:
		return g.typ(pkg, t.X, false)
	case *ast.ArrayType:
		items, err := g.typ(pkg, t.Elt, false)
		return object{{"type", orNull("array")}, {"items", items}}, err
	case *ast.MapType:
		values, err := g.typ(pkg, t.Value, false)
		return object{{"type", orNull("object")}, {"additionalProperties", values}}, err
	case *ast.SelectorExpr:
		switch q := fmt.Sprint(t.X, ".", t.Sel); q {
		case "json.RawMessage", "wire.Raw":
			return object{}, nil
		default:
			return g.need(q), nil
		}
	case *ast.IndexExpr: // Switch[T]: false, or some of T's fields
		over, err := g.override(pkg, t.Index)
		return object{{"oneOf", []any{object{{"const", false}}, over}}}, err
	case *ast.Ident:
		if b, ok := basic[t.Name]; ok {
			return slices.Clone(b), nil
		}
		return g.need(pkg + "." + t.Name), nil
	}
	return nil, fmt.Errorf("cannot say %T in JSON Schema", t)
}

func (g *generator) override(pkg string, t ast.Expr) (object, error) {
	if id, ok := t.(*ast.Ident); ok {
		return g.need(pkg + "." + id.Name + partialSuffix), nil
	}
	return g.typ(pkg, t, false)
}
