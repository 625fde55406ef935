# Needs only make and Python 3.11 or newer; everything else is installed into .venv.

PYTHON ?= $(firstword $(foreach name,python3 python3.14 python3.13 python3.12 python3.11,$(shell \
	$(name) -c 'import sys; sys.version_info >= (3, 11) and print("$(name)")' 2>/dev/null)))
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000

# Compiled files are kept, because tests start many processes, and each of them would compile the whole program.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help run demo test pytest contract test-fast programs browser tools patroni node clients packages screenshots icons lint format types coverage bench prove faults mutants openapi constraints clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(VENV)/.run ## run the server on http://127.0.0.1:8000 with database, scheduler and bots (PORT=8080: another port)
	$(BIN)/dobon serve --port $(PORT)

demo: $(VENV)/.run ## play a game of four bots in the terminal, and show its review
	$(BIN)/dobon demo

# An idle worker takes tests of another one, so that most tests of a module run in one worker and share its fixtures.
# There are three workers for two cores, because tests often wait for servers and browsers; with four each test needs more
# processor time. The seed fixes deals, ids and the order of the tests.
SEED ?= 1
TYPES := clients/python/src/dobon_client/types.py
PYTEST := $(BIN)/python -m pytest -n 3 --dist worksteal --randomly-seed $(SEED)

# Everything is installed at the same time, because downloads wait. Types are checked while tests wait for servers.
test: ## all checks and all tests
	@$(MAKE) --no-print-directory -j 3 $(VENV)/.dev programs node
	@$(MAKE) --no-print-directory -j 2 lint patroni
	@$(MAKE) --no-print-directory -j 3 contract types pytest

# The requests of test_contract.py take seconds to collect, so that one process runs them instead of all workers.
CONTRACT := tests/api/openapi/test_contract.py

pytest: $(TYPES)
	$(PYTEST) --ignore $(CONTRACT)

contract: $(VENV)/.dev
	$(BIN)/python -m pytest -n 0 --randomly-seed $(SEED) $(CONTRACT)

programs:
	@$(MAKE) --no-print-directory browser
	@$(MAKE) --no-print-directory tools

test-fast: $(TYPES) ## tests without browser and server processes, with fewer random examples: about a minute
	$(PYTEST) -m "not browser and not server" --hypothesis-profile fast --ignore $(CONTRACT)

# Without Chromium the browser tests are skipped with a message; with CI=true they fail.
browser: ## install Debian's Chromium for the browser tests, if apt and root are available
	@for name in chromium-headless-shell chromium chromium-browser google-chrome-stable google-chrome; do command -v $$name > /dev/null && exit; done; \
		{ command -v apt-get > /dev/null && [ "$$(id -u)" = 0 ] && echo "Installing chromium ..." && \
		apt-get -qq -o DPkg::Lock::Timeout=300 update && \
		for name in chromium-headless-shell chromium; do \
			DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=300 --no-install-recommends install $$name > /dev/null && break; \
		done; { command -v chromium-headless-shell || command -v chromium; } > /dev/null; } || \
		echo "Chromium was not found; the browser tests need it."

