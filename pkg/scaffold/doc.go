// Package scaffold writes what a developer starts from: a first connector.json,
// and a command line of his own by which his users install it, who need not know
// ours.
//
// A branded command line is two small programs, for npm and in Go. Neither has
// anything of ours in its code: it carries the connector and runs the tools, which
// lie in a package for one system (npm) or beside the program (Go). Nothing is
// downloaded when they run, and no script runs when they are installed.
package scaffold
