"""An audit of the grader is made again: its plan, its draw, its report."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from earned.ledger.manifest import MANIFEST, covered_files
from earned.verify.grader import check_grader
from earned.verify.hashes import HashCheck
from earned.verify.report import Report
from finished import edit_json, finished_study, rehash
from judging import as_the_machine, drawn, judged, run

SCORES = "acquabench/scores/copier/D0/retrieval/scores.parquet"
Fault = Callable[[Path], object]


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = finished_study(tmp_path_factory.mktemp("study"))
    folder = drawn(root)
    judged(folder / "sheet.csv", folder / "sheet.csv", as_the_machine(folder))
    run("read", str(root), str(folder / "sheet.csv"))
    return root


@pytest.fixture
def root(audited: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(audited, tmp_path / "mini"))


@pytest.fixture
def folder(root: Path) -> Path:
    (plan,) = (root / "grader").glob("*/plan.json")
    return plan.parent


def checked(root: Path) -> Report:
    report = Report()
    check_grader(root, report)
    return report


def test_audit_as_it_was_made_holds(root: Path) -> None:
    report = checked(root)
    assert report.failures == []
    assert report.remade == {"grader": 5}
    assert "the root hash does not cover" in report.remarks[0]


def test_study_without_an_audit_says_nothing(root: Path) -> None:
    shutil.rmtree(root / "grader")
    report = checked(root)
    assert (report.failures, report.remarks, report.remade) == ([], [], {})


def test_audit_is_outside_the_manifest(root: Path) -> None:
    assert not [name for name in covered_files(root) if name.startswith("grader/")]
    report = Report()
    HashCheck(root, report).run()
    assert report.failures == []
    assert "grader" not in (root / MANIFEST).read_text(encoding="utf-8")


def replace(name: str, old: str, new: str) -> Fault:
    def plant(folder: Path) -> None:
        text = (folder / name).read_bytes().decode()
        assert old in text
        (folder / name).write_bytes(text.replace(old, new, 1).encode())

    return plant


FAULTS: dict[str, tuple[Fault, str, str]] = {
    "a plan's seed": (replace("plan.json", '"seed": 13', '"seed": 14'), "plan.json", "named after"),
    "a report's count": (replace("report.json", '"both_right": 3', '"both_right": 4'),
                         "report.json", "differs from what the plan"),
    "a report's text": (replace("report.md", "100.0", "99.0"), "report.md", "differs from what"),
    "an arm in the key": (replace("key.json", '"GOLD"', '"SHAM"'), "key.json", "differs from what"),
    "a verdict returned": (replace("returned.csv", ",right,", ",wrong,"), "report.json",
                           "differs from what the plan"),
    "a word returned": (replace("returned.csv", ",right,", ",maybe,"), "", "none of right, wrong"),
    "a question of the sheet": (replace("sheet.csv", "?", "!"), "sheet.csv",
                                "column question: the question of row"),
    "a row of the sheet": (lambda f: cut_line(f / "sheet.csv", 1), "sheet.csv", "is missing"),
    "no returned sheet": (lambda f: (f / "returned.csv").unlink(), "returned.csv", "is missing"),
    "no report": (lambda f: (f / "report.json").unlink(), "lineage.json", "names other files"),
    "another file": (lambda f: (f / "extra.txt").write_text("x"), "extra.txt", "is no file of an"),
    "an output's hash": (lambda f: edit_json(f / "lineage.json", "outputs", 0, "size", value=1),
                         "lineage.json", "names other files"),
    "a folder renamed": (lambda f: f.rename(f.with_name("0" * 12)), "plan.json", "named after"),
}  # fmt: skip


def cut_line(path: Path, n: int) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:n] + lines[n + 1 :]))


@pytest.mark.parametrize("name", FAULTS)
def test_planted_fault_is_found_and_named(name: str, root: Path, folder: Path) -> None:
    plant, file, what = FAULTS[name]
    plant(folder)
    failures = checked(root).failures
    assert any(f"{file}" in line.split(": ")[0] and what in line for line in failures), failures


def test_folder_that_is_no_audit_is_named(root: Path) -> None:
    (root / "grader" / "notes").mkdir()
    assert checked(root).failures == ["grader/notes: is no audit of the grader"]


def test_scores_changed_since_ask_for_another_plan(root: Path, folder: Path) -> None:
    table = pl.read_parquet(root / SCORES)
    table.with_columns(steps=pl.col("steps") + 1).write_parquet(root / SCORES)
    rehash_outside(root)
    (line,) = checked(root).failures
    assert line == (
        f"grader/{folder.name}: {SCORES} has changed since the plan was made; plan again with "
        "earned grader plan"
    )
    run("plan", str(root))
    report = checked(root)
    assert report.failures == []
    assert f"grader/{folder.name}: is of earlier score tables, and not made again" in report.remarks


def rehash_outside(root: Path) -> None:
    """Make the study fit its new score table, and leave the audit as it is."""
    kept = root.parent / "kept"
    (root / "grader").rename(kept)
    rehash(root)
    kept.rename(root / "grader")
    assert json.loads((root / MANIFEST).read_text(encoding="utf-8"))["files"]
