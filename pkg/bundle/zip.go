package bundle

import (
	"archive/zip"
	"bytes"
	"time"
)

// zipTime is the age of every file in a zip: the same files give the same bytes.
// It is the first that the format knows.
var zipTime = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// zipped is an archive of the files, in their order.
func zipped(files []File) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := range files {
		h := &zip.FileHeader{Name: files[i].Path, Method: zip.Deflate, Modified: zipTime}
		h.SetMode(files[i].mode())
		f, err := w.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := f.Write(files[i].Data); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}
