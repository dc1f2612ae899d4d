package bashcmd

import (
	"slices"
	"strings"
)

// rules say of a program when it destroys.
var rules = map[string]func(*call) bool{
	"rm": func(c *call) bool {
		return c.mass || c.short('r') || c.short('R') || c.abbreviated("--recursive") || c.everything()
	},
	"unlink":        func(c *call) bool { return c.mass },
	"rmdir":         func(c *call) bool { return c.mass || recursiveSlash(c) },
	"rd":            recursiveWindows,
	"del":           recursiveWindows,
	"erase":         recursiveWindows,
	"remove-item":   recursiveWindows,
	"ri":            recursiveWindows,
	"format":        func(c *call) bool { return c.hasSuffix(":") },
	"format-volume": always, "clear-disk": always, "initialize-disk": always, "diskpart": always,
	"clear-content": always, "clc": always, "clear-recyclebin": always, "clear-eventlog": always,
	"reg":      func(c *call) bool { return c.first("delete") },
	"vssadmin": func(c *call) bool { return c.first("delete") },
	"wevtutil": func(c *call) bool { return c.first("cl", "clear-log") },
	"schtasks": func(c *call) bool { return c.hasFold("/delete") },
	"bcdedit":  func(c *call) bool { return c.hasFold("/delete") },
	"sc":       func(c *call) bool { return c.first("delete") },
	"cipher":   func(c *call) bool { return c.hasPrefix("/w") },
	"wmic":     func(c *call) bool { return c.hasFold("delete") },
	"git":      gitDestroys,
	"gh": func(c *call) bool {
		return c.says("repo delete", "release delete", "secret delete") || c.first("api") && (strings.EqualFold(c.flag("-X"), "delete") || strings.EqualFold(c.flag("--method"), "delete"))
	},
	"find":  func(c *call) bool { return c.hasAny("-delete") },
	"chmod": worldWritable,
	"dd": func(c *call) bool {
		return slices.ContainsFunc(c.args, func(a string) bool { return isDevice(strings.TrimPrefix(a, "of=")) && strings.HasPrefix(a, "of=") })
	},
	"wipefs":     func(c *call) bool { return c.short('a') || c.hasAny("--all") },
	"shred":      always,
	"blkdiscard": always,
	"truncate": func(c *call) bool {
		return c.hasAny("-s0", "--size=0") || c.after("-s") == "0" || c.after("--size") == "0"
	},
	"mv":    func(c *call) bool { return len(c.args) > 0 && c.args[len(c.args)-1] == "/dev/null" },
	"rsync": func(c *call) bool { return c.hasPrefix("--delete") && !c.short('n') && !c.hasAny("--dry-run") },
	"tee":   onDevice,
	"cp": func(c *call) bool { // a disk may be read
		from, to := operand(c.args, "-t -S")
		return from == "/dev/null" || slices.ContainsFunc(to, isDevice)
	},
	"sgdisk":     func(c *call) bool { return c.short('Z') || c.hasAny("--zap-all") },
	"parted":     func(c *call) bool { return c.hasAny("mklabel", "mktable", "rm") },
	"mysqladmin": func(c *call) bool { return c.hasAny("drop") },
	"crontab":    func(c *call) bool { return c.short('r') },
	"userdel":    func(c *call) bool { return c.short('r') },
	"dropdb":     always,
	"dropuser":   always,
	"redis-cli": func(c *call) bool {
		verb := strings.ToLower(c.verb("-h -p -a -n -u -s --user --pass"))
		return slices.Contains([]string{"flushall", "flushdb"}, verb) || verb == "" && slices.ContainsFunc(strings.Fields(strings.ToLower(c.in.text)), func(w string) bool { return w == "flushall" || w == "flushdb" })
	},
	"mongosh": mongoDestroys, "mongo": mongoDestroys,
	"rails": railsDestroys, "rake": railsDestroys,
	"prisma": func(c *call) bool { return c.says("migrate reset", "db push --force-reset") },
	"npm":    func(c *call) bool { return c.verb("") == "unpublish" },
	"docker": dockerDestroys, "podman": dockerDestroys, "docker-compose": dockerDestroys,
	"kubectl": kubectlDestroys, "oc": kubectlDestroys,
	"helm": func(c *call) bool {
		return slices.Contains([]string{"uninstall", "delete", "del", "un"}, c.verb("-n --namespace --kube-context"))
	},
	"terraform": tofu, "tofu": tofu, "terragrunt": tofu,
	"pulumi": func(c *call) bool { return c.verb("-C --cwd -s --stack") == "destroy" },
	"cdk":    func(c *call) bool { return c.verb("-c --context --profile") == "destroy" },
	"aws":    awsDestroys,
	"gcloud": func(c *call) bool { return c.hasAny("delete") },
	"az":     func(c *call) bool { return c.hasAny("delete", "purge") },
	"gsutil": func(c *call) bool { return c.hasAny("rm", "rb") && (c.short('r') || c.hasAny("rb")) },
	"doctl":  func(c *call) bool { return c.hasAny("delete", "destroy") },
	"flyctl": func(c *call) bool { return c.hasAny("destroy") },
	"heroku": func(c *call) bool { return c.hasAny("apps:destroy", "pg:reset") },
	"rclone": func(c *call) bool { return slices.Contains([]string{"purge", "delete", "sync"}, c.verb("--config")) },
}

