"""Draw a forest plot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import FixedLocator, FuncFormatter, Locator, MaxNLocator

from earned.render.fitting import POINTS
from earned.render.forest import Block, Box, Mark, Panel, Point, Sample
from earned.render.forest_layout import (
    BETWEEN_PANELS,
    Layout,
    PlacedBlock,
    PlacedLine,
    laid_out,
)
from earned.render.legend import MARGIN, draw_legend
from earned.render.sheet import (
    HEAD,
    PITCH,
    TEXT,
    WIDTH,
    Sheet,
    box_style,
    dot_style,
    line_style,
)

NOT_DEFINED = "not defined"
NOTHING = "No model has been run."
CHANGED = "*"
MISSING_BESIDE = "n.d."
STRONG = "0.93"
"""Grey of the band behind a line that stands out."""


def draw_forest(
    panels: Sequence[Panel],
    blocks: Sequence[Block],
    legend: Sequence[Sample],
    mark_pitch: float = PITCH,
) -> tuple[Figure, tuple[float, ...]]:
    """Draw a plot as high as its lines need.

    Args:
        panels: its columns.
        blocks: its lines under their headings; one without a line is left out.
        legend: what marks mean.
        mark_pitch: from one mark of a cell to the next, inches.

    Returns:
        The figure, and the heights above its lower edge, points, at which it may be cut.
    """
    if not any(block.lines for block in blocks):
        sheet = Sheet(0.5)
        sheet.text(MARGIN, 0.25, NOTHING)
        return sheet.figure, ()
    layout = laid_out(panels, blocks, legend, mark_pitch)
    sheet = Sheet(layout.height)
    draw_legend(sheet, legend)
    for block in layout.placed:
        _draw_block(sheet, layout, block)
    return sheet.figure, tuple(POINTS * at for at in layout.breaks)


def _draw_block(sheet: Sheet, layout: Layout, block: PlacedBlock) -> None:
    sheet.band(0, block.top, WIDTH, block.head, "0.85")
    for n, text in enumerate(block.title):
        sheet.text(MARGIN, block.top + 0.03 + PITCH * (n + 0.5), text, HEAD, bold=True)
    body = block.top + block.head
    for line in block.lines:
        _draw_label(sheet, layout, line, body)
    for n, panel in enumerate(layout.panels):
        x = layout.left + n * (layout.panel_width + BETWEEN_PANELS)
        axes = sheet.axes(x, body, layout.panel_width, block.body)
        _dress(axes, panel, layout.spans[n], layout.panel_width, numbered=block.ends_part)
        for line in block.lines:
            _draw_cell(axes, panel, line, n, layout.mark_pitch)
        if block.ends_part:
            _draw_name(sheet, layout, n, x + layout.panel_width / 2, block.bottom)


def _draw_label(sheet: Sheet, layout: Layout, line: PlacedLine, body: float) -> None:
    top, strong = body + line.top, line.line.strong
    if strong:
        sheet.band(0, top, WIDTH, line.height, STRONG)
    first = top + (line.height - PITCH * (len(line.label) - 1)) / 2
    sheet.text(MARGIN, first, line.group, bold=True)
    for n, text in enumerate(line.label):
        sheet.text(MARGIN + layout.group_width, first + n * PITCH, text, bold=strong)


def _draw_name(sheet: Sheet, layout: Layout, n: int, middle: float, bottom: float) -> None:
    for row, text in enumerate(layout.names[n]):
        sheet.text(middle, bottom + 0.19 + PITCH * (row + 0.5), text, ha="center")


def _dress(
    axes: Axes, panel: Panel, span: tuple[float, float], width: float, numbered: bool
) -> None:
    axes.set_xlim(*span)
    for side in ("left", "right", "top"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set(lw=0.6, visible=numbered)
    axes.xaxis.set_major_locator(_ticks(panel, width))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: _number(value, panel)))
    axes.tick_params(axis="x", labelsize=TEXT - 0.2, length=2.5 if numbered else 0, width=0.6,
                     pad=1.5, labelbottom=numbered)  # fmt: skip
    axes.grid(axis="x", color="0.88", lw=0.5)
    axes.set_axisbelow(True)
    if panel.reference is not None:
        axes.axvline(panel.reference * panel.factor, color="0.25", lw=0.8, ls=(0, (4, 2)))


def _ticks(panel: Panel, width: float) -> Locator:
    if panel.ticks is not None:
        return FixedLocator(panel.ticks)
    return MaxNLocator(nbins=max(2, int(width / 0.3)), steps=[1, 2, 2.5, 5, 10])


def _number(value: float, panel: Panel) -> str:
    shown = f"{value:+g}" if panel.signed and value else f"{value:g}"
    return shown.replace("-", "−")


def _draw_cell(axes: Axes, panel: Panel, placed: PlacedLine, n: int, pitch: float) -> None:
    marks, middle = placed.line.marks[n], placed.top + placed.height / 2
    first = middle - pitch * (len(marks) - 1) / 2
    background = STRONG if placed.line.strong else "white"
    if marks and all(mark.value is None for mark in marks):
        _say_missing(axes, middle, background)
    else:
        for row, mark in enumerate(marks):
            level = first + row * pitch
            if mark.value is not None:
                _draw_mark(axes, panel.factor, mark, level)
            elif pitch < PITCH:
                _write_beside(axes, MISSING_BESIDE, level)
            else:
                _say_missing(axes, level, background)
    if placed.line.flags and placed.line.flags[n]:
        _write_beside(axes, CHANGED, middle, fontsize=HEAD, fontweight="bold")


def _draw_mark(axes: Axes, factor: float, mark: Mark, level: float) -> None:
    if isinstance(mark, Point):
        _draw_point(axes, factor, mark, level)
    else:
        _draw_box(axes, factor, mark, level)


def _draw_point(axes: Axes, factor: float, mark: Point, level: float) -> None:
    assert mark.value is not None
    if mark.low is not None and mark.high is not None:
        reached = [mark.low * factor, mark.high * factor]
        axes.plot(reached, [level, level], **line_style(mark.look, mark.weak))
    axes.plot([mark.value * factor], [level], **dot_style(mark.look), clip_on=False)


def _draw_box(axes: Axes, factor: float, box: Box, level: float) -> None:
    assert None not in (box.low, box.q1, box.median, box.q3, box.high)
    low, q1, median, q3, high = (
        v * factor for v in (box.low, box.q1, box.median, box.q3, box.high) if v is not None
    )
    axes.plot([low, high], [level, level], color="black", lw=0.8, zorder=2)
    for end in (low, high):
        axes.plot([end, end], [level - 0.025, level + 0.025], color="black", lw=0.8, zorder=2)
    half = PITCH / 2.8
    axes.add_patch(Rectangle((q1, level - half), q3 - q1, 2 * half, **box_style(box)))
    axes.plot([median, median], [level - half, level + half], color="black", lw=2.0, zorder=4)


def _say_missing(axes: Axes, level: float, background: str) -> None:
    axes.text(0.02, level, NOT_DEFINED, transform=axes.get_yaxis_transform(), fontsize=TEXT - 0.2,
              color="0.25", va="center_baseline", zorder=5,
              bbox={"facecolor": background, "edgecolor": "none", "pad": 0.6})  # fmt: skip


def _write_beside(axes: Axes, text: str, level: float, **style: Any) -> None:  # noqa: ANN401
    """Write into the space right of a panel, where no mark is."""
    given = {"fontsize": TEXT - 0.2, "va": "center_baseline", "ha": "left", **style}
    axes.text(1.02, level, text, transform=axes.get_yaxis_transform(), **given)
