# `make` lists the targets. CI runs `make test` (.ci/run).

.DEFAULT_GOAL := help
.NOTPARALLEL:
.SUFFIXES:
.PHONY: help deps build headless shaders docs run demo test golden golden-update bench lint race fuzz clean \
	check-format check-vet check-lint check-unit

# Go's usual place, for shells that do not know it.
export PATH := $(PATH):/usr/local/go/bin
GO ?= go

# Go stamps the commit into programs and fails where git cannot tell it: another user's clone, a
# repository without commits.
ifneq ($(shell git log -1 --format=ok 2>/dev/null),ok)
export GOFLAGS += -buildvcs=false
endif

STATICCHECK = $(GO) tool -modfile=tools/go.mod staticcheck
SCENE ?= scenes/showcase.toml
# Runs, not seconds: Go fails a target now and then that a deadline meets in the middle of an input.
FUZZTIME ?= 3000x
# Tests and goldens run on the software driver, so that a GPU makes no difference; a machine without
# any device fails instead of skipping. GOLDEN_ENV holds variables for the driver.
TEST_ENV = SCENERENDER_DEVICE=cpu SCENERENDER_REQUIRE_DEVICE=1
GOLDEN_ENV ?=

SHADERS = $(notdir $(wildcard spirv/*.vert spirv/*.frag spirv/*.comp)) \
	$(addprefix testdata/,$(notdir $(wildcard spirv/testdata/*.vert spirv/testdata/*.frag spirv/testdata/*.comp)))

START := $(shell date +%s)
# heading of a step, with the seconds since the start
step = @printf '\n== %s (at %d s)\n' '$(1)' $$(( $$(date +%s) - $(START) ))

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | while IFS="$$(printf '\t')" read -r name text; do \
		printf '  %-14s %s\n' "$$name" "$$text"; done

deps: ## install the system packages that are missing (Debian, Ubuntu; elsewhere: say which)
	@tools/deps build run test

build: ## build bin/scenerender
	@tools/deps build
	$(GO) build -o bin/scenerender ./cmd/scenerender

headless: ## build bin/scenerender without windows, on machines without X11 headers
	$(GO) build -tags headless -o bin/scenerender ./cmd/scenerender

demo: ## render the showcase scene to showcase.png; needs no GPU
	@tools/deps build run
	$(GO) build -o bin/scenerender ./cmd/scenerender
	bin/scenerender render scenes/showcase.toml -o showcase.png
	@echo "The picture: $(CURDIR)/showcase.png"

run: build ## render a scene: make run SCENE=scenes/showcase.toml ARGS="-o out.png"
	bin/scenerender render $(SCENE) $(ARGS)

shaders: ## compile the GLSL in spirv/ to the SPIR-V beside it
	@tools/deps test
	@printf '%s\n' $(SHADERS) | xargs -P "$$(getconf _NPROCESSORS_ONLN)" -I '{}' spirv/compile '{}' 'spirv/{}.spv'
	@glslc --version >spirv/glslc.version
	@echo "$(words $(SHADERS)) shaders compiled"

docs: ## write docs/ from the table that scene files are read with
	$(GO) generate ./loader

test: deps ## everything that CI checks
	$(call step,build)
	$(GO) build -o bin/scenerender ./cmd/scenerender
	$(GO) build ./...
	$(GO) build -tags headless -o bin/headless/ ./cmd/scenerender
	@bin/headless/scenerender devices >/dev/null
	@bin/headless/scenerender view scenes/showcase.toml 2>/dev/null; test $$? -eq 5 || { echo "a headless view does not say that it has no window"; exit 1; }
	@$(MAKE) --no-print-directory START=$(START) check-format check-vet check-lint check-unit race golden fuzz
	$(call step,all passed)

check-format:
	$(call step,gofmt)
	@unformatted="$$(gofmt -l .)"; if [ -n "$$unformatted" ]; then \
		echo "not formatted; run gofmt -w on:"; echo "$$unformatted"; exit 1; fi

check-vet:
	$(call step,go vet)
	$(GO) vet ./...
	$(GO) vet -tags headless ./cmd/scenerender

check-lint:
	$(call step,staticcheck)
	$(STATICCHECK) ./...

# Vet ran before. Fresh shaders, fresh docs and the import arrows are tests too.
check-unit:
	$(call step,unit tests)
	$(TEST_ENV) $(GO) test -vet=off ./...

race: ## test what needs no device under the race detector
	$(call step,race detector)
	$(GO) test -vet=off -race $$($(GO) list -f '{{.ImportPath}} {{join .Deps " "}} {{join .TestImports " "}} {{join .XTestImports " "}}' ./... \
		| awk '!/scenerender\/vk( |$$)|scenerender\/passes( |$$)/ { print $$1 }')

golden: ## compare every scene with its approved pictures
	$(call step,goldens)
	@tools/deps build run
	$(GO) build -o bin/scenerender ./cmd/scenerender
	$(TEST_ENV) $(GOLDEN_ENV) bin/scenerender golden test scenes

golden-update: ## approve the pictures as they are drawn now: look at them before you commit
	@tools/deps build run
	$(GO) build -o bin/scenerender ./cmd/scenerender
	$(TEST_ENV) $(GOLDEN_ENV) bin/scenerender golden update scenes

bench: build ## measure Go code, then a frame: make bench SCENE=...
	$(GO) test -run '^$$' -bench . -benchmem ./...
	bin/scenerender bench $(SCENE)

lint: check-format check-vet check-lint ## gofmt, vet, staticcheck

fuzz: ## run every fuzz target for FUZZTIME (3000x: runs)
	$(call step,fuzzing)
	@grep -rl --include='*_test.go' '^func Fuzz' . | sort | while read -r file; do \
		sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\)(.*/\1/p' "$$file" | while read -r name; do \
			echo "$$(dirname "$$file") $$name"; \
			$(TEST_ENV) $(GO) test -vet=off -run '^$$' -fuzz "^$$name\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 100x "$$(dirname "$$file")" </dev/null || exit 1; \
		done || exit 1; \
	done

clean: ## remove what was built
	rm -rf bin golden/failed showcase.png