// recursiveWindows: what removes folders, too, if it is told to.
func recursiveWindows(c *call) bool {
	return !c.elsewhere() && (c.mass || c.hasFold("/s") || c.hasPrefix("-r"))
}

func always(*call) bool { return true }

func mongoDestroys(c *call) bool {
	text := c.text() + c.in.text
	return strings.Contains(text, "dropDatabase(") || strings.Contains(text, ".drop()") || strings.Contains(text, ".deleteMany({})")
}

// kubectlDestroys serves oc, too, which has the flags of kubectl.
func kubectlDestroys(c *call) bool {
	return c.verb("-n --namespace --context --kubeconfig -s --server --cluster --user") == "delete"
}

func railsDestroys(c *call) bool {
	return c.hasAny("db:drop", "db:reset", "db:drop:all", "db:purge")
}

// rmdir takes folders that are empty alone, but that of Windows with /s.
func recursiveSlash(c *call) bool { return c.hasFold("/s") || c.hasPrefix("-rec") }

// gitDestroys: pushes that take something from others, and what throws away work.
func gitDestroys(c *call) bool {
	verb, args := operand(c.args, gitValues)
	g := &call{name: verb, args: args}
	switch verb {
	case "push":
		return g.hasAny("--force") || g.short('f') || g.hasAny("--mirror", "--delete", "--prune") || g.short('d') ||
			slices.ContainsFunc(args, func(a string) bool { return len(a) > 1 && (a[0] == '+' || a[0] == ':') })
	case "clean":
		return (g.short('f') || g.hasAny("--force")) && !g.short('n') && !g.hasAny("--dry-run")
	case "reset":
		return g.hasAny("--hard")
	case "checkout":
		return g.hasAny(".") || g.short('f') || g.hasAny("--force") || g.hasAny("--") && slices.Index(args, "--") < len(args)-1
	case "switch":
		return g.short('f') || g.hasAny("--force", "--discard-changes")
	case "restore":
		return !(g.hasAny("--staged") || g.short('S')) || g.hasAny("--worktree") || g.short('W')
	case "branch":
		return g.short('D') || (g.short('d') || g.hasAny("--delete")) && (g.short('f') || g.hasAny("--force"))
	case "stash":
		return g.hasAny("drop", "clear")
	case "rm":
		return (g.short('r')) && g.short('f') && !g.hasAny("--cached")
	case "filter-branch", "filter-repo":
		return true
	case "worktree":
		return g.hasAny("remove") && (g.hasAny("--force") || g.short('f'))
	case "reflog":
		return g.hasAny("expire", "delete")
	case "update-ref":
		return g.short('d')
	}
	return false
}

// worldWritable: everybody may write then.
func worldWritable(c *call) bool {
	return slices.ContainsFunc(c.args, func(a string) bool {
		if n := strings.TrimPrefix(a, "+"); len(n) >= 3 && strings.Trim(n, "01234567") == "" {
			return (n[len(n)-1]-'0')&2 != 0
		}
		for clause := range strings.SplitSeq(a, ",") {
			who, what, ok := strings.Cut(strings.Replace(clause, "=", "+", 1), "+")
			if ok && strings.Trim(who, "ugoa") == "" && strings.ContainsAny(who, "oa") && strings.Contains(what, "w") {
				return true
			}
		}
		return false
	})
}

// onDevice says whether a command writes to a disk.
func onDevice(c *call) bool { return slices.ContainsFunc(c.args, isDevice) }

// everything says whether all files of a folder are meant.
func (c *call) everything() bool {
	return slices.ContainsFunc(c.args, func(a string) bool { return base(a) == "*" || strings.Contains(a, "**") })
}

func dockerDestroys(c *call) bool {
	verb, args := operand(c.args, "--context -H --host -l -f --file -p --project-name --profile")
	if verb == "compose" {
		verb, args = operand(args, "-f --file -p --project-name --profile")
	}
	d := &call{args: args}
	switch verb {
	case "down":
		return d.short('v') || d.hasAny("--volumes")
	case "system", "volume", "image", "container", "builder", "network", "buildx":
		return d.hasAny("prune") && verb != "builder" && verb != "buildx" || verb == "volume" && d.hasAny("rm", "remove")
	}
	return false
}

func tofu(c *call) bool {
	return c.hasAny("destroy") || c.hasAny("-destroy", "--destroy") && c.hasAny("apply")
}

// awsDestroys: what its verbs of that sort are called. Buckets say it with a flag.
func awsDestroys(c *call) bool {
	if c.hasAny("s3") {
		return c.hasAny("sync") && c.hasAny("--delete") || c.hasAny("rm") && c.hasAny("--recursive") || c.hasAny("rb") && c.hasAny("--force")
	}
	_, rest := operand(c.args, "--profile --region --output --endpoint-url --query")
	if len(rest) == 0 {
		return false
	}
	verb := rest[0]
	return strings.HasPrefix(verb, "delete-") || strings.HasPrefix(verb, "terminate-") || strings.HasPrefix(verb, "purge-")
}
