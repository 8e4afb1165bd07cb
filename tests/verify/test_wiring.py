"""A lineage record is no witness of itself: stage, place and inputs must be the configuration's.

In each test every hash is made to fit after the fault.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from earned.config.plan import Plan
from earned.verify.run import verify
from finished import edit_json, finished_study, rehash, remake_manifest
from mini import AUDIT, arguments, mini_config, run_stage, working_directory
from support import ROOT

ANALYSIS = f"{AUDIT}/analysis/lineage.json"
RESULTS = f"{AUDIT}/analysis/frozen_results.json"
CELL = f"{AUDIT}/agents/copier/D0/retrieval"
SCORES = f"{AUDIT}/scores/copier/D0/retrieval"
Change = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return finished_study(tmp_path_factory.mktemp("study"))


@pytest.fixture
def root(study: Path, tmp_path: Path) -> Path:
    """A copy of the study that a test may spoil."""
    to = tmp_path / "results" / "mini"
    return Path(shutil.copytree(study, to, ignore=shutil.ignore_patterns("logs")))


def change(root: Path, name: str, how: Change) -> None:
    """Change a lineage record, and let every hash fit."""
    record = json.loads((root / name).read_text(encoding="utf-8"))
    how(record)
    (root / name).write_text(json.dumps(record), encoding="utf-8")
    rehash(root)


def failures(root: Path, named: str) -> list[str]:
    """What verification says of a file."""
    return [f for f in verify(root).failures if f.startswith(f"{named}: ")]


def lying_outside(*options: str) -> Change:
    """Say of inputs that they are files outside the study."""

    def how(record: dict[str, Any]) -> None:
        for digest in record["inputs"]:
            if digest["option"] in options:
                digest["path"], digest["lineage"] = f"//{digest['path']}", None

    return how


@pytest.mark.parametrize("stage", ["typeset", "agents", "registration", "tables"])
def test_a_stage_by_another_name_is_found(root: Path, stage: str) -> None:
    edit_json(root / RESULTS, "analyses", "d0_copier", "development", value=True)
    change(root, ANALYSIS, lambda record: record.update(stage=stage))
    assert any("does not write there" in failure for failure in failures(root, ANALYSIS))


def test_a_stage_of_another_audit_is_found(root: Path) -> None:
    change(root, f"{CELL}/lineage.json", lambda record: record.update(audit="other"))
    assert failures(root, f"{CELL}/lineage.json")


@pytest.mark.parametrize("option", ["scores", "cases", "construction", "registration"])
def test_an_input_said_to_lie_outside_is_found(root: Path, option: str) -> None:
    """A stage whose input is not here is not made again, so this would hide any number."""
    change(root, ANALYSIS, lying_outside(option))
    found = failures(root, ANALYSIS)
    assert any(f"as --{option}, which study/config.json gives" in f for f in found)
    assert any(f"as --{option}, which a stage of the study makes" in f for f in found)


def test_published_figures_by_another_name_are_found(root: Path) -> None:
    change(root, ANALYSIS, lying_outside("published"))
    assert failures(root, ANALYSIS)


def test_a_model_left_out_of_the_analysis_is_found(root: Path) -> None:
    """Everything was made anew on one cell's scores, and the configuration names two cells."""
    plan = Plan(mini_config(models=("copier", "reader"), limit=3, surfaces=("retrieval",)))
    gone = str(root / SCORES / "scores.parquet")
    with working_directory(ROOT):
        for stage in ("analysis", "tables", "figures", "ledger", "manifest"):
            for argv in arguments(plan, root, stage):
                run_stage(stage, [a for a in argv if a != gone])
    assert failures(root, ANALYSIS) == [
        f"{ANALYSIS}: does not name {SCORES}/scores.parquet as --scores, "
        "which study/config.json gives its stage"
    ]


def test_options_that_were_swapped_are_found(root: Path) -> None:
    def how(record: dict[str, Any]) -> None:
        other = {"population": "artifacts", "artifacts": "population"}
        for digest in record["inputs"]:
            digest["option"] = other.get(digest["option"], digest["option"])

    change(root, f"{CELL}/lineage.json", how)
    assert failures(root, f"{CELL}/lineage.json")


def test_scores_without_a_record_of_their_making_are_found(root: Path) -> None:
    """The cell's own record takes the table for its output, so that no file is without one."""
    beside = root / SCORES / "lineage.json"
    outputs = json.loads(beside.read_text(encoding="utf-8"))["outputs"]

    def unlinked(record: dict[str, Any]) -> None:
        for digest in record["inputs"]:
            if digest["path"].startswith(SCORES):
                digest["lineage"] = None

    for reader in (ANALYSIS, f"{AUDIT}/cases/lineage.json"):
        change(root, reader, unlinked)
    beside.unlink()
    change(root, f"{CELL}/lineage.json", lambda record: record["outputs"].extend(outputs))
    assert failures(root, f"{SCORES}/lineage.json")
    assert failures(root, ANALYSIS)
    assert any("lies elsewhere" in f for f in failures(root, f"{CELL}/lineage.json"))


def test_a_file_that_no_stage_writes_is_found_beside_evidence(root: Path) -> None:
    (root / CELL / "notes.txt").write_text("all is well", encoding="utf-8")
    more = {"path": f"{CELL}/notes.txt", "sha256": "", "size": 0}

    def how(record: dict[str, Any]) -> None:
        record["outputs"].append({**record["outputs"][0], **more, "records": None})

    change(root, f"{CELL}/lineage.json", how)
    assert any("notes.txt" in failure for failure in failures(root, f"{CELL}/lineage.json"))


def test_a_folder_of_no_stage_is_found(root: Path) -> None:
    shutil.copytree(root / AUDIT / "tables", root / AUDIT / "extra")
    named = f"{AUDIT}/extra/lineage.json"
    change(root, named, lambda record: record.update(stage="extra", outputs=[]))
    assert f"{named}: lies where no stage writes" in failures(root, named)


def test_other_parameters_of_the_ledger_are_found(root: Path) -> None:
    named = "ledger/lineage.json"
    change(root, named, lambda record: record["parameters"].update(study="other"))
    assert failures(root, named)


def test_a_link_to_a_folder_is_found(root: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (root / AUDIT / "extra").symlink_to(tmp_path / "elsewhere")
    remake_manifest(root)
    assert failures(root, f"{AUDIT}/extra")


def test_a_name_that_breaks_a_line_breaks_no_line_of_the_report(root: Path) -> None:
    (root / "study" / "a\nverification passed").write_text("", encoding="utf-8")
    lines = "\n".join(verify(root).lines()).splitlines()
    assert "verification passed" not in [line.strip() for line in lines]
    assert not any(line.startswith("verification passed") for line in lines)
