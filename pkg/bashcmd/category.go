package bashcmd

import (
	"path"
	"slices"
	"strings"
	"sync"
)

// kinds are the programs of each category. Most are those of seed 001's source
// system (collector.md, 8); further ones of the same sort stand beside them.
var kinds = sync.OnceValue(func() map[string]Category {
	kinds := map[string]Category{}
	for c, names := range map[Category]string{
		Git: "git gh gitk tig glab hub jj",
		TestRunner: "jest vitest mocha pytest rspec phpunit tap ava cypress playwright karma tox nose nose2 unittest busted ginkgo " +
			"ctest bats gotestsum nextest pest behave minitest testcafe wdio invoke-pester",
		Build: "tsc webpack vite rollup esbuild parcel turbo nx make gmake cmake ninja gradle gradlew mvn mvnw sbt ant rake meson bazel bazelisk buck buck2 pants swc babel " +
			"just task mage msbuild xcodebuild gcc g++ cc c++ clang clang++ rustc javac ghc zig ld tsup next " + linters,
		Container: "docker podman docker-compose podman-compose kubectl oc helm k9s kustomize kind minikube skaffold buildah crictl nerdctl k3d",
		Network:   "curl wget http https httpie xh nc ncat ssh scp sftp rsync ftp telnet mosh invoke-webrequest iwr invoke-restmethod irm start-bitstransfer test-netconnection tnc bitsadmin",
		Search:    "grep egrep fgrep zgrep rg ag ack sed awk gawk fzf select-string sls findstr",
		FSOp: "ls cat cp mv rm rmdir mkdir touch find chmod chown chgrp tar zip unzip gzip gunzip bzip2 xz tree ln stat du df pwd realpath readlink basename dirname unlink fd " +
			"dir del erase rd md copy xcopy robocopy move ren type get-childitem gci remove-item ri copy-item move-item rename-item new-item get-content set-content add-content test-path expand-archive compress-archive clear-content clc clear-item get-item set-item gc cpi mi rni ni remove-itemproperty",
		PackageManager: "npm yarn pnpm bun pip pip3 pipx poetry uv cargo gem bundle bundler composer brew apt apt-get yum dnf apk pacman zypper snap flatpak nix conda mamba pdm rye hatch pipenv " +
			"winget choco scoop nuget dpkg rpm corepack install-module install-package install-script update-module uninstall-module find-module",
		CustomScript: "bash sh zsh ksh fish dash ash python python3 python2 node deno ruby perl php lua tsx ts-node bun-run pwsh powershell osascript rscript julia elixir groovy",
	} {
		for n := range strings.FieldsSeq(names) {
			kinds[n] = c
		}
	}
	return kinds
})

// linters look at the sources and change at most their form. Seed 001 counts what
// a package manager calls lint or typecheck as a build, and so are these.
const linters = "eslint prettier ruff black mypy pyright flake8 pylint isort golangci-lint staticcheck gofmt goimports shellcheck shfmt stylelint biome clippy rubocop ktlint checkstyle hadolint yamllint markdownlint tflint oxlint"

// known says whether a name is that of a program of the tables.
func known(name string) bool {
	_, ok := kinds()[strings.ToLower(name)]
	return ok || slices.Contains(wellKnown, name)
}

// wellKnown are programs of no category that are often called by their path.
var wellKnown = []string{"rails", "env", "sudo", "echo", "printf", "dd", "psql", "mysql", "terraform", "xargs", "true", "false", "test", "kill", "date", "sleep",
	"cmd", "reg", "vssadmin", "wevtutil", "schtasks", "taskkill", "tasklist", "certutil", "bcdedit", "sc", "net", "wmic", "cipher", "format", "diskpart", "forfiles", "where"}

// scripts are the endings of files that an interpreter runs.
var scripts = []string{".sh", ".bash", ".zsh", ".py", ".js", ".mjs", ".cjs", ".ts", ".tsx", ".rb", ".pl", ".php", ".lua", ".ps1", ".cmd", ".bat"}

// scenery says whether a command only prepares for others.
func scenery(c *call) bool {
	switch strings.ToLower(c.name) {
	case "set-location", "sl", "push-location", "pop-location", "write-host", "write-output", "write-verbose", "out-null", "set-strictmode", "import-module", "chcp", "title", "rem", "setlocal", "endlocal":
		return !c.destroys()
	}
	switch strings.ToLower(c.name) {
	case "cd", "pushd", "popd", "export", "declare", "local", "readonly", "typeset", "set", "unset", "shopt", "source", ".", "echo", "printf", "true", "false", "sleep",
		"test", "[", "[[", "trap", "umask", "ulimit", "alias", "wait", "read", "", substituted:
		return c.code.opaque() || !c.destroys()
	}
	return c.code.opaque()
}

