package apply

import (
	"cmp"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"agentconnector/pkg/config"
	"agentconnector/pkg/home"
	"agentconnector/pkg/lazy"
)

// Which backups of a file stay: the original for ever, and of the later ones the
// newest. The rest go by count and by age, whichever is reached first, and as
// the user's config.json says. What this run has made stays whatever the limits
// are: a change line may name it.
//
// A run that has written prunes all folders, so that those of a file which is
// never touched again get old too. It needs no lock: nothing reads a later copy
// but --restore, which says what is there instead. Only what has a name that we
// give is ever removed, and what cannot be is left to the next run: only space
// is at stake.

const (
	originalName = "original"
	closedMark   = "-closed" // of a copy that is not to be restored into a file open to others
)

var (
	spareName  = lazy.Regexp(`^([0-9]{1,15})-[0-9a-f]{8}(?:` + closedMark + `)?(?:-([0-9]{1,9}))?$`)
	folderName = lazy.Regexp(`^[0-9a-f]{32}$`) // key
)

// A spare is a later copy of a file.
type spare struct {
	name string
	at   int64 // epoch milliseconds
	n    int   // of several in one millisecond
}

// prune removes the backups that the user wants no more.
func (s store) prune(o Options) {
	if o.Prune == nil {
		return // nobody has said which
	}
	folders, _ := os.ReadDir(home.Backups(s.dir))
	for _, d := range folders {
		if !d.IsDir() || !folderName().MatchString(d.Name()) {
			continue
		}
		dir := filepath.Join(home.Backups(s.dir), d.Name())
		if s.mine[dir] {
			continue
		}
		for _, c := range surplus(spares(dir), *o.Prune, o.Now) {
			os.Remove(filepath.Join(dir, c.name))
		}
	}
}

// spares lists the later copies in a folder, the newest first.
func spares(dir string) (out []spare) {
	es, _ := os.ReadDir(dir)
	for _, e := range es {
		m := spareName().FindStringSubmatch(e.Name())
		if m == nil || !e.Type().IsRegular() {
			continue
		}
		c := spare{name: e.Name()}
		c.at, _ = strconv.ParseInt(m[1], 10, 64) // 15 digits fit
		c.n, _ = strconv.Atoi(m[2])
		out = append(out, c)
	}
	slices.SortFunc(out, func(a, b spare) int { return cmp.Or(cmp.Compare(b.at, a.at), cmp.Compare(b.n, a.n)) })
	return out
}

// surplus are the spares that go, of those of one file, the newest first.
func surplus(cs []spare, p config.Pruning, now int64) (out []spare) {
	days, count := p.Limits()
	oldest := int64(math.MinInt64)
	if day := (24 * time.Hour).Milliseconds(); days > 0 && days < now/day {
		oldest = now - days*day
	}
	for i, c := range cs {
		if i > 0 && c.at < now && (count > 0 && int64(i) >= count || c.at < oldest) {
			out = append(out, c)
		}
	}
	return out
}
