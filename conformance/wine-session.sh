#!/bin/sh
# A session on Windows, in the prefix that wine.sh has made: a user with CRLF
# configs of Claude Code and Codex gets a connector, uses it, gets eight more at
# once, and takes all of them back. It stops at the first thing that is wrong.
set -eu
win() { HOME="$box" timeout -k 5 "$limit" "$wine" "$@"; }
ac() { # PROGRAM ARGS…
	p=$1
	shift
	win "$box/bin/$p.exe" "$@"
}
wrong() {
	printf 'WRONG: %s\n' "$*"
	exit 1
}

# The profile as Windows has it, and where it lies for us.
profile=$(win cmd /c 'echo %USERPROFILE%' </dev/null | tr -d '\r')
user="$WINEPREFIX/drive_c$(printf %s "${profile#C:}" | tr '\\' /)"
[ -d "$user" ] || wrong "no profile in $user"
ours="$user/.agent-connector"
mkdir "$user/.codex" "$user/.claude"
printf '{\r\n  "numStartups": 214,\r\n  "userID": 12345678901234567890,\r\n  "mcpServers": {\r\n    "mine": { "command": "m" }\r\n  }\r\n}\r\n' >"$user/.claude.json"
printf "# mine\r\nmodel = \"x\" # y\r\n\r\n[mcp_servers.mine]\r\ncommand = 'm'\r\n" >"$user/.codex/config.toml"
cp -R "$user/.codex" "$user/.claude.json" "$box/"

connector() { # ID
	printf '{"id": "%s", "displayName": "%s", "version": "1.0.0",
 "server": {"transport": "stdio", "command": "acme-db-server"},
 "hooks": {"PreToolUse": {"matcher": "Bash", "handler": {"rules": [
   {"if": {"toolInput.command": {"matches": "rm -rf"}}, "decision": "deny", "reason": "by %s"}]}}},
 "memory": [{"name": "m", "content": "%s is there."}]}\n' "$1" "$1" "$1" "$1" >"$box/$1.json"
}
plan() { # ID
	connector "$1"
	ac ac-detect </dev/null >"$box/hosts"
	ac ac-render "$box/$1.json" <"$box/hosts" >"$box/$1.plan"
}
restored() {
	cmp "$user/.claude.json" "$box/.claude.json" && diff -r "$user/.codex" "$box/.codex" && [ -z "$(ls -A "$user/.claude")" ]
}

plan acme
ac ac-apply <"$box/acme.plan"
grep -q '"acme": {.$' "$user/.claude.json" || wrong "no server with CRLF in .claude.json"
grep -q '^\[mcp_servers.acme\].$' "$user/.codex/config.toml" || wrong "no server with CRLF in config.toml"
touch "$box/before"
ac ac-apply --check <"$box/acme.plan" || wrong "a second run would change something"
ac ac-apply <"$box/acme.plan"
written=$(find "$user/.claude.json" "$user/.claude" "$user/.codex" -newer "$box/before")
[ -z "$written" ] || wrong "the second run wrote $written"
ac ac-apply --verify </dev/null || wrong "not as it was written"

# What the host's file names is what is run.
cat >"$box/call" <<'CALL'
{"session_id":"s","cwd":"C:\\","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"rm -rf x"},"tool_use_id":"t"}
CALL
win "$ours/bin/ac-hook.exe" claude-code PreToolUse --connector acme <"$box/call" | grep '"deny".*by acme' || wrong "the hook does not deny"
cat >"$box/session" <<'CALLS'
{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
CALLS
win "$ours/bin/ac-proxy.exe" --connector acme --host codex -- "Z:$box/bin/acme-db-server.exe" <"$box/session" | grep acme_query || wrong "no tools through the proxy"
grep -q tools/list "$ours/logs/measure/current.ndjson" || wrong "the proxy measured nothing"

# The line that a project shares for cmd: it answers with our tools, and says
# nothing without them, or where the connector is not installed.
mkdir -p "$box/shop"
shop=$(printf 'Z:%s' "$box/shop" | tr / '\\')
ac ac-detect --scope project --project "$shop" </dev/null >"$box/hosts"
ac ac-render --scope project --target codex "$box/acme.json" <"$box/hosts" >"$box/shop.plan"
ac ac-apply <"$box/shop.plan"
line=$(sed -n 's/.*"commandWindows": "\(.*PreToolUse.*\)",.\{0,1\}$/\1/p' "$box/shop/.codex/hooks.json" | sed 's/\\\\/\\/g')
[ -n "$line" ] || wrong "no commandWindows: $(cat "$box/shop/.codex/hooks.json")"
sed "s|\"cwd\":\"[^\"]*\"|\"cwd\":\"$(printf %s "$shop" | sed 's/\\/\\\\\\\\/g')\"|" "$box/call" >"$box/shopcall"
quiet() {
	said=$(win cmd /C "$line" <"$box/shopcall" 2>&1) || wrong "status $? $1"
	[ -z "$said" ] || wrong "$1: $said"
}
quiet "where the user's own entry answers"
ac ac-apply --undo acme </dev/null
win cmd /C "$line" <"$box/shopcall" | grep '"deny".*by acme' || wrong "the project's hook does not deny: $line"
ac ac-apply --undo acme --project "$shop" </dev/null
[ -z "$(ls -A "$box/shop")" ] || wrong "something is left in the project"
quiet "without the connector"
mv "$ours/bin" "$ours/gone"
quiet "without our tools"
mv "$ours/gone" "$ours/bin"
ac ac-apply <"$box/acme.plan"

# A file that is not writable is refused, the others are not.
ac ac-apply --undo acme </dev/null
restored || wrong "not restored"
chmod a-w "$user/.claude.json"
if ac ac-apply <"$box/acme.plan" 2>"$box/err"; then wrong "a read-only file was written"; fi
grep 'claude.json: is read-only' "$box/err" && grep 'attrib -r' "$box/err" || wrong "$(cat "$box/err")"
ac ac-apply --force <"$box/acme.plan"
case $(ls -l "$user/.claude.json") in
-r-*) ;;
*) wrong "the attribute is gone" ;;
esac
ac ac-apply --undo acme --force </dev/null
chmod u+w "$user/.claude.json"
restored || wrong "not restored"

# Eight at once, in the same files.
ids="a1 a2 a3 a4 a5 a6 a7 a8"
for i in $ids; do plan "$i"; done
for i in $ids; do ac ac-apply <"$box/$i.plan" >"$box/$i.out" 2>&1 & pids="${pids:-} $!"; done
for p in $pids; do wait "$p" || wrong "$(cat "$box"/a?.out)"; done
for i in $ids; do
	grep -q "\"$i\"" "$user/.claude.json" && grep -q "mcp_servers.$i" "$user/.codex/config.toml" || wrong "$i is lost"
done
for i in $ids; do ac ac-apply --undo "$i" </dev/null; done
restored || wrong "not restored after eight"
