#!/bin/sh
# The Windows build under Wine: the tests of the packages that edit, apply and
# keep files, then one connector through the real programs: installed, used,
# taken back byte for byte. One line per package; exit 1 if one fails.
#
#	sh conformance/wine.sh
#
# Debian's wine is installed if it is missing and we may; if it cannot be had,
# that is said and the exit is 0. Wine's files lie in a temporary directory.
#
# Wine is not Windows. What is worked around here, and what cannot be seen:
#   - Wine before version 9 lacks a library that every Go program loads (winedll).
#   - Wine 8 answers "not implemented" where Windows says "invalid class" when
#     os.RemoveAll asks for a removal that older systems lack. Go knows only the
#     latter, so it is built with one case more (overlay).
#   - Wine appends by asking for the length and writing there: two programs can
#     write over each other. Windows appends in one step (logstore relies on it).
#   - Wine keeps no access list that is set.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
export CGO_ENABLED=0
packages="./pkg/edit/... ./pkg/apply ./pkg/home ./pkg/host ./pkg/plan ./pkg/wire ./pkg/detect ./pkg/flock ./pkg/world ./pkg/logstore/... ./pkg/hook ./pkg/handler ./pkg/guard ./pkg/calls ./pkg/report ./pkg/meter ./pkg/proxy ./pkg/remote"
not_in_wine='^(TestConcurrentProcessesLoseAndTearNothing|TestKilledAtAnyTime)$' # appends, see above
limit=240                                                # seconds for one package

# loader finds Wine's 64-bit loader. Debian's wrapper script is the last choice:
# it complains of the missing 32-bit half on each start.
loader() {
	for l in /usr/lib/wine/wine64 /usr/lib/*/wine/wine64 wine64 wine; do
		command -v "$l" && return
	done
	return 1
}

install_wine() {
	if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
		echo "skipped: wine is not installed, and only root with apt-get can install it here"
		exit 0
	fi
	echo "wine: installing Debian's wine64"
	if ! { timeout 60 apt-get update && timeout 180 apt-get install -y --no-install-recommends wine64; } >"$box/apt.log" 2>&1; then
		echo "skipped: wine could not be installed: $(tail -n 1 "$box/apt.log")"
		exit 0
	fi
}

if [ "$(uname -m)" != x86_64 ]; then
	echo "skipped: the Windows build for amd64 needs a machine of that kind, this is $(uname -m)"
	exit 0
fi
box=$(mktemp -d)
export WINEPREFIX="$box/prefix" WINEDEBUG=-all
unset DISPLAY || true
cleanup() { # of our own prefix only
	if [ -n "${wine:-}" ]; then
		for s in "$(dirname "$wine")/wineserver64" "$(dirname "$wine")/wineserver" wineserver; do
			if command -v "$s" >/dev/null; then
				timeout 10 "$s" -k || true
				break
			fi
		done
	fi
	rm -rf "$box"
}
trap cleanup EXIT
trap 'exit 130' INT TERM
loader >/dev/null || install_wine
wine=$(loader) || { echo "skipped: wine is installed but has no 64-bit loader"; exit 0; }

# win runs a Windows program. HOME is the box, since Wine links the user's
# folders into it.
win() { HOME="$box" timeout -k 5 "$limit" "$wine" "$@"; }

win wineboot -i </dev/null >"$box/boot.log" 2>&1 || true
system="$WINEPREFIX/drive_c/windows/system32"
if [ ! -d "$system" ]; then
	echo "wine: $("$wine" --version) cannot start: $(tail -n 1 "$box/boot.log")" >&2
	exit 1
fi
[ -e "$system/bcryptprimitives.dll" ] || (cd conformance && go run ./winedll "$system/bcryptprimitives.dll")

at="$(go env GOROOT)/src/internal/syscall/windows/at_windows.go"
sed 's/case STATUS_INVALID_INFO_CLASS,/case NTStatus(0xC0000002), STATUS_INVALID_INFO_CLASS,/' "$at" >"$box/at_windows.go"
printf '{"Replace":{"%s":"%s"}}\n' "$at" "$box/at_windows.go" >"$box/overlay.json"
forwin() { GOOS=windows GOARCH=amd64 go "$@"; }

echo "wine: $("$wine" --version), $(go env GOVERSION)"
bad=0

# package runs the tests of one package where its testdata lies.
package() {
	name=${1#agentconnector/} out="$box/test.out" start=$(date +%s)
	if ! forwin test -overlay "$box/overlay.json" -c -o "$box/test.exe" "$1" >"$out" 2>&1; then
		echo "FAIL  $name does not build"
	elif (cd "$name" && win "$box/test.exe" -test.short -test.v -test.timeout "$((limit - 5))s" -test.skip "$not_in_wine") </dev/null >"$out" 2>&1; then
		skipped=$(sed -n 's/^ *--- SKIP: \([^ ]*\).*/ \1/p' "$out" | tr -d '\n\r')
		echo "ok    $name $(grep -c '^--- PASS' "$out") tests, $(($(date +%s) - start)) s${skipped:+, skipped:$skipped}"
		return
	else
		echo "FAIL  $name"
	fi
	grep -v '^=== \|--- PASS\|--- SKIP' "$out" | tail -n 40 | sed 's/^/      /'
	bad=1
}

for p in $(forwin list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' $packages); do
	package "$p"
done

# The programs, as a user on Windows has them.
mkdir "$box/bin"
forwin build -overlay "$box/overlay.json" -trimpath -o "$box/bin/" ./ac ./ac-detect ./ac-render ./ac-apply ./ac-hook ./ac-proxy
forwin build -overlay "$box/overlay.json" -trimpath -o "$box/bin/acme-db-server.exe" ./examples/acme-db/server
export box WINEPREFIX wine limit
if sh conformance/wine-session.sh >"$box/session.out" 2>&1; then
	echo "ok    detect | render | apply, hook, proxy, eight at once, undo"
else
	echo "FAIL  detect | render | apply, hook, proxy, eight at once, undo"
	tail -n 40 "$box/session.out" | sed 's/^/      /'
	bad=1
fi
exit $bad
