package apply

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/windows"
)

// runner is the variable that makes TestRunner a program that only runs.
const runner = "APPLY_TEST_RUNNER"

// TestRunner is no test of its own: TestProgramIsReplacedWhileItRuns runs it in
// a copy of this test program, until it closes the input.
func TestRunner(t *testing.T) {
	if os.Getenv(runner) != "" {
		io.Copy(io.Discard, os.Stdin)
	}
}

// hold opens a file as another program would, sharing no more than it is told,
// and gives back how to let go.
func hold(t *testing.T, path string, share uint32) (release func()) {
	t.Helper()
	p, err := windows.UTF16PtrFromString(path)
	if err != nil {
		t.Fatal(err)
	}
	h, err := windows.CreateFile(p, windows.GENERIC_READ, share, nil, windows.OPEN_EXISTING, windows.FILE_ATTRIBUTE_NORMAL, 0)
	if err != nil {
		t.Fatal(err)
	}
	open := true
	release = func() {
		if open {
			open = false
			windows.CloseHandle(h)
		}
	}
	t.Cleanup(release)
	return release
}

// withFile is a home with one file in it.
func withFile(t *testing.T) (store, string) {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "home", "x.json")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	lay(t, path, "{}")
	return store{dir: filepath.Join(dir, "ours")}, path
}

func lay(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// alone checks what a file holds, and that nothing else is left beside it.
func alone(t *testing.T, path, has string) {
	t.Helper()
	if b, err := os.ReadFile(path); err != nil || !strings.Contains(string(b), has) {
		t.Errorf("%q %v, expected %s", b, err, has)
	}
	if es, _ := os.ReadDir(filepath.Dir(path)); len(es) != 1 {
		t.Errorf("left beside the file: %v", es)
	}
}

func refusedAsHeld(t *testing.T, err error) {
	t.Helper()
	if !errors.Is(err, errHeld) || !strings.Contains(err.Error(), "x.json: ") ||
		!strings.Contains(err.Error(), "it is held open by another program\nhint: ") {
		t.Errorf("%v", err)
	}
}

// Somebody who shares nothing keeps us from reading; one who lets others read
// keeps us from replacing, also where they share writing.
func TestHeldFileIsRefusedAndLeft(t *testing.T) {
	for name, share := range map[string]uint32{
		"nothing": 0, "reading": windows.FILE_SHARE_READ, "writing": windows.FILE_SHARE_READ | windows.FILE_SHARE_WRITE} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, path := withFile(t)
			release := hold(t, path, share)
			a := s.apply(adding(path))
			refusedAsHeld(t, a.err)
			release()
			alone(t, path, "{}")
			if rec, err := s.Recover(); err != nil || len(rec) != 0 {
				t.Errorf("the journal holds %v %v", rec, err)
			}
			if a := s.apply(adding(path)); a.err != nil {
				t.Error(a.err)
			}
			alone(t, path, "gamma")
		})
	}
}

func TestHeldForAMomentIsWaitedFor(t *testing.T) {
	for name, share := range map[string]uint32{"nothing": 0, "reading": windows.FILE_SHARE_READ} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, path := withFile(t)
			release := hold(t, path, share)
			done := make(chan struct{})
			go func() {
				time.Sleep(3 * shareWait)
				release()
				close(done)
			}()
			a := s.apply(adding(path))
			<-done
			if a.err != nil {
				t.Fatal(a.err)
			}
			alone(t, path, "gamma")
		})
	}
}

// A file that we made ourselves and that somebody holds stays, whole.
func TestHeldFileIsNotRemoved(t *testing.T) {
	s, path := withFile(t)
	os.Remove(path)
	if a := s.apply(adding(path)); a.err != nil {
		t.Fatal(a.err)
	}
	release := hold(t, path, windows.FILE_SHARE_READ)
	rep, err := Undo(Selector{ID: "gamma", Scope: "user"}, Options{Home: s.dir})
	if err != nil || len(rep.Errors) != 1 {
		t.Fatal(rep, err)
	}
	refusedAsHeld(t, rep.Errors[0])
	release()
	alone(t, path, "gamma")
	if rep, err := Undo(Selector{ID: "gamma", Scope: "user"}, Options{Home: s.dir}); err != nil || len(rep.Errors) != 0 {
		t.Fatal(rep, err)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Error("it is there still")
	}
}

func TestReadOnlyAttribute(t *testing.T) {
	s, path := withFile(t)
	if err := os.Chmod(path, 0o400); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(path, 0o600)
	if a := s.apply(adding(path)); a.err == nil || !strings.Contains(a.err.Error(), "is read-only") || !strings.Contains(a.err.Error(), "attrib -r") {
		t.Fatal(a.err)
	}
	alone(t, path, "{}")
	forced := adding(path)
	forced.task.force = true
	release := hold(t, path, windows.FILE_SHARE_READ)
	refusedAsHeld(t, s.apply(forced).err)
	release()
	alone(t, path, "{}")
	if fi, err := os.Stat(path); err != nil || !readOnly(fi) {
		t.Errorf("after a failure the attribute is gone: %v", err)
	}
	if a := s.apply(forced); a.err != nil {
		t.Fatal(a.err)
	}
	alone(t, path, "gamma")
	if fi, err := os.Stat(path); err != nil || !readOnly(fi) {
		t.Errorf("the attribute is gone: %v", err)
	}
}