// category is the kind of a command, and whether it looks at the sources only.
func category(c *call) (kind Category, lint bool) {
	name := strings.ToLower(c.name)
	if k, verb := c.refined(name); k != "" {
		return k, k == Build && isLint(verb)
	}
	if c.client() {
		return Network, false
	}
	if k, ok := kinds()[name]; ok {
		return k, slices.Contains(strings.Fields(linters), name)
	}
	if strings.ContainsAny(c.name, `/\`) && c.name[0] != '@' || slices.Contains(scripts, path.Ext(name)) {
		return CustomScript, false
	}
	return ShellOther, false
}

// Verbs that say what a program does which can do several things.
var (
	testVerbs  = strings.Fields("test tests t check nextest bench e2e spec coverage cover vitest jest")
	buildVerbs = strings.Fields("build compile bundle lint typecheck type-check tsc format fmt clippy check vet")
)

func isLint(verb string) bool {
	return slices.Contains(strings.Fields("lint typecheck type-check format fmt clippy check vet"), stem(verb))
}

// stem is the first part of a name such as test:unit.
func stem(verb string) string {
	if i := strings.IndexAny(verb, ":."); i > 0 {
		return verb[:i]
	}
	return verb
}

// refined is the category that a program has by its verb; none if the program
// alone says it.
func (c *call) refined(name string) (kind Category, verb string) {
	switch name {
	case "npm", "yarn", "pnpm", "bun", "composer", "poetry", "uv", "pdm", "hatch", "rye", "pipenv":
		verb = c.managed()
		if verb == "check" { // of what is installed
			return "", ""
		}
	case "cargo":
		if verb = c.verb("--manifest-path -Z --config -C --color"); slices.Contains([]string{"check", "fmt", "clippy", "build", "doc"}, verb) {
			return Build, verb
		}
	case "go":
		switch verb = c.verb("-C"); verb {
		case "mod", "get", "install", "work":
			return PackageManager, verb
		case "run", "generate", "tool":
			return CustomScript, verb
		case "vet", "fmt", "fix":
			return Build, verb
		}
		if verb != "test" && verb != "build" {
			return ShellOther, verb
		}
	case "dotnet":
		switch verb = c.verb(""); verb {
		case "restore", "add", "remove", "list", "nuget", "tool":
			return PackageManager, verb
		case "publish", "pack", "msbuild", "format":
			return Build, verb
		case "run":
			return CustomScript, verb
		}
	case "make", "gmake", "just", "task", "mage", "rake", "ninja", "gradle", "gradlew", "mvn", "mvnw", "sbt", "ant", "bazel", "bazelisk", "meson", "turbo", "nx":
		return c.goal(name)
	case "deno", "swift", "mix", "zig", "flutter", "dart", "rails", "stack", "cabal", "elixir":
		verb = c.verb("")
	case "node":
		if slices.Contains(c.args, "--test") {
			return TestRunner, "test"
		}
		return "", ""
	case "python", "python3", "python2":
		if script, rest := operand(c.args, "-W -X"); base(script) == "manage.py" && len(rest) > 0 && rest[0] == "test" {
			return TestRunner, "test"
		}
		return "", ""
	default:
		return "", ""
	}
	switch s := stem(verb); {
	case slices.Contains(testVerbs, s):
		return TestRunner, verb
	case slices.Contains(buildVerbs, s):
		return Build, verb
	}
	return "", verb
}

// goal is what a build tool is asked for: the first test among its goals counts.
func (c *call) goal(name string) (Category, string) {
	rest := wrapper{values: "-C -f -j -I -o -W --directory --file --jobs -pl --projects -s --settings -P -p --project-dir -t -T --threads -rf", sets: true}.skip(c.args)
	for _, a := range rest {
		if strings.HasPrefix(a, "-") || isAssign(a) {
			continue
		}
		goal := a[strings.LastIndexAny(a, ":/")+1:]
		if strings.HasPrefix(goal, "test") || slices.Contains([]string{"check", "verify", "integrationTest", "e2e"}, goal) && name != "nx" && name != "turbo" {
			return TestRunner, goal
		}
	}
	for _, a := range rest {
		if isLint(a) {
			return Build, a
		}
	}
	return Build, ""
}

// managed is the script or the verb that a package manager of JavaScript, PHP or
// Python is asked for.
func (c *call) managed() string {
	const values = "--prefix -C --dir -w --workspace -F --filter --cwd --directory --project"
	verb, rest := operand(c.args, values)
	switch verb {
	case "run", "run-script", "rum", "urn":
		verb, _ = operand(rest, values)
	case "workspace": // yarn workspace NAME VERB
		if _, rest = operand(rest, values); len(rest) > 0 {
			if verb, rest = operand(rest, values); verb == "run" {
				verb, _ = operand(rest, values)
			}
		}
	}
	return verb
}
