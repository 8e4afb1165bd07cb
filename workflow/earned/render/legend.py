"""The legend above a plot: entries side by side, in as many rows as their texts need."""

from __future__ import annotations

from collections.abc import Sequence

from earned.render.fitting import width_of
from earned.render.forest import Sample
from earned.render.sheet import PITCH, TEXT, WIDTH, Sheet

MARGIN = 0.06
SAMPLE = 0.26
ROW = 1.25 * PITCH
_APART = 0.2
_AFTER_SAMPLE = 0.07

Placed = tuple[float, int, Sample]


def placed(samples: Sequence[Sample]) -> list[Placed]:
    """Give each entry its left edge, inches, and its row."""
    found: list[Placed] = []
    left, row = MARGIN, 0
    for sample in samples:
        width = SAMPLE + _AFTER_SAMPLE + width_of(sample.text, TEXT)
        if left > MARGIN and left + width > WIDTH - MARGIN:
            left, row = MARGIN, row + 1
        found.append((left, row, sample))
        left += width + _APART
    return found


def height_of(samples: Sequence[Sample]) -> float:
    """Height of the legend, inches."""
    return ROW * (1 + max((row for _, row, _ in placed(samples)), default=-1)) + MARGIN


def draw_legend(sheet: Sheet, samples: Sequence[Sample]) -> None:
    """Draw it at the top of a sheet."""
    for left, row, sample in placed(samples):
        level = MARGIN + ROW * (row + 0.5)
        sheet.sample(left, level, SAMPLE, sample)
        sheet.text(left + SAMPLE + _AFTER_SAMPLE, level, sample.text)
