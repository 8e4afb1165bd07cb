"""A killed workflow is resumed to the very bytes of an undisturbed one (field cases 3 and 6).

Kills before and after the agents' stage; `tests/chaos` strikes within it and later.
"""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from checkout import Checkout, contents

TINY = """
study: tiny
data: {name: embedded, path: resources/embedded/questions.json}
models:
  reader: {control: reader, limit: 5, surfaces: [memory]}
acquabench: {analysis: {replicates: 200}}
"""
pytestmark = pytest.mark.slow

MOMENTS = (
    "acquabench/population/items.jsonl",
    "acquabench/artifacts/D0/artifacts.jsonl",
    "acquabench/scores/reader/D0/memory/scores.parquet",
)
PATIENCE_S = 120.0


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    checkout = Checkout(tmp_path_factory.mktemp("undisturbed"), TINY)
    done = checkout.snakemake()
    assert done.returncode == 0, done.stderr
    return contents(checkout.results)


def test_killed_at_three_moments_and_resumed_gives_the_same_bytes(
    tmp_path: Path, undisturbed: dict[str, bytes]
) -> None:
    checkout = Checkout(tmp_path, TINY)
    for moment in MOMENTS:
        kill_when_there(checkout, checkout.results / moment)
        unlocked = checkout.run("-m", "snakemake", "--unlock", *checkout.options())
        assert unlocked.returncode == 0, unlocked.stderr
    done = checkout.snakemake()
    assert done.returncode == 0, done.stderr
    assert contents(checkout.results) == undisturbed
    assert checkout.earned("verify", "results/tiny").returncode == 0


def kill_when_there(checkout: Checkout, file: Path) -> None:
    """Start the workflow and kill the whole of it as soon as a file is there."""
    running = checkout.start()
    deadline = time.monotonic() + PATIENCE_S
    while not file.exists() and running.poll() is None and time.monotonic() < deadline:
        time.sleep(0.005)
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    assert file.exists()
