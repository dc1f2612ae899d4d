package conformance

import (
	"context"
	"fmt"
	"os"
	"os/exec"
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