// A want of rights is not called a file in use.
func TestNotHeldIsToldAsItIs(t *testing.T) {
	want := errors.Join(windows.ERROR_ACCESS_DENIED)
	path := filepath.Join(t.TempDir(), "x")
	lay(t, path, "")
	if err := patiently(func() error { return want }, path); err != want {
		t.Error(err)
	}
	if err := rename(path, t.TempDir()); err == nil || errors.Is(err, errHeld) {
		t.Errorf("over a directory: %v", err)
	}
}

func TestMoveNewNeedsAFreeName(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	lay(t, a, "A")
	lay(t, b, "B")
	if err := moveNew(a, b); !errors.Is(err, os.ErrExist) {
		t.Errorf("onto another: %v", err)
	}
	os.Remove(b)
	if err := moveNew(a, b); err != nil {
		t.Error(err)
	}
	if err := moveNew(a, filepath.Join(dir, "c")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("of nothing: %v", err)
	}
	alone(t, b, "A")
}

// Somebody writes between our look and the removal: what they wrote goes back.
func TestTakeOutPutsBack(t *testing.T) {
	_, path := withFile(t)
	cur, err := readFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lay(t, path, "theirs")
	if err := takeOut(tempName(path), path, cur); err != errMoved {
		t.Fatal(err)
	}
	alone(t, path, "theirs")
}

func TestProgramIsReplacedWhileItRuns(t *testing.T) {
	self, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "tool.exe")
	if err := replaceProgram(path, 0o700, func(f *os.File) error { return fill(f, self) }); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(path, "-test.run=^TestRunner$")
	c.Env = append(os.Environ(), runner+"=1")
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if err := replaceProgram(path, 0o700, func(f *os.File) error { return fill(f, []byte("new")) }); err != nil {
		t.Error(err)
	}
	if b, _ := os.ReadFile(path); string(b) != "new" {
		t.Errorf("%d bytes, expected the new program", len(b))
	}
	in.Close()
	if err := c.Wait(); err != nil {
		t.Errorf("the program that ran: %v", err)
	}
	if err := replaceProgram(path, 0o700, func(f *os.File) error { return fill(f, []byte("newer")) }); err != nil {
		t.Error(err)
	}
	alone(t, path, "newer")
}

// An access list that shuts others out is the new file's too.
func TestAccessListStays(t *testing.T) {
	s, path := withFile(t)
	me, err := windows.GetCurrentProcessToken().GetTokenUser()
	if err != nil {
		t.Fatal(err)
	}
	list := onlyFor(t, me.User.Sid)
	const what = windows.DACL_SECURITY_INFORMATION
	if err := windows.SetNamedSecurityInfo(path, windows.SE_FILE_OBJECT, what|windows.PROTECTED_DACL_SECURITY_INFORMATION, nil, nil, list, nil); err != nil {
		t.Fatal(err)
	}
	access := func() string {
		sd, err := windows.GetNamedSecurityInfo(path, windows.SE_FILE_OBJECT, what)
		if err != nil {
			t.Fatal(err)
		}
		return sd.String()
	}
	before := access()
	if strings.Contains(before, ";;;WD)") {
		t.Skipf("this system, as Wine does, keeps no access list that is set: %s", before)
	}
	if a := s.apply(adding(path)); a.err != nil {
		t.Fatal(a.err)
	}
	if after := access(); after != before {
		t.Errorf("was %s, is %s", before, after)
	}
}

func onlyFor(t *testing.T, sid *windows.SID) *windows.ACL {
	t.Helper()
	list, err := windows.ACLFromEntries([]windows.EXPLICIT_ACCESS{{AccessPermissions: windows.GENERIC_ALL, AccessMode: windows.GRANT_ACCESS,
		Trustee: windows.TRUSTEE{TrusteeForm: windows.TRUSTEE_IS_SID, TrusteeValue: windows.TrusteeValueFromSID(sid)}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestExplicitEntriesAreToldFromInherited(t *testing.T) {
	everybody, err := windows.CreateWellKnownSid(windows.WinWorldSid)
	if err != nil {
		t.Fatal(err)
	}
	list := onlyFor(t, everybody)
	if !explicit(list) || explicit(nil) {
		t.Error("an entry of the file's own is not seen, or one is seen in no list")
	}
	var e *windows.ACCESS_ALLOWED_ACE
	if err := windows.GetAce(list, 0, &e); err != nil {
		t.Fatal(err)
	}
	e.Header.AceFlags |= windows.INHERITED_ACE
	if explicit(list) {
		t.Error("an inherited entry is taken for the file's own")
	}
}
