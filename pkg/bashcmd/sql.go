package bashcmd

import (
	"slices"
	"strings"
)

// sqlFlags are the clients of databases and the flags that hold a statement; - is
// for an operand.
var sqlFlags = map[string][]string{
	"psql": {"-c", "--command"}, "cockroach": {"-e", "--execute"}, "mysql": {"-e", "--execute"}, "mariadb": {"-e", "--execute"},
	"sqlite3": {"-"}, "duckdb": {"-", "-c"}, "sqlcmd": {"-Q", "-q"}, "clickhouse-client": {"-q", "--query"}, "bq": {"-"}, "usql": {"-c"},
	"wrangler": {"--command"}, "turso": {"-"}, "snowsql": {"-q"},
}

// sqlDestroys says whether a client of a database is given a statement that
// drops, empties or deletes all.
func (c *call) sqlDestroys(name string) bool {
	flags, ok := sqlFlags[name]
	if !ok {
		return false
	}
	texts := []string{c.in.text}
	for i, a := range c.args {
		flag, value, set := strings.Cut(a, "=")
		switch {
		case slices.Contains(flags, a) && i+1 < len(c.args):
			texts = append(texts, c.args[i+1])
		case set && slices.Contains(flags, flag):
			texts = append(texts, value)
		case len(a) > 2 && a[0] == '-' && a[1] != '-' && slices.Contains(flags, a[:2]):
			texts = append(texts, a[2:])
		case flags[0] == "-" && !strings.HasPrefix(a, "-"):
			texts = append(texts, a)
		}
	}
	return slices.ContainsFunc(texts, dropsSQL)
}

// dropsSQL looks at the first words of each statement. What stands in quotes or
// in a comment is no statement.
func dropsSQL(text string) bool {
	for statement := range strings.SplitSeq(unquoted(text), ";") {
		w := strings.Fields(strings.ToLower(statement))
		if len(w) < 2 {
			continue
		}
		switch w[0] {
		case "drop":
			if slices.Contains([]string{"table", "database", "schema", "view", "index", "user", "role", "column", "collection", "materialized"}, w[1]) {
				return true
			}
		case "truncate":
			return true
		case "alter":
			if slices.Contains(w[2:], "drop") {
				return true
			}
		case "delete":
			if w[1] == "from" && !slices.Contains(w, "where") {
				return true
			}
		}
	}
	return false
}

// unquoted takes texts and comments out of SQL; names in double quotes stay.
func unquoted(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\'':
			if j := strings.IndexByte(s[i+1:], '\''); j >= 0 {
				i += j + 1
			}
			b.WriteString("''")
		case strings.HasPrefix(s[i:], "--"):
			if j := strings.IndexByte(s[i:], '\n'); j >= 0 {
				i += j
				b.WriteByte('\n')
			} else {
				return b.String()
			}
		case strings.HasPrefix(s[i:], "/*"):
			if j := strings.Index(s[i:], "*/"); j >= 0 {
				i += j + 1
			} else {
				return b.String()
			}
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}
