"""Real models behind the real workflow: the same bytes, also after SIGKILL."""

from __future__ import annotations

import json
import os
import shutil
import signal
import time
from pathlib import Path

import pytest

from checkout import Checkout, contents
from support import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.models]

PATIENCE_S = 300.0
COMMON = """
study: tiny
data: {name: embedded, path: resources/embedded/questions.json}
acquabench: {analysis: {replicates: 200}}
"""
AGENT = "{steps: 2, max_tokens: 24, top_k: 1, display_chars: 100, window: 2048}"
SERVED = (
    COMMON
    + f"""
models:
  small:
    limit: 1
    surfaces: [retrieval]
    agent: {AGENT}
    engine:
      kind: llamacpp
      weights: qwen2.5-coder-0.5b
      settings: {{mode: deterministic, slots: 1, window: 2048, threads: 2}}
      concurrency: 2
"""
)
IN_PROCESS = (
    COMMON
    + f"""
models:
  small:
    limit: 1
    surfaces: [tool]
    agent: {AGENT}
    engine:
      kind: transformers
      weights: smollm2-135m
      settings: {{mode: deterministic, window: 2048, dtype: float32}}
      batch_size: 4
"""
)
CELL = "acquabench/agents/small/D0/retrieval"
IN_PROCESS_CELL = "acquabench/agents/small/D0/tool"


def need(model: str) -> None:
    if not (ROOT / "resources" / "models" / model / "manifest.json").is_file():
        pytest.skip(f"the model {model} is not here; earned fetch {model}")


def finish(checkout: Checkout) -> dict[str, bytes]:
    done = checkout.snakemake()
    assert done.returncode == 0, done.stdout + done.stderr
    verified = checkout.earned("verify", "results/tiny")
    assert verified.returncode == 0, verified.stdout
    return contents(checkout.results)


def kill_after_blocks(checkout: Checkout, blocks: int) -> None:
    """Kill workflow, server and client at once, as soon as the store holds so many lines."""
    store = checkout.results / CELL / "completions.jsonl"
    running = checkout.start()
    deadline = time.monotonic() + PATIENCE_S
    while running.poll() is None and time.monotonic() < deadline:
        if store.is_file() and store.read_bytes().count(b"\n") > blocks:
            break
        time.sleep(0.02)
    assert running.poll() is None
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    assert checkout.run("-m", "snakemake", "--unlock", *checkout.options()).returncode == 0


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Every file of the study behind a server of one slot."""
    need("qwen2.5-coder-0.5b")
    return finish(Checkout(tmp_path_factory.mktemp("undisturbed"), SERVED))


def test_a_killed_server_ends_its_clients_and_after_a_killed_workflow_the_bytes_are_the_same(
    tmp_path: Path, undisturbed: dict[str, bytes]
) -> None:
    """Field case 5: at once, with nothing but whole completions in the store."""
    checkout = Checkout(tmp_path, SERVED)
    store = checkout.results / CELL / "completions.jsonl"
    running = checkout.start()
    deadline = time.monotonic() + PATIENCE_S
    while running.poll() is None and time.monotonic() < deadline:
        if store.is_file() and store.read_bytes().count(b"\n") > 1:
            break
        time.sleep(0.02)
    serve = checkout.results / "logs" / "serve" / "agent.small.pid"
    os.kill(int(serve.read_text()), signal.SIGKILL)
    assert running.wait(timeout=PATIENCE_S) != 0
    kept = store.read_bytes()
    assert b'"finish_reason":"error"' not in kept
    log = checkout.results / "logs" / "acquabench" / "agents.small.D0.retrieval.log"
    assert "the server ended in the middle of the run" in log.read_text()
    assert not (store.parent / "trajectories.jsonl").exists()
    kill_after_blocks(checkout, kept.count(b"\n") + 1)
    assert finish(checkout) == undisturbed
    assert store.read_bytes().startswith(kept)


def test_throughput_mode_keeps_every_finished_completion(tmp_path: Path) -> None:
    need("qwen2.5-coder-0.5b")
    checkout = Checkout(tmp_path, SERVED.replace("mode: deterministic", "mode: throughput"))
    store = checkout.results / CELL / "completions.jsonl"
    kill_after_blocks(checkout, 2)
    content = store.read_bytes()
    kept = content[: content.rfind(b"\n") + 1]
    assert kept
    finish(checkout)
    assert store.read_bytes().startswith(kept)
    records = (checkout.results / CELL / "trajectories.jsonl").read_text().splitlines()
    assert {json.loads(record)["outcome"] for record in records} <= {
        "ok",
        "forced_finish",
        "parse_error",
    }
    assert len(records) == 3


def test_a_model_in_process_gives_the_same_bytes_twice(tmp_path: Path) -> None:
    need("smollm2-135m")
    pytest.importorskip("torch", reason="the transformers engine needs envs/torch.lock")
    checkout = Checkout(tmp_path, IN_PROCESS)
    first = finish(checkout)
    shutil.rmtree(checkout.results / IN_PROCESS_CELL)
    done = checkout.snakemake(f"results/tiny/{IN_PROCESS_CELL}/trajectories.jsonl")
    assert done.returncode == 0, done.stderr
    again = contents(checkout.results)
    assert [name for name in first if name.startswith(f"{IN_PROCESS_CELL}/")]
    assert again == first
