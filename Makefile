# All of it works on a fresh machine with make and Python 3.11 or newer: what else is needed goes into .venv.

PYTHON ?= $(firstword $(foreach name,python3 python3.14 python3.13 python3.12 python3.11,$(shell \
	$(name) -c 'import sys; sys.version_info >= (3, 11) and print("$(name)")' 2>/dev/null)))
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000

# Compiled files are kept, because tests start many processes that would each compile the whole program again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help run demo test test-fast browser screenshots lint format types coverage bench prove faults openapi constraints clean

help: ## what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(VENV)/.run ## the server on http://127.0.0.1:8000, with database, clock and bots (PORT=8080: another port)
	$(BIN)/dobon serve --port $(PORT)

demo: $(VENV)/.run ## a game of four bots in the terminal, and its review
	$(BIN)/dobon demo

# A worker that has nothing left to do takes tests of the other one: so tests of one module mostly share its fixtures.
PYTEST := $(BIN)/python -m pytest -n 2 --dist worksteal

test: lint types browser ## all checks and all tests
	$(PYTEST)

test-fast: $(VENV)/.dev ## the tests that need no browser and no server process, with fewer random examples: at most a minute
	$(PYTEST) -m "not browser and not server" --hypothesis-profile fast

# Without a Chromium the tests of the pages are left out, and say so; with CI=true they fail instead.
browser: ## Debian's Chromium, which tests the pages: installed where apt and root are at hand
	@for name in chromium-headless-shell chromium chromium-browser google-chrome-stable google-chrome; do command -v $$name > /dev/null && exit; done; \
		{ command -v apt-get > /dev/null && [ "$$(id -u)" = 0 ] && echo "Installing chromium ..." && \
		apt-get -qq -o DPkg::Lock::Timeout=300 update && \
		for name in chromium-headless-shell chromium; do \
			DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=300 --no-install-recommends install $$name > /dev/null && break; \
		done; { command -v chromium-headless-shell || command -v chromium; } > /dev/null; } || \
		echo "No Chromium here: the tests of the pages need one."

screenshots: $(VENV)/.dev browser ## pictures of all pages, in screenshots/
	$(BIN)/python -m pytest -q -n 0 -p no:randomly tests/web/screenshots.py

lint: $(VENV)/.dev ## style and forms
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: $(VENV)/.dev ## bring all code into form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: $(VENV)/.dev ## types, strictly
	$(BIN)/mypy

coverage: $(VENV)/.dev browser ## the tests, and which lines they never reach
	$(PYTEST) --cov --cov-report=term-missing:skip-covered

bench: $(VENV)/.dev ## how fast it is, as one table of ratios
	$(BIN)/python -m bench

prove: $(VENV)/.dev ## what docs/guarantees.md promises, tried as often as it says: about an hour
	$(BIN)/python -m prove

faults: $(VENV)/.dev ## faults planted in copies, which the proofs have to catch: about a quarter of an hour
	$(BIN)/python -m prove --faults

openapi: $(VENV)/.dev ## openapi.yaml, made again from the schemas
	$(BIN)/dobon openapi > openapi.yaml.new
	mv openapi.yaml.new openapi.yaml

constraints: $(VENV)/.dev ## constraints.txt, made again with the newest versions that pyproject.toml allows (needs uv)
	uv pip compile --universal --python-version 3.11 --all-extras --upgrade --no-header --no-annotate --no-emit-index-url \
		--no-emit-find-links --quiet --output-file constraints.txt pyproject.toml

clean: ## remove what was made; the games in .dobon stay
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .schemathesis .coverage .coverage.* htmlcov screenshots
	find api domain infra tests bench prove -name __pycache__ -type d -prune -exec rm -rf {} +

# The environment is made again whenever what it is made from has changed. uv is faster, where there is one; pip does the same.
install = $(if $(shell command -v uv),uv pip install --quiet --python $(BIN)/python -c constraints.txt -e '$(1)' || )\
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '$(1)'

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed; point to one with make PYTHON=/path/to/python"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || $(if $(shell command -v uv),uv venv --seed --clear --python $(PYTHON) $(VENV) || )\
		{ rm -rf $(VENV); echo "Python could not make a virtual environment; on Debian: apt install python3-venv"; exit 1; }

$(VENV)/.run: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing into $(VENV) ..."
	@$(call install,.)
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing into $(VENV) ..."
	@$(call install,.[dev])
	@touch $@ $(VENV)/.run
