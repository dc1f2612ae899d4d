//go:build zdeps

package zdeps

import (
	_ "github.com/gofrs/flock"
	_ "github.com/google/renameio/v2"
	_ "github.com/klauspost/compress/zstd"
	_ "github.com/pelletier/go-toml/v2"
	_ "github.com/pelletier/go-toml/v2/unstable"
	_ "github.com/tailscale/hujson"
	_ "github.com/tiktoken-go/tokenizer"
	_ "golang.org/x/sys/unix"
	_ "github.com/santhosh-tekuri/jsonschema/v6"
)