# Without these programs their tests are skipped with that reason; with CI=true they fail instead. The run level keeps
# Debian from starting the services of packages.
tools: ## install jq, nginx, openssl, etcd, PL/Proxy, PgBouncer, HAProxy and Go for the tests of the README, of docs/nginx.conf, of clusters and of the public log, if apt and root are available
	@for pair in jq:jq /usr/sbin/nginx:nginx-light openssl:openssl /usr/bin/etcd:etcd-server \
		/usr/lib/postgresql/15/lib/plproxy.so:postgresql-15-plproxy /usr/sbin/pgbouncer:pgbouncer /usr/sbin/haproxy:haproxy \
		go:golang-go /usr/share/gocode/src/golang.org/x/mod/sumdb/tlog/tlog.go:golang-golang-x-mod-dev; do \
		{ command -v $${pair%%:*} || [ -f $${pair%%:*} ]; } > /dev/null && continue; \
		{ command -v apt-get > /dev/null && [ "$$(id -u)" = 0 ] && echo "Installing $${pair##*:} ..." && \
		apt-get -qq -o DPkg::Lock::Timeout=300 update && \
		RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=300 --no-install-recommends install $${pair##*:} > /dev/null; } || \
		echo "$${pair##*:} was not found; some tests need it."; done

patroni: $(VENV)/.dev ## install Patroni into an environment of its own, for dobon cluster
	@$(BIN)/python -m infra.clustering.packages || echo "The tests of clusters need it."

# Without Node.js or its packages the tests of the TypeScript client are skipped with that reason; with CI=true they fail.
NODE_PACKAGES := clients/typescript/node_modules/.package-lock.json

node: ## install the packages of the TypeScript client, if Node.js is available
	@command -v npm > /dev/null || { echo "Node.js with npm was not found; the tests of the TypeScript client need it."; exit 0; }; \
		[ $(NODE_PACKAGES) -nt clients/typescript/package-lock.json ] || { echo "Installing clients/typescript/node_modules ..." && \
		npm ci --prefix clients/typescript --silent --no-audit --no-fund --fetch-retries 1 && touch $(NODE_PACKAGES); } || \
		echo "npm could not install its packages; the tests of the TypeScript client need them."

# The Python client cannot be imported without them and its synchronous modules.
$(TYPES): openapi.yaml clients/generate.py $(wildcard clients/python/src/dobon_client/_async/*.py) | $(VENV)/.dev
	@$(BIN)/python -m clients.generate types
	@touch $@

clients: $(VENV)/.dev node ## generate the types of the clients from openapi.yaml, lint it, and test the clients
	$(BIN)/python -m clients.generate
	$(BIN)/mypy --config-file clients/python/pyproject.toml
	$(BIN)/python -m pytest -n 0 tests/clients
	command -v npm > /dev/null && $(BIN)/python -m clients.strict

packages: $(VENV)/.dev ## build the clients as files for a release, in dist/
	mkdir -p dist
	npm pack --silent --pack-destination dist ./clients/typescript
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist ./clients/python

screenshots: $(VENV)/.dev browser ## take pictures of all pages, in screenshots/
	$(BIN)/python -m pytest -q -n 0 -p no:randomly tests/web/screenshots.py

icons: $(VENV)/.dev browser ## draw the icons of the web client (api/web/icons)
	$(BIN)/python -m pytest -n 0 tests/web/icons.py

lint: $(TYPES) ## style and forms
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-cache
	$(BIN)/python -m tests.style.prose

format: $(VENV)/.dev ## format all code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: $(TYPES) ## check types strictly
	$(BIN)/mypy
	$(BIN)/mypy --config-file clients/python/pyproject.toml

coverage: $(TYPES) browser tools ## run the tests, and list lines without coverage
	$(PYTEST) --cov --cov-report=term-missing:skip-covered

bench: $(VENV)/.dev ## measure speed, as one table of rates and ratios
	$(BIN)/python -m bench

prove: $(TYPES) ## test the guarantees in full and write docs/figures.md: about three hours
	$(BIN)/python -m prove

faults: $(TYPES) ## plant faults in copies, which the proofs must catch: about thirty minutes
	$(BIN)/python -m prove --faults

mutants: $(VENV)/.dev ## change the program in small ways and count the changes that tests notice (SHARE=0.1: a tenth of them)
	$(BIN)/python -m tests.mutants --share $(or $(SHARE),1)

openapi: $(VENV)/.dev ## regenerate openapi.yaml and docs/events.md from the schemas
	$(BIN)/dobon openapi > openapi.yaml.new
	mv openapi.yaml.new openapi.yaml
	$(BIN)/dobon openapi --events > docs/events.md.new
	mv docs/events.md.new docs/events.md

constraints: $(VENV)/.dev ## regenerate constraints.txt with the newest versions that pyproject.toml allows (needs uv)
	uv pip compile --universal --python-version 3.11 --all-extras --upgrade --no-header --no-annotate --no-emit-index-url \
		--no-emit-find-links --quiet --output-file constraints.txt pyproject.toml

clean: ## remove generated files; the games in .dobon stay
	rm -rf $(VENV) build dist clients/*/build clients/*/dist clients/typescript/node_modules *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .schemathesis .coverage .coverage.* htmlcov screenshots
	find api domain environments infra tests bench prove -name __pycache__ -type d -prune -exec rm -rf {} +

# The environment is reinstalled when pyproject.toml or constraints.txt has changed. uv is used if available, else pip.
# Neither compiles packages: a third of the time of pip, for modules that nothing imports. Python compiles what it does.
install = $(if $(shell command -v uv),uv pip install --quiet --python $(BIN)/python -c constraints.txt -e '$(1)' || )\
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -c constraints.txt -e '$(1)'

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed; choose one with make PYTHON=/path/to/python"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || $(if $(shell command -v uv),uv venv --seed --clear --python $(PYTHON) $(VENV) || )\
		{ rm -rf $(VENV); echo "Python could not create a virtual environment; on Debian: apt install python3-venv"; exit 1; }

$(VENV)/.run: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing into $(VENV) ..."
	@$(call install,.)
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing into $(VENV) ..."
	@$(call install,.[dev])
	@touch $@ $(VENV)/.run
