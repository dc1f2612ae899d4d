package redact

import "strings"

// scheme hides what follows the name of an HTTP scheme: Bearer x, Basic x.
func (r *reader) scheme(word string, end int) bool {
	if !strings.EqualFold(word, "bearer") && !strings.EqualFold(word, "basic") || end >= len(r.s) || r.s[end] != ' ' {
		return false
	}
	n := run(r.s[end+1:], inToken)
	if v := r.s[end+1 : end+1+n]; n < 8 || run(v, func(c byte) bool { return 'a' <= c && c <= 'z' }) == n { // "basic understanding"
		return false
	}
	r.hide(end+1, end+1+n)
	return true
}

// userinfo hides what an address has in front of its host, behind the user.
func (r *reader) userinfo() bool {
	from := r.i + len("://")
	host := run(r.s[from:], func(c byte) bool {
		return !isBlank(c) && c != '/' && c != '"' && c != '\'' && c != '`' && c != '?' && c != '#'
	})
	at := strings.LastIndexByte(r.s[from:from+host], '@')
	if at < 0 {
		return false
	}
	to := from + at
	if user := strings.IndexByte(r.s[from:to], ':'); user >= 0 {
		from += user + 1
	} else if to-from < 16 { // a user alone
		return false
	}
	if v := r.s[from:to]; !worth(v, '=') {
		return false
	}
	r.hide(from, to)
	return true
}

// program notes the program that a shell command begins with, if its flags of one
// letter hold secrets.
func (r *reader) program(word string) {
	switch word {
	case "curl", "mysql", "mysqldump", "mysqladmin", "mariadb", "sshpass", "http", "https", "wget", "ldapsearch", "smbclient", "docker", "podman", "htpasswd", "zip", "unzip", "7z", "sqlcmd", "mongo", "mongosh", "mongodump":
		if r.i == 0 || r.s[r.i-1] != '-' {
			r.tool = word
		}
	case "login":
		r.login = true
	case "redis":
		if strings.HasPrefix(r.s[r.i:], "redis-cli") {
			r.tool = "redis-cli"
		}
	}
}

// flag hides the value of a flag: --token x, curl -u user:x, mysql -px. Those
// with "=" are names.
func (r *reader) flag() bool {
	n := run(r.s[r.i:], func(c byte) bool { return isWord(c) || c == '-' })
	name := r.s[r.i : r.i+n]
	at := r.i + n
	if strings.HasPrefix(name, "--") {
		if k := secretName(name); k == plain && name != "--user" && name != "--proxy-user" || at >= len(r.s) || r.s[at] != ' ' {
			return false
		} else if k != plain {
			return r.next(at, false)
		}
		return r.next(at, true)
	}
	attached := n > 2
	switch {
	case r.tool == "curl" && strings.HasPrefix(name, "-u"), r.tool == "curl" && strings.HasPrefix(name, "-U"), (r.tool == "http" || r.tool == "https") && strings.HasPrefix(name, "-a"):
		if attached {
			at = r.i + 2
		}
		return r.next(at, true)
	case strings.HasPrefix(r.tool, "mysql") && strings.HasPrefix(name, "-p") || r.tool == "mariadb" && strings.HasPrefix(name, "-p"):
		if !attached { // it asks
			return false
		}
		return r.next(r.i+2, false)
	case name == "-p" && (r.tool == "sshpass" || (r.tool == "docker" || r.tool == "podman") && r.login || strings.HasPrefix(r.tool, "mongo")),
		name == "-a" && r.tool == "redis-cli", name == "-w" && r.tool == "ldapsearch", name == "-P" && (r.tool == "unzip" || r.tool == "zip" || r.tool == "sqlcmd"):
		return r.next(at, false)
	}
	return false
}

// next hides the word at a place, of a pair what is behind the colon.
func (r *reader) next(at int, pair bool) bool {
	for at < len(r.s) && r.s[at] == ' ' {
		at++
	}
	from, to := r.value('=', at)
	if pair {
		i := strings.IndexByte(r.s[from:to], ':')
		if i < 0 || run(r.s[from:to], func(c byte) bool { return isDigit(c) || c == ':' }) == to-from { // uid:gid
			return false
		}
		from += i + 1
	}
	if from >= len(r.s) || !pair && r.s[from] == '-' || !worth(r.s[from:to], '=') {
		return false
	}
	r.hide(from, to)
	return true
}
