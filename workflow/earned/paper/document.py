"""The supplement as LaTeX: an audit's outline, its rendered tables and its drawn figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from earned.audits.registry import stage_module
from earned.figures.index import INDEX as FIGURE_INDEX
from earned.figures.index import FigureEntry, FigureIndex
from earned.paper.outline import Outline, only, with_the_rest, with_values
from earned.records.files import read_json, read_record, read_records
from earned.render.table import Table
from earned.render.templating import template
from earned.render.tex_text import escape_tex
from earned.tables.rendering import INDEX as TABLE_INDEX

TEMPLATES = Path(__file__).with_name("templates")
MOST_HEIGHT = 655.0
"""Of a figure on a page, points; a higher part of one is made smaller."""


@dataclass(frozen=True)
class Slice:
    """A piece of a figure, in points from its lower left corner, and the width it is shown in."""

    low: float
    high: float
    width: float
    shown: float


@dataclass(frozen=True)
class Part:
    """What one audit brings into the supplement."""

    audit: str
    outline: Outline
    figures: dict[str, FigureEntry]
    tables: tuple[str, ...]

    @classmethod
    def read(cls, root: Path, audit: str) -> Part:
        """Read an audit's results, and which tables and figures there are."""
        tables = read_records(root / audit / "tables" / TABLE_INDEX, Table)
        index = read_record(root / audit / "figures" / FIGURE_INDEX, FigureIndex)
        results: Any = read_json(root / audit / "analysis" / "frozen_results.json")
        figures = {entry.name: entry.with_values(results) for entry in index.figures}
        has_rows = {table.name: bool(table.rows) for table in tables}
        given = with_the_rest(stage_module(audit, "paper").run(results), [*has_rows], [*figures])
        filled = (with_values(section, results) for section in given.sections)
        kept = tuple(only(section, has_rows, [*figures]) for section in filled)
        sections = tuple(s for s in kept if s.text or s.tables or s.figures or s.items)
        shown = tuple(name for section in sections for name in section.tables)
        return cls(audit, Outline(given.title, sections), figures, shown)

    def files(self) -> Iterator[str]:
        """Name the files that the document takes in, relative to the results folder."""
        for name in self.tables:
            yield f"{self.audit}/tables/{name}.tex"
        for section in self.outline.sections:
            for name in section.figures:
                yield f"{self.audit}/figures/{name}.pdf"


def supplement(study: str, parts: Sequence[Part]) -> str:
    """Write the document; it names its tables and figures relative to its own folder."""
    return template(TEMPLATES, "supplement.tex.j2", escape_tex).render(
        study=study, parts=parts, slices=slices
    )


def slices(entry: FigureEntry) -> list[Slice]:
    """Cut a figure where it may be cut, into pieces that fit on a page; the upper ones first."""
    edges = [entry.height, *entry.breaks, 0.0]
    return [
        Slice(low, high, entry.width, round(entry.width * min(1, MOST_HEIGHT / (high - low)), 2))
        for high, low in pairwise(edges)
    ]
