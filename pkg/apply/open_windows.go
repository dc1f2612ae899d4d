package apply

import "os"

// Here os has nothing to ask the poller.
var (
	openFile  = os.OpenFile
	readWhole = os.ReadFile
)
