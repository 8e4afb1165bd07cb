"""A D0 cell behind a real vLLM server, from the questions to a verified ledger."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import pytest

from checkout import Checkout
from prefetched import prefetched
from support import ROOT

pytestmark = pytest.mark.vllm

PATIENCE_S = 300.0
STUDY = """
study: tiny
data: {name: embedded, path: resources/embedded/questions.json}
models:
  small:
    limit: 1
    surfaces: [retrieval, tool]
    agent: {steps: 2, max_tokens: 32, top_k: 2, display_chars: 300, window: 2048}
    engine:
      kind: vllm
      device: cpu
      weights: smollm2-135m
      settings: {slots: 4, window: 2048, dtype: float32, eager: true, cpu_cache_gib: 1}
      concurrency: 4
      attempts: 2
acquabench: {analysis: {replicates: 200}}
"""
AGENTS = "acquabench/agents/small/D0"


def kill_the_server(checkout: Checkout) -> subprocess.CompletedProcess[str]:
    """Run the study, SIGKILL vLLM itself once a first completion is stored, and wait."""
    running = subprocess.Popen(
        [sys.executable, "-m", "snakemake", *checkout.options()],
        cwd=checkout.root, env=checkout.environment(), text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    deadline = time.monotonic() + PATIENCE_S
    while running.poll() is None and time.monotonic() < deadline:
        if any(path.read_bytes().count(b"\n") > 1 for path in stores(checkout)):
            break
        time.sleep(0.05)
    for process in psutil.Process(running.pid).children(recursive=True):
        if "vllm.entrypoints.openai.api_server" in process.cmdline():
            os.kill(process.pid, signal.SIGKILL)
    said, _ = running.communicate(timeout=PATIENCE_S)
    return subprocess.CompletedProcess(running.args, running.returncode, said)


def workers_in(folder: Path) -> list[int]:
    """Processes of vLLM that still run in a folder; given a moment to end."""
    running = [p for p in psutil.process_iter(["cwd", "name"]) if p.info["cwd"] == str(folder)]
    _, alive = psutil.wait_procs(running, timeout=10)
    return [process.pid for process in alive]


def stores(checkout: Checkout) -> list[Path]:
    return sorted((checkout.results / AGENTS).glob("*/completions.jsonl"))


def test_a_cell_ends_verified_also_after_its_server_was_killed(tmp_path: Path) -> None:
    prefetched("smollm2-135m")
    checkout = Checkout(tmp_path, STUDY)
    own = ROOT / ".venv-vllm"
    if own.is_dir():
        (tmp_path / ".venv-vllm").symlink_to(own)
    killed = kill_the_server(checkout)
    assert killed.returncode != 0
    assert not workers_in(tmp_path)
    assert "Traceback" not in killed.stdout
    said = [line for line in killed.stdout.splitlines() if line.startswith("error: ")]
    assert said
    assert all("does not answer" in line or "ended" in line for line in said), said
    kept = {path: path.read_bytes() for path in stores(checkout)}
    done = checkout.snakemake()
    assert done.returncode == 0, done.stdout + done.stderr
    for path, content in kept.items():
        assert path.read_bytes().startswith(content[: content.rfind(b"\n") + 1])
    verified = checkout.earned("verify", "results/tiny")
    assert verified.returncode == 0, verified.stdout
    for surface in ("retrieval", "tool"):
        lines = (checkout.results / AGENTS / surface / "trajectories.jsonl").read_text()
        records = [json.loads(line) for line in lines.splitlines()]
        assert len(records) == 3
        assert {r["outcome"] for r in records} <= {"ok", "forced_finish", "parse_error"}
    identity = json.loads(stores(checkout)[0].read_text().splitlines()[0])["identity"]
    assert identity["engine"] == "vllm"
    assert identity["settings"]["prefix_caching"] is True
