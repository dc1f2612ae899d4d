package scaffold

import (
	"bytes"
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agentconnector/pkg/bundle"
)

// needed are the tools that a branded command line runs or puts in the place that
// hosts point at.
var needed = []string{"ac", "ac-detect", "ac-render", "ac-apply", "ac-hook", "ac-proxy", "ac-proxy-http"}

// Tools are the tools for one system.
type Tools struct {
	OS, CPU string // as npm calls them: linux, x64
	Files   []bundle.File
}

// System is the name of the system in the name of a package.
func (t *Tools) System() string { return t.OS + "-" + t.CPU }

// FindTools reads the tools in a folder, or in each of its folders. Which system
// they are for is read in the programs themselves.
func FindTools(dir string) (all []Tools, err error) {
	folders := []string{dir}
	if !holdsTools(dir) {
		folders = nil
		inner, err := os.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		for _, e := range inner {
			if f := filepath.Join(dir, e.Name()); holdsTools(f) {
				folders = append(folders, f)
			}
		}
	}
	if len(folders) == 0 {
		return nil, fmt.Errorf("%s: found no folder with ac in it, expected the tools, or a folder of them for each system\nhint: make dist builds them all", dir)
	}
	for _, f := range folders {
		t, err := readTools(f)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(all, func(o Tools) bool { return o.System() == t.System() }) {
			return nil, fmt.Errorf("%s: found tools for %s a second time, expected one folder for each system", f, t.System())
		}
		all = append(all, *t)
	}
	slices.SortFunc(all, func(a, b Tools) int { return strings.Compare(a.System(), b.System()) })
	return all, nil
}

func holdsTools(dir string) bool {
	for _, name := range []string{"ac", "ac.exe"} {
		if fi, err := os.Stat(filepath.Join(dir, name)); err == nil && fi.Mode().IsRegular() {
			return true
		}
	}
	return false
}

// readTools reads those of one system, with the licences that lie beside them.
func readTools(dir string) (*Tools, error) {
	t := &Tools{}
	for _, name := range needed {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			name += ".exe"
			data, err = os.ReadFile(filepath.Join(dir, name))
		}
		if err != nil {
			return nil, fmt.Errorf("%w\nhint: all of %s are needed", err, strings.Join(needed, ", "))
		}
		system, cpu := madeFor(data)
		switch {
		case system == "" || cpu == "":
			return nil, fmt.Errorf("%s: found no program for a known system, expected one for Linux, macOS or Windows, on x64 or arm64", filepath.Join(dir, name))
		case t.OS != "" && (t.OS != system || t.CPU != cpu):
			return nil, fmt.Errorf("%s: found a program for %s-%s, expected %s as the others", filepath.Join(dir, name), system, cpu, t.System())
		}
		t.OS, t.CPU = system, cpu
		t.Files = append(t.Files, bundle.File{Path: "bin/" + name, Data: data, Exec: true})
	}
	for _, name := range []string{"LICENSE", "NOTICE", "THIRD-PARTY-LICENSES"} {
		if data, err := os.ReadFile(filepath.Join(dir, name)); err == nil {
			t.Files = append(t.Files, bundle.File{Path: name, Data: data})
		}
	}
	return t, nil
}

// madeFor is the system that a program runs on, in npm's words; empty if it is
// another one, or no program.
func madeFor(data []byte) (system, cpu string) {
	r := bytes.NewReader(data)
	if f, err := elf.NewFile(r); err == nil {
		return "linux", map[elf.Machine]string{elf.EM_X86_64: "x64", elf.EM_AARCH64: "arm64"}[f.Machine]
	}
	if f, err := macho.NewFile(r); err == nil {
		return "darwin", map[macho.Cpu]string{macho.CpuAmd64: "x64", macho.CpuArm64: "arm64"}[f.Cpu]
	}
	if f, err := pe.NewFile(r); err == nil {
		return "win32", map[uint16]string{pe.IMAGE_FILE_MACHINE_AMD64: "x64", pe.IMAGE_FILE_MACHINE_ARM64: "arm64"}[f.Machine]
	}
	return "", ""
}
