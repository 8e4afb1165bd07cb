"""Numbers without a claim, and claims without a number, are found where they stand."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import earned.audits.acquabench.tables as audit
from earned.render.note import note, value
from earned.render.table import Row, Table, one, rate_cell, said
from earned.verify.orphans import check_orphans
from earned.verify.report import Report
from finished import edit_json, finished_study
from frozen_results import LABELS, empty_results, full_results
from ledgers import AUDIT, edit_ledger, figure_entries, write_study

TABLES = f"{AUDIT}/tables"
ORPHAN = "stands in no table, figure or text"
HOSTILE = "R&D_50% <x>|[2] {a}~^\\ #$ `q` *b* ](u) \"'\n é 中 7"


def failures(root: Path) -> list[str]:
    report = Report()
    check_orphans(root, AUDIT, report)
    return report.failures


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return finished_study(tmp_path_factory.mktemp("study"))


@pytest.fixture
def root(study: Path, tmp_path: Path) -> Path:
    """A copy of the study that a test may spoil."""
    return Path(shutil.copytree(study, tmp_path / "copy", ignore=shutil.ignore_patterns("logs")))


def test_a_real_study_has_no_orphan(study: Path) -> None:
    assert failures(study) == []


@pytest.mark.parametrize(
    "results",
    [
        full_results(),
        empty_results(),
        full_results({name: f"{HOSTILE}{n}" for n, name in enumerate(LABELS)}),
        full_results({name: f"Model {n} at 7.5" for n, name in enumerate(LABELS)}),
    ],
    ids=["full", "empty", "hostile", "numbers in labels"],
)
def test_every_table_and_figure_has_no_orphan(results: Any, tmp_path: Path) -> None:
    figures = figure_entries(results)
    assert failures(write_study(tmp_path, results, audit.run(results), figures)) == []


def replace(name: str, old: str, new: str) -> Callable[[Path], None]:
    def fault(root: Path) -> None:
        path = root / TABLES / name
        text = path.read_bytes().decode()
        assert old in text
        path.write_bytes(text.replace(old, new, 1).encode())

    return fault


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (replace("d0_main.md", "1/3, 33.3%", "2/3, 33.3%"),
         "d0_main.md: row d0_reader, column CLEAN: 2 has no claim"),
        (replace("d0_main.md", "1/3, 33.3%", "2/3, 33.3%"),
         "d0_main.md: row d0_reader, column CLEAN: claim of 1 is not shown"),
        (replace("d0_main.md", "| 0 / 0 / 0 |", "| 0 / 0 / 0 (9) |"),
         "d0_main.md: row d0_copier, column Errors: 9 has no claim"),
        (replace("d0_main.md", "1/3, 33.3%", "–"),
         "d0_main.md: row d0_reader, column CLEAN: claim of 33.3 is not shown"),
        (replace("d0_main.md", "with 95%", "with 99%"), "d0_main.md: notes: 99 has no claim"),
        (replace("d0_main.md", "with 95%", "with"),
         "d0_main.md: notes: claim of 95 is not shown"),
        (replace("d0_main.md", "Net rescue is over units", "Net rescue is over 12 units"),
         "d0_main.md: notes: 12 has no claim"),
        (replace("d0_main.md", "| reader |", "| other |"),
         "d0_main.md: its rows are not those of the index, 'other'"),
        (replace("d0_main.md", "| Units |", "| Units of 20 |"),
         "d0_main.md: head Units of 20: 20 has no claim"),
        (replace("d0_main.csv", "0.3333333333333333", "0.3333"),
         "d0_main.csv: row d0_reader, column CLEAN: 0.3333 stands where the claim has 0.333333333"),
        (replace("d0_main.csv", "Units,Questions", "Units (n),Questions"),
         "d0_main.csv: row d0_copier, column Units (n): 3 has no claim"),
        (replace("evidence_map.md", "/value |", "/7 |"),
         "evidence_map.md: row d0_main.d0_copier.G-C, column Locator: "
         "/analyses/d0_copier/effects/delta_gc/7 is the locator of no claim"),
    ],
)  # fmt: skip
def test_an_edited_cell_is_named(root: Path, fault: Callable[[Path], None], said: str) -> None:
    fault(root)
    found = failures(root)
    assert any(failure.startswith(f"{TABLES}/{said}") for failure in found), found


def test_a_claim_taken_from_the_ledger_leaves_its_number_an_orphan(root: Path) -> None:
    gone = {"d0_main/d0_reader/CLEAN/value", "d0_main/notes/intervals/level",
            "figures/contrasts/d0_reader/G-S/high", "paper/What the intervals do and do not say/"
            "caveat 2/value"}  # fmt: skip
    edit_ledger(root, lambda rows: [row for row in rows if row["claim_id"].partition("/")[2]
                                    not in gone])  # fmt: skip
    found = "\n".join(failures(root))
    assert f"{TABLES}/d0_main.md: row d0_reader, column CLEAN: 33.3 has no claim" in found
    assert f"{TABLES}/d0_main.csv: row d0_reader, column CLEAN: 0.3333333333333333 has no" in found
    assert f"{TABLES}/d0_main.md: notes: 95 has no claim" in found
    assert (
        f"{AUDIT}/figures/figures.json: figure contrasts, row d0_reader, column G-S: high, "
        "read at /analyses/d0_reader/effects/delta_gs/interval/high, has no claim"
    ) in found
    assert "the supplement's text: paper, What the intervals do and do not say, caveat 2" in found


@pytest.mark.parametrize(
    "place",
    [
        {"table": "no_table"},
        {"row": "no_row"},
        {"column": "No column"},
        {"part": "no part"},
        {"kind": "figure", "table": "figures/contrasts"},
        {"kind": "text", "table": "paper", "row": "Nowhere"},
    ],
)
def test_a_claim_of_nothing_that_is_shown_is_named(root: Path, place: dict[str, str]) -> None:
    extra: list[str] = []

    def more(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        row = next(r for r in rows if r["claim_id"].endswith("/d0_main/d0_copier/Units/value"))
        made = {**row, **place}
        made["claim_id"] = "/".join(made[n] for n in ("audit", "table", "row", "column", "part"))
        extra.append(made["claim_id"])
        return [*rows, made]

    edit_ledger(root, more)
    assert f"ledger/claims.json: claim {extra[0]} {ORPHAN}" in failures(root)


def test_a_second_claim_of_one_number_is_named(root: Path) -> None:
    def twice(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        row = next(r for r in rows if r["claim_id"].endswith("/notes/intervals/level"))
        return [*rows, {**row, "part": "again", "claim_id": f"{row['claim_id']}/again"}]

    edit_ledger(root, twice)
    assert f"{TABLES}/d0_main.md: notes: claim of 95 is not shown" in failures(root)


def test_a_mark_taken_from_a_figure_leaves_its_claims_orphans(root: Path) -> None:
    edit_json(root / AUDIT / "figures/figures.json", "figures", 0, "points", value=[])
    found = failures(root)
    assert (
        f"ledger/claims.json: claim {AUDIT}/figures/contrasts/d0_copier/G-S/low {ORPHAN}" in found
    )


def test_a_lost_table_is_named(root: Path) -> None:
    (root / TABLES / "d0_main.md").unlink()
    assert f"{TABLES}/d0_main.md: is missing" in failures(root)


RESULTS = {"sources": {}, "caveats": [], "n": 15, "rate": {"numerator": 5, "denominator": 15,
                                                           "value": 5 / 15}}  # fmt: skip


@pytest.mark.parametrize(
    ("cell", "notes", "found"),
    [
        (said("0 of them"), (), ["row r, column c: 0 has no claim"] * 2),
        (said("not 17"), (), ["row r, column c: 17 has no claim"] * 2),
        (said("/n"), (), []),
        (rate_cell("/rate"), (), []),
        (one("/n", "count"), ("Over 15 units.",), ["notes: 15 has no claim"]),
        (one("/n", "count"), (note("k", "Over ", value("n", "/n", "count"), " units."),), []),
        (one("/n", "count"), ("An error scores 0, as in D0.",), []),
    ],
)
def test_a_table_of_ones_own_is_checked_by_the_same_rule(
    tmp_path: Path, cell: Any, notes: Any, found: list[str]
) -> None:
    other = Row(key="n", label="n", cells=(one("/n", "count"),))
    table = Table(name="t", title="T.", stub="s", columns=("c",), notes=notes,
                  rows=(Row(key="r", label="Model 9", cells=(cell,)), other))  # fmt: skip
    got = failures(write_study(tmp_path, RESULTS, [table]))
    assert [failure.split(": ", 1)[1] for failure in got] == found
