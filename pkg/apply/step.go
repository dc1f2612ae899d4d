package apply

// step is nil but in tests, which stop a run in it as a kill would: it is
// called before every change on disk, with the path that is about to change.
var step func(path string)

func changing(path string) {
	if step != nil {
		step(path)
	}
}
