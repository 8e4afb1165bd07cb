"""All files of a set of tables, by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from earned.render.table import Table
from earned.render.writers import RENDERERS

INDEX = "tables.jsonl"


def rendered_tables(tables: Sequence[Table], results: Any) -> dict[str, str]:  # noqa: ANN401
    """Render each table in each format: file name to content."""
    return {
        f"{table.name}.{suffix}": render(table, results)
        for table in tables
        for suffix, render in RENDERERS.items()
    }
