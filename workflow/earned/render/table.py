"""A table as rows of cells whose every number is a JSON pointer into the canonical results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from earned.records.base import Record

Format = Literal["count", "percent", "points", "decimal", "mean", "p", "level", "money", "flag",
                 "digest", "text"]  # fmt: skip
WORDS: tuple[Format, ...] = ("text", "flag", "digest")
"""Formats of words, set on the left; numbers stand on the right."""


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
    text: str = Field(default="", description="what stands in a cell without parts; no number")
    headline: str | None = Field(
        default=None, description="JSON pointer to the verdict on this cell, if it has one"
    )


class Note(Record):
    """A sentence some of whose words are values of the canonical results.

    All that stands between the values is in the parts' `before` and `after`.
    """

    key: str = Field(description="names it among the notes of its table, figure or section")
    parts: tuple[Part, ...]


Text = str | Note
"""A sentence: words alone, or with values among them."""


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
    notes: tuple[Text, ...] = ()
    splits: tuple[str, ...] = Field(
        default=(), description="columns that open another block where a page is too narrow for all"
    )


def one(pointer: str, form: Format, name: str = "value") -> Cell:
    """Make a cell of one value."""
    return Cell(parts=(Part(name=name, pointer=pointer, format=form),))


def said(text: str = "–") -> Cell:
    """Make a cell of a name, a locator or a dash; it holds no number of its own."""
    return Cell(parts=(), text=text)


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


def conditional_cell(pointer: str, form: Format) -> Cell:
    """Make a cell `[low, high]` of the bounds over the replicates in which there was a value."""
    bound = f"{pointer}/interval/conditional"
    return Cell(
        parts=(
            Part(name="low", pointer=f"{bound}_low", format=form, before="["),
            Part(name="high", pointer=f"{bound}_high", format=form, before=", ", after="]"),
        )
    )


def list_cell(pointer: str, values: Sequence[object], between: str = "; ") -> Cell:
    """Make a cell of a list of texts."""
    parts = (
        Part(name=str(n + 1), pointer=f"{pointer}/{n}", format="text", before=between if n else "")
        for n in range(len(values))
    )
    return Cell(parts=tuple(parts)) if values else said()


def money_cell(pointer: str) -> Cell:
    """Make a cell `cost currency` of an amount."""
    return Cell(
        parts=(
            Part(name="value", pointer=f"{pointer}/cost", format="money"),
            Part(name="currency", pointer=f"{pointer}/currency", format="text", before=" "),
        )
    )


def counts_cell(pointers: dict[str, str], form: Format = "count") -> Cell:
    """Make a cell of counts (or means) side by side, by name."""
    parts = [
        Part(name=name, pointer=pointer, format=form, before=" / " if n else "")
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
