"""A forest plot before it is drawn: blocks of lines, and in each line marks in several panels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from earned.render.table import Part


@dataclass(frozen=True)
class Look:
    """How a mark looks; two differ in shape, filling or line, not in colour alone."""

    marker: str = "o"
    colour: str = "black"
    filled: bool = True
    size: float = 4.5


@dataclass(frozen=True)
class Shows:
    """What a mark stands for.

    Attributes:
        name: of the quantity, within the mark's line.
        parts: its values, each with its place in the canonical results.
        headline: JSON pointer to the verdict on it, if it has one.
    """

    name: str
    parts: tuple[Part, ...]
    headline: str | None = None


@dataclass(frozen=True)
class Point:
    """An estimate with its interval, in the panel's unit; None where there is none.

    `weak` draws the interval dotted: it is descriptive only.
    """

    value: float | None
    low: float | None
    high: float | None
    look: Look
    weak: bool = False
    shows: Shows | None = None

    @property
    def extent(self) -> tuple[float, ...]:
        """The numbers that must lie inside the panel."""
        return tuple(v for v in (self.value, self.low, self.high) if v is not None)


@dataclass(frozen=True)
class Box:
    """Smallest value, quartiles and largest value of one class."""

    low: float | None
    q1: float | None
    median: float | None
    q3: float | None
    high: float | None
    colour: str
    hatch: str = ""
    shows: Shows | None = None

    @property
    def value(self) -> float | None:
        """The median, None where the class is empty."""
        return self.median

    @property
    def extent(self) -> tuple[float, ...]:
        """The numbers that must lie inside the panel."""
        return tuple(v for v in (self.low, self.high) if v is not None)


Mark = Point | Box


@dataclass(frozen=True)
class Panel:
    """A column of the plot.

    Attributes:
        name: under its axis, with the unit.
        reference: where the line of no effect stands.
        span: limits of the axis; None to take them from the marks.
        ticks: where its numbers stand; None to place them by its width.
        signed: whether they carry a plus sign.
        factor: what values are multiplied with to be shown, 100 for percentage points.
    """

    name: str
    reference: float | None = 0.0
    span: tuple[float, float] | None = None
    ticks: tuple[float, ...] | None = None
    signed: bool = False
    factor: float = 1.0


@dataclass(frozen=True)
class Line:
    """One labelled line: for each panel its marks, drawn one below the other.

    Attributes:
        label: on its left.
        marks: one tuple a panel.
        group: a short word left of the label, shown where it changes.
        strong: a bold label on a grey band.
        flags: for each panel whether an asterisk stands behind it.
        key: names the line within its figure, whatever its label is.
        values: of the results, that stand in the label.
    """

    label: str
    marks: tuple[tuple[Mark, ...], ...]
    group: str = ""
    strong: bool = False
    flags: tuple[bool, ...] = ()
    key: str = ""
    values: tuple[Part, ...] = ()


@dataclass(frozen=True)
class Block:
    """Lines under one heading."""

    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Sample:
    """An entry of the legend: a mark without values, with or without a line, or a text for it."""

    text: str
    mark: Look | Box | str
    line: bool = True


def span_of(panel: Panel, marks: Sequence[Mark]) -> tuple[float, float]:
    """Find the limits of a panel's axis: its own, or all of its marks with the reference."""
    if panel.span is not None:
        return panel.span
    reached = [v * panel.factor for mark in marks for v in mark.extent]
    reached += [] if panel.reference is None else [panel.reference]
    low, high = min(reached, default=0.0), max(reached, default=0.0)
    room = 0.06 * (high - low) or 1.0
    return low - room, high + room
