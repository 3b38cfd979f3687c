# `make` alone tells what there is. Every path here is relative to this folder and none has a space in
# it, because make splits targets at spaces: so the checkout itself may lie anywhere.

MAKEFLAGS += --no-builtin-rules --no-print-directory
BIN := .venv/bin
READY := .venv/ready
FULL := .venv/full

.DEFAULT_GOAL := help
.PHONY: help setup full compiled tables web run play check test test-long test-floors test-newest pictures kernels lint format bench docs release lock clean distclean

help: ## tell what there is
	@echo "magnate: make TARGET"
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## (.*)/  \1|\2/' | awk -F'|' '{printf "%-12s%s\n", $$1, $$2}'

setup: compiled web ## make the environment .venv in this folder and compile (the other targets do it when needed)
	@echo "The environment .venv is ready."

$(READY): pyproject.toml constraints.txt tools/setup.sh
	@sh tools/setup.sh
	@touch $(READY)

$(FULL): $(READY)
	@sh tools/setup.sh full
	@touch $(FULL)

full: $(FULL) ## bring torch too, for training and the tests (6 GB where torch has CUDA)

compiled: $(READY) # what a tournament takes, so that later commands need not wait for it
	@$(BIN)/python tools/compile_kernels.py play

web: $(READY) ## build the pages of `magnate serve` where their sources changed (fetches Node where there is none)
	@$(BIN)/python tools/webbuild.py
	@$(BIN)/python tools/webschema.py

run: compiled ## watch three agents play 3,000 games of Monopoly and be ranked
	$(BIN)/magnate tournament run monopoly --agents strategic,algorithmic,random --games 1000 --seed 1
	@echo
	@echo "Next, try:"
	@echo "  make play                                          play in the browser: against agents, with friends"
	@echo "  $(BIN)/magnate play monopoly                   play in the terminal"
	@echo "  $(BIN)/magnate watch monopoly                  see one game move by move"
	@echo "  $(BIN)/magnate tournament report ID            a page with pictures (the ID stands above the progress)"
	@echo "  $(BIN)/magnate tournament run monopoly --agents 'strategic*2,random*2' --players 4 --preset thesis"
	@echo "  $(BIN)/magnate match strategic algorithmic --sprt 0,10"
	@echo "  $(BIN)/magnate --help                          everything else"

tables: compiled # what tables in the browser take, so that nobody waits for it there
	@$(BIN)/python tools/compile_kernels.py tables

play: tables web ## play in the browser: against agents, with friends, or watch
	$(BIN)/magnate serve

kernels: $(READY) ## compile the games as the tests use them (bounds checks on)
	$(BIN)/python tools/compile_kernels.py tests

check: $(FULL) ## check what changed since the last commit, or since BASE=rev: lint, types and the nearest tests
	@$(BIN)/python tools/check.py $(BASE)

test: $(FULL) kernels web ## run the tests (about 26 minutes on two cores, with compiling)
	$(BIN)/python tools/run_tests.py -m "not long"

.venv-gpu/ready: $(READY) tools/gpu.sh
	@sh tools/gpu.sh
	@touch .venv-gpu/ready

test-long: $(FULL) kernels web .venv-gpu/ready ## run the long tests too, and those of the oldest and newest dependencies
	$(BIN)/python tools/run_tests.py
	@sh tools/floors.sh lowest
	@sh tools/floors.sh newest

test-floors: web ## run the tests with the oldest versions that pyproject.toml allows
	@sh tools/floors.sh lowest

test-newest: web ## run the tests with the newest versions that pyproject.toml allows
	@sh tools/floors.sh newest

pictures: kernels web ## approve how the pages look now: make tests/data/pictures anew (look at them before you commit)
	APPROVE_PICTURES=1 $(BIN)/python -m pytest -q tests/browser/test_pictures.py

lint: $(FULL) ## check style and types, of the pages too (and their unit tests)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python tools/webschema.py
	$(BIN)/python tools/webbuild.py --check

format: $(READY) ## lay out the sources and mend what ruff can mend
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(READY) ## measure games, turns and decisions per second
	$(BIN)/python -m benchmarks

docs: export NO_MKDOCS_2_WARNING = 1
docs: $(FULL) ## build the documentation into site/
	$(BIN)/python -m mkdocs build --strict

release: setup full ## check all, build wheel and source distribution in dist/, and try the wheel alone
	@$(BIN)/python tools/release.py

lock: ## renew constraints.txt from a fresh environment
	@sh tools/lock.sh

clean: ## remove caches and what was built
	rm -rf site build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

distclean: clean ## remove the environments and the built pages too
	rm -rf .venv .venv-node .venv-floors .venv-newest .venv-gpu web/node_modules src/magnate/server/static
