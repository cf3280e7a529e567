# The same words locally and in CI.
PYTHON ?= python3
BIN := .venv/bin
# Compiled tests are reused by the next run and by the processes that tests start.
export PYTHONDONTWRITEBYTECODE =

.PHONY: help setup run test quick check format lock docs bench ladder mutants screenshots doctor clean remade

help: ## This list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 13

# A .venv of another Python is made anew.
VERSION := import sys; print("%d.%d" % sys.version_info[:2])
ifneq ($(wildcard .venv/ready),)
ifneq ($(shell $(BIN)/python -c '$(VERSION)' 2>/dev/null),$(shell $(PYTHON) -c '$(VERSION)'))
.venv/ready: remade
endif
endif

.venv/ready: requirements.txt
	@$(PYTHON) -c 'import sys; v = sys.version_info; v >= (3, 11) or sys.exit("Python 3.11 or newer is needed, this is %d.%d: name another one, as in make run PYTHON=python3.12" % v[:2])'
	$(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	@touch $@

.venv/ready-dev: requirements-dev.txt .venv/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@

.venv/ready-docs: requirements-docs.txt .venv/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-docs.txt
	@touch $@

setup: .venv/ready-dev ## Everything for developing and testing, in .venv

run: .venv/ready ## Run the bot; without DISCORD_TOKEN: the local table
	$(BIN)/python -m bot run

doctor: .venv/ready ## Check settings, database and token; print the invite link
	$(BIN)/python -m bot doctor

test: setup ## All tests, in two processes per core
	$(BIN)/python -m pytest -n auto

quick: setup ## While writing a game, in seconds: its own tests, the examination, its strings, lint (GAME=trio)
	$(if $(GAME),,$(error make quick GAME=trio))
	$(BIN)/ruff check cogs/$(GAME) tests/cogs/$(GAME)
	$(BIN)/python -m pytest -q -n 2 tests/cogs/$(GAME) tests/core/test_every_game.py tests/test_strings.py -k $(GAME)

check: setup ## Lint, format, types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright

format: setup ## Format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: setup ## Measure; prints the table of docs/contributing/measurements.md
	$(BIN)/python -m tests.bench

ladder: setup ## Opponents: levels and reference players against one another (GAME=…)
	$(BIN)/python -m tests.ladder $(GAME)

mutants: setup ## Change one thing at a time: do the tests notice? (MODULES=… GAME=… SAMPLE=… SEED=… FRESH=1)
	$(BIN)/python -m tests.mutants $(MODULES) $(if $(GAME),--game $(GAME)) $(if $(SAMPLE),--sample $(SAMPLE)) \
		$(if $(SEED),--seed $(SEED)) $(if $(FRESH),--fresh)

screenshots: setup ## Every decision of every game on a phone and a desktop, in artefacts/screenshots (GAME=…; needs Chromium)
	$(BIN)/python -m tests.wire.screenshots $(GAME)

docs: .venv/ready-docs ## Build the documentation as a site in artefacts/site; dead links fail
	$(BIN)/python -m mkdocs build --strict

lock: ## Pin the dependencies again (needs uv)
	uv pip compile pyproject.toml --extra fast --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --no-emit-index-url -o requirements.txt
	uv pip compile pyproject.toml --extra fast --group dev --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --no-emit-index-url -o requirements-dev.txt
	uv pip compile --group docs -c requirements-dev.txt --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --no-emit-index-url -o requirements-docs.txt

clean: ## Remove what was made
	rm -rf .venv .pytest_cache .ruff_cache .hypothesis build dist artefacts
