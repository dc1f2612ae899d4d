#!/bin/sh
# confirm-write: what may an agent change in the acme database?
#
# A hook handler: it gets the event as JSON on standard input and prints a
# reply. Inserts pass, updates and deletes are asked about, dropping a table is
# denied. Anything that it cannot read ends with status 1, and the "onError" of
# connector.json decides.
#
# Only sh and awk, so that it runs wherever the hosts do. The awk program walks
# the JSON token by token: a key counts only at its own depth, text inside
# strings never does. Its limits: strings stay as they are escaped (they are
# only compared, or put back into JSON), and a key spelled with \u escapes is
# not recognised.
set -eu
LC_ALL=C # bytes, not characters: awk then finds each in constant time
export LC_ALL

# fields prints tool, toolInput.table and toolInput.op, one "name=value" a line.
fields() {
	awk '
	function text(  from) { # the string that starts at i, without its quotes
		from = i + 1
		for (i++; (c = substr(s, i, 1)) != "\""; i++) {
			if (i > n) exit 1
			if (c == "\\") i++
		}
		return substr(s, from, i - from)
	}
	function leaf(v) {
		if (depth == 1 && key[1] == "tool") print "tool=" v
		if (depth == 2 && key[1] == "toolInput" && (key[2] == "table" || key[2] == "op")) print key[2] "=" v
	}
	{ s = s $0 }
	END {
		n = length(s)
		for (i = 1; i <= n; i++) {
			c = substr(s, i, 1)
			if (c == "{" || c == "[") { depth++; object[depth] = wantkey = (c == "{"); key[depth] = "" }
			else if (c == "}" || c == "]") { depth--; if (depth == 1 && key[1] == "toolInput") exit 0 }
			else if (c == ",") wantkey = object[depth]
			else if (c == ":") wantkey = 0
			else if (c == "\"") { if (wantkey) key[depth] = text(); else leaf(text()) }
		}
		exit depth != 0
	}'
}

reply() { # DECISION REASON
	printf '{"decision":"%s","reason":"%s"}\n' "$1" "$2"
}

found=$(fields)
tool='' table='' op=''
while IFS='=' read -r name value; do
	case $name in
	tool) tool=$value ;;
	table) table=$value ;;
	op) op=$value ;;
	esac
done <<END
$found
END

case $tool:$op in
acme_drop:*) reply deny "Tables are dropped by a migration that somebody has reviewed, not by an agent: leave $table where it is." ;;
acme_write:insert) ;; # no objection
acme_write:update | acme_write:delete) reply ask "acme-db is about to $op rows of $table" ;;
acme_write:*) reply ask "acme-db is about to write to $table" ;;
*)
	echo "confirm-write: the event names the tool \"$tool\", expected acme_write or acme_drop" >&2
	exit 1
	;;
esac
