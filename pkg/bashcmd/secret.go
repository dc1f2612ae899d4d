package bashcmd

import (
	"path"
	"slices"
	"strings"
)

// sensitive says whether a command names a file that holds secrets by its name.
func (c *call) sensitive() bool {
	for _, p := range append(slices.Clone(c.outs), c.ins...) {
		if Secret(p) {
			return true
		}
	}
	if c.does == SensitiveFile {
		return true
	}
	args := c.args
	switch strings.ToLower(c.name) {
	case "echo", "printf", "git", "gh", "trap", "eval", "export":
		return false
	case "grep", "egrep", "fgrep", "rg", "ag", "ack", "sed", "awk", "gawk", "findstr", "jq":
		if !c.hasAny("-e", "-f", "--regexp", "--file") { // the first operand is what is looked for
			_, args = operand(args, "-A -B -C -m -g --glob -t --type --include --exclude -F -v")
		}
	}
	return slices.ContainsFunc(args, func(a string) bool {
		if strings.ContainsAny(a, " \n\t{}") {
			return false
		}
		for _, p := range append(strings.FieldsFunc(a, func(r rune) bool { return r == '=' || r == '@' || r == ':' || r == ',' }), a) {
			if Secret(p) {
				return true
			}
		}
		return false
	})
}

// Names of files that hold secrets, after seed 001 (sensitive_file).
var (
	secretFiles = []string{".npmrc", ".pypirc", ".netrc", ".pgpass", ".htpasswd", ".git-credentials", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519"}
	places      = []string{".docker/config.json", ".kube/config", "gh/hosts.yml"}
	secretEnds  = []string{".pem", ".key", ".p12", ".pfx", ".jks", ".keystore", ".kdbx", ".ppk"}
	secretWords = []string{"credential", "credentials", "secret", "secrets", "password", "passwords", "passwd", "token", "tokens"}
	// Examples of a .env, which are committed.
	examples = []string{"example", "sample", "template", "dist", "defaults", "schema"}
	// Sources and texts are about secrets and hold none.
	sources = []string{".go", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".py", ".rb", ".rs", ".java", ".kt", ".swift", ".c", ".h", ".cc", ".cpp", ".cs", ".php", ".scala", ".ex", ".exs",
		".lua", ".pl", ".sh", ".sql", ".md", ".mdx", ".rst", ".html", ".css", ".scss", ".vue", ".svelte", ".proto", ".snap", ".lock", ".svg", ".png"}
)

// Secret says whether a path is that of a file that holds secrets, by its name.
func Secret(p string) bool {
	p = strings.ToLower(strings.ReplaceAll(p, `\`, "/"))
	if p == "" || strings.Contains(p, "://") || strings.HasPrefix(p, "-") {
		return false
	}
	parts := strings.Split(strings.TrimRight(p, "/"), "/")
	name := parts[len(parts)-1]
	switch rest, dotenv := strings.CutPrefix(name, ".env"); {
	case dotenv && (rest == "" || rest[0] == '.' && !slices.Contains(examples, strings.TrimPrefix(path.Ext(name), "."))):
		return true
	case slices.Contains(secretFiles, name), slices.Contains(secretEnds, path.Ext(name)) && len(name) > len(path.Ext(name)):
		return true
	}
	if last := parts[max(0, len(parts)-2):]; slices.Contains(places, strings.Join(last, "/")) || p == "/etc/shadow" {
		return true
	}
	if strings.ContainsAny(name, "*?[") && len(strings.Trim(name, "*?[]")) > 1 && slices.ContainsFunc(append([]string{".env"}, secretFiles...), func(file string) bool {
		ok, err := path.Match(name, file)
		return ok && err == nil
	}) {
		return true
	}
	if slices.Contains(parts, ".ssh") && !strings.HasSuffix(name, ".pub") && name != "known_hosts" && name != "config" {
		return true
	}
	if !strings.ContainsAny(p, "/.") || slices.Contains(sources, path.Ext(name)) {
		return false
	}
	for _, part := range parts {
		words := strings.FieldsFunc(part, func(r rune) bool { return r == '.' || r == '-' || r == '_' })
		if slices.ContainsFunc(words, func(w string) bool { return slices.Contains(secretWords, w) }) && (part == name || slices.Contains(secretWords, part)) {
			return true
		}
	}
	return false
}
