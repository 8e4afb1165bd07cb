"""Render a table as CSV (full precision), and as HTML, Markdown and LaTeX (rounded)."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from typing import Any

from earned.render.escape import escape_html, escape_markdown
from earned.render.grid import grid_of
from earned.render.note import shown_texts
from earned.render.pointer import lookup
from earned.render.table import Cell, Table
from earned.render.templating import TEMPLATES, template
from earned.render.tex import render_tex

Render = Callable[[Table, Any], str]


def render_csv(table: Table, results: Any) -> str:  # noqa: ANN401 - a JSON document
    """Write one line a row, one column a part, proportions at full precision."""
    names = [_part_names([row.cells[n] for row in table.rows]) for n in range(len(table.columns))]
    heads = [
        column if part == "value" else f"{column} ({part})"
        for column, parts in zip(table.columns, names, strict=True)
        for part in parts
    ]
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([table.stub, *heads])
    for row in table.rows:
        cells = zip(row.cells, names, strict=True)
        values = (value for cell, parts in cells for value in _values(cell, parts, results))
        writer.writerow([row.label, *values])
    return stream.getvalue()


def render_markdown(table: Table, results: Any) -> str:  # noqa: ANN401 - a JSON document
    """Write a Markdown table with title and notes."""
    made = template(TEMPLATES, "table.md.j2", escape_markdown)
    notes = shown_texts(table.notes, results)
    return made.render(table=table, grid=grid_of(table, results), notes=notes)


def render_html(table: Table, results: Any) -> str:  # noqa: ANN401 - a JSON document
    """Write a page of its own with one `<table>`: caption, scoped heads, notes."""
    made = template(TEMPLATES, "table.html.j2", escape_html)
    notes = shown_texts(table.notes, results)
    return made.render(table=table, grid=grid_of(table, results), notes=notes)


RENDERERS: dict[str, Render] = {
    "csv": render_csv,
    "html": render_html,
    "md": render_markdown,
    "tex": render_tex,
}


def _part_names(cells: list[Cell]) -> list[str]:
    """Name the parts of a column, those that only some rows have included."""
    names = dict.fromkeys(part.name for cell in cells for part in cell.parts)
    return list(names) or ["value"]


def _values(cell: Cell, names: list[str], results: Any) -> list[Any]:  # noqa: ANN401
    if not cell.parts:
        return [cell.text, *("" for _ in names[1:])]
    found = {part.name: lookup(results, part.pointer) for part in cell.parts}
    return ["" if found.get(name) is None else found[name] for name in names]
