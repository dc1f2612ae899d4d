package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"agentconnector/conformance/fakemodel"
)

// UsageLog is where a host keeps what its conversations have cost, below the home.
type UsageLog struct {
	Dir   string   // the folder
	Names []string // patterns of the files' names in it and below
	// Tables are those of a database: then the files are databases of SQLite.
	Tables []string
	// Uncounted says that what it asks beside the conversation (titles) is not in it.
	Uncounted bool
}

// Bill is what the model claims to have cost, beside which a log is kept.
type Bill struct {
	Host    string `json:"host"`
	Version string `json:"version"`
	// Input holds what was read from a cache where the format counts it so (all but
	// Anthropic's); Output what was thought.
	Dialect  string            `json:"dialect"`
	Requests []fakemodel.Usage `json:"requests"` // one an answer, in their order
	Total    fakemodel.Usage   `json:"total"`
	Beside   []fakemodel.Usage `json:"beside,omitempty"` // what the log leaves out, in no sum
}

// billed is the bill of a conversation.
func billed(id, version string, t Talk, u UsageLog) Bill {
	b := Bill{Host: id, Version: version}
	for _, r := range t.Requests {
		if r.Billed == nil {
			continue
		}
		b.Dialect = r.Dialect
		if u.Uncounted && r.Lane < 0 {
			b.Beside = append(b.Beside, *r.Billed)
			continue
		}
		b.Requests = append(b.Requests, *r.Billed)
		b.Total.Input += r.Billed.Input
		b.Total.Output += r.Billed.Output
		b.Total.Cached += r.Billed.Cached
		b.Total.CacheWrite += r.Billed.CacheWrite
		b.Total.Reasoning += r.Billed.Reasoning
	}
	return b
}

// usageFiles are the texts of the log by their paths below the home, without
// anything of the machine, and without what was said.
func usageFiles(ctx context.Context, s *Sandbox, cache string, u UsageLog) (map[string]string, error) {
	files := map[string]string{}
	err := filepath.WalkDir(filepath.Join(s.Home(), u.Dir), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !slices.ContainsFunc(u.Names, func(p string) bool { ok, _ := filepath.Match(p, d.Name()); return ok }) {
			return err
		}
		rel, err := filepath.Rel(s.Home(), path)
		if err != nil {
			return err
		}
		text, err := u.read(ctx, s, cache, path)
		if u.Tables != nil {
			rel += ".ndjson"
		}
		files[plainPath(s, filepath.ToSlash(rel))] = anonymous(s, text)
		return err
	})
	return files, err
}

// rowsScript prints the rows of tables with what Node has for that.
const rowsScript = `const {DatabaseSync} = require('node:sqlite');
const db = new DatabaseSync(process.argv[1], {readOnly: true});
for (const table of process.argv.slice(2))
  for (const row of db.prepare('SELECT * FROM "' + table + '"').all()) console.log(JSON.stringify({table, row}));`

func (u UsageLog) read(ctx context.Context, s *Sandbox, cache, path string) (string, error) {
	if u.Tables == nil {
		b, err := os.ReadFile(path)
		return string(b), err
	}
	node, err := install(ctx, cache, nodePin)
	if err != nil {
		return "", err
	}
	r, err := s.Run(ctx, nil, append([]string{node, "-e", rowsScript, path}, u.Tables...)...)
	if err == nil && r.Code != 0 {
		err = fmt.Errorf("%s: %s", path, r.Stderr)
	}
	return r.Stdout, err
}

// maxWord is the longest text that is no sentence: ids, paths, times.
const maxWord = 80

var jsonString = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// anonymous takes sentences and the sandbox out of a text in JSON. All else keeps
// its bytes.
func anonymous(s *Sandbox, text string) string {
	return jsonString.ReplaceAllStringFunc(text, func(quoted string) string {
		var word string
		if json.Unmarshal([]byte(quoted), &word) != nil {
			return quoted
		}
		if strings.HasPrefix(word, "{") && json.Valid([]byte(word)) { // a column of a database
			return quote(anonymous(s, word))
		}
		plain := plainPath(s, word)
		if n := len([]rune(plain)); strings.ContainsAny(plain, " \n\t") || n > maxWord {
			plain = "text of " + strconv.Itoa(n) + " characters"
		}
		if plain == word {
			return quoted
		}
		return quote(plain)
	})
}

func quote(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a text
	return strings.TrimSuffix(b.String(), "\n")
}

// plainPath puts a user's usual places for those of the sandbox, also where a host
// has made a name of them.
func plainPath(s *Sandbox, text string) string {
	slug := func(p string) string { return noIdentifier.ReplaceAllString(p, "-") }
	var pairs []string
	for _, p := range [][2]string{{s.Project(), "/home/user/project"}, {s.Home(), "/home/user"}, {s.Root, "/home/user/.."}} {
		pairs = append(pairs, p[0], p[1], strings.TrimPrefix(p[0], "/"), strings.TrimPrefix(p[1], "/"), slug(p[0]), slug(p[1]), strings.ReplaceAll(slug(p[0]), "_", "-"), slug(p[1]),
			url.QueryEscape(p[0]), url.QueryEscape(p[1]), // Grok Build
			strings.ToLower(slug(p[0])), slug(p[1]), strings.TrimPrefix(slug(p[0]), "-"), strings.TrimPrefix(slug(p[1]), "-"))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// usageFaults looks for the bill in a log: each answer's output stands there as a
// number, or their sum does; what is said to be missing does not.
func usageFaults(b Bill, files map[string]string) []string {
	if len(files) == 0 {
		return []string{"there is no log"}
	}
	var all strings.Builder
	for _, text := range files {
		all.WriteString(strings.ReplaceAll(text, `\"`, `"`))
	}
	has := func(numbers ...int) bool {
		return slices.ContainsFunc(numbers, func(n int) bool {
			return regexp.MustCompile(`[:\s]` + strconv.Itoa(n) + `[,}\s]`).MatchString(all.String())
		})
	}
	var faults []string
	for _, u := range b.Beside {
		if has(u.Output, u.Output-u.Reasoning) {
			faults = append(faults, fmt.Sprintf("%d tokens are in the log though they are said not to be", u.Output))
		}
	}
	if has(b.Total.Output, b.Total.Output-b.Total.Reasoning) {
		return faults
	}
	for i, u := range b.Requests {
		if !has(u.Output, u.Output-u.Reasoning) {
			faults = append(faults, fmt.Sprintf("answer %d with %d tokens is not in the log", i+1, u.Output))
		}
	}
	return faults
}
