"""A table as plain text for a terminal, in as many blocks as its width needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from earned.render.display import show_cell
from earned.render.escape import one_line
from earned.render.note import shown_texts
from earned.render.table import Table

WIDTH = 100
GAP = "  "


def render_plain(table: Table, results: Any, width: int = WIDTH) -> list[str]:  # noqa: ANN401
    """Lay a table out; each block repeats the row labels and is at most `width` wide.

    A column that is wider by itself gets a block of its own.
    """
    stub = _shown([table.stub, *(row.label for row in table.rows)])
    columns = [
        _shown([head, *(show_cell(row.cells[n], results) for row in table.rows)])
        for n, head in enumerate(table.columns)
    ]
    lines = [one_line(table.title)]
    for block in _blocks(columns, width - _width(stub)):
        lines += ["", *_lines([stub, *block])]
    return [*lines, "", *_shown(shown_texts(table.notes, results))]


def _shown(texts: Iterable[str]) -> list[str]:
    return [one_line(text) for text in texts]


def _blocks(columns: Sequence[list[str]], room: int) -> Iterator[list[list[str]]]:
    block: list[list[str]] = []
    used = 0
    for column in columns:
        needed = len(GAP) + _width(column)
        if block and used + needed > room:
            yield block
            block, used = [], 0
        block.append(column)
        used += needed
    yield block


def _width(column: Sequence[str]) -> int:
    return max(map(len, column))


def _lines(columns: Sequence[Sequence[str]]) -> list[str]:
    widths = [_width(column) for column in columns]
    rows = [
        GAP.join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
        for row in zip(*columns, strict=True)
    ]
    return [rows[0], "-" * (sum(widths) + len(GAP) * (len(widths) - 1)), *rows[1:]]
