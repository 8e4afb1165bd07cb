"""Render a table as CSV (full precision), LaTeX (booktabs) and Markdown (rounded)."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from earned.render.display import show_cell
from earned.render.pointer import lookup
from earned.render.table import Table

_TEMPLATES = Path(__file__).with_name("templates")
_TEX = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
    "{": r"\{", "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "–": "--",
    "Δ": r"$\Delta$", "−": "$-$", "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}",
    "\n": " ",
}  # fmt: skip

_MARKDOWN = str.maketrans(
    {"\\": "\\\\", "|": "\\|", "<": "&lt;", "&": "&amp;", "*": "\\*", "\n": " "}
)


def escape_tex(text: str) -> str:
    """Escape plain text for LaTeX; a line's end would take an opening `[` or `*` for its own."""
    return ("{}" if text[:1] in ("[", "*") else "") + "".join(_TEX.get(c, c) for c in text)


def escape_markdown(text: str) -> str:
    """Escape plain text for a Markdown table."""
    return text.translate(_MARKDOWN)


def render_csv(table: Table, results: Any) -> str:  # noqa: ANN401 - a JSON document
    """Write one line a row, one column a part, proportions at full precision."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    first = table.rows[0].cells if table.rows else ()
    heads = [
        column if part.name == "value" else f"{column} ({part.name})"
        for column, cell in zip(table.columns, first, strict=False)
        for part in cell.parts
    ]
    writer.writerow([table.stub, *heads])
    for row in table.rows:
        parts = (part for cell in row.cells for part in cell.parts)
        values = (lookup(results, part.pointer) for part in parts)
        writer.writerow([row.label, *("" if value is None else value for value in values)])
    return stream.getvalue()


def render_tex(table: Table, results: Any) -> str:  # noqa: ANN401 - a JSON document
    """Write a LaTeX `tabular` with booktabs rules, caption and notes."""
    return _render("table.tex.j2", table, results, escape_tex)


def render_markdown(table: Table, results: Any) -> str:  # noqa: ANN401 - a JSON document
    """Write a Markdown table with title and notes."""
    return _render("table.md.j2", table, results, escape_markdown)


RENDERERS: dict[str, Callable[[Table, Any], str]] = {
    "csv": render_csv,
    "tex": render_tex,
    "md": render_markdown,
}


def _render(template: str, table: Table, results: Any, escape: Callable[[str], str]) -> str:  # noqa: ANN401
    rows = [(row.label, [show_cell(cell, results) for cell in row.cells]) for row in table.rows]
    return _template(template, escape).render(table=table, rows=rows)


@cache
def _template(name: str, escape: Callable[[str], str]) -> Template:
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["e"] = escape
    return environment.get_template(name)
