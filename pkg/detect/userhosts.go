package detect

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tailscale/hujson"

	"agentconnector/pkg/home"
	"agentconnector/pkg/host"
	"agentconnector/pkg/wire"
	"agentconnector/pkg/world"
)

// HostsDir is the folder of the user's own hosts, in ours.
const HostsDir = "hosts.d"

// userHost is a host that the user has added, and its file as the plan's reader
// gets it.
type userHost struct {
	*host.Host
	def wire.Raw
}

// all are the hosts that this machine can have, the user's behind the known.
func all(w *world.World, e host.Env, o Options) ([]userHost, error) {
	var hs []userHost
	for _, h := range host.All {
		hs = append(hs, userHost{Host: h})
	}
	users, err := userHosts(acHome(w, e, o))
	return append(hs, users...), err
}

// Known lists the ids of all hosts that can be named.
func Known(w *world.World, o Options) ([]string, error) {
	e, err := Env(w, o)
	if err != nil {
		return nil, err
	}
	hs, err := all(w, e, o)
	return idsOf(hs), err
}

func idsOf(hs []userHost) (ids []string) {
	for _, h := range hs {
		ids = append(ids, h.ID)
	}
	return ids
}

// userHosts reads the files of hosts.d. One that is wrong is an error, never
// passed over: its user waits for it to work. All that is wrong is told at once.
func userHosts(acHome string) (hs []userHost, err error) {
	dir := filepath.Join(acHome, HostsDir)
	names, readErr := os.ReadDir(dir)
	if readErr != nil && !errors.Is(readErr, fs.ErrNotExist) {
		return nil, readErr
	}
	for _, n := range names {
		if filepath.Ext(n.Name()) != ".json" || strings.HasPrefix(n.Name(), ".") {
			continue
		}
		path := filepath.Join(dir, n.Name())
		b, e := readUpTo(path, MaxSettings)
		if to, lost := os.Readlink(path); lost == nil && errors.Is(e, fs.ErrNotExist) {
			e = fmt.Errorf("%s: is a link to %s, which does not exist", path, to)
		}
		if e == nil {
			var h userHost
			if h, e = userHostOf(path, b); e == nil {
				hs = append(hs, h)
			}
		}
		err = errors.Join(err, e)
	}
	if err != nil {
		err = fmt.Errorf("%w\nhint: ac-render --schema hostfile says what belongs there; move the file away to go on without", err)
	}
	return hs, err
}

func userHostOf(path string, b []byte) (userHost, error) {
	tree, err := hujson.Parse(b)
	if err != nil {
		var line, col int
		if n, _ := fmt.Sscanf(err.Error(), "hujson: line %d, column %d:", &line, &col); n == 2 {
			path = fmt.Sprintf("%s:%d:%d", path, line, col)
		}
		return userHost{}, fmt.Errorf("%s: found no JSON: %s", path, err.Error()[strings.LastIndex(err.Error(), ": ")+2:])
	}
	at := func(offset int) string {
		before := b[:min(max(offset, 0), len(b))]
		start := bytes.LastIndexByte(before, '\n') + 1
		return fmt.Sprintf("%s:%d:%d", path, 1+bytes.Count(before, []byte("\n")), 1+utf8.RuneCount(before[start:]))
	}
	std := tree.Clone()
	std.Standardize() // every byte keeps its place
	plain := std.Pack()
	var f wire.HostFile
	var wrong []error
	for _, s := range stranges(&tree, reflect.TypeFor[wire.HostFile](), "") {
		wrong = append(wrong, fmt.Errorf("%s: %s: found %s, expected %s", at(s.offset), s.at, s.found, s.want))
	}
	if err := json.Unmarshal(plain, &f); err != nil {
		var typ *json.UnmarshalTypeError
		if errors.As(err, &typ) {
			err = fmt.Errorf("%s: %s: found the JSON type %s, expected %s", at(int(typ.Offset)-1), typ.Field, typ.Value, inWords(typ.Type))
		}
		return userHost{}, errors.Join(append(wrong, err)...)
	}
	h, faults := host.FromFile(&f)
	if want := f.ID + ".json"; filepath.Base(path) != want {
		faults = append(faults, host.Fault{At: "/id", Found: strconv.Quote(f.ID), Want: "the name of the file, " + strconv.Quote(strings.TrimSuffix(filepath.Base(path), ".json"))})
	}
	for _, fault := range faults {
		where := at(place(&tree, fault.At))
		if field := strings.ReplaceAll(strings.TrimPrefix(fault.At, "/"), "/", "."); field != "" {
			where += ": " + field
		}
		wrong = append(wrong, fmt.Errorf("%s: found %s, expected %s", where, fault.Found, fault.Want))
	}
	def, err := json.Marshal(f)
	return userHost{h, def}, errors.Join(append(wrong, err)...)
}

// place is where a pointer leads, or the nearest that there is above it.
func place(tree *hujson.Value, pointer string) int {
	for {
		if v := tree.Find(pointer); v != nil {
			return v.StartOffset
		}
		i := strings.LastIndexByte(pointer, '/')
		if i < 0 {
			return tree.StartOffset
		}
		pointer = pointer[:i]
	}
}

// acHome is our folder.
func acHome(w *world.World, e host.Env, o Options) string {
	if o.Home != "" {
		return filepath.Join(e.Home, ".agent-connector")
	}
	return home.Dir(w)
}

// inWords is what JSON calls a type of ours.
func inWords(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Slice:
		return "a list"
	case reflect.Struct, reflect.Map, reflect.Pointer:
		return "an object"
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a string"
	}
	return "a number"
}
