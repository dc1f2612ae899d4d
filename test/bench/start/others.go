package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// preflight is the version that is compared with.
const preflight = "@newrelic/preflight@1.57.0"

// cEmpty is the least that a process costs.
func cEmpty(dir string) *program {
	p := &program{name: "empty program, C, static"}
	cc, err := exec.LookPath("cc")
	if err != nil {
		p.skip = "no C compiler"
		return p
	}
	source, from, to := filepath.Join(dir, "empty.c"), filepath.Join(dir, "built-c"), filepath.Join(dir, "bin", "empty-c")
	if err := write(source, "int main(void) { return 0; }\n"); err != nil {
		p.skip = err.Error()
		return p
	}
	if out, err := exec.Command(cc, "-O2", "-static", "-o", from, source).CombinedOutput(); err != nil {
		p.skip = fmt.Sprintf("cc -static: %v %.200s", err, out)
		return p
	}
	if err := install(from, to); err != nil {
		p.skip = err.Error()
	}
	p.argv = []string{to}
	return p
}

func node() *program {
	p := &program{name: "node -e 0", slow: true}
	path, err := exec.LookPath("node")
	if err != nil {
		p.skip = "no node"
	}
	p.argv = []string{path, "-e", "0"}
	return p
}

// collector is preflight's. Its folder is in the temporary home.
func collector(home string) *program {
	p := &program{name: collectorName, slow: true}
	bin, err := installed()
	if err != nil {
		p.skip = err.Error()
		return p
	}
	p.argv = []string{bin, "pre-tool"}
	if runtime.GOOS == "windows" {
		p.argv[0] += ".cmd"
	}
	p.env = append(environment(home), "NEW_RELIC_AI_MCP_STORAGE_PATH="+filepath.Join(home, ".newrelic-preflight"))
	return p
}

// installed gets the package from npm, once, into the user's cache.
func installed() (string, error) {
	for _, tool := range []string{"node", "npm"} {
		if _, err := exec.LookPath(tool); err != nil {
			return "", fmt.Errorf("no %s", tool)
		}
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "agent-connector-bench", "preflight-1.57.0")
	bin := filepath.Join(dir, "node_modules", ".bin", "preflight-collector")
	if _, err := os.Stat(bin); err == nil {
		return bin, nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	fmt.Fprintf(os.Stderr, "bench: npm install %s into %s\n", preflight, dir)
	out, err := exec.Command("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", dir, preflight).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("npm install %s: %v: %.200s", preflight, err, out)
	}
	return bin, nil
}
