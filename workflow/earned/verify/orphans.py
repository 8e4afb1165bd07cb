"""Orphans: published numbers without a claim, and claims without a published number.

The files are read as a reader has them, and the ledger is asked for what stands there. The index
of tables says only what rows are called, and which words of a note are values: `0` may be one, or
mathematics. What stands in the label of a row is a name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from earned.audits.registry import stage_module
from earned.figures.index import INDEX as FIGURE_INDEX
from earned.figures.index import FigureEntry, FigureIndex
from earned.ledger.claim import Claim
from earned.ledger.lookup import read_claims
from earned.ledger.shown import NOTES, PAPER, figure_place
from earned.paper.outline import Outline
from earned.records.files import read_json, read_record, read_records
from earned.render.table import Note, Part, Table, Text
from earned.tables.rendering import INDEX
from earned.verify.numerals import numerals
from earned.verify.orphan_cells import Claims, check_tables
from earned.verify.report import Report

LEDGER = "ledger/claims.json"


def check_orphans(root: Path, audit: str, report: Report) -> None:
    """Match what an audit publishes with its claims, both ways.

    Tables are read from their CSV and Markdown files, cell by cell. Of a figure, marks have no
    text to read; its index, which verification makes anew with the drawing, says what they show.

    Args:
        root: the results folder.
        audit: its name.
        report: takes each number without a claim and each claim without a number.
    """
    claims = Claims([claim for claim in read_claims(root) if claim.audit == audit])
    tables = read_records(root / audit / "tables" / INDEX, Table)
    check_tables(root, f"{audit}/tables", tables, claims, report)
    for table in tables:
        notes = [text for text in table.notes if isinstance(text, Note)]
        _check_texts(f"{audit}/tables/{INDEX}", table.name, NOTES, notes, claims, report)
    where = f"{audit}/figures/{FIGURE_INDEX}"
    for figure in read_record(root / where, FigureIndex).figures:
        _check_figure(where, figure, claims, report)
    results = read_json(root / audit / "analysis" / "frozen_results.json")
    outline: Outline = stage_module(audit, "paper").run(results)
    for section in outline.sections:
        texts = (section.title, *section.text, *section.items)
        _check_texts("the supplement's text", PAPER, section.title, texts, claims, report)
    for claim in claims.unseen():
        report.fail(LEDGER, f"claim {claim.claim_id} stands in no table, figure or text")


def _check_figure(where: str, figure: FigureEntry, claims: Claims, report: Report) -> None:
    place = figure_place(figure.name)
    for point in figure.points:
        found = claims.at(place, point.row, point.column)
        said = f"figure {figure.name}, row {point.row}, column {point.column}"
        _check_parts(where, said, point.parts, found, claims, report)
    texts = (figure.title, *figure.notes)
    _check_texts(where, place, NOTES, texts, claims, report)


def _check_texts(
    where: str, place: str, row: str, texts: Iterable[Text], claims: Claims, report: Report
) -> None:
    """Compare sentences; the words between values hold no number."""
    for text in texts:
        said = f"{place}, {row}"
        words = [text]
        if isinstance(text, Note):
            found = claims.at(place, row, text.key)
            _check_parts(where, f"{said}, {text.key}", text.parts, found, claims, report)
            words = [f"{part.before} {part.after}" for part in text.parts]
        for number in numerals(" ".join(map(str, words)), prose=True):
            report.fail(where, f"{said}: {number} has no claim")


def _check_parts(
    where: str,
    said: str,
    parts: Sequence[Part],
    found: Sequence[Claim],
    claims: Claims,
    report: Report,
) -> None:
    named = {claim.part: claim for claim in found}
    for part in parts:
        claim = named.get(part.name)
        if claim is None or claim.locator != part.pointer:
            report.fail(where, f"{said}: {part.name}, read at {part.pointer}, has no claim")
        else:
            claims.see(claim)
