package bundle

import (
	"path"
	"slices"
	"strings"

	"agentconnector/pkg/connector"
)

// launcher is a program that gets a package and starts it. Its own flags must be
// known to tell where the package's name stands: unknown ones are refused.
type launcher struct {
	command  string
	registry string
	lead     string   // the word before its flags
	bare     []string // flags without a value
	valued   []string // flags with one in the next word
}

// The flags of docker are those that 28.2.2 lists, those of npx are npm's own
// (docs.npmjs.com, config); of the others, unverified.
var launchers = []launcher{
	{"npx", "npm", "", []string{"-y", "--yes", "-q", "--quiet", "--silent", "--offline", "--prefer-offline", "--prefer-online"}, nil},
	{"bunx", "npm", "", []string{"-y", "--bun", "--silent"}, nil},
	{"uvx", "pypi", "", []string{"-q", "--quiet", "-n", "--no-cache", "--isolated", "--offline", "--refresh", "--no-progress"},
		[]string{"-p", "--python", "-w", "--with", "--index", "--default-index"}},
	{"dnx", "nuget", "", []string{"-y", "--yes", "--prerelease"}, nil},
	{"docker", "oci", "run", dockerBare, dockerValued},
	{"podman", "oci", "run", dockerBare, dockerValued},
}

var (
	dockerBare   = []string{"-i", "--interactive", "-t", "--tty", "-it", "-ti", "--rm", "--init", "--read-only", "--privileged", "-q", "--quiet"}
	dockerValued = []string{"-e", "--env", "-v", "--volume", "--mount", "-p", "--publish", "--network", "--net", "--name", "-w", "--workdir",
		"-u", "--user", "--env-file", "--entrypoint", "--platform", "-m", "--memory", "--cpus", "--add-host", "-h", "--hostname", "-l", "--label",
		"--cap-add", "--cap-drop", "--security-opt", "--pull", "--tmpfs", "--gpus", "--pids-limit"}
)

// programName is a command without its folder and Windows' endings.
func programName(command string) string {
	name := path.Base(strings.ReplaceAll(command, `\`, "/"))
	for _, end := range []string{".exe", ".cmd", ".bat"} {
		name = strings.TrimSuffix(name, end)
	}
	return name
}

func launcherOf(command string) *launcher {
	i := slices.IndexFunc(launchers, func(l launcher) bool { return l.command == programName(command) })
	if i < 0 {
		return nil
	}
	return &launchers[i]
}

// started is a command line, read.
type started struct {
	flags   []string // of the launcher
	env     []string // variables that docker is told of: NAME or NAME=value
	subject string   // the package
	rest    []string // the package's own arguments
}

// read finds the package. A problem is what was found instead.
func (l *launcher) read(args []string) (run started, problem string) {
	if l.lead != "" {
		if len(args) == 0 || args[0] != l.lead {
			return run, quoted(strings.Join(args[:min(len(args), 1)], ""))
		}
		args = args[1:]
	}
	for i := 0; i < len(args); i++ {
		a := args[i]
		flag, value, joined := strings.Cut(a, "=")
		switch {
		case a == "--" && i+1 < len(args):
			return l.rest(run, args[i+1:]), ""
		case !strings.HasPrefix(a, "-"):
			return l.rest(run, args[i:]), ""
		case slices.Contains(l.bare, a) || joined && slices.Contains(l.bare, flag):
			run.flags = append(run.flags, a)
		case l.registry == "oci" && joined && flag == "--env":
			run.env = append(run.env, value)
		case joined && (l.registry == "oci" || slices.Contains(l.valued, flag)): // docker has no flag that changes what is started
			run.flags = append(run.flags, a)
		case slices.Contains(l.valued, a) && i+1 < len(args):
			if i++; l.registry == "oci" && (a == "-e" || a == "--env") {
				run.env = append(run.env, args[i])
			} else {
				run.flags = append(run.flags, a, args[i])
			}
		default:
			return run, quoted(a)
		}
	}
	return run, "no package"
}

func (l *launcher) rest(run started, args []string) started {
	run.subject, run.rest = args[0], args[1:]
	return run
}

// dockerEnv are the variables that a command passes into its container and that
// the server's env does not speak of.
func dockerEnv(p *registryPackage, env []string) (more []named) {
	for _, kv := range env {
		name, value, given := strings.Cut(kv, "=")
		if slices.ContainsFunc(p.EnvironmentVariables, func(n named) bool { return n.Name == name }) {
			continue
		}
		v := named{name, input{Secret: secretName(name)}}
		if given {
			v.input = variables(map[string]string{name: value})[0].input
		}
		more = append(more, v)
	}
	return more
}

// interpreters run a script that stands in their arguments.
var interpreters = []struct{ command, runtime string }{
	{"node", "node"}, {"bun", "node"}, {"python", "python"}, {"python3", "python"}, {"py", "python"},
}

// script is the script that an interpreter runs: the kind of runtime, where the
// script stands in the arguments, and what comes after it.
func script(s *connector.Server) (runtime string, at int, rest []string, ok bool) {
	for _, in := range interpreters {
		if in.command != programName(s.Command) {
			continue
		}
		for i, a := range s.Args {
			if !strings.HasPrefix(a, "-") && (i > 0 || a != "run") {
				return in.runtime, i, s.Args[i+1:], true
			}
		}
	}
	return "", 0, nil, false
}
