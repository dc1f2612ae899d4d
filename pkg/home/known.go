package home

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"agentconnector/pkg/world"
)

// A log knows a project by its key alone. What that stands for is kept on this
// machine, in a file for each project beside the logs: its root, and its remote
// then. So reports can name the repository, and know a project again that had no
// remote when its first events were written.

const maxKnown = 8 << 10 // bytes of such a file

func knownDir(dir string) string { return Under(dir, "state", "projects") }

// Remember notes the root of a project, if that was not done before. It never fails:
// what is not known is not named.
func Remember(dir, key, root string) {
	path := Under(knownDir(dir), key)
	if world.Exists(path) || strings.ContainsAny(root, "\r\n") {
		return
	}
	_, common := gitDir(root)
	text := []byte(root + "\n" + remote(common) + "\n")
	f, err := world.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if os.IsNotExist(err) && os.MkdirAll(knownDir(dir), 0o700) == nil {
		f, err = world.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	}
	if err == nil {
		_, _ = f.Write(text)
		_ = f.Close()
	}
}

// Known is a project that was remembered.
type Known struct {
	Key    string // as it is today
	Root   string
	Remote string // the address of its repository, without what lets somebody in; empty: none
}

// Projects are all projects that were remembered, by the keys of that time.
func Projects(dir string) map[string]Known {
	entries, err := os.ReadDir(knownDir(dir))
	if err != nil {
		return nil
	}
	all := map[string]Known{}
	for _, e := range entries {
		b, err := world.ReadFile(filepath.Join(knownDir(dir), e.Name()), maxKnown)
		root, rest, ok := strings.Cut(string(b), "\n")
		if err != nil || !ok {
			continue
		}
		key := strings.TrimSuffix(e.Name(), goneSuffix)
		k := Known{Key: key, Root: root, Remote: strings.TrimSuffix(rest, "\n")}
		if world.IsDir(root) { // it may have got a remote, or another one
			_, common := gitDir(root)
			k.Key, k.Remote = ProjectKey(root), remote(common)
		}
		all[key] = k
	}
	return all
}

// goneSuffix is behind the name of a file whose project is not there any more, and
// the file's time is when that was seen.
const goneSuffix = ".gone"

// Forget removes what was remembered of projects that have not been there for longer
// than logs are kept, so that no log speaks of them. One may be back: on a disk that was
// away, or made anew.
func Forget(dir string, kept time.Duration, now time.Time) {
	entries, _ := os.ReadDir(knownDir(dir))
	for _, e := range entries {
		path := Under(knownDir(dir), e.Name())
		b, err := world.ReadFile(path, maxKnown)
		root, _, ok := strings.Cut(string(b), "\n")
		info, ierr := e.Info()
		if err != nil || !ok || ierr != nil {
			continue
		}
		there, gone := strings.CutSuffix(path, goneSuffix)
		switch {
		case world.IsDir(root) && gone:
			_ = os.Rename(path, there)
		case world.IsDir(root):
		case !gone && os.Chtimes(path, now, now) == nil:
			_ = os.Rename(path, path+goneSuffix)
		case gone && now.Sub(info.ModTime()) > kept:
			_ = os.Remove(path)
		}
	}
}

// RepositoryName is what an address says of whose repository it is: acme/app of
// https://example.com/acme/app.git.
func RepositoryName(remote string) string {
	path := remote
	if _, rest, ok := strings.Cut(remote, "://"); ok {
		_, path, _ = strings.Cut(rest, "/")
	} else if host, rest, ok := strings.Cut(remote, ":"); ok && len(host) > 1 && !strings.ContainsAny(host, `/\`) { // git@example.com:acme/app.git
		path = rest
	} else {
		path = filepath.Base(filepath.ToSlash(strings.TrimSuffix(remote, "/.git"))) // a folder
	}
	return strings.Trim(strings.TrimSuffix(strings.Trim(path, "/"), ".git"), "/")
}
