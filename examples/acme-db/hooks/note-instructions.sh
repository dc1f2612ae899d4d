#!/bin/sh
# note-instructions: which instruction files did the host load?
#
# A native hook: Claude Code's own payload comes in as it is, and what is
# printed goes back as it is; nothing means nothing to say. The path goes to
# standard error, which the host keeps in its debug log, so that "why did it
# ignore my CLAUDE.md?" can be answered. A path with a quote in it is cut there.
set -eu
path=$(sed -n 's/.*"file_path" *: *"\([^"]*\)".*/\1/p')
[ -z "$path" ] || echo "acme-db: loaded $path" >&2
