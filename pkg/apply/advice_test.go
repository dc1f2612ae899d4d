package apply

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
)

func TestAdvice(t *testing.T) {
	temp := tempName("/h/.cursor/mcp.json")
	for name, c := range map[string]struct {
		err  error
		want string // of the hint; "" for none
	}{
		"full":           {&fs.PathError{Op: "write", Path: temp, Err: noSpace[0]}, "make room"},
		"read-only disk": {&fs.PathError{Op: "open", Path: temp, Err: readOnlyDisk[0]}, "read-only"},
		"folder":         {&fs.PathError{Op: "open", Path: temp, Err: fs.ErrPermission}, "write in " + dirOf(temp)},
		"new folder":     {&fs.PathError{Op: "mkdir", Path: "/h/.cursor/x", Err: fs.ErrPermission}, "write in " + dirOf("/h/.cursor/x")},
		"replaced":       {&os.LinkError{Op: "rename", Old: temp, New: "/h/.cursor/mcp.json", Err: fs.ErrPermission}, "write in " + dirOf("/h/.cursor/mcp.json")},
		"closed folder":  {&fs.PathError{Op: "lstat", Path: "/h/.claude/settings.json", Err: fs.ErrPermission}, "look into " + dirOf("/h/.claude/x")},
		"closed file":    {&fs.PathError{Op: "open", Path: "/h/.claude.json", Err: fs.ErrPermission}, "read and write /h/.claude.json"},
		"says it itself": {fmt.Errorf("it is so: %w\nhint: do that", fs.ErrPermission), "do that"},
		"something else": {errors.New("it is so"), ""},
	} {
		got := Advised(fmt.Errorf("f: not written: %w", c.err))
		if !errors.Is(got, c.err) {
			t.Errorf("%s: %v is not %v any more", name, got, c.err)
		}
		_, hint, found := strings.Cut(got.Error(), "\nhint: ")
		if found != (c.want != "") || !strings.Contains(hint, c.want) || strings.Contains(hint, "\n") {
			t.Errorf("%s: the hint is %q, want one with %q", name, hint, c.want)
		}
	}
	if Advised(nil) != nil {
		t.Error("nothing went wrong, and there is a hint")
	}
}

func dirOf(path string) string {
	return strings.TrimSuffix(path, path[strings.LastIndexAny(path, `/\`):])
}
