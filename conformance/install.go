package conformance

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// installLimit bounds one npm install: some 400 MB on a slow line.
const installLimit = 15 * time.Minute

// install puts a pinned package into its own folder of the cache and gives the
// path of its program. It downloads into a temporary folder and renames that,
// so that an interrupted run leaves no half of a host.
func install(ctx context.Context, cache string, p Pin) (string, error) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		return "", fmt.Errorf("%s is pinned for linux/amd64, this is %s/%s", p.Package, runtime.GOOS, runtime.GOARCH)
	}
	p, err := p.Wanted(ctx)
	if err != nil {
		return "", err
	}
	name, version := p.cut()
	dir := filepath.Join(cache, strings.NewReplacer("@", "", "/", "+").Replace(name)+"-"+version)
	bin := filepath.Join(dir, "node_modules", filepath.FromSlash(name), filepath.FromSlash(p.Binary))
	if _, err := os.Stat(bin); err == nil {
		return launcher(ctx, cache, dir, p, bin)
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return "", err
	}
	tmp, err := os.MkdirTemp(cache, "install-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(tmp) // nothing is left of it once it is renamed
	ctx, cancel := context.WithTimeout(ctx, installLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, "npm", "install", "--prefix", tmp, fmt.Sprintf("--ignore-scripts=%t", !p.Fetches), "--no-audit", "--no-fund", "--no-save", p.Package)
	if msg, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm install %s: %w\n%s", p.Package, err, msg)
	}
	if err := os.Chmod(tmp, 0o755); err != nil {
		return "", err
	}
	if err := os.Rename(tmp, dir); err != nil {
		return "", err
	}
	if _, err := os.Stat(bin); err != nil {
		return "", fmt.Errorf("%s was installed and has no %s: %w", p.Package, p.Binary, err)
	}
	return launcher(ctx, cache, dir, p, bin)
}

// launcher makes one program of a script and what runs it: the hosts find no
// other Node in a sandbox.
func launcher(ctx context.Context, cache, dir string, p Pin, script string) (string, error) {
	if p.Packed {
		return unpacked(ctx, cache, filepath.Join(dir, "unpacked"), script)
	}
	if !p.Script {
		return script, nil
	}
	on := nodePin
	if p.On != nil {
		on = *p.On
	}
	runtime, err := install(ctx, cache, on)
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "run")
	text := fmt.Sprintf("#!/bin/sh\nexec '%s' '%s' \"$@\"\n", runtime, script)
	if old, err := os.ReadFile(path); err == nil && string(old) == text {
		return path, nil // it may be running
	}
	return path, os.WriteFile(path, []byte(text), 0o755)
}

// unpacked is a program that its package holds compressed.
func unpacked(ctx context.Context, cache, path, packed string) (string, error) {
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	node, err := install(ctx, cache, nodePin)
	if err != nil {
		return "", err
	}
	const script = `const [from, to] = process.argv.slice(1), fs = require("fs");
fs.writeFileSync(to, require("zlib").brotliDecompressSync(fs.readFileSync(from)), {mode: 0o755})`
	tmp := path + ".tmp"
	if msg, err := exec.CommandContext(ctx, node, "-e", script, packed, tmp).CombinedOutput(); err != nil {
		return "", fmt.Errorf("unpack %s: %w\n%s", packed, err, msg)
	}
	return path, os.Rename(tmp, path)
}
