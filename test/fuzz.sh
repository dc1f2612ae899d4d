#!/bin/sh
# Runs every fuzz target of the module for the given time, one after the other.
set -eu
time=${1:-30s}
go list ./... | while read -r pkg; do
	go test -list '^Fuzz' "$pkg" | grep '^Fuzz' | while read -r f; do
		echo "fuzz $pkg $f $time"
		go test -run '^$' -fuzz "^$f\$" -fuzztime "$time" "$pkg" </dev/null
	done
done
