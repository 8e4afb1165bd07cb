"""What a forest plot shows of the results: each mark's values, and where they stand there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import Field

from earned.records.base import Record
from earned.render.forest import Block, Line
from earned.render.table import Part

LABEL = "label"
"""Column of the values that stand in a line's label."""


class FigurePoint(Record):
    """One mark, or the values of a label."""

    row: str = Field(description="names the line within its figure")
    label: str = Field(description="what the line is called there: heading, group and label")
    column: str = Field(description="names the mark within its line")
    parts: tuple[Part, ...] = Field(description="its values; where each stands in the results")
    headline: str | None = Field(
        default=None, description="JSON pointer to the verdict on it, if it has one"
    )


def points_of(blocks: Sequence[Block]) -> tuple[FigurePoint, ...]:
    """List what is drawn, line by line; a mark without any value in the results is none."""
    return tuple(
        point for block in blocks for line in block.lines for point in _of_line(block, line)
    )


def _of_line(block: Block, line: Line) -> Iterator[FigurePoint]:
    label = ", ".join(text for text in (block.title, line.group, line.label) if text)
    if line.values:
        yield FigurePoint(row=line.key, label=label, column=LABEL, parts=line.values)
    for cell in line.marks:
        for mark in cell:
            if mark.shows is not None and mark.shows.parts:
                yield FigurePoint(
                    row=line.key,
                    label=label,
                    column=mark.shows.name,
                    parts=mark.shows.parts,
                    headline=mark.shows.headline,
                )
