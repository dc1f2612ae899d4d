package conformance

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// newest are the versions that npm calls latest, of this run.
var newest sync.Map // package name → version

// Wanted is the pin, or, where CONFORMANCE_LATEST is set, the same package in
// the version that npm calls latest. What runs the scripts stays pinned.
func (p Pin) Wanted(ctx context.Context) (Pin, error) {
	if os.Getenv("CONFORMANCE_LATEST") == "" || p == nodePin || p == bunPin {
		return p, nil
	}
	name, pinned := p.cut()
	version, known := newest.Load(name)
	if !known {
		cmd := exec.CommandContext(ctx, "npm", "view", name+"@latest", "version")
		var err error
		if version, err = latestVersion(cmd); err != nil {
			return p, fmt.Errorf("npm view %s: %w", name, err)
		}
		newest.Store(name, version)
	}
	p.Package = name + "@" + version.(string)
	if strings.HasSuffix(pinned, platformSuffix) {
		p.Package += platformSuffix
	}
	return p, nil
}

// Stays says that there is no newer version of a host than the pinned one, where
// the newest is asked for: then there is nothing to find out.
func Stays(ctx context.Context, h Host) (bool, error) {
	pin := pinOf(h)
	if os.Getenv("CONFORMANCE_LATEST") == "" || pin.Package == "" {
		return false, nil
	}
	newest, err := pin.Wanted(ctx)
	return newest.Package == pin.Package, err
}

// newestOf is the version that npm calls latest.
func newestOf(h Host) (string, error) {
	p, err := pinOf(h).Wanted(context.Background())
	_, v := p.cut()
	return strings.TrimSuffix(v, platformSuffix), err
}

// LatestDir is where a run with the newest versions leaves what it has found out:
// nothing of the pinned ones is overwritten.
func LatestDir(cache string) string { return filepath.Join(cache, "latest") }

// pinOf is what a driver installs; none, where it drives a program at hand.
func pinOf(h Host) Pin {
	switch h := h.(type) {
	case Plain:
		if atHand(h.Name) == "" {
			return h.Pin
		}
	case Claude:
		return claudePin
	case Codex:
		return codexPin
	}
	return Pin{}
}

// platformSuffix ends the versions of a package that has its platforms as such.
const platformSuffix = "-linux-x64"

func latestVersion(cmd *exec.Cmd) (string, error) {
	out, err := cmd.Output()
	if err != nil {
		return "", err
	}
	v := strings.TrimSpace(string(out))
	if v == "" || strings.ContainsAny(v, " \n") {
		return "", fmt.Errorf("no version in %q", out)
	}
	return v, nil
}
