# Needs Go and make; conformance needs npm too, and takes wine. Everything is built without cgo.
export CGO_ENABLED = 0
TOOLS   = ac ac-detect ac-render ac-apply ac-hook ac-proxy ac-proxy-http ac-tokcount ac-report ac-report/ac-report-calibrate ac-report/ac-report-mcp ac-init
CARRIED = ac ac-detect ac-render ac-apply ac-hook ac-proxy ac-proxy-http
PREFIX ?= $(HOME)/.local
FUZZTIME ?= 30s
FAULTS ?= all
PLATFORMS = linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64

build: ## the tools, into bin/
	go build -trimpath -ldflags=-s -o bin/ $(addprefix ./,$(TOOLS))

install: build ## the tools and their man pages, under PREFIX
	install -d $(PREFIX)/bin $(PREFIX)/share/man/man1
	install $(addprefix bin/,$(notdir $(TOOLS))) $(PREFIX)/bin
	install -m 644 man/*.1 $(PREFIX)/share/man/man1

demo: build ## the main job in a sandbox home, undone at the end
	sh test/demo.sh

test: ## everything that a fresh machine with Go can run
	go test ./...

lint: ## gofmt, vet, staticcheck
	@test -z "$$(gofmt -l .)" || { gofmt -l . ; exit 1; }
	go vet ./... && cd conformance && go vet ./...
	go run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...

generate: build ## schemas, docs/records.md, docs/hosts.md, man pages, the tables of the tokenizer
	go generate ./schema ./docs ./pkg/tokens
	sh man/generate.sh

fuzz: ## every fuzz target for FUZZTIME
	sh test/fuzz.sh $(FUZZTIME)

faults: ## ac-apply killed at, and refused, every system call (Linux on amd64)
	FAULTS=$(FAULTS) go test -count=1 -timeout 60m -v ./test/faults

bench: ## ac-hook beside empty programs and others, a server in a large config beside cp, ac-proxy beside relays: ratios, in one run each; the Go benchmarks; the pipeline on all hosts
	go run ./test/bench/start -gate
	go run ./test/bench
	go run ./test/bench/serve -gate
	go run ./test/bench/commands
	go run ./test/bench/tokens -gate
	go run ./test/bench/proxy -gate
	go run ./test/bench/report -gate
	go run ./test/bench/append -gate
	go test -run '^$$' -bench . -benchtime 1s ./...
	go run ./test/bench/pipeline -gate

conformance: $(if $(HOSTS),,conformance-wine conformance-tokens conformance-mcp) conformance-hosts ## the Windows build under wine; tokens of 50 MB beside npm tiktoken; the official MCP suite and SDK with ac-proxy between; real hosts from npm, those in HOSTS

conformance-tokens: ## tokens of 50 MB beside those of npm tiktoken and js-tiktoken
	cd conformance && CONFORMANCE=1 go test -count=1 -timeout 40m -v ./tokens

conformance-mcp: ## the official MCP suite, the Go SDK and the reference server, with ac-proxy between them and without
	cd conformance && CONFORMANCE=1 go test -count=1 -timeout 40m -v ./mcp

conformance-wine:
	sh conformance/wine.sh

conformance-hosts: ## real hosts from npm, in isolated homes
	sh conformance/install.sh
	cd conformance && CONFORMANCE=1 go test -count=1 -timeout 120m $$(go list ./... | grep -v -e /tokens$$ -e /mcp$$); s=$$?; \
	  cat "$${CONFORMANCE_CACHE:-.cache}/conformance.txt"; exit $$s

conformance-observed: ## the same, and what the hosts of a run without faults did is kept for docs/hosts.md
	CONFORMANCE_OBSERVED=1 $(MAKE) conformance-hosts
	go generate ./docs

conformance-latest: export CONFORMANCE_LATEST = 1
conformance-latest: ## the same with the newest versions that npm has, where they are newer than the pinned ones: what changed in the hosts
	-sh conformance/install.sh
	cd conformance && CONFORMANCE=1 go test -json -count=1 -timeout 120m . | go run ./changes

cross: ## the tools for every platform, thrown away
	@for p in $(PLATFORMS); do echo "cross $$p"; \
	  GOOS=$${p%/*} GOARCH=$${p#*/} go build -trimpath -o /dev/null $(addprefix ./,$(TOOLS)) || exit 1; done

dist: ## what a branded command line carries (ac init --branded --tools dist): the tools for every platform, with their licences
	@for p in $(PLATFORMS); do d=dist/$$(echo $$p | tr / -); echo "dist $$d"; mkdir -p $$d; \
	  GOOS=$${p%/*} GOARCH=$${p#*/} go build -trimpath -ldflags=-s -o $$d/ $(addprefix ./,$(CARRIED)) || exit 1; \
	  cp LICENSE $$d/ && sh ac-init/third-party.sh $(addprefix ./,$(CARRIED)) >$$d/THIRD-PARTY-LICENSES || exit 1; done

help:
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile

.PHONY: build install demo test lint generate fuzz faults bench conformance conformance-wine conformance-tokens conformance-mcp conformance-hosts conformance-observed conformance-latest cross dist help
