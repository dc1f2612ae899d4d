// Package home knows our own folder and the identity of a project. It holds no
// knowledge of any host.
package home

import (
	"os"
	"path/filepath"
	"unsafe"

	"agentconnector/pkg/world"
)

// DataDirVar moves our own folder. Host files never move with it.
const DataDirVar = "AGENT_CONNECTOR_DATA_DIR"

// User is the home directory of the user: HOME, on Windows USERPROFILE.
func User(w *world.World) string {
	if w.OS == "windows" {
		if h := w.Getenv("USERPROFILE"); h != "" {
			return h
		}
	}
	return w.Getenv("HOME")
}

// Dir is our own folder: the variable; else the folder that this program was
// placed in, because a host such as Codex starts it without our variables;
// else ~/.agent-connector.
func Dir(w *world.World) string {
	if d := w.Getenv(DataDirVar); d != "" {
		if !filepath.IsAbs(d) {
			d = filepath.Join(w.Dir, d)
		}
		return filepath.Clean(d)
	}
	if exe := world.Executable(); exe != "" {
		bin := filepath.Dir(exe)
		if filepath.Base(bin) == "bin" && world.IsDir(Connectors(filepath.Dir(bin))) {
			return filepath.Dir(bin)
		}
	}
	return filepath.Join(User(w), ".agent-connector")
}

// The folders inside our own.
func Bin(dir string) string        { return Under(dir, "bin") }
func Connectors(dir string) string { return Under(dir, "connectors") }
func State(dir string) string      { return Under(dir, "state") }
func Backups(dir string) string    { return Under(dir, "backups") }
func Logs(dir string) string       { return Under(dir, "logs") }

// Calibration is the file of what a provider has counted.
func Calibration(dir string) string { return Under(dir, "state", "calibration.json") }

// pathRoom is what most paths need.
const pathRoom = 256

// Under is a path below a folder, by names that are none of . and .. and have no
// separator. It is filepath.Join for ac-hook, which starts so often that pages of
// memory count.
func Under(dir string, names ...string) string {
	b := append(world.Bytes(pathRoom), dir...)
	for _, n := range names {
		if len(b) > 0 && !os.IsPathSeparator(b[len(b)-1]) {
			b = append(b, filepath.Separator)
		}
		b = append(b, n...)
	}
	return unsafe.String(unsafe.SliceData(world.Trim(b)), len(b))
}

// Connector is the folder of one installation of a connector: per user, or of
// one project.
func Connector(dir, id, projectKey string) string {
	if projectKey == "" {
		return Under(dir, "connectors", id, "user")
	}
	return Under(dir, "connectors", id, "projects", projectKey)
}
