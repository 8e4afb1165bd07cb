"""A model taken out of a study leaves its records: kept, hashed, and in no number."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from earned.verify.run import verify
from finished import edit_json, finished_study, remake_manifest

LEFT = ("acquabench/agents/gone/D0/retrieval", "acquabench/scores/gone/D0/retrieval")
MODEL = "acquabench/agents/copier/D0/retrieval"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A finished study that another model had once been in, before the population was redrawn."""
    root = finished_study(tmp_path)
    for left in LEFT:
        here = left.replace("gone", "copier")
        shutil.copytree(root / here, root / left)
        _stale_inputs(root / left / "lineage.json")
        record = (root / left / "lineage.json").read_text(encoding="utf-8")
        (root / left / "lineage.json").write_text(record.replace(here, left), encoding="utf-8")
    remake_manifest(root)
    return root


def _stale_inputs(lineage: Path) -> None:
    for n in range(len(json.loads(lineage.read_text(encoding="utf-8"))["inputs"])):
        edit_json(lineage, "inputs", n, "sha256", value="0" * 64)


def test_records_of_a_removed_model_are_named_and_no_failure(root: Path) -> None:
    report = verify(root)
    assert report.failures == []
    assert report.unused == [f"{left}/lineage.json" for left in LEFT]
    assert f"in no number, left by an earlier run of the study: {', '.join(LEFT)}" in report.lines()


def test_records_of_a_removed_model_are_hashed_all_the_same(root: Path) -> None:
    changed = f"{LEFT[0]}/trajectories.jsonl"
    (root / changed).write_text("{}\n", encoding="utf-8")
    remake_manifest(root)
    assert f"{changed}: differs from what {LEFT[0]}/lineage.json records as output" in (
        verify(root).failures
    )


def test_inputs_of_what_a_number_comes_from_are_compared(root: Path) -> None:
    items = "acquabench/population/items.jsonl"
    record = json.loads((root / MODEL / "lineage.json").read_text(encoding="utf-8"))
    assert items in [digest["path"] for digest in record["inputs"]]
    _stale_inputs(root / MODEL / "lineage.json")
    remake_manifest(root)
    assert f"{items}: differs from what {MODEL}/lineage.json records as input" in (
        verify(root).failures
    )
