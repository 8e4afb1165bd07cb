"""A study of 252 trajectories, through the real workflow, on a server that misbehaves."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from chaos_process import chaos, counts, dying, free_port
from chaos_server import FAULTS
from checkout import Checkout, contents

pytestmark = pytest.mark.slow

STUDY = """
study: tiny
data: {{name: embedded, path: resources/embedded/questions.json}}
models:
  m:
    limit: 21
    agent: {{steps: 3, max_tokens: 64}}
    engine:
      kind: openai
      model: m
      base_url: http://127.0.0.1:{port}/v1
      concurrency: 16
      timeout_s: 2.5
      attempts: 7
      backoff_s: 0.1
acquabench: {{analysis: {{replicates: 200}}}}
"""
FAULTY = ("--seed", "7", "--faults", "0.2", "--stall", "3.5")
GROWN = ("completions.jsonl", "lineage.json", "manifest.json")
"""Files that hold, or lead to, the order in which completions came."""
STAGES = ("agents", "scores", "analysis", "tables")


@pytest.fixture(scope="module")
def port() -> int:
    return free_port()


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory, port: int) -> Checkout:
    return Checkout(tmp_path_factory.mktemp("faults"), STUDY.format(port=port))


@pytest.fixture(scope="module")
def undisturbed(checkout: Checkout, port: int) -> dict[str, bytes]:
    """Every figure of the study without faults."""
    with chaos(port):
        done = checkout.snakemake()
        assert done.returncode == 0, done.stderr
        assert set(counts(port)) == {"answered"}
    return figures(checkout)


def forget_the_runs(checkout: Checkout) -> None:
    for stage in STAGES:
        shutil.rmtree(checkout.results / "acquabench" / stage)


def figures(checkout: Checkout) -> dict[str, bytes]:
    """The files that must not show what the server did: records, scores, results, tables."""
    return {
        name: content
        for name, content in contents(checkout.results).items()
        if Path(name).name not in GROWN and not name.startswith("ledger/")
    }


def outcomes_of(files: dict[str, bytes]) -> list[str]:
    records = [text for name, text in files.items() if name.endswith("trajectories.jsonl")]
    return [json.loads(line)["outcome"] for text in records for line in text.splitlines()]


def test_the_study_has_the_size_and_the_outcomes_that_the_comparison_needs(
    undisturbed: dict[str, bytes],
) -> None:
    outcomes = Counter(outcomes_of(undisturbed))
    assert set(outcomes) == {"ok", "forced_finish"}
    assert outcomes.total() == 252


def test_faults_and_deaths_of_the_server_leave_no_trace_in_any_figure(
    checkout: Checkout, port: int, undisturbed: dict[str, bytes]
) -> None:
    """Field cases 5 and 27."""
    forget_the_runs(checkout)
    with chaos(port, *FAULTY, "--die-after", "200"):
        stopped = checkout.snakemake()
    assert stopped.returncode != 0
    assert "in the middle of the run, the engine's server does not answer" in stopped.stderr
    assert "Traceback" not in stopped.stderr
    assert list(checkout.results.rglob("scores.parquet")) == []
    with dying(port, *FAULTY, after=150, back_in_s=1.0):
        done = checkout.snakemake()
        met = counts(port)
    assert done.returncode == 0, done.stderr
    assert set(FAULTS) <= set(met)
    assert outcomes_of(figures(checkout)) == outcomes_of(undisturbed)
    assert figures(checkout) == undisturbed
    assert checkout.earned("verify", "results/tiny").returncode == 0
