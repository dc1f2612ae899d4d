package hook

import (
	"strings"
)

// The names of a tool's inputs that hosts have for the same thing, where the host's
// file cannot rename them: they stand in a list, or differ between versions.
var (
	fileKeys = [...]string{"file_path", "path", "notebook_path", "filePath", "absolute_path"}
	oldKeys  = [...]string{"old_string", "oldText", "old_str", "oldString", "oldStr", "old", "TargetContent"}
	newKeys  = [...]string{"new_string", "newText", "new_str", "newString", "newStr", "new", "new_source", "ReplacementContent"}
	// Lists of edits, each with a file of its own or of the one file.
	editLists = [...]string{"edits", "edit", "replacements", "ReplacementChunks"}
	// Lists of files.
	fileLists = [...]string{"operations", "paths", "files", "file_paths", "replacements"}
	patchKeys = [...]string{"command", "patch", "patchText", "input", "diff"}
)

// readFiles is the file that a tool reads or changes, or all of several.
func (m *metadata) readFiles(in object) {
	if p := in.str(fileKeys[:]...); p != "" {
		m.FilePath = m.located(p)
		return
	}
	for _, key := range fileLists {
		_ = eachElement(in.first(key), func(v raw) {
			if s, ok := text(v); ok {
				m.file(s)
			} else if o, err := parseObject(v); err == nil {
				m.file(o.str(fileKeys[:]...))
			}
		})
		if m.FileCount > 0 {
			break
		}
	}
	m.oneFile()
}

// file counts a file of several, each once.
func (m *metadata) file(name string) {
	if name == "" {
		return
	}
	name = m.located(name)
	for _, f := range m.Files {
		if f == name {
			return
		}
	}
	if m.FileCount++; len(m.Files) < maxFiles {
		m.Files = append(m.Files, name)
	}
}

// oneFile is the first of several files in the place of the one; of one alone there
// is no list.
func (m *metadata) oneFile() {
	if len(m.Files) > 0 && m.FilePath == "" {
		m.FilePath = m.Files[0]
	}
	if m.FileCount == 1 {
		m.Files = nil
	}
}

// readWrite is what a tool makes of a whole file: all its lines are new. Some hosts
// have one tool for that and for a replacement.
func (m *metadata) readWrite(in object) {
	m.readFiles(in)
	content := in.first("content", "file_text", "fileText", "contents")
	if s, ok := text(content); ok {
		m.ContentBytes, m.LinesAdded = int64(len(s)), lineCount(s)
		return
	}
	m.readPair(in)
}

// readEdit counts the lines that an edit takes and gives: of one replacement, of
// several, or of a patch.
func (m *metadata) readEdit(in object) {
	for _, key := range patchKeys {
		if patch := in.str(key); strings.HasPrefix(strings.TrimSpace(patch), patchBegin) {
			m.readPatch(patch)
			return
		}
	}
	m.readFiles(in)
	m.readPair(in)
	m.ReplaceAll = m.ReplaceAll || in.flag("replace_all")
	for _, key := range editLists {
		list := in.first(key)
		if isObject(list) { // one alone
			o, _ := parseObject(list)
			m.readPair(o)
		}
		if !isArray(list) {
			continue
		}
		_ = eachElement(list, func(v raw) {
			if o, err := parseObject(v); err == nil {
				m.Replacements++
				m.readPair(o)
			}
		})
		return
	}
}

// readPair is one text in place of another.
func (m *metadata) readPair(in object) {
	before, after := in.str(oldKeys[:]...), in.str(newKeys[:]...)
	m.OldBytes += int64(len(before))
	m.NewBytes += int64(len(after))
	m.LinesRemoved += lineCount(before)
	m.LinesAdded += lineCount(after)
	m.ReplaceAll = m.ReplaceAll || in.flag("AllowMultiple") || in.flag("replaceAll")
}

// patchBegin opens a patch in the form that models of OpenAI write (apply_patch of
// Codex 0.171.0, observed).
const patchBegin = "*** Begin Patch"

// readPatch counts the files and the lines of a patch.
func (m *metadata) readPatch(patch string) {
	for line := range strings.Lines(patch) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case strings.HasPrefix(line, "*** "):
			for _, head := range [...]string{"*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: "} {
				if name, ok := strings.CutPrefix(line, head); ok {
					m.file(strings.TrimSpace(name))
				}
			}
		case strings.HasPrefix(line, "+"):
			m.LinesAdded++
			m.NewBytes += int64(len(line) - 1)
		case strings.HasPrefix(line, "-"):
			m.LinesRemoved++
			m.OldBytes += int64(len(line) - 1)
		}
	}
	m.oneFile()
}

// lineCount is how many lines a text has, the last with or without an end.
func lineCount(s string) int64 {
	n := int64(strings.Count(s, "\n"))
	if s != "" && !strings.HasSuffix(s, "\n") {
		n++
	}
	return n
}
