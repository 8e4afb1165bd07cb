"""From tables, figures and canonical results to claims: one for every value that is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from earned.audits.registry import stage_module
from earned.figures.index import INDEX as FIGURE_INDEX
from earned.figures.index import FigureEntry, FigureIndex
from earned.ledger.beside import beside
from earned.ledger.claim import Claim
from earned.ledger.judged import judged
from earned.ledger.shown import Shown, in_figure, in_outline, in_table
from earned.lineage.hashing import sha256_file
from earned.lineage.stage import LINEAGE
from earned.paper.outline import Outline
from earned.records.files import read_json, read_record, read_records
from earned.records.lineage import Lineage
from earned.render.display import UNITS, show
from earned.render.pointer import lookup
from earned.render.table import Table
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
        beside_it = path.parent / LINEAGE
        return cls(
            audit=audit,
            study=study,
            path=path.relative_to(root).as_posix(),
            results=read_json(path),
            sha256=sha256_file(path),
            lineage=read_record(beside_it, Lineage),
            lineage_sha256=sha256_file(beside_it),
        )


def audit_claims(root: Path, study: str, audit: str) -> list[Claim]:
    """List the claims of one audit of a study: its tables, its figures, then the supplement."""
    source = Source.read(root, study, audit)
    tables = read_records(root / audit / "tables" / INDEX, Table)
    figures = read_record(root / audit / "figures" / FIGURE_INDEX, FigureIndex).figures
    outline: Outline = stage_module(audit, "paper").run(source.results)
    return claims_of(source, tables, figures, outline)


def claims_of(
    source: Source, tables: Sequence[Table], figures: Sequence[FigureEntry], outline: Outline
) -> list[Claim]:
    """Make a claim of every value that tables, figures and text show."""
    return [_claim(source, shown) for shown in _all_shown(tables, figures, outline)]


def _all_shown(
    tables: Sequence[Table], figures: Sequence[FigureEntry], outline: Outline
) -> Iterator[Shown]:
    for table in tables:
        yield from in_table(table)
    for figure in figures:
        yield from in_figure(figure)
    yield from in_outline(outline)


def _claim(source: Source, shown: Shown) -> Claim:
    part, results = shown.part, source.results
    value = lookup(results, part.pointer)
    given: dict[str, Any] = {
        **beside(results, part.pointer, part.format),
        **judged(results, part.pointer, shown.headline),
    }
    return Claim(
        claim_id="/".join((source.audit, shown.place, shown.row, shown.column, part.name)),
        kind=shown.kind,
        audit=source.audit,
        study=source.study,
        table=shown.place,
        row=shown.row,
        column=shown.column,
        part=part.name,
        statement=shown.statement,
        value=value,
        unit=UNITS[part.format],
        format=part.format,
        display=show(value, part.format),
        source=source.path,
        locator=part.pointer,
        source_sha256=source.sha256,
        stage=source.lineage.stage,
        code_sha256=source.lineage.code_sha256,
        lineage_sha256=source.lineage_sha256,
        **given,
    )
