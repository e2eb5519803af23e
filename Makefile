# `make` lists what there is to do. Needs Python 3.11 or newer and make; everything else goes into .venv.

PYTHON ?= python3
VENV   ?= .venv
JOBS   ?= 2
FUZZ_RUNS ?= 2000
FUZZ_SEED ?= 0
FUZZ_JOBS ?= $(JOBS)
BIN    := $(VENV)/bin

CORE := $(VENV)/.core-installed
DEV  := $(VENV)/.dev-installed
SPARK := $(VENV)/.spark-installed

PYTEST := $(BIN)/python -m pytest
# Tests of what kernels decide: these run as plain Python too. All others look at what no kernel decides.
KERNELS := $(addprefix tests/,kernels criteria bounds partition reference measure verify)
# COVER=1 counts the lines that run: first by test-nojit, then added to by test, which asks for the share in pyproject.toml.
COVER ?=

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup demo fmt lint types imports warm test test-nojit test-spark test-app page test-page cover test-fast fuzz bench docs examples wheel check clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(DEV) ## make .venv with shoal and all that developers need

demo: $(CORE) ## install shoal alone and anonymise a small hospital table
	@echo "== demo: a table, its release, and the check; the first start loads libraries for some seconds"
	@$(BIN)/shoal demo

fmt: $(DEV) ## format the code and mend what ruff can mend
	@echo "== fmt: ruff format, ruff check --fix"
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

lint: $(DEV) ## format, style and spelling, changing nothing
	@echo "== lint: ruff format --check, ruff check, codespell"
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/codespell

types: $(DEV) ## mypy, strict
	@echo "== types: mypy --strict on src"
	@$(BIN)/mypy

imports: $(DEV) ## the contracts on who may import whom
	@echo "== imports: import contracts"
	@$(BIN)/lint-imports

warm: $(DEV) ## compile every kernel that is not compiled yet, on all cores
	@echo "== warm: kernels compiled ahead"
	@$(BIN)/shoal warm

test: warm ## the whole suite but for Spark and the browser, compiled
	@echo "== test: the whole suite but for Spark and the browser, kernels compiled"
	@$(PYTEST) -n $(JOBS) -m "not spark and not app" $(if $(COVER),--cov --cov-append --cov-report=term)

test-nojit: $(DEV) ## what kernels decide, with kernels as plain Python
	@echo "== test-nojit: kernels as plain Python"
	@NUMBA_DISABLE_JIT=1 $(PYTEST) -n $(JOBS) -m "not slow and not spark and not app" -k "not adult" $(KERNELS) \
		$(if $(COVER),--cov --cov-report= --cov-fail-under=0)

test-spark: warm $(SPARK) ## the engine Spark, on a cluster within this machine; needs Java 17 or newer
	@echo "== test-spark: one session for all tests, and one of Spark Connect"
	@$(PYTEST) -m spark tests/engines

test-app: warm ## the web app in a browser: every screen, by mouse and by keys; needs Chromium, and npm for axe-core
	@echo "== test-app: Chromium, one server and one browser for each job"
	@[ -f frontend/node_modules/axe-core/axe.min.js ] || ! command -v npm >/dev/null || (cd frontend && npm ci)
	@$(PYTEST) -n $(JOBS) --dist loadfile -m app tests/app

page: ## build the page of the web app into src/shoal/web/static; needs Node 20 and npm 11
	@echo "== page: npm ci, vite build"
	@cd frontend && npm ci && npm run build

test-page: ## the page of the web app: lint, types, tests, and whether what is committed is what its sources give
	@echo "== test-page: npm ci, biome, tsc, vitest, types of the API and bundle compared with those committed"
	@cd frontend && npm ci && npm run lint && npm run types && npm test
	@cd frontend && npm run generate -- --check
	@cd frontend && npm run build -- --outDir ../build/page --emptyOutDir
	@diff -r build/page src/shoal/web/static && echo "the committed bundle is what its sources give"

cover: $(DEV) ## both suites with the lines counted that they run; half as long again
	@$(MAKE) --no-print-directory test-nojit COVER=1
	@$(MAKE) --no-print-directory test COVER=1

test-fast: $(DEV) ## the quick tests only, compiled
	@echo "== test-fast: without tests marked slow, spark or app"
	@$(PYTEST) -n $(JOBS) -m "not slow and not spark and not app"

fuzz: $(DEV) ## random tables through every method and format, each release checked by other eyes; FUZZ_RUNS, FUZZ_SEED
	@echo "== fuzz: $(FUZZ_RUNS) runs of seed $(FUZZ_SEED)"
	@$(BIN)/python -m tests.fuzz --runs $(FUZZ_RUNS) --seed $(FUZZ_SEED) --jobs $(FUZZ_JOBS)

bench: $(DEV) ## timed runs with fixed seeds and sizes; minutes
	@echo "== bench: every script in bench/"
	@set -e; for script in bench/[!_]*.py; do [ -e "$$script" ] || continue; echo "-- $$script"; $(BIN)/python "$$script"; done

wheel: $(DEV) ## dist/: a plain wheel, and one for this platform that brings compiled kernels along
	@echo "== wheel: plain, then with compiled kernels"
	@rm -rf dist
	@$(BIN)/python -m build --wheel --outdir dist . >build-wheel.log 2>&1 || { cat build-wheel.log; exit 1; }
	@$(BIN)/python -m shoal.jit.pack build/ready
	@SHOAL_READY_CODE=build/ready $(BIN)/python -m build --wheel --outdir dist . >build-wheel.log 2>&1 || { cat build-wheel.log; exit 1; }
	@rm -f build-wheel.log
	@ls -1 dist

docs: $(DEV) ## build the documentation into site/, warnings are errors
	@echo "== docs: zensical build --strict"
	@$(BIN)/zensical build --clean --strict

examples: $(DEV) ## run every example
	@echo "== examples: every script in examples/"
	@set -e; for script in examples/[!_]*.py; do [ -e "$$script" ] || continue; echo "-- $$script"; $(BIN)/python "$$script"; done

check: lint types imports test-fast ## what to run before asking for review

clean: ## remove .venv and everything that was built
	@echo "== clean"
	@rm -rf $(VENV) site dist build .cache .coverage* htmlcov .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	@find src tests bench examples -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "shoal needs Python 3.11 or newer; name one with: make PYTHON=python3.11 ..."; exit 1; }
	@echo "== venv: $(VENV) is made, some seconds"
	@$(PYTHON) -m venv $(VENV) \
		|| { rm -rf $(VENV); echo "no virtual environment could be made; on Debian and Ubuntu: apt install python3-venv"; exit 1; }

$(CORE): pyproject.toml constraints.txt | $(BIN)/python
	@echo "== install: shoal and the libraries it needs, some 20 s and longer over a slow line"
	@$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check -e . -c constraints.txt
	@touch $@

$(DEV): pyproject.toml constraints.txt | $(BIN)/python
	@echo "== install: shoal and the tools of its developers, about a minute"
	@$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check -e ".[dev]" -c constraints.txt
	@# The tests compare with pyCANON. It pins versions of NumPy and pandas that ours are above; it runs with ours.
	@$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check --no-deps pycanon -c constraints.txt
	@touch $@ $(CORE)

$(SPARK): $(DEV)
	@echo "== install: PySpark, 500 MB, about a minute"
	@$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check -e ".[spark]" "pyspark[connect]" -c constraints.txt
	@touch $@
