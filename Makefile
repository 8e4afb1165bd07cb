# `make demo` and `make test` do all the set-up; `make help` lists the rest.

PYTHON ?= python3
# Where to take torch from, e.g. --extra-index-url https://download.pytorch.org/whl/cpu
TORCH_ARGS ?=
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet

.PHONY: help demo test test-slow lint bench lock clean

help:
	@echo "make demo   run the demo study and print what it found"
	@echo "make test   run the test suite"
	@echo "make test-slow  run the tests with real models and kills"
	@echo "make lint   run every static check"
	@echo "make bench  measure, printing ratios from one run"
	@echo "make lock   renew the lock files from envs/*.in"
	@echo "make clean  remove the virtual environment and all results"

demo: $(VENV)/cpu
	@$(BIN)/earned run demo --profile demo
	@$(BIN)/earned summary results/demo

test: $(VENV)/dev
	@$(BIN)/earned fetch qwen2.5-coder-0.5b smollm2-135m
	@$(BIN)/python -m pytest -m "not slow"

test-slow: $(VENV)/dev
	@$(BIN)/earned fetch qwen2.5-coder-0.5b smollm2-135m
	@$(BIN)/python -m pytest -m slow

lint: $(VENV)/dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy workflow/earned
	@$(BIN)/snakefmt --check Snakefile rules
	@$(BIN)/snakemake --lint --config study=demo
	@$(BIN)/python -m earned.config.generate --check
	@$(BIN)/python -m earned.data.embedded --check

bench: $(VENV)/dev
	@$(BIN)/python benchmarks/bootstrap.py

lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header \
	    envs/cpu.in -o envs/cpu.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header \
	    -c envs/cpu.lock envs/dev.in -o envs/dev.lock

clean:
	rm -rf $(VENV) results .snakemake

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "error: $(PYTHON) is older than 3.11; install Python 3.11 or newer," \
	    "or name one: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
	    echo "error: $(PYTHON) has no venv module; apt install python3-venv" >&2; exit 1; }

$(VENV)/cpu: envs/cpu.lock pyproject.toml | $(VENV)/bin/python
	@echo "installing the locked requirements into $(VENV)"
	@$(PIP) --require-hashes -r envs/cpu.lock
	@$(PIP) --no-deps --editable .
	@touch $@

$(VENV)/dev: envs/dev.lock envs/torch.lock $(VENV)/cpu
	@echo "installing what the tests need into $(VENV)"
	@$(PIP) --require-hashes -r envs/dev.lock
	@$(PIP) $(TORCH_ARGS) -r envs/torch.lock
	@touch $@
