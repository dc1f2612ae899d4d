#!/bin/sh
# Writes man/TOOL.1 of every tool that parses its flags with kong; ac-hook.1 is
# written by hand, as its arguments are parsed by hand.
set -eu
cd "$(dirname "$0")/.."
for tool in ac ac-detect ac-render ac-apply ac-proxy ac-proxy-http ac-tokcount ac-report ac-report-calibrate ac-report-mcp ac-init; do
	"bin/$tool" --man >"man/$tool.1"
done
