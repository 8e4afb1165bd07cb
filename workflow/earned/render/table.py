"""A table as rows of cells whose every number is a JSON pointer into the canonical results."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from earned.records.base import Record

Format = Literal["count", "percent", "points", "decimal", "mean", "money", "text"]


class Part(Record):
    """One published value of a cell."""

    name: str = Field(description="what it is within its cell: value, low, high, numerator …")
    pointer: str = Field(description="JSON pointer into the canonical results")
    format: Format
    before: str = Field(default="", description="plain text in front of it")
    after: str = Field(default="", description="plain text behind it")


class Cell(Record):
    """The parts that are shown together; `headline` names the estimand a verdict belongs to."""

    parts: tuple[Part, ...]
    headline: str | None = Field(
        default=None, description="JSON pointer to the verdict on this cell, if it has one"
    )


class Row(Record):
    """One row, named within its table."""

    key: str
    label: str
    cells: tuple[Cell, ...]


class Table(Record):
    """A table before rendering."""

    name: str
    title: str
    stub: str = Field(description="heading of the row labels")
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()


def one(pointer: str, form: Format, name: str = "value") -> Cell:
    """Make a cell of one value."""
    return Cell(parts=(Part(name=name, pointer=pointer, format=form),))


def rate_cell(pointer: str) -> Cell:
    """Make a cell `numerator/denominator, percent` of a rate."""
    return Cell(
        parts=(
            Part(name="numerator", pointer=f"{pointer}/numerator", format="count"),
            Part(name="denominator", pointer=f"{pointer}/denominator", format="count", before="/"),
            Part(
                name="value", pointer=f"{pointer}/value", format="percent", before=", ", after="%"
            ),
        )
    )


def effect_cell(pointer: str, headline: str | None = None) -> Cell:
    """Make a cell `points [low, high]` of a contrast."""
    return Cell(parts=_with_interval(pointer, "value", "points"), headline=headline)


def auroc_cell(pointer: str) -> Cell:
    """Make a cell `AUROC [low, high]`."""
    return Cell(parts=_with_interval(pointer, "auroc", "decimal"))


def money_cell(pointer: str) -> Cell:
    """Make a cell `cost currency` of an amount."""
    return Cell(
        parts=(
            Part(name="value", pointer=f"{pointer}/cost", format="money"),
            Part(name="currency", pointer=f"{pointer}/currency", format="text", before=" "),
        )
    )


def counts_cell(pointers: dict[str, str]) -> Cell:
    """Make a cell of counts side by side, by name."""
    parts = [
        Part(name=name, pointer=pointer, format="count", before=" / " if n else "")
        for n, (name, pointer) in enumerate(pointers.items())
    ]
    return Cell(parts=tuple(parts))


def _with_interval(pointer: str, value: str, form: Format) -> tuple[Part, ...]:
    bound = f"{pointer}/interval"
    return (
        Part(name="value", pointer=f"{pointer}/{value}", format=form),
        Part(name="low", pointer=f"{bound}/low", format=form, before=" ["),
        Part(name="high", pointer=f"{bound}/high", format=form, before=", ", after="]"),
    )
