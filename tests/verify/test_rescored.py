"""Rescorings in a results folder: each fault is found and named, and a user's code is not run."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from earned.cli import main
from earned.records.files import read_json, write_json
from earned.records.rescored import RescoredItem
from earned.records.table import read_table, write_table
from earned.verify.report import Report
from earned.verify.rescored import check_rescored
from earned.verify.run import verify
from finished import edit_json, finished_study, rehash

COUNTED = """
from pathlib import Path
NAME = "counted"
with Path({path!r}).open("a") as stream:
    stream.write("x")
def success(prediction, reference):
    return reference in prediction
"""
TRAJECTORIES = "acquabench/agents/copier/D0/retrieval/trajectories.jsonl"
Fault = Callable[[Path], None]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study with a shipped scorer's results and a user's, whose runs leave marks in a file."""
    folder = tmp_path_factory.mktemp("study")
    root = finished_study(folder)
    scorer = folder / "mine.py"
    scorer.write_text(COUNTED.format(path=str(folder / "runs")), encoding="utf-8")
    for wanted in ("extended", str(scorer)):
        assert main(["rescore", "--scorer", wanted, str(root)]) == 0
    return root


@pytest.fixture
def root(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "mini", ignore=shutil.ignore_patterns("logs")))


def checked(root: Path) -> Report:
    report = Report()
    check_rescored(root, report)
    return report


def folder_of(root: Path, name: str) -> Path:
    (folder,) = (root / "rescored").glob(f"{name}-*")
    return folder


def test_what_was_left_as_it_was_made_passes_and_says_what_that_means(root: Path) -> None:
    report = checked(root)
    assert report.failures == []
    assert len(report.remarks) == 2
    assert all("which the root hash does not cover" in remark for remark in report.remarks)
    assert ["scorer.py was not run again" in r for r in report.remarks] == [True, False]


def test_a_users_scorer_is_not_run(root: Path, made: Path) -> None:
    runs = made.parent.parent / "runs"
    before = runs.read_text(encoding="utf-8")
    assert checked(root).failures == []
    assert runs.read_text(encoding="utf-8") == before != ""


def test_the_manifest_covers_none_of_it(root: Path) -> None:
    assert verify(root).failures == []
    shutil.rmtree(root / "rescored")
    assert verify(root).failures == []
    assert checked(root).failures == []


@pytest.mark.parametrize("name", ["items.parquet", "report.json", "report.md"])
@pytest.mark.parametrize("scorer", ["extended", "counted"])
def test_a_changed_or_missing_file_is_named(root: Path, scorer: str, name: str) -> None:
    path = folder_of(root, scorer) / name
    where = path.relative_to(root).as_posix()
    path.write_bytes(path.read_bytes() + b" ")
    assert f"{where}: differs from what" in checked(root).failures[0]
    path.unlink()
    assert f"{where}: is missing" in checked(root).failures[0]


@pytest.mark.parametrize("scorer", ["extended", "counted"])
def test_a_report_that_does_not_follow_from_the_decisions_is_found_behind_fitting_hashes(
    root: Path, scorer: str
) -> None:
    path = folder_of(root, scorer) / "report.json"
    edit_json(path, "adds_only", value=False)
    rehash(root)
    where = path.relative_to(root).as_posix()
    assert f"{where}: differs from a fresh rescoring" in checked(root).failures


def test_decisions_that_a_shipped_scorer_does_not_take_are_found_behind_fitting_hashes(
    root: Path,
) -> None:
    path = folder_of(root, "extended") / "items.parquet"
    rows = read_table(path, RescoredItem).with_columns(success_second=~pl.col("success_second"))
    write_table(path, [RescoredItem(**row) for row in rows.iter_rows(named=True)], RescoredItem)
    rehash(root)
    where = path.relative_to(root).as_posix()
    assert f"{where}: differs from a fresh rescoring" in checked(root).failures


def test_another_scorer_behind_fitting_hashes_is_found(root: Path) -> None:
    path = folder_of(root, "counted") / "scorer.py"
    path.write_text("def success(p, r):\n    return True\n", encoding="utf-8")
    rehash(root)
    where = path.relative_to(root).as_posix()
    assert f"{where}: is not the scorer that was run" in checked(root).failures


def test_a_renamed_folder_is_found(root: Path) -> None:
    folder = folder_of(root, "extended")
    folder.rename(folder.with_name("extended-000000000000"))
    assert any("of another scorer than its folder's name says" in f for f in checked(root).failures)


def test_strange_files_and_folders_are_named(root: Path) -> None:
    (folder_of(root, "extended") / "more.txt").write_text("", encoding="utf-8")
    (root / "rescored" / "empty").mkdir()
    failures = checked(root).failures
    assert "rescored/empty: holds no rescoring" in failures
    assert any(f.endswith("more.txt: no lineage record names it") for f in failures)


def test_after_a_change_of_the_trajectories_it_says_to_rescore(root: Path) -> None:
    path = root / TRAJECTORIES
    path.write_bytes(path.read_bytes().replace(b'"unknown"', b'"unknowm"'))
    failures = checked(root).failures
    assert len(failures) == 2
    assert all("run earned rescore again" in failure for failure in failures)


def test_a_damaged_record_is_a_failure_and_no_traceback(root: Path) -> None:
    (folder_of(root, "extended") / "lineage.json").write_text("{", encoding="utf-8")
    assert any("is not complete JSON" in failure for failure in checked(root).failures)


def test_what_other_code_made_is_compared_and_said_not_to_be_made_again(root: Path) -> None:
    path = folder_of(root, "extended") / "lineage.json"
    write_json(path, {**read_json(path), "code_sha256": "0" * 64})
    report = checked(root)
    assert report.failures == []
    assert any("other code made it" in remark for remark in report.remarks)
