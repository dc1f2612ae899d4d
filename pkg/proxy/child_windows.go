package proxy

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"

	"agentconnector/pkg/world"
)

// forwarded: a console sends its interrupt to the child itself, so we only
// have to outlive it.
var forwarded = []os.Signal{os.Interrupt}

var terminate os.Signal = os.Kill

// ending says whether a signal asks for the end.
func ending(os.Signal) bool { return true }

// group is the child's job. It is killed when its last handle is closed, that
// is when we die, however we do.
type group struct {
	job  windows.Handle
	proc *os.Process
}

// startInGroup starts the child and puts it into a job. If there is no job to
// be had the child runs all the same, and is killed alone.
func startInGroup(cmd *exec.Cmd) (*group, error) {
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	g := &group{proc: cmd.Process}
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return g, nil
	}
	var info windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	info.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info)))
	if err == nil {
		err = join(job, uint32(cmd.Process.Pid))
	}
	if err != nil {
		_ = windows.CloseHandle(job)
		return g, nil
	}
	g.job = job
	return g, nil
}

func join(job windows.Handle, pid uint32) error {
	p, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, pid)
	if err != nil {
		return err
	}
	defer windows.CloseHandle(p)
	return windows.AssignProcessToJobObject(job, p)
}

func (g *group) signal(sig os.Signal) {
	if sig == terminate {
		g.kill()
	}
}

func (g *group) kill() {
	if g.job != 0 {
		_ = windows.TerminateJobObject(g.job, 1)
		return
	}
	_ = g.proc.Kill()
}

// end ends what is left of the job. There is nothing to ask with.
func (g *group) end(time.Duration) {
	if g.job != 0 {
		g.kill()
	}
}

// parentGone is not to be known here; the client's death closes our input, and
// the job ends with us.
func parentGone() bool { return false }

func newParent() {}

func clientGone(io.Writer) bool { return false }

func exitStatus(p *os.ProcessState) int { return p.ExitCode() }

// find looks a program up with the extensions of PATHEXT: npx is npx.cmd. A
// relative path is taken from the child's folder.
func find(w *world.World, name string) (string, error) {
	if filepath.Base(name) != name && !filepath.IsAbs(name) {
		name = filepath.Join(w.Dir, name)
	}
	return exec.LookPath(name)
}
