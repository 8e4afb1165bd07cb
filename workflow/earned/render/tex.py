"""Tables as LaTeX: booktabs rules, breaking over pages, no column off the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from earned.render.grid import Grid, grid_of
from earned.render.note import shown_texts
from earned.render.table import Table
from earned.render.templating import TEMPLATES, template
from earned.render.tex_layout import Column, Placed, lay_out
from earned.render.tex_text import (
    NOTHING,
    cell_words,
    escape_tex,
    tex_of,
    words_of,
    words_of_number,
)


class Block(NamedTuple):
    """Columns that stand side by side, ready for the template."""

    spec: str
    heads: list[str]
    rows: list[list[str]]


def render_tex(table: Table, results: Any) -> str:  # noqa: ANN401 - a JSON document
    """Write `longtable`s with caption, booktabs rules and notes."""
    columns = _columns(grid_of(table, results))
    splits = [1 + table.columns.index(name) for name in table.splits]
    layout = lay_out(columns, splits)
    return template(TEMPLATES, "table.tex.j2", escape_tex).render(
        table=table,
        size=layout.size,
        blocks=[_block(columns, placed) for placed in layout.blocks],
        notes=[tex_of(words_of(text)) for text in shown_texts(table.notes, results)],
    )


def tex_rows(table: Table, results: Any) -> Iterator[str]:  # noqa: ANN401 - a JSON document
    """Write each row as the cells of a `tabular`, all columns in order."""
    columns = _columns(grid_of(table, results))
    for number in range(len(table.rows)):
        yield " & ".join(tex_of(column.cells[number]) for column in columns)


def _columns(grid: Grid) -> list[Column]:
    return [_column(grid, number) for number in range(len(grid.heads))]


def _column(grid: Grid, number: int) -> Column:
    cells = [
        cell_words(row[number]) if words[number] else words_of_number(row[number])
        for row, words in zip(grid.rows, grid.words, strict=True)
    ]
    numbers = (cell for cell, words in zip(cells, grid.words, strict=True) if not words[number])
    return Column(
        head=words_of(grid.heads[number]),
        cells=tuple(cells),
        numbers=tuple(numbers),
        text=grid.text[number],
        label=number == 0,
    )


def _block(columns: Sequence[Column], placed: Sequence[Placed]) -> Block:
    """Make a block; a row with nothing in its columns is left out."""
    own = [columns[place.column] for place in placed]
    count = range(len(own[0].cells))
    specs = (_spec(column, place.width) for column, place in zip(own, placed, strict=True))
    return Block(
        spec="".join(specs),
        heads=[tex_of(column.head) for column in own],
        rows=[
            [tex_of(column.cells[n]) for column in own]
            for n in count
            if any(column.cells[n] != NOTHING for column in own[1:])
        ],
    )


def _spec(column: Column, width: float) -> str:
    side = "right" if column.text else "left"
    return f">{{\\ragged{side}\\arraybackslash}}p{{{width:.1f}pt}}"
