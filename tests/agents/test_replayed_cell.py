"""Recorded completions answer a later study, without the model that made them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from earned.explain.build import explain
from mini import run_mini

CELL = "acquabench/agents/reader/D0/tool"


def replaying(folder: Path) -> dict[str, object]:
    return {"reader": {"engine": {"kind": "replay", "replay": str(folder)}}}


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("recorded")
    return run_mini(root, models=["reader"], surfaces=["tool"], limit=4, until="agents")


def test_a_replayed_study_gives_the_same_trajectories(recorded: Path, tmp_path: Path) -> None:
    again = run_mini(
        tmp_path, models=replaying(recorded), surfaces=["tool"], limit=4, until="scores"
    )
    played = (again / CELL / "trajectories.jsonl").read_bytes()
    assert played == (recorded / CELL / "trajectories.jsonl").read_bytes()


def test_what_was_never_recorded_is_an_engine_error(recorded: Path, tmp_path: Path) -> None:
    longer = run_mini(
        tmp_path, models=replaying(recorded), surfaces=["tool"], limit=6, until="agents"
    )
    lines = (longer / CELL / "trajectories.jsonl").read_text().splitlines()
    outcomes = [json.loads(line)["outcome"] for line in lines]
    assert outcomes.count("ok") == 12
    assert outcomes.count("engine_error") == 6


def test_a_number_of_a_replayed_study_is_explained_up_to_what_lies_outside(
    recorded: Path, tmp_path: Path
) -> None:
    again = run_mini(tmp_path, models=replaying(recorded), surfaces=["tool"], limit=4)
    found = explain(again, "acquabench/d0_main/d0_reader/G-S/value")
    assert "agents" in [node.stage for node in found.chain]
    assert "//completions.jsonl" in [one.path for one in found.raw_data]
