"""A study run in parts, and what Snakemake itself offers, on a real run of the workflow."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from checkout import Checkout, contents, jobs_run

pytestmark = pytest.mark.slow

STUDY = """
study: tiny
data: {{name: embedded, path: resources/embedded/questions.json}}
models:
  reader: {{control: reader, limit: 5, surfaces: [retrieval, memory]{}}}
acquabench: {{analysis: {{replicates: 200}}}}
"""
CONFIGURED = ("study/config.json", "study/lineage.json", "manifest.json")
"""What says how many parts there are, or leads to it."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    return finished(tmp_path_factory.mktemp("whole"), STUDY.format(""))


@pytest.fixture(scope="module")
def split(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    return finished(tmp_path_factory.mktemp("split"), STUDY.format(", shards: 3"))


def finished(folder: Path, study: str) -> Checkout:
    checkout = Checkout(folder, study)
    done = checkout.snakemake()
    assert done.returncode == 0, done.stderr
    return checkout


def covered(checkout: Checkout) -> dict[str, bytes]:
    return {name: content for name, content in contents(checkout.results).items()
            if not name.startswith("shards/") and name not in CONFIGURED}  # fmt: skip


def test_a_study_run_in_parts_is_the_same_to_the_byte(whole: Checkout, split: Checkout) -> None:
    assert covered(split) == covered(whole)
    config = json.loads((split.results / "study/config.json").read_text(encoding="utf-8"))
    assert config["models"]["reader"]["shards"] == 3
    assert split.earned("verify", "results/tiny").returncode == 0


def test_a_finished_study_in_parts_has_nothing_to_do_with_its_parts_gone(split: Checkout) -> None:
    shutil.rmtree(split.results / "shards")
    done = split.snakemake()
    assert done.returncode == 0
    assert jobs_run(done) == set()


def test_a_lost_cell_is_put_together_from_parts_again(whole: Checkout, split: Checkout) -> None:
    (split.results / "acquabench/agents/reader/D0/memory/trajectories.jsonl").unlink()
    done = split.snakemake()
    assert done.returncode == 0, done.stderr
    assert {"agents", "agents_shard"} <= jobs_run(done)
    assert covered(split) == covered(whole)


def test_snakemake_s_own_report_graph_and_unit_tests_work(whole: Checkout) -> None:
    options = whole.options()[:-1]
    report = whole.root / "report.html"
    done = whole.run("-m", "snakemake", *options, "--report", str(report))
    assert done.returncode == 0, done.stderr
    assert report.stat().st_size > 10**6
    graph = whole.run("-m", "snakemake", *options, "--dag")
    assert graph.stdout.startswith("digraph snakemake_dag")
    made = whole.run("-m", "snakemake", *options, "--generate-unit-tests")
    assert made.returncode == 0, made.stderr
    tests = {path.stem.removeprefix("test_") for path in whole.root.glob(".tests/unit/test_*.py")}
    assert {"population", "artifacts", "agents", "scores", "analysis", "ledger"} <= tests
