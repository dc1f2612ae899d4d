// Acme-db-server is the MCP server of the example connector: a toy database
// with five tools, over stdio.
//
// Synopsis:
//
//	acme-db-server < requests > responses
//
// It reads JSON-RPC messages, one a line, and answers until its input ends;
// then it exits 0. What it serves is named by ACME_DB_DSN: "demo" (also when
// unset) is a small data set in memory, "file:PATH" the same kept in a JSON
// file, which is made if it is not there. Standard output holds nothing but
// MCP; talk goes to standard error.
//
// Examples:
//
//	echo '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' | acme-db-server
//	ACME_DB_DSN=file:/tmp/acme.json acme-db-server
package main

import (
	"fmt"
	"os"
)

func main() {
	db, err := open(os.Getenv("ACME_DB_DSN"))
	if err == nil {
		err = serve(os.Stdin, os.Stdout, db)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "acme-db-server:", err)
		os.Exit(1)
	}
}
