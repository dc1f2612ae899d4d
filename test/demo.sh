#!/bin/sh
# The main job, shown in a sandbox home: a connector is installed on three
# hosts with realistic configs, used, and taken back; at the end every byte is
# what it was. Nothing outside the sandbox is read or written.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
box=$(mktemp -d)
trap 'rm -rf "$box"' EXIT
cp -R "$root/test/demo/home" "$box/home"
mkdir -p "$box/project" "$box/bin"
(cd "$root" && go build -trimpath -o "$box/bin/acme-db-server" ./examples/acme-db/server &&
	go build -trimpath -o "$box/bin/acme-guard" ./examples/acme-db/guard)
cp -R "$box/home" "$box/start"

# Everything that a tool could write to points into the sandbox.
unset CLAUDE_CONFIG_DIR CODEX_HOME XDG_CONFIG_HOME XDG_DATA_HOME AGENT_CONNECTOR_HOST AGENT_CONNECTOR_PLATFORM || true
export HOME="$box/home" APPDATA="$box/home/AppData" AGENT_CONNECTOR_DATA_DIR="$box/home/.agent-connector"
export PATH="$root/bin:$box/bin:/usr/bin:/bin"
cd "$box/project"

say() { printf '\n\033[1m$ %s\033[0m\n' "$*" | sed "s|$box|BOX|g"; }
show() { sed "s|$box|BOX|g"; }

say "ac-detect | ac-render examples/acme-db | ac-apply --table"
ac-detect | ac-render "$root/examples/acme-db" | ac-apply --table --quiet | show

say "diff of ~/.codex/config.toml"
diff -u "$box/start/.codex/config.toml" "$HOME/.codex/config.toml" | show || true

say "the same again: nothing to write"
ac-detect | ac-render "$root/examples/acme-db" | ac-apply --check && echo "nothing would change"

say "ac status --table"
ac status --table | show

say "a hook call as Claude Code makes it: acme_write is to be confirmed"
printf '%s\n' '{"session_id":"s1","cwd":"'"$box/project"'","hook_event_name":"PreToolUse","tool_name":"mcp__acme-db__acme_write","tool_input":{"table":"orders","values":{"id":1}},"tool_use_id":"t1"}' |
	"$HOME/.agent-connector/bin/ac-hook" claude-code PreToolUse --connector acme-db
echo

say "an MCP session through the proxy, as Codex starts it"
printf '%s\n' \
	'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"codex-mcp-client","version":"0.171.0"}}}' \
	'{"jsonrpc":"2.0","method":"notifications/initialized"}' \
	'{"jsonrpc":"2.0","id":2,"method":"tools/list"}' \
	'{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"acme_query","arguments":{"table":"customers"}}}' |
	"$HOME/.agent-connector/bin/ac-proxy" --connector acme-db --host codex -- acme-db-server | cut -c1-160

say "ac-report tokens --table"
ac-report tokens --table

say "ac uninstall acme-db --table"
ac uninstall acme-db --table | show

rm -rf "$HOME/.agent-connector" # our own state: logs, backups, tools
if diff -r "$box/start" "$HOME"; then
	printf '\nevery file is byte for byte what it was\n'
else
	printf '\nNOT restored\n'
	exit 1
fi
