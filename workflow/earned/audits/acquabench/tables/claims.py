"""What each headline claim says and for what it holds, and where its number stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from earned.audits.acquabench.caveat_notes import caveat_notes
from earned.audits.acquabench.tables.common import (
    COLUMNS,
    LETTERS,
    each,
    estimand_at,
    label_of,
)
from earned.records.registration import AS_REGISTERED
from earned.render.pointer import pointer
from earned.render.table import Cell, Row, Table, effect_cell, one, said

_SHOWN = {
    "d0_main": ("G-C", "G-S", "Net rescue"),
    "boundary": ("G-C", "G-S", "Net rescue", "AUROC vs earned", "AUROC vs SHAM"),
    "ranking_views": ("Difference",),
    "detector": ("AUROC",),
    "style_validation": ("Value",),
    "audit_views": ("Audit-cleaned",),
    "d0_case": ("coloc",),
    "d2_case": ("coloc",),
}
"""Table to the columns whose numbers the text of a report leans on."""
TEXTS = {
    "Statement": "statement",
    "Stronger statement, not supported": "stronger",
    "Boundary": "boundary",
}
"""Column to the field of a verdict that holds its text."""


def claim_boundaries(results: Mapping[str, Any]) -> Table:
    """Lay out every headline claim: what it says, the verdict, why, and for what it holds.

    Rows follow the claim, then the model; what a claim says stands in its first row.
    """
    analyses = results["analyses"]
    estimands = dict.fromkeys(name for found in analyses.values() for name in found["verdicts"])
    return Table(
        name="claim_boundaries",
        title="Claims and their boundaries.",
        stub="Contrast, regime, model",
        columns=("Verdict", "Estimate", "p", "Holm p", "Why", "Registration", *TEXTS),
        rows=tuple(row for name in estimands for row in _judged_rows(analyses, name)),
        notes=(
            f"Estimates are percentage points. {LETTERS}",
            "Statement, stronger statement and boundary stand in the first row that they hold for.",
            f"{_said_of_rules(analyses)} A verdict that is not supported is no proof of the "
            "opposite.",
            "p: two-sided, of the bootstrap, against the bound of the rule; Holm within the family "
            "of headline claims. The verdict follows the interval, not p.",
            *caveat_notes(results),
        ),
        splits=("Statement",),
    )


def _said_of_rules(analyses: Mapping[str, Any]) -> str:
    """Say when the rules were fixed, as far as it holds for every verdict shown."""
    marks = {j["registration"] for found in analyses.values() for j in found["verdicts"].values()}
    if marks <= {AS_REGISTERED}:
        return "A verdict follows a rule that was hashed before there were data."
    return (
        "Registration says when the rule of a verdict was fixed: only one as registered was hashed "
        "before there were data."
    )


def _judged_rows(analyses: Mapping[str, Any], estimand: str) -> Iterator[Row]:
    before: list[str] = []
    for key, found, at in each(analyses):
        if estimand not in found["verdicts"]:
            continue
        own, judged = f"{at}/verdicts/{estimand}", found["verdicts"][estimand]
        texts, names = [judged[name] for name in TEXTS.values()], TEXTS.values()
        yield Row(
            key=f"{key}.{estimand}",
            label=f"{COLUMNS.get(estimand, estimand)}, {label_of(found)}",
            cells=(
                one(f"{own}/verdict", "text"),
                effect_cell(estimand_at(at, estimand), own),
                one(f"{own}/p_value", "p"),
                one(f"{own}/p_holm", "p"),
                one(f"{own}/why", "text"),
                one(f"{own}/registration", "text"),
                *(one(f"{own}/{name}", "text") if texts != before else said("") for name in names),
            ),
        )
        before = texts


def evidence_map(results: Mapping[str, Any], tables: Sequence[Table]) -> Table:
    """Lay out where each headline number of the other tables stands in the frozen results."""
    return Table(
        name="evidence_map",
        title="Evidence map: where each headline number stands in frozen_results.json.",
        stub="Table, row, column",
        columns=("Value", "Locator"),
        rows=(*_numbers(tables), *_sources(results.get("sources", {}))),
        notes=(
            "A locator is a JSON pointer. Sources are what the results were computed from, with "
            "their SHA-256, shown by its first twelve digits and in full in the CSV form; "
            "ledger/claims.csv maps every other number.",
        ),
    )


def _numbers(tables: Sequence[Table]) -> Iterator[Row]:
    for table in tables:
        for column in _SHOWN.get(table.name, ()):
            place = table.columns.index(column)
            for row in table.rows:
                if _leaned_on(table.name, row):
                    yield from _mapped(table, row, column, row.cells[place])


def _leaned_on(table: str, row: Row) -> bool:
    """Whether a row of a table of many scores or quantities holds a headline number."""
    if table == "detector":
        return row.key.startswith("d0_") and ".coloc_vs_" in row.key
    if table == "style_validation":
        return ".coloc_vs_" in row.key or any(cell.headline for cell in row.cells)
    return True


def _mapped(table: Table, row: Row, column: str, cell: Cell) -> Iterator[Row]:
    """Map a cell by the part that carries its value; its bounds stand beside it."""
    for part in [part for part in cell.parts if part.name == "value"][:1]:
        shown = part.model_copy(update={"before": ""})
        yield Row(
            key=f"{table.name}.{row.key}.{column}",
            label=f"{table.name}, {row.label}, {column}",
            cells=(Cell(parts=(shown,), headline=cell.headline), said(part.pointer)),
        )


def _sources(sources: Mapping[str, str]) -> Iterator[Row]:
    for name in sources:
        at = pointer("sources", name)
        cells = (one(at, "digest"), said(at))
        yield Row(key=f"source.{name}", label=f"source, {name}", cells=cells)
