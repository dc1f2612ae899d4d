package apply

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// keepOwner gives a new file the access list of the one that it replaces, if
// that says more than what the directory hands down: a file that its owner has
// closed to others must not become readable by them. The owner is whoever
// writes the new file: to give it to somebody else takes a privilege.
func keepOwner(f *os.File, was fs.FileInfo) error {
	if was == nil {
		return nil
	}
	const what = windows.DACL_SECURITY_INFORMATION
	sd, err := windows.GetNamedSecurityInfo(filepath.Join(filepath.Dir(f.Name()), was.Name()), windows.SE_FILE_OBJECT, what)
	if errors.Is(err, windows.ERROR_NOT_SUPPORTED) || errors.Is(err, windows.ERROR_INVALID_FUNCTION) {
		return nil // a file system without access lists
	}
	if err != nil {
		return err
	}
	control, _, err := sd.Control()
	if err != nil || control&windows.SE_DACL_PRESENT == 0 {
		return err
	}
	dacl, _, err := sd.DACL()
	if err != nil {
		return err
	}
	as := windows.SECURITY_INFORMATION(windows.UNPROTECTED_DACL_SECURITY_INFORMATION)
	if control&windows.SE_DACL_PROTECTED != 0 {
		as = windows.PROTECTED_DACL_SECURITY_INFORMATION
	} else if !explicit(dacl) {
		return nil
	}
	return windows.SetNamedSecurityInfo(f.Name(), windows.SE_FILE_OBJECT, what|as, nil, nil, dacl, nil)
}

// explicit says whether an access list has an entry that is not inherited.
func explicit(list *windows.ACL) bool {
	if list == nil { // everybody may do everything
		return false
	}
	for i := range uint32(list.AceCount) {
		var e *windows.ACCESS_ALLOWED_ACE
		if windows.GetAce(list, i, &e) == nil && e.Header.AceFlags&windows.INHERITED_ACE == 0 {
			return true
		}
	}
	return false
}
