"""From tables and canonical results to claims: one for every number that is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from earned.ledger.claim import Claim
from earned.lineage.hashing import sha256_file
from earned.lineage.stage import LINEAGE
from earned.records.files import read_json, read_record, read_records
from earned.records.lineage import Lineage
from earned.render.display import UNITS, show_part
from earned.render.pointer import lookup
from earned.render.table import Cell, Part, Row, Table
from earned.tables.rendering import INDEX


@dataclass(frozen=True)
class Source:
    """A canonical results file with what made it."""

    audit: str
    study: str
    path: str
    results: Any
    sha256: str
    lineage: Lineage
    lineage_sha256: str

    @classmethod
    def read(cls, root: Path, study: str, audit: str) -> Source:
        """Read an audit's frozen results and their lineage."""
        path = root / audit / "analysis" / "frozen_results.json"
        beside = path.parent / LINEAGE
        return cls(
            audit=audit,
            study=study,
            path=path.relative_to(root).as_posix(),
            results=read_json(path),
            sha256=sha256_file(path),
            lineage=read_record(beside, Lineage),
            lineage_sha256=sha256_file(beside),
        )


def audit_claims(root: Path, study: str, audit: str) -> list[Claim]:
    """List the claims of one audit of a study, in the order of its tables."""
    source = Source.read(root, study, audit)
    tables = read_records(root / audit / "tables" / INDEX, Table)
    return list(_claims(tables, source))


def _claims(tables: Sequence[Table], source: Source) -> Iterator[Claim]:
    for table in tables:
        for row in table.rows:
            for column, cell in zip(table.columns, row.cells, strict=True):
                for part in cell.parts:
                    yield _claim(source, table, row, column, cell, part)


def _claim(source: Source, table: Table, row: Row, column: str, cell: Cell, part: Part) -> Claim:
    judged = _judged(cell, source)
    return Claim(
        claim_id="/".join((source.audit, table.name, row.key, column, part.name)),
        audit=source.audit,
        study=source.study,
        table=table.name,
        row=row.key,
        column=column,
        part=part.name,
        statement=f"{table.title} {row.label}: {column} ({part.name})",
        value=lookup(source.results, part.pointer),
        unit=UNITS[part.format],
        format=part.format,
        display=show_part(part, source.results),
        verdict=judged.get("verdict", ""),
        boundary=judged.get("boundary", ""),
        source=source.path,
        locator=part.pointer,
        source_sha256=source.sha256,
        stage=source.lineage.stage,
        code_sha256=source.lineage.code_sha256,
        lineage_sha256=source.lineage_sha256,
    )


def _judged(cell: Cell, source: Source) -> dict[str, str]:
    """Find the verdict on a cell; empty where the study registered no rule for its estimand."""
    if cell.headline is None:
        return {}
    parent, estimand = cell.headline.rsplit("/", 1)
    found: dict[str, str] = lookup(source.results, parent).get(estimand, {})
    return found
