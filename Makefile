# Every target makes its own environment; the second time it is quick.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: help demo test lint types contracts unit coverage bench docs lock release-check clean install-pi uninstall-pi

help: ## what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

demo: $(READY) ## a whole round of three players in the terminal, with flags and the scoresheet
	$(BIN)/wff-table demo

test: lint types contracts unit ## everything CI checks

lint: $(READY) ## style
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY) ## mypy, strict
	$(BIN)/mypy

contracts: $(READY) ## who may import whom
	PYTHONPATH=. $(BIN)/lint-imports --no-cache

unit: $(READY) ## pytest, with its slowest ten
	$(BIN)/pytest -n auto --dist loadgroup --durations 10

coverage: $(READY) ## which lines the tests reach, the weakest modules first
	$(BIN)/pytest -n auto --dist loadgroup --cov --cov-report=
	$(BIN)/coverage report --sort=cover

bench: $(READY) ## figures: folding, appending, memory, 1,000 kills, 1,000 positions solved
	$(BIN)/python -m bench

docs: $(READY) ## write the generated pages of docs/ anew
	$(BIN)/python -m docs.generate

lock: $(READY) ## pin what is installed now into constraints.txt
	$(BIN)/pip freeze --exclude-editable | LC_ALL=C sort -f > constraints.txt

release-check: $(READY) ## whether this commit can be tagged as a release
	.ci/release-check

install-pi: ## on a Pi, with sudo: install or upgrade the table so that it starts by itself (DRY=1 only tells)
	systemd/install.sh $(if $(DRY),--dry-run)

uninstall-pi: ## with sudo: take it away again; data and configuration stay (DRY=1 only tells)
	systemd/uninstall.sh $(if $(DRY),--dry-run)

clean: ## remove the environment and caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .hypothesis .coverage* build dist

$(READY): pyproject.toml constraints.txt
	@command -v $(PYTHON) >/dev/null || { echo "$(PYTHON) was not found; name another with make PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "wff-table needs Python 3.11 or newer; this is $$($(PYTHON) --version)." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "Python's venv module is missing: apt install python3-venv" >&2; exit 1; }
	@echo "Setting up $(VENV) (once; about a minute) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[test]'
	@touch $@
