package host

import (
	"path"
	"slices"
	"strings"
	"testing"

	"agentconnector/pkg/wire"
)

// on is an environment in which some paths are there.
func on(e Env, there ...string) (Env, func(string) bool) {
	slashed := func(p string) string { return strings.ReplaceAll(p, `\`, "/") }
	exists := func(p string) bool {
		return slices.ContainsFunc(there, func(t string) bool { return slashed(t) == slashed(p) || strings.HasPrefix(slashed(t), slashed(p)+"/") })
	}
	e.Match = func(pattern string) (all []string) {
		for _, t := range there {
			if ok, _ := path.Match(slashed(pattern), slashed(t)); ok {
				all = append(all, t)
			}
		}
		return all
	}
	return e, exists
}

// Every home that is there has its file, and none else: where a program is from
// decides what it reads.
func TestEveryHomeThatIsThere(t *testing.T) {
	windows := env("windows", `C:\Users\u`, `C:\src\p`, "APPDATA", `C:\Users\u\AppData\Roaming`, "LOCALAPPDATA", `C:\Users\u\AppData\Local`)
	linux := env("linux", "/home/u", "/src/p")
	const (
		local   = `C:\Users\u\AppData\Local\`
		roaming = `C:\Users\u\AppData\Roaming\Claude\claude_desktop_config.json`
		store   = local + `Packages\Claude_pzs8sxrjxfjjc\LocalCache\Roaming\Claude\claude_desktop_config.json`
		data    = local + `Claude-Data\claude_x1\claude_desktop_config.json`
	)
	for name, c := range map[string]struct {
		host  string
		e     Env
		there []string
		want  []string
	}{
		"nothing is there":               {"claude-desktop", windows, nil, []string{roaming}},
		"the installer's":                {"claude-desktop", windows, []string{`C:\Users\u\AppData\Roaming\Claude`}, []string{roaming}},
		"the package, never started":     {"claude-desktop", windows, []string{local + `Packages\Claude_pzs8sxrjxfjjc`}, []string{store}},
		"the package beside the other":   {"claude-desktop", windows, []string{local + `Packages\Claude_pzs8sxrjxfjjc`, `C:\Users\u\AppData\Roaming\Claude`}, []string{store, roaming}},
		"the package's later folder":     {"claude-desktop", windows, []string{local + `Claude-Data\claude_x1`, local + `Packages\Claude_pzs8sxrjxfjjc`}, []string{data, store}},
		"no package on Linux":            {"claude-desktop", linux, []string{"/home/u/.config/Claude"}, []string{"/home/u/.config/Claude/claude_desktop_config.json"}},
		"not what Claude Code has there": {"claude-desktop", linux, []string{"/home/u/.config/claude"}, []string{"/home/u/.config/Claude/claude_desktop_config.json"}},
		"two IDEs with the plugin":       {"jetbrains-ai", linux, []string{"/home/u/.local/share/JetBrains/GoLand2026.1/ml-llm", "/home/u/.local/share/JetBrains/CLion2026.1/ml-llm"}, []string{"/home/u/.ai/mcp/mcp.json"}},
		"an IDE without it":              {"jetbrains-ai", linux, []string{"/home/u/.local/share/JetBrains/GoLand2026.1"}, []string{"/home/u/.ai/mcp/mcp.json"}},
		"Air alone":                      {"jetbrains-ai", linux, []string{"/home/u/.jetbrains"}, []string{"/home/u/.jetbrains/mcp/mcp.json"}},
		"both":                           {"jetbrains-ai", windows, []string{`C:\Users\u\AppData\Roaming\JetBrains\Rider2026.2\plugins\ml-llm`, `C:\Users\u\.jetbrains`}, []string{`C:\Users\u\.ai\mcp\mcp.json`, `C:\Users\u\.jetbrains\mcp\mcp.json`}},
		"before the folder was moved":    {"lmstudio", linux, []string{"/home/u/.cache/lm-studio"}, []string{"/home/u/.cache/lm-studio/mcp.json"}},
	} {
		e, exists := on(c.e, c.there...)
		p := Find(c.host).Record(e, exists).Scopes[wire.ScopeUser][wire.Server]
		if got := append([]string{p.Path}, p.Homes...); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Zoo Code's own file goes before Roo Code's, but is not made.
func TestAFileThatGoesFirst(t *testing.T) {
	linux := env("linux", "/home/u", "/src/p")
	for want, there := range map[string][]string{
		"/src/p/.roo/mcp.json":  {"/src/p/.zoo/rules/x.md"},
		"/src/p/.zoo/mcp.json":  {"/src/p/.zoo/mcp.json", "/src/p/.roo/mcp.json"},
		"/src/p/.zoo/mcp.json/": {"/src/p/.zoo/mcp.json"},
		"/src/p/.roo/mcp.json/": nil,
	} {
		e, exists := on(linux, there...)
		if got := Find("zoo-code").Record(e, exists).Scopes[wire.ScopeProject][wire.Server].Path; got != strings.TrimSuffix(want, "/") {
			t.Errorf("%v: %s", there, got)
		}
	}
}
