package bashcmd

import (
	"slices"
	"strings"
)

// destroys says whether a command loses something that cannot be had back easily.
// The list grew from seed 001's (recursive rm, forced pushes, dd, mkfs, dropped
// tables, chmod 777, what is piped into a shell) by what its source system misses
// (weaknesses of Preflight 1.57.0) and what is of the same sort.
func (c *call) destroys() bool {
	if c.bomb || c.bare && len(c.outs) > 0 || c.code.opaque() || c.does == Destructive {
		return true
	}
	if c.help() {
		return false
	}
	if c.empties() && slices.ContainsFunc(c.outs, isFile) || slices.ContainsFunc(c.outs, isDevice) {
		return true
	}
	if (slices.Contains(readers, c.name) || evaluates(c.name) || startsPowerShell(c.name)) && c.in.opaque() && c.readsProgram() {
		return true
	}
	name := strings.ToLower(c.name)
	if rule, ok := rules[name]; ok && rule(c) || strings.HasPrefix(name, "remove-") && cmdletRemoves(name) {
		return true
	}
	return strings.HasPrefix(name, "mkfs") || c.sqlDestroys(name)
}

// readsProgram says whether an interpreter takes its program from its input.
func (c *call) readsProgram() bool {
	for i, a := range c.args {
		if a == "-" || a == "-s" {
			return true
		}
		if !strings.HasPrefix(a, "-") || a == "-m" || a == "-c" || a == "-e" || strings.HasPrefix(a, "-p") || i > 8 {
			return false
		}
	}
	return true
}

func isFile(p string) bool { return !strings.HasPrefix(p, "/dev/") && !strings.HasPrefix(p, "&") }

// isDevice says whether a path is that of a disk.
func isDevice(p string) bool {
	for _, d := range []string{"/dev/sd", "/dev/hd", "/dev/nvme", "/dev/vd", "/dev/xvd", "/dev/disk", "/dev/rdisk", "/dev/mmcblk", "/dev/loop", "/dev/mapper/", `\\.\physicaldrive`} {
		if strings.HasPrefix(strings.ToLower(p), d) {
			return true
		}
	}
	return false
}

// cmdletRemoves says whether a cmdlet that removes takes something that cannot be had
// back: users, machines, services; not what a session has for itself.
func cmdletRemoves(name string) bool {
	switch strings.TrimPrefix(name, "remove-") {
	case "item", "variable", "module", "job", "psdrive", "pssession", "event", "alias", "typedata", "psbreakpoint", "computer", "formatdata":
		return false
	}
	return true
}

// elsewhere says whether what a cmdlet is about is no file: PowerShell has drives for
// variables, functions and the like, which last as long as it does.
func (c *call) elsewhere() bool {
	return slices.ContainsFunc(c.args, func(a string) bool {
		drive, _, ok := strings.Cut(strings.ToLower(a), ":")
		return ok && slices.Contains([]string{"env", "variable", "function", "alias"}, drive)
	})
}

// deletes says whether a command removes single files.
func (c *call) deletes() bool {
	if c.elsewhere() || c.help() {
		return false
	}
	if c.does == FileDeletion {
		return true
	}
	switch strings.ToLower(c.name) {
	case "rm", "unlink", "del", "erase", "remove-item", "ri":
		return true
	}
	return false
}

// empties says whether a command prints nothing, so that a file it goes into is empty.
func (c *call) empties() bool {
	switch c.name {
	case ":", "true":
		return true
	case "cat":
		return len(c.args) == 1 && c.args[0] == "/dev/null"
	case "echo":
		return len(c.args) == 1 && c.args[0] == "-n"
	}
	return false
}

// help says whether a program is only asked what it does.
func (c *call) help() bool {
	for _, a := range c.args {
		switch a {
		case "--":
			return false
		case "--help", "--version", "-help":
			return true
		}
	}
	return false
}
