"""Verification of what was registered: planted faults whose hashes were all made again."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from earned.errors import UserError
from earned.lineage.hashing import sha256_file
from earned.registration.chain import NAME
from earned.verify.registration import check_registration
from earned.verify.report import Report
from finished import edit_json, finished_study, rehash

AUDIT = "acquabench"
CELL = f"{AUDIT}/agents/reader/D0/retrieval"


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return finished_study(tmp_path_factory.mktemp("finished"))


@pytest.fixture
def root(finished: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(finished, tmp_path / "study"))


def checked(root: Path) -> Report:
    report = Report()
    check_registration(root, AUDIT, report)
    return report


def registered(root: Path) -> Path:
    return root / AUDIT / "registration" / NAME


def test_a_finished_study_holds(finished: Path) -> None:
    report = checked(finished)
    assert (report.failures, report.remarks) == ([], [])


def _cell_of_another_registration(root: Path) -> None:
    edit_json(root / CELL / "lineage.json", "registrations", value=["ab" * 32])


def _cell_of_no_registration(root: Path) -> None:
    edit_json(root / CELL / "lineage.json", "registrations", value=[])


def _other_questions(root: Path) -> None:
    path = root / AUDIT / "population" / "items.jsonl"
    path.write_bytes(b"\n".join(path.read_bytes().split(b"\n")[1:]))


def _other_sources(root: Path) -> None:
    path = root / AUDIT / "artifacts" / "D0" / "artifacts.jsonl"
    path.write_bytes(path.read_bytes().replace(b"SHAM", b"SHAN", 1))


def _sources_gone(root: Path) -> None:
    (root / AUDIT / "artifacts" / "D0" / "artifacts.jsonl").unlink()


def _other_rule_beside(root: Path) -> None:
    path = registered(root).parent / "lineage.json"
    edit_json(path, "parameters", "rules", 0, "above", value=-1.0)


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (_cell_of_another_registration, f"{CELL}/lineage.json: was run under registration abab"),
        (_cell_of_no_registration, f"{CELL}/lineage.json: names no registration, though"),
        (_other_questions, "items.jsonl differs from what its last record registers"),
        (_other_sources, "artifacts.jsonl differs from what its last record registers"),
        (_sources_gone, "artifacts.jsonl, registered in its last record, is missing"),
        (_other_rule_beside, "other rules than lineage.json beside it"),
    ],
)
def test_a_fault_is_found_after_every_hash_was_made_again(
    root: Path, fault: Callable[[Path], None], said: str
) -> None:
    fault(root)
    rehash(root)
    assert any(said in failure for failure in checked(root).failures)


def _rule(record: dict[str, Any]) -> None:
    record["rules"][0]["rule"]["above"] = -1.0


def _data_were_there(record: dict[str, Any]) -> None:
    record["evidence_before"] = not record["evidence_before"]


def _follows_another(record: dict[str, Any]) -> None:
    record["before"] = "ab" * 32


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_rule, "has another hash"),
        (_follows_another, "does not follow from the line before it"),
        (_data_were_there, "was run under registration"),
    ],
)
def test_an_edited_registration_is_found(
    root: Path, change: Callable[[dict[str, Any]], None], said: str
) -> None:
    record = json.loads(registered(root).read_text(encoding="utf-8"))
    change(record)
    text = json.dumps(record, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    registered(root).write_text(text + "\n", encoding="utf-8")
    rehash(root)
    assert said in told(root)


def test_a_file_that_a_release_holds_otherwise_is_known_by_its_original(root: Path) -> None:
    name = f"{AUDIT}/population/items.jsonl"
    hashes = {p.relative_to(root).as_posix(): sha256_file(p) for p in root.rglob("*.jsonl")}
    (root / name).unlink()
    report = Report()
    check_registration(root, AUDIT, report, hashes)
    assert report.failures == []
    check_registration(root, AUDIT, report, {**hashes, name: "0" * 64})
    assert report.failures == [
        f"{AUDIT}/registration/{NAME}: {name} differs from what its last record registers"
    ]


def test_a_registration_taken_out_is_missed(root: Path) -> None:
    registered(root).unlink()
    assert f"{NAME}: no such file" in told(root)


def told(root: Path) -> str:
    """What the check says, as a failure or as the error that keeps it from running."""
    try:
        return "; ".join(checked(root).failures)
    except UserError as error:
        return str(error)


def test_a_study_of_an_older_version_is_remarked_on_and_holds(root: Path) -> None:
    shutil.rmtree(registered(root).parent)
    for beside in (root / AUDIT / "agents").rglob("lineage.json"):
        record = json.loads(beside.read_text(encoding="utf-8"))
        assert record.pop("registrations")
        beside.write_text(json.dumps(record), encoding="utf-8")
    report = checked(root)
    assert report.failures == []
    assert report.remarks == [f"{AUDIT}: nothing was registered before its agents ran"]
