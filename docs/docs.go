// Package docs holds the documentation; hosts.md is made from the host files.
package docs

//go:generate go run ./gen ..
