#!/bin/sh
# The licences of Go and of every module that the named packages link, as text.
set -eu
echo "The Go standard library"
echo
cat "$(go env GOROOT)/LICENSE"
go list -deps -f '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}' "$@" | sort -u |
	while read -r path version dir; do
		printf '\n%s\n%s %s\n\n' ======== "$path" "$version"
		set -- "$dir"/LICEN[CS]E* "$dir"/COPYING* "$dir"/NOTICE*
		found=
		for f; do [ ! -f "$f" ] || { cat "$f"; found=1; }; done
		[ "$found" ] || { echo "no licence in $dir" >&2; exit 1; }
	done
