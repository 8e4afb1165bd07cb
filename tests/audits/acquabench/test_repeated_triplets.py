"""Further runs of whole triplets: kept apart from the headline, and never one request."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from earned.records.files import read_records
from earned.records.trajectory import Trajectory
from mini import run_mini

CELL = "acquabench/agents/reader/D0/retrieval"


def study(folder: Path, repeats: int) -> Path:
    return run_mini(
        folder,
        models=["reader"],
        limit=3,
        surfaces=["retrieval"],
        until="analysis",
        audit={"repeats": repeats},
    )


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return study(tmp_path_factory.mktemp("once"), 1)


@pytest.fixture(scope="module")
def twice(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return study(tmp_path_factory.mktemp("twice"), 2)


def analysis(root: Path) -> dict[str, Any]:
    text = (root / "acquabench/analysis/frozen_results.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)["analyses"]["d0_reader"]
    return found


def test_every_triplet_runs_again_under_another_index(twice: Path) -> None:
    runs = read_records(twice / CELL / "trajectories.jsonl", Trajectory)
    assert Counter(run.repeat for run in runs) == {0: 9, 1: 9}
    keys = [{step.completion for run in runs if run.repeat == n for step in run.steps}
            for n in (0, 1)]  # fmt: skip
    assert keys[0].isdisjoint(keys[1])


def test_the_first_run_is_the_one_of_a_study_without_repeats(once: Path, twice: Path) -> None:
    """Field case 21: a repeat that is added later changes no record of the first run."""
    alone = read_records(once / CELL / "trajectories.jsonl", Trajectory)
    both = read_records(twice / CELL / "trajectories.jsonl", Trajectory)
    assert [run for run in both if run.repeat == 0] == alone


def test_headline_figures_are_those_of_the_first_run(once: Path, twice: Path) -> None:
    one, two = analysis(once), analysis(twice)
    for part in ("units", "complete_units", "qids", "arms", "effects", "residual", "verdicts"):
        assert one[part] == two[part], part
    assert one["noise"] == []


def test_a_scripted_agent_has_no_noise(twice: Path) -> None:
    (noise,) = analysis(twice)["noise"]
    assert (noise["repeat"], noise["units"]) == (1, 3)
    assert {rate["value"] for rate in noise["flips"].values()} == {0.0}
    assert {found["difference"] for found in noise["contrasts"].values()} <= {0.0, None}


def test_usage_counts_what_every_run_took(once: Path, twice: Path) -> None:
    one, two = (analysis(root)["usage"]["total"] for root in (once, twice))
    assert two["records"] == 2 * one["records"]
    assert two["made"]["calls"] == 2 * one["made"]["calls"]
    assert two["unique"]["value"] == one["unique"]["value"]
