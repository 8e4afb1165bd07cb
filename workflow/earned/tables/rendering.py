"""All files of a set of tables, by name."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Any

from earned.render.display import UNITS, show_part
from earned.render.pointer import lookup
from earned.render.table import Table
from earned.render.tex import tex_rows
from earned.render.writers import RENDERERS

INDEX = "tables.jsonl"
LONG = "paper_table_data.csv"
ROWS = "generated_table_rows.tex"
_HEADS = ("table", "row", "column", "part", "value", "unit", "display", "locator")


def audit_files(audit: ModuleType, tables: Sequence[Table], results: Any) -> dict[str, str]:  # noqa: ANN401
    """Make every file of an audit's tables but the index: file name to content.

    Args:
        audit: the audit's module of this stage; its `extra_files(results)`, if it has one, makes
            the files that are no tables.
        tables: what the module laid out.
        results: the frozen results.
    """
    extra: Callable[[Any], dict[str, str]] = getattr(audit, "extra_files", lambda _: {})
    return {
        **rendered_tables(tables, results),
        LONG: long_form(tables, results),
        ROWS: row_fragments(tables, results),
        **extra(results),
    }


def rendered_tables(tables: Sequence[Table], results: Any) -> dict[str, str]:  # noqa: ANN401
    """Render each table in each format: file name to content."""
    return {
        f"{table.name}.{suffix}": render(table, results)
        for table in tables
        for suffix, render in RENDERERS.items()
    }


def long_form(tables: Sequence[Table], results: Any) -> str:  # noqa: ANN401
    """Write every number of every table as a line of one CSV, at full precision."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(_HEADS)
    for table in tables:
        writer.writerows(_long_rows(table, results))
    return stream.getvalue()


def row_fragments(tables: Sequence[Table], results: Any) -> str:  # noqa: ANN401
    """Write the rows of every table for LaTeX, to be set in a `tabular` of one's own."""
    lines = [r"% The rows of table NAME: \csname rows:NAME\endcsname inside a tabular. Needs T1."]
    for table in tables:
        lines += ["", f"% {table.name}: {1 + len(table.columns)} columns"]
        lines += [f"\\expandafter\\def\\csname rows:{table.name}\\endcsname{{%"]
        lines += [f"{row} \\\\" for row in tex_rows(table, results)]
        lines += ["}"]
    return "\n".join(lines) + "\n"


def _long_rows(table: Table, results: Any) -> Iterator[tuple[object, ...]]:  # noqa: ANN401
    for row in table.rows:
        for column, cell in zip(table.columns, row.cells, strict=True):
            for part in cell.parts:
                value = lookup(results, part.pointer)
                shown = show_part(part, results)
                full = "" if value is None else value
                yield (table.name, row.key, column, part.name, full, UNITS[part.format], shown,
                       part.pointer)  # fmt: skip
