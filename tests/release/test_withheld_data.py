"""Data that may not be passed on: no text of theirs is anywhere, and every number is."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path
from typing import Any

import pytest

from earned.errors import UserError
from earned.leaks.files import pieces
from earned.leaks.pieces import Piece
from earned.ledger.manifest import Manifest
from earned.records.files import read_json, read_record, read_records
from earned.records.population import Member
from earned.records.release import RELEASE, Release, Replacement
from earned.records.trajectory import Trajectory
from earned.release.folder import files_of
from earned.release.make import make_release
from earned.release.texts import marked
from earned.verify.run import verify
from finished import edit_json
from marked_data import LICENCE, MARK, withheld_study


@pytest.fixture(scope="module")
def secret(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return withheld_study(tmp_path_factory.mktemp("withheld"))


@pytest.fixture(scope="module")
def withheld(secret: Path) -> Path:
    return make_release(secret)


def replaced(folder: Path) -> dict[str, Replacement]:
    return {one.path: one for one in read_record(folder / RELEASE, Release).replaced}


def every_text(folder: Path) -> list[tuple[str, str]]:
    return [
        (name, piece.text)
        for name in files_of(folder)
        for piece in pieces((folder / name).read_bytes(), name)
        if isinstance(piece, Piece)
    ]


def test_no_text_of_the_data_is_anywhere_in_the_release(secret: Path, withheld: Path) -> None:
    members = read_records(secret / "acquabench" / "population" / "items.jsonl", Member)
    assert all(MARK in m.item.question and m.item.sources for m in members)
    texts = every_text(withheld)
    assert [name for name, text in texts if MARK in text] == []
    together = "\n".join(text for _, text in texts)
    for member in members:  # runs of sources without a mark are the wording of their templates
        assert member.item.question not in together
        assert MARK not in member.item.answer or member.item.answer not in together


def test_the_looking_finds_the_texts_where_they_are(secret: Path) -> None:
    """The test above can fail: the study itself shows the mark in every kind of file."""
    shown = {Path(name).suffix for name, text in every_text(secret) if MARK in text}
    assert {".json", ".jsonl", ".parquet", ".csv", ".tex", ".md", ".html"} <= shown


def test_every_number_of_the_study_is_in_the_release(secret: Path, withheld: Path) -> None:
    name = "acquabench/analysis/frozen_results.json"
    before, after = read_json(secret / name), read_json(withheld / "results" / name)
    assert _numbers(before) == _numbers(after)
    assert {key: value for key, value in before.items() if key != "cases"} == {
        key: value for key, value in after.items() if key != "cases"
    }
    old, new = (read_json(f / "ledger" / "claims.json") for f in (secret, withheld / "results"))
    assert [c["claim_id"] for c in old] == [c["claim_id"] for c in new]
    assert _numbers([c["value"] for c in old]) == _numbers([c["value"] for c in new])


def test_a_text_stands_as_its_length_and_hash(secret: Path, withheld: Path) -> None:
    name = "acquabench/agents/reader/D0/retrieval/trajectories.jsonl"
    before = read_records(secret / name, Trajectory)
    after = read_records(withheld / "results" / name, Trajectory)
    assert [run.question for run in after] == [marked(run.question) for run in before]
    digest = hashlib.sha256(before[0].question.encode()).hexdigest()
    size = len(before[0].question)
    assert after[0].question == f"[withheld: {size} characters, SHA-256 {digest}]"
    assert [(r.qid, r.condition, r.outcome) for r in before] == [
        (r.qid, r.condition, r.outcome) for r in after
    ]


def test_what_stands_for_a_file_gives_its_hash_size_and_records(
    secret: Path, withheld: Path
) -> None:
    manifest = read_record(secret / "manifest.json", Manifest).files
    for path, one in replaced(withheld).items():
        assert one.sha256 == manifest[path], path
        assert one.size == (secret / path).stat().st_size, path
        assert (one.kind == "redacted") == (withheld / "results" / path).is_file(), path
    population = replaced(withheld)["acquabench/population/items.jsonl"]
    assert (population.kind, population.records) == ("withheld", 80)
    assert LICENCE in population.why
    assert not replaced(withheld)["acquabench/analysis/frozen_results.json"].remade
    assert replaced(withheld)["ledger/claims.json"].remade


def test_the_release_verifies_and_says_what_was_not_made_again(withheld: Path) -> None:
    report = verify(withheld / "results", replaced=replaced(withheld))
    assert report.failures == []
    assert report.remade.keys() >= {"tables", "ledger"}
    assert any(line.startswith("acquabench/analysis: ") and LICENCE in line
               for line in report.not_remade)  # fmt: skip


def test_a_table_edited_in_the_release_is_found(withheld: Path) -> None:
    table = withheld / "results" / "acquabench" / "tables" / "d0_case.csv"
    before = table.read_bytes()
    try:
        table.write_bytes(before.replace(b"0.923", b"0.924"))
        assert table.read_bytes() != before
        report = verify(withheld / "results", replaced=replaced(withheld))
    finally:
        table.write_bytes(before)
    assert [line for line in report.failures if "d0_case.csv" in line]


def test_text_of_the_data_in_the_configuration_is_refused(
    secret: Path, tmp_path: Path, unverified: None
) -> None:
    study = tmp_path / "mini"
    shutil.copytree(secret, study, ignore=shutil.ignore_patterns("release"))
    members = read_records(study / "acquabench" / "population" / "items.jsonl", Member)
    label = f"as in: {members[0].item.question}"
    edit_json(study / "study" / "config.json", "models", "reader", "label", value=label)
    with pytest.raises(UserError, match=r"study/config\.json: holds text of the data"):
        make_release(study)


def _numbers(value: Any) -> list[float]:
    if isinstance(value, dict):
        return [n for key in sorted(value) for n in _numbers(value[key])]
    if isinstance(value, list):
        return [n for inner in value for n in _numbers(inner)]
    return [value] if isinstance(value, int | float) else []
