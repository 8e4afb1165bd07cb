"""Evidence that is not there is named and the rest explained; evidence that is damaged is not."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from earned.errors import UserError
from earned.explain.build import explain
from earned.explain.text import text_lines
from earned.records.files import write_json
from earned.records.release import RELEASE, RESULTS, Release, Replacement
from explained import QUESTIONS, READING

CLAIM = f"acquabench/d0_by_surface/d0_{READING}.tool/G-S/value"
CELL = f"{READING}/D0/tool"
TRAJECTORIES = f"acquabench/agents/{CELL}/trajectories.jsonl"
SCORES = f"acquabench/scores/{CELL}/scores.parquet"


@pytest.fixture
def copy(study: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(study, tmp_path / RESULTS))


def test_without_trajectories_score_rows_are_counted(copy: Path) -> None:
    (copy / TRAJECTORIES).unlink()
    found = explain(copy, CLAIM)
    assert "trajectories are not in this folder (1 file)" in found.remarks
    assert sum(group.records for group in found.records) == 2 * QUESTIONS
    assert found.recount is not None
    assert found.recount.agrees
    assert found.examples == ()
    assert f"acquabench/agents/{CELL}" in [node.folder for node in found.chain]


def test_without_scores_trajectories_are_counted_and_told(copy: Path) -> None:
    (copy / SCORES).unlink()
    found = explain(copy, CLAIM)
    assert "score tables are not in this folder (1 file)" in found.remarks
    assert found.recount is None
    assert {group.counted for group in found.records} == {None}
    assert len(found.examples) == 3
    assert {arm.success for one in found.examples for arm in one.arms} == {None}
    assert any("not scored here" in line for line in text_lines(found))


def test_without_titles_sources_are_named_by_id(copy: Path) -> None:
    (copy / "acquabench/population/items.jsonl").unlink()
    (copy / "acquabench/artifacts/D0/artifacts.jsonl").unlink()
    found = explain(copy, CLAIM)
    assert "records of stage population are not in this folder (1 file)" in found.remarks
    steps = [step for one in found.examples for arm in one.arms for step in arm.steps]
    assert {source.title for step in steps for source in step.shown} == {""}
    assert any("#" in line and "planted)" in line for line in text_lines(found))


def test_a_release_says_why_a_file_is_not_there_or_is_another(copy: Path) -> None:
    gone, other = copy / SCORES, copy / TRAJECTORIES
    replaced = (
        _replaced(TRAJECTORIES, "redacted", "names were taken out"),
        _replaced(SCORES, "withheld", "the terms of the data"),
    )
    release = Release(study="mini", root_sha256="0" * 64, files={}, replaced=replaced)
    write_json(copy.parent / RELEASE, release.model_dump(mode="json"))
    gone.unlink()
    other.write_text(other.read_text("utf-8").replace('"surface":"tool"', '"surface": "tool"'))
    found = explain(copy, CLAIM)
    assert "withheld from this release: the terms of the data" in found.remarks
    assert "redacted in this release: names were taken out" in found.remarks
    assert len(found.examples) == 3


def _replaced(path: str, kind: str, why: str) -> Replacement:
    given = {"path": path, "kind": kind, "sha256": "0" * 64, "size": 1, "why": why}
    return Replacement.model_validate(given)


@pytest.mark.parametrize(
    "name",
    [
        TRAJECTORIES,
        SCORES,
        "acquabench/analysis/frozen_results.json",
        "acquabench/population/items.jsonl",
        "acquabench/artifacts/D0/artifacts.jsonl",
        "study/config.json",
    ],
)
def test_a_file_with_other_bytes_is_one_sentence_that_names_it(copy: Path, name: str) -> None:
    path = copy / name
    path.write_bytes(path.read_bytes() + b"\n")
    with pytest.raises(UserError) as error:
        explain(copy, CLAIM)
    text = str(error.value)
    assert Path(name).name in text
    assert "\n" not in text


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (f"acquabench/agents/{CELL}/lineage.json", "is not complete JSON"),
        ("acquabench/population/lineage.json", "is not complete JSON"),
        ("ledger/claims.json", "is not complete JSON"),
    ],
)
def test_a_damaged_record_is_one_sentence_that_names_it(copy: Path, name: str, said: str) -> None:
    (copy / name).write_text('{"stage": ')
    with pytest.raises(UserError, match=said) as error:
        explain(copy, CLAIM)
    assert name in str(error.value)


def test_a_missing_lineage_record_is_one_sentence(copy: Path) -> None:
    (copy / f"acquabench/agents/{CELL}/lineage.json").unlink()
    with pytest.raises(UserError, match="no such file"):
        explain(copy, CLAIM)


def test_a_chain_that_leads_back_to_itself_is_refused(copy: Path) -> None:
    beside = copy / "acquabench/population/lineage.json"
    made = json.loads(beside.read_text("utf-8"))
    scores = {"path": SCORES, "sha256": "0" * 64, "size": 1, "lineage": "0" * 64}
    made["inputs"].append(scores)
    beside.write_text(json.dumps(made), encoding="utf-8")
    with pytest.raises(UserError, match="leads back to itself"):
        explain(copy, CLAIM)


def test_a_ledger_without_the_newer_fields_is_explained(copy: Path) -> None:
    path = copy / "ledger/claims.json"
    newer = ("kind", "low", "high", "supports", "not_supported", "rule_sha256", "registration")
    claims = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps([{k: v for k, v in c.items() if k not in newer} for c in claims]))
    assert explain(copy, CLAIM).agrees
