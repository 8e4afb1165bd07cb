"""AcquaBench's tables: every number is read from the results, error counts and all."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest

from earned.audits.acquabench.tables import TABLES, run
from earned.records.trajectory import OUTCOMES
from earned.render.display import show_cell
from earned.render.pointer import lookup
from earned.render.table import Part, Row, Table
from earned.render.writers import render_csv
from earned.tables.rendering import rendered_tables
from score_tables import analyse, table, unit

SCORES = table(
    unit("a", "010", coloc={"GOLD": 0.9}),
    unit("a", "011", "tool"),
    unit("b", "110"),
    unit("b", "1e1", "tool", steps={"GOLD": 3}),
    unit("c", "000", steps={"CLEAN": 3}),
    unit("a", "000", model="R&D_50% <x>|[2]", exposed="000"),
    unit("a", "eee", "tool", model="R&D_50% <x>|[2]"),
)
RESULTS: Any = analyse(SCORES).model_dump(mode="json")
MADE = {one.name: one for one in run(RESULTS)}
CONTROLLED: Any = analyse(table(unit("a", "010"), unit("b", "000")), "copier").model_dump(
    mode="json"
)


KINDS = {"text": (str, bool, type(None)), "money": (str, type(None)), "flag": (bool,),
         "digest": (str,)}  # fmt: skip


def row_of(name: str, key: str) -> dict[str, str]:
    """Column to shown text of one row."""
    one = MADE[name]
    (row,) = [row for row in one.rows if row.key == key]
    cells = [show_cell(cell, RESULTS) for cell in row.cells]
    return dict(zip(one.columns, cells, strict=True))


def parts(one: Table) -> list[tuple[Row, Part]]:
    return [(row, part) for row in one.rows for cell in row.cells for part in cell.parts]


def test_the_registered_tables_are_made() -> None:
    assert tuple(MADE) == TABLES


@pytest.mark.parametrize("results", [RESULTS, CONTROLLED], ids=["models", "controls"])
def test_every_number_has_a_pointer_that_resolves(results: Any) -> None:
    """Field case 41."""
    found = [(row, part) for one in run(results) for row, part in parts(one)]
    assert len(found) > 50
    for row, part in found:
        kinds = KINDS.get(part.format, (int, float, type(None)))
        assert isinstance(lookup(results, part.pointer), kinds), (row.key, part)


def test_each_row_has_a_cell_for_each_column_and_a_key_of_its_own() -> None:
    for one in run(CONTROLLED) + run(RESULTS):
        assert all(len(row.cells) == len(one.columns) for row in one.rows), one.name
        assert len({row.key for row in one.rows}) == len(one.rows)
        assert len(set(one.columns)) == len(one.columns)


def test_the_main_row_counted_by_hand() -> None:
    shown = row_of("d0_main", "d0_toy")
    assert shown["Units"] == "4"
    assert shown["CLEAN"] == "1/4, 25.0%"
    assert shown["GOLD"] == "3/4, 75.0%"
    assert shown["SHAM"] == "1/4, 25.0%"
    assert shown["G-S"].startswith("+50.0 [")
    assert shown["S-C"].startswith("+0.0 [")
    assert shown["Errors"] == "0 / 1 / 0"


def test_complete_and_as_run_stand_side_by_side() -> None:
    """Field case 37."""
    shown = row_of("quality", "d0_toy.GOLD")
    assert (shown["Complete triplets"], shown["As run"]) == ("3/4, 75.0%", "3/5, 60.0%")
    assert (shown["Records"], shown["Ok"], shown["Engine error"]) == ("5", "4", "1")
    assert shown["Mean steps"] == "2.20"


@pytest.mark.parametrize("name", ["d0_main", "d0_by_surface", "detector"])
def test_error_counts_per_arm_stand_in_every_table(name: str) -> None:
    """Field case 37."""
    assert "Errors" in MADE[name].columns
    assert any("Engine errors are counted per arm" in str(note) for note in MADE[name].notes)


def test_error_counts_of_a_surface_are_its_own() -> None:
    """Field case 37."""
    assert row_of("d0_by_surface", "d0_toy.tool")["Errors"] == "0 / 1 / 0"
    assert row_of("d0_by_surface", "d0_toy.retrieval")["Errors"] == "0 / 0 / 0"


def test_the_placebo_stands_beside_attributable() -> None:
    shown = row_of("d0_by_surface", "d0_toy.tool")
    assert shown["Attributable and placebo"] == "1 / 1"


def test_the_outcome_counts_of_a_row_sum_to_its_records() -> None:
    heads = [name.replace("_", " ").capitalize() for name in OUTCOMES]
    for row in MADE["quality"].rows:
        shown = row_of("quality", row.key)
        assert sum(int(shown[head]) for head in heads) == int(shown["Records"])


def test_a_missing_interval_leaves_no_brackets() -> None:
    """Field case 36."""
    shown = row_of("d0_main", "d0_R&D_50% <x>|[2]")
    assert (shown["G-C"], shown["Net rescue"]) == ("+0.0", "+0.0")
    detector = row_of("detector", "d0_R&D_50% <x>|[2].coloc_vs_earned")
    assert (detector["AUROC"], detector["Remark"]) == ("–", "no interval; undefined: one class")


def test_csv_and_results_hold_the_same_numbers() -> None:
    for one in MADE.values():
        rows = list(csv.reader(io.StringIO(render_csv(one, RESULTS))))[1:]
        for row, cells in zip(one.rows, rows, strict=True):
            values = [lookup(RESULTS, p.pointer) for cell in row.cells for p in cell.parts]
            shown = [str(value) for value in values if value is not None]
            said = [cell.text for cell in row.cells if cell.text]
            assert sorted(filter(None, cells[1:])) == sorted(filter(None, [*shown, *said]))


def test_no_file_shows_nan_or_a_negative_zero() -> None:
    """Field case 36."""
    for name, text in rendered_tables(list(MADE.values()), RESULTS).items():
        words = text.replace("[", " ").replace("]", " ").replace(",", " ").split()
        assert not {"nan", "inf", "-inf", "NaN", "None", "-0.0", "-0.000"} & set(words), name
