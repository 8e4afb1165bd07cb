"""A drawing surface in inches from its upper left corner."""

from __future__ import annotations

from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from earned.render.fitting import plain
from earned.render.forest import Box, Look, Sample

WIDTH = 6.5
"""Of every figure, inches: the text of a page."""
TEXT = 7.2
HEAD = 7.8
"""Font sizes, points."""
PITCH = 0.135
"""From one line of text to the next, inches."""


class Sheet:
    """A figure of a fixed width, with methods that take inches from the upper left corner."""

    def __init__(self, height: float) -> None:
        self.figure = Figure(figsize=(WIDTH, height), facecolor="white")
        self._height = height
        self._inches: Any = self.figure.dpi_scale_trans

    def axes(self, x: float, y: float, width: float, height: float) -> Axes:
        """Add axes; their vertical unit is the inch, downwards from their upper edge."""
        total = self._height
        box = (x / WIDTH, 1 - (y + height) / total, width / WIDTH, height / total)
        made = self.figure.add_axes(box, facecolor="none")
        made.set_ylim(height, 0)
        made.set_yticks([])
        return made

    def text(
        self, x: float, y: float, text: str, size: float = TEXT, bold: bool = False, **more: object
    ) -> None:
        """Write one line; `y` is its middle."""
        self.figure.text(
            x, self._height - y, plain(text), transform=self._inches, fontsize=size,
            fontweight="bold" if bold else "normal", va="center_baseline", **more,  # type: ignore[arg-type]
        )  # fmt: skip

    def band(self, x: float, y: float, width: float, height: float, grey: str) -> None:
        """Lay a grey band behind everything."""
        self._add(Rectangle((x, self._height - y - height), width, height, fc=grey, zorder=-5))

    def sample(self, x: float, y: float, width: float, sample: Sample) -> None:
        """Draw a mark as the legend shows it."""
        level, mark = self._height - y, sample.mark
        if isinstance(mark, str):
            self.text(x + width / 2, y, mark, HEAD, bold=True, ha="center")
        elif isinstance(mark, Box):
            low = (x, level - PITCH / 3)
            self._add(Rectangle(low, width, PITCH / 1.5, **box_style(mark)))
        else:
            if sample.line:
                ends = ([x, x + width], [level, level])
                self._draw(Line2D(*ends, **line_style(mark), transform=self._inches))
            dot = Line2D([x + width / 2], [level], **dot_style(mark), transform=self._inches)
            self._draw(dot)

    def _add(self, patch: Rectangle) -> None:
        patch.set_transform(self._inches)
        self._draw(patch)

    def _draw(self, artist: Artist) -> None:
        self.figure.add_artist(artist)


def line_style(look: Look, weak: bool = False) -> dict[str, Any]:
    """Style of an interval."""
    return {"color": look.colour, "lw": 1.0, "ls": ":" if weak else "-", "zorder": 3}


def dot_style(look: Look) -> dict[str, Any]:
    """Style of an estimate; a hollow mark is white inside, so that its line does not show."""
    face = look.colour if look.filled else "white"
    return {"marker": look.marker, "ms": look.size, "mec": look.colour, "mfc": face, "mew": 0.9,
            "ls": "none", "zorder": 4}  # fmt: skip


def box_style(box: Box) -> dict[str, Any]:
    """Style of a box between quartiles."""
    return {"fc": box.colour, "ec": "black", "hatch": box.hatch, "lw": 0.7, "zorder": 3}
