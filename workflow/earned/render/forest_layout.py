"""Where everything of a forest plot stands, in inches; the height follows from what it holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from earned.render.fitting import plain, width_of, wrapped
from earned.render.forest import Block, Line, Panel, Sample, span_of
from earned.render.legend import MARGIN, height_of
from earned.render.sheet import HEAD, PITCH, TEXT, WIDTH

MOST_LABEL = 1.9
PAGE = 8.6
"""A part of the plot that ends in an axis of its own, inches at most where blocks allow it."""
BETWEEN_PANELS = 0.3
_AFTER_LABEL = 0.12
_LINE_GAP = 0.02
_GROUP_GAP = 0.06
_TICKS = 0.19


@dataclass(frozen=True)
class PlacedLine:
    """One line: its middle and height below the block's upper edge, and its label broken."""

    line: Line
    label: tuple[str, ...]
    top: float
    height: float
    group: str


@dataclass(frozen=True)
class PlacedBlock:
    """One block of the sheet, its heading first."""

    title: tuple[str, ...]
    lines: tuple[PlacedLine, ...]
    top: float
    head: float
    body: float
    ends_part: bool

    @property
    def bottom(self) -> float:
        """Where its axes end."""
        return self.top + self.head + self.body


@dataclass(frozen=True)
class Layout:
    """A plot, measured."""

    panels: tuple[Panel, ...]
    blocks: tuple[Block, ...]
    legend: tuple[Sample, ...]
    mark_pitch: float = PITCH

    @cached_property
    def group_width(self) -> float:
        """Width of the column of groups."""
        groups = {line.group for line in self._lines() if line.group}
        return max((width_of(plain(g), TEXT, bold=True) + 0.1 for g in groups), default=0.0)

    @cached_property
    def left(self) -> float:
        """Where the first panel begins."""
        labels = (text for line in self._lines() for text in self._label(line))
        widest = max((width_of(text, TEXT, bold=True) for text in labels), default=0.0)
        return MARGIN + self.group_width + widest + _AFTER_LABEL

    @cached_property
    def panel_width(self) -> float:
        """Width of one panel."""
        room = WIDTH - self.left - BETWEEN_PANELS * (len(self.panels) - 1) - 0.2
        return room / len(self.panels)

    @cached_property
    def spans(self) -> tuple[tuple[float, float], ...]:
        """Limits of each panel's axis, the same in all blocks; panels without their own share."""
        free = [n for n, panel in enumerate(self.panels) if panel.span is None]
        marks = [m for line in self._lines() for n in free for m in line.marks[n]]
        return tuple(span_of(panel, marks) for panel in self.panels)

    @cached_property
    def names(self) -> tuple[tuple[str, ...], ...]:
        """Each panel's name, broken into lines."""
        room = self.panel_width + 0.8 * BETWEEN_PANELS
        return tuple(wrapped(panel.name, room, TEXT) for panel in self.panels)

    @cached_property
    def axis(self) -> float:
        """Height of tick labels and names under a part."""
        return _TICKS + PITCH * max(map(len, self.names)) + 0.08

    @cached_property
    def placed(self) -> tuple[PlacedBlock, ...]:
        """Every block that has a line, with its place."""
        return tuple(self._placed())

    @property
    def height(self) -> float:
        """Height of the whole figure."""
        return self.placed[-1].bottom + self.axis + MARGIN

    @property
    def breaks(self) -> tuple[float, ...]:
        """Heights of the ends of parts but the last, inches from the lower edge."""
        ends = [block.bottom + self.axis for block in self.placed if block.ends_part]
        return tuple(self.height - end for end in ends[:-1])

    def _placed(self) -> Iterator[PlacedBlock]:
        blocks = [block for block in self.blocks if block.lines]
        measured = [self._measured(block) for block in blocks]
        top = start = height_of(self.legend) + 0.03
        for n, (title, lines, head, body) in enumerate(measured):
            following = sum(measured[n + 1][2:]) if n + 1 < len(measured) else None
            reached = top + head + body
            ends = following is None or reached + following + self.axis - start > PAGE
            yield PlacedBlock(title, lines, top, head, body, ends)
            top = reached + (self.axis if ends else 0.04)
            start = top if ends else start

    def _measured(
        self, block: Block
    ) -> tuple[tuple[str, ...], tuple[PlacedLine, ...], float, float]:
        title = wrapped(block.title, WIDTH - 2 * MARGIN, HEAD, bold=True)
        lines, group, top = [], "", _LINE_GAP
        for n, line in enumerate(block.lines):
            top += _GROUP_GAP if n and line.group != group else 0
            height = self._line_height(line)
            shown = line.group if line.group != group or not n else ""
            lines.append(PlacedLine(line, self._label(line), top, height, shown))
            group, top = line.group, top + height
        return title, tuple(lines), PITCH * len(title) + 0.06, top + _LINE_GAP

    def _line_height(self, line: Line) -> float:
        marks = max((len(cell) for cell in line.marks), default=1) * self.mark_pitch
        height = max(marks, PITCH * len(self._label(line)))
        return height + (_LINE_GAP if height < 1.5 * PITCH else 2 * _LINE_GAP)

    def _label(self, line: Line) -> tuple[str, ...]:
        return wrapped(line.label, MOST_LABEL - self.group_width, TEXT, bold=True)

    def _lines(self) -> Iterator[Line]:
        return (line for block in self.blocks for line in block.lines)


def laid_out(
    panels: Sequence[Panel],
    blocks: Sequence[Block],
    legend: Sequence[Sample],
    mark_pitch: float = PITCH,
) -> Layout:
    """Measure a plot.

    Args:
        panels: its columns.
        blocks: its lines under their headings.
        legend: what marks mean.
        mark_pitch: from one mark of a cell to the next, inches.
    """
    return Layout(tuple(panels), tuple(blocks), tuple(legend), mark_pitch)
