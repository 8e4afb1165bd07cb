"""The cells and notes of published tables against the claims that the ledger has for them."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from earned.ledger.claim import Claim
from earned.ledger.shown import NOTES
from earned.render.display import MISSING
from earned.render.escape import escape_markdown
from earned.render.table import Table
from earned.verify.numerals import numerals
from earned.verify.published import Printed, read_csv, read_markdown
from earned.verify.report import Report

POINTS = "/"
"""How a locator begins."""


class Claims:
    """The claims of an audit by the place they name, and which of them were seen there."""

    def __init__(self, claims: Sequence[Claim]) -> None:
        self.locators = {claim.locator for claim in claims}
        self._unseen = {claim.claim_id: claim for claim in claims}
        self._by_row: dict[tuple[str, str], list[Claim]] = {}
        self._heads: dict[str, dict[str, tuple[str, str]]] = {}
        for claim in claims:
            self._by_row.setdefault((claim.table, claim.row), []).append(claim)
            if claim.kind == "table":
                heads = self._heads.setdefault(claim.table, {})
                heads[_csv_head(claim)] = claim.column, claim.part

    def of_row(self, table: str, row: str) -> list[Claim]:
        """List the claims of one row."""
        return self._by_row.get((table, row), [])

    def at(self, table: str, row: str, column: str) -> list[Claim]:
        """List the claims of one cell, mark or sentence."""
        return [claim for claim in self.of_row(table, row) if claim.column == column]

    def heads_of(self, table: str) -> dict[str, tuple[str, str]]:
        """Give the head of each column of a table's CSV form: its column and its part."""
        return self._heads.get(table, {})

    def see(self, claim: Claim) -> None:
        """Note that a claim's number was seen."""
        self._unseen.pop(claim.claim_id, None)

    def unseen(self) -> list[Claim]:
        """List the claims whose number was not seen."""
        return list(self._unseen.values())


def check_tables(
    root: Path, folder: str, tables: Sequence[Table], claims: Claims, report: Report
) -> None:
    """Compare the CSV and Markdown form of each table with the claims of its cells."""
    for table in tables:
        for suffix, read, check in (
            ("csv", read_csv, _check_csv),
            ("md", read_markdown, _check_md),
        ):
            where = f"{folder}/{table.name}.{suffix}"
            if not (root / where).is_file():
                report.fail(where, "is missing")
                continue
            printed = read(root / where)
            for fault in check(table, printed, claims):
                report.fail(where, fault)


def without(text: str, displays: Sequence[str]) -> tuple[str, list[str]]:
    """Take displays out of a text, each once, the longest first.

    Returns:
        What is left, and the displays that are not there.
    """
    missing = []
    for display in sorted(displays, key=len, reverse=True):
        found = re.search(_standing_alone(display), text)
        if found is None:
            missing.append(display)
        else:
            text = f"{text[: found.start()]} {text[found.end() :]}"
    return text, missing


def _standing_alone(display: str) -> str:
    """Match a display that is no piece of a longer number or word."""
    before = r"(?<![\w.+-])" if re.match(r"\w", display) else ""
    after = r"(?!\w|\.\d)" if re.search(r"\w$", display) else ""
    return f"{before}{re.escape(display)}{after}"


def _check_md(table: Table, printed: Printed, claims: Claims) -> Iterator[str]:
    labels = [_escaped(row.label) for row in table.rows]
    yield from _check_labels(printed, labels)
    for row, (_, cells) in zip(table.rows, printed.rows, strict=False):
        for head, cell in zip(printed.heads, cells, strict=False):
            found = _in_column(claims.of_row(table.name, row.key), head)
            for fault in _faults(cell, found, claims):
                yield f"row {row.key}, column {_plain(head)}: {fault}"
    for head in printed.heads:
        yield from (f"head {_plain(head)}: {n} has no claim"
                    for n in numerals(_plain(head), prose=True))  # fmt: skip
    yield from _check_notes(printed.notes, claims.of_row(table.name, NOTES), claims)


def _in_column(found: Sequence[Claim], head: str) -> list[Claim]:
    return [claim for claim in found if _escaped(claim.column) == head]


def _faults(cell: str, found: Sequence[Claim], claims: Claims) -> Iterator[str]:
    """Say which numbers of a cell have no claim, and which claims no number."""
    shown = [_escaped(c.display) for c in found if c.display not in (MISSING, "")]
    rest, missing = without(cell, shown)
    yield from (f"claim of {display} is not shown" for display in missing)
    yield from _unclaimed(_plain(rest), claims)


def _check_notes(notes: Sequence[str], found: Sequence[Claim], claims: Claims) -> Iterator[str]:
    text = "\n".join(notes)
    rest, missing = without(text, [_escaped(claim.display) for claim in found])
    yield from (f"notes: claim of {display} is not shown" for display in missing)
    for claim in found:
        if _escaped(claim.display) not in missing:
            claims.see(claim)
    yield from (f"notes: {n} has no claim" for n in numerals(_plain(rest), prose=True))


def _check_csv(table: Table, printed: Printed, claims: Claims) -> Iterator[str]:
    yield from _check_labels(printed, [row.label for row in table.rows])
    heads = claims.heads_of(table.name)
    for row, (_, cells) in zip(table.rows, printed.rows, strict=False):
        for head, cell in zip(printed.heads, cells, strict=False):
            column, part = heads.get(head, (head, ""))
            found = [c for c in claims.at(table.name, row.key, column) if c.part == part]
            for fault in _value_faults(cell, found, claims):
                yield f"row {row.key}, column {head}: {fault}"


def _value_faults(cell: str, found: Sequence[Claim], claims: Claims) -> Iterator[str]:
    for claim in found:
        claims.see(claim)
        if cell != ("" if claim.value is None else str(claim.value)):
            yield f"{cell or 'nothing'} stands where the claim has {claim.value}"
    if not found:
        yield from _unclaimed(cell, claims)


def _unclaimed(text: str, claims: Claims) -> Iterator[str]:
    """Say what is wrong with what no claim of the cell shows; a locator must be that of a claim."""
    if text.startswith(POINTS):
        if text not in claims.locators:
            yield f"{text} is the locator of no claim"
    else:
        yield from (f"{number} has no claim" for number in numerals(text))


def _check_labels(printed: Printed, labels: Sequence[str]) -> Iterator[str]:
    if (found := [label for label, _ in printed.rows]) != list(labels):
        other = [label for label in found if label not in labels]
        yield f"its rows are not those of the index{f', {other[0]!r}' if other else ''}"


def _csv_head(claim: Claim) -> str:
    return claim.column if claim.part == "value" else f"{claim.column} ({claim.part})"


@lru_cache(maxsize=4096)
def _escaped(text: str) -> str:
    return escape_markdown(text)


@lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    """Take the Markdown out of a text."""
    return html.unescape(re.sub(r"\\(.)", r"\1", text))
