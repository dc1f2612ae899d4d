package faults

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A call is one system call at its entry.
type call struct {
	nr   uint64
	args [6]uint64
	path string // of calls that name a file
}

func (c call) String() string { return names[c.nr] + " " + c.path }

// A verdict is what becomes of a call.
type verdict struct {
	kill  bool
	errno unix.Errno // the call, but a close, is not made; this is what it returns
}

// A run is a program that is traced.
type run struct {
	argv    []string
	env     []string
	dir     string
	in, out *os.File
	errs    *os.File
}

// What a traced program may take. A run takes a tenth of a second.
const runLimit = 30 * time.Second

var errNoTrace = errors.New("processes cannot be traced here")

// trace runs a program and asks about each of its system calls that is of
// interest, before it is made. All threads are counted as one, which strace's
// own injection cannot do: Go moves a goroutine from thread to thread.
func trace(r run, of func(call) bool, ask func(n int, c call) verdict) (code int, err error) {
	runtime.LockOSThread() // the tracer is a thread, not a process
	defer runtime.UnlockOSThread()
	p, err := os.StartProcess(r.argv[0], r.argv, &os.ProcAttr{Dir: r.dir, Env: r.env,
		Files: []*os.File{r.in, r.out, r.errs}, Sys: &unix.SysProcAttr{Ptrace: true, Setpgid: true}}) // a group, to wait for it alone
	if err != nil {
		return 0, fmt.Errorf("%w: %w", errNoTrace, err)
	}
	pid := p.Pid
	stop := time.AfterFunc(runLimit, func() { unix.Kill(pid, unix.SIGKILL) })
	defer stop.Stop()
	defer p.Release()
	var ws unix.WaitStatus
	if _, err := unix.Wait4(pid, &ws, unix.WALL, nil); err != nil || !ws.Stopped() {
		return 0, fmt.Errorf("%w: %v %v", errNoTrace, err, ws)
	}
	const opts = unix.PTRACE_O_TRACESYSGOOD | unix.PTRACE_O_TRACECLONE | unix.PTRACE_O_EXITKILL
	if err := unix.PtraceSetOptions(pid, opts); err != nil {
		return 0, err
	}
	t := &tracer{pid: pid, of: of, ask: ask, fail: map[int]unix.Errno{}}
	return t.loop()
}

type tracer struct {
	pid  int
	of   func(call) bool
	ask  func(n int, c call) verdict
	n    int
	fail map[int]unix.Errno // by thread: what its call shall return
}

func (t *tracer) loop() (code int, err error) {
	tid, sig := t.pid, 0
	for {
		if err := unix.PtraceSyscall(tid, sig); err != nil && !errors.Is(err, unix.ESRCH) { // ESRCH: killed
			return 0, err
		}
		var ws unix.WaitStatus
		if tid, err = unix.Wait4(-t.pid, &ws, unix.WALL|unix.WNOTHREAD, nil); err != nil {
			return 0, err
		}
		for ws.Exited() || ws.Signaled() {
			if tid == t.pid { // the first thread is reported last
				if ws.Signaled() {
					return -int(ws.Signal()), nil
				}
				return ws.ExitStatus(), nil
			}
			if tid, err = unix.Wait4(-t.pid, &ws, unix.WALL|unix.WNOTHREAD, nil); err != nil {
				return 0, err
			}
		}
		sig = 0
		switch s := ws.StopSignal(); s {
		case unix.SIGTRAP | 0x80:
			if err := t.stopped(tid); err != nil && !errors.Is(err, unix.ESRCH) {
				return 0, err
			}
		case unix.SIGTRAP, unix.SIGSTOP: // a new thread
		default:
			sig = int(s)
		}
	}
}

// sysInfo is the kernel's struct ptrace_syscall_info.
type sysInfo struct {
	op   uint8
	_    [3]byte
	arch uint32
	ip   uint64
	sp   uint64
	nr   uint64
	args [6]uint64
	_    [2]uint64
}

const (
	opEntry = 1
	opExit  = 2
)

func (t *tracer) stopped(tid int) error {
	var i sysInfo
	if _, _, e := unix.RawSyscall6(unix.SYS_PTRACE, unix.PTRACE_GET_SYSCALL_INFO, uintptr(tid),
		unsafe.Sizeof(i), uintptr(unsafe.Pointer(&i)), 0, 0); e != 0 {
		return e
	}
	switch i.op {
	case opEntry:
		return t.entry(tid, call{nr: i.nr, args: i.args})
	case opExit:
		if e, ok := t.fail[tid]; ok {
			delete(t.fail, tid)
			return setRegs(tid, func(r *unix.PtraceRegs) { r.Rax = uint64(-int64(e)) })
		}
	}
	return nil
}

func (t *tracer) entry(tid int, c call) error {
	if k, ok := pathArg[c.nr]; ok {
		c.path = readString(tid, c.args[k])
	}
	if !t.of(c) {
		return nil
	}
	t.n++
	v := t.ask(t.n, c)
	switch {
	case v.kill:
		return unix.Kill(t.pid, unix.SIGKILL) // the call is not made any more
	case v.errno != 0:
		t.fail[tid] = v.errno
		if c.nr == unix.SYS_CLOSE {
			return nil // it is made all the same: Linux lets the descriptor go, whatever it returns
		}
		return setRegs(tid, func(r *unix.PtraceRegs) { r.Orig_rax = ^uint64(0) })
	}
	return nil
}

func setRegs(tid int, f func(*unix.PtraceRegs)) error {
	var r unix.PtraceRegs
	if err := unix.PtraceGetRegs(tid, &r); err != nil {
		return err
	}
	f(&r)
	return unix.PtraceSetRegs(tid, &r)
}

// readString reads a path out of the program's memory.
func readString(tid int, addr uint64) string {
	var s []byte
	for len(s) < unix.PathMax {
		var b [8]byte
		if n, err := unix.PtracePeekData(tid, uintptr(addr)+uintptr(len(s)), b[:]); err != nil || n == 0 {
			break
		}
		for _, c := range b {
			if c == 0 {
				return string(s)
			}
			s = append(s, c)
		}
	}
	return string(s)
}
