package render

import (
	"strings"

	"agentconnector/pkg/host"
	"agentconnector/pkg/shell"
	"agentconnector/pkg/wire"
)

// command is what a host runs: the line that it gives to its shell, and, where
// it takes one, that for Windows.
type command struct{ line, windows, powershell string }

func (c command) put(o *object, h *host.Hooks) {
	o.put("command", c.line)
	if c.windows != "" {
		o.put(h.WindowsCommand, c.windows)
	}
	if c.powershell != "" {
		o.put(h.PowerShell, c.powershell)
	}
}

// hookCommand is the command that leads from a hook to ac-hook.
func (b *builder) hookCommand(t *target, event, native string, strict bool) command {
	quiet := t.h.Quiet(native)
	args := []string{t.h.Named(), event, "--connector", b.c.ID}
	if strict {
		args = append(args, "--on-error", "deny")
	}
	switch {
	case b.plugin == nil:
	case b.plugin.RootVar != "":
		args = append(args, "--plugin", b.plugin.RootVar)
	case b.plugin.RootText != "":
		args = append(args, "--plugin", pluginVar)
	}
	c := command{line: b.commandLine(t, wire.Hooks, quiet, args...)}
	if b.shared() && t.h.Hooks.WindowsCommand != "" {
		c.windows = sharedWindows(quiet, args)
	}
	switch {
	case t.h.Hooks.PowerShell == "":
	case b.shared():
		c.powershell = sharedPowerShell(quiet, args)
	case b.in.Machine.OS == "windows":
		c.powershell = "& " + powerShellWord(b.bin("ac-hook")) + " " + strings.Join(args, " ") + "; exit $LASTEXITCODE"
	}
	return c
}

// commandLine is ac-hook with arguments, for the shell of the host: by its
// stable path, or, in a file that a team shares, wherever it is on the machine
// that runs it.
func (b *builder) commandLine(t *target, surface, quiet string, args ...string) string {
	b.needs("ac-hook")
	program := b.bin("ac-hook")
	switch {
	case b.shared():
		root := ""
		if b.plugin != nil {
			root = b.plugin.RootText
		}
		return sharedLine(quiet, root, args)
	case b.in.Machine.OS == "windows" && t.h.Hooks.NoQuotes:
		return program + " " + strings.Join(args, " ") // hooks has looked at the path
	case b.in.Machine.OS == "windows":
		if strings.ContainsAny(program, windowsAmbiguous) {
			b.lose(t, surface, "the path %s holds a character that shells of Windows read differently: it may not start; move our folder with AGENT_CONNECTOR_DATA_DIR", program)
		}
		return windowsWords(program, args...)
	}
	return shell.Words(append([]string{program}, args...)...)
}

// What a script for any machine begins with: nothing is split or expanded, and $h is
// ac-hook, wherever it is.
const (
	careful  = "set -f; IFS=; "
	findHook = "h=${AGENT_CONNECTOR_DATA_DIR:-$HOME/.agent-connector}/bin/ac-hook; test -x $h || h=ac-hook; "
)

// sharedLine is the command that a team shares. On a machine without our tools
// it must do nothing, and nothing must look like a failure, because on some
// hosts a failing hook denies the call:
//
//   - It is one simple command in single quotes, since the shell around it may be
//     any (fish, PowerShell), and a host may put a here-document behind it. The
//     script inside has no quotes: PowerShell loses double ones.
//   - Instead of quoting, nothing is split (IFS) and no name is expanded (set -f).
//   - The payload is read to its end, or the host would see a broken pipe; not by
//     us, because some hosts never close it, but by a cat that is left behind.
//   - It says what the host takes for silence, and ends with 0.
//   - Where the host puts the folder of a plugin for the text root, that is what
//     sh calls itself ($0), in double quotes: a path with " or $ in it is lost.
func sharedLine(quiet, root string, args []string) string {
	say, take, name := "", "", ""
	if quiet != "" {
		say = "echo " + plainWord(quiet) + "; "
	}
	if root != "" {
		take, name = "export "+pluginVar+"=$0; ", ` "`+root+`"`
	}
	return "sh -c " + shell.Quoted(careful+take+findHook+
		"command -v $h >/dev/null && exec $h "+shell.Words(args...)+" --shared; (exec 3<&0; cat <&3 >/dev/null 2>&1 &) 2>/dev/null; "+say+"exit 0") + name
}

// pluginVar is the variable for a plugin's folder where the host has none.
const pluginVar = "AGENT_CONNECTOR_PLUGIN"

// plainWord is a word of a script that stands in single quotes.
func plainWord(s string) string {
	if strings.Trim(s, shell.Plain+"{}") == "" && !strings.Contains(s, ",") { // {a,b} is two words in bash
		return s
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, `$`, `\$`, "`", "\\`").Replace(s) + `"`
}

// sharedWindows is the same for cmd.exe. It has no quotes either: a host that is
// written in Rust puts a backslash before each, which cmd does not understand.
// A program that is missing is a message on stderr, which ac-hook has no use for
// where the reply is JSON. Run under Wine (conformance); on Windows unverified.
func sharedWindows(quiet string, args []string) string {
	say := ""
	if quiet != "" {
		say = "& echo " + cmdPlain.Replace(quiet)
	}
	return `set PATH=%AGENT_CONNECTOR_DATA_DIR%\bin;%USERPROFILE%\.agent-connector\bin;%PATH%& ` +
		"ac-hook.exe " + strings.Join(args, " ") + " --shared 2>nul || (more >nul" + say + "& exit 0)"
}

// sharedPowerShell is the same for PowerShell, without double quotes, which it may
// lose. A program that it starts has its stdin. Unverified: nothing was run.
func sharedPowerShell(quiet string, args []string) string {
	say := ""
	if quiet != "" {
		say = "; " + powerShellWord(quiet)
	}
	return "$d = $env:AGENT_CONNECTOR_DATA_DIR; if (!$d) { $d = Join-Path $HOME '.agent-connector' }; $h = Join-Path $d 'bin/ac-hook.exe'; " +
		"if (!(Test-Path $h)) { $h = (Get-Command ac-hook.exe -ErrorAction SilentlyContinue).Source }; " +
		"if ($h) { & $h " + strings.Join(args, " ") + " --shared; exit $LASTEXITCODE }; [void][Console]::In.ReadToEnd()" + say + "; exit 0"
}

// powerShellWord is a text in which PowerShell reads nothing.
func powerShellWord(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// cmdPlain takes from characters what they mean to cmd.exe.
var cmdPlain = strings.NewReplacer("^", "^^", "&", "^&", "|", "^|", "<", "^<", ">", "^>", "(", "^(", ")", "^)", "%", "^%")
