"""Figures as files: one fixed style, and bytes that depend on the figure alone."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from earned.render.fitting import FAMILY
from earned.render.forest_points import FigurePoint
from earned.render.table import Text

DPI = 200.0
MOST_PIXELS = 30_000
"""Height or width of a bitmap at most; a taller figure gets a coarser one."""
DRAWN_WITH = ("fonttools", "matplotlib", "numpy", "pillow")
"""Packages whose version may change a figure's bytes."""

_STYLE: dict[str, Any] = {
    "font.family": FAMILY,
    "text.parse_math": False,  # a `$` in a label is a `$`
    "text.usetex": False,
    "axes.unicode_minus": True,
    "pdf.fonttype": 42,
    "pdf.compression": 0,  # readable by a search for paths and names, and no zlib's own
    "svg.fonttype": "path",  # looks the same where the font is missing
    "svg.hashsalt": "earned",
    "savefig.dpi": DPI,
}
_METADATA: dict[str, dict[str, str | None]] = {
    "pdf": {"Creator": None, "Producer": None, "CreationDate": None},
    "png": {"Software": None},
    "svg": {"Creator": None, "Date": None},
}


FORMS = tuple(_METADATA)


@dataclass(frozen=True)
class Picture:
    """A figure before it is written.

    Attributes:
        name: of its files.
        title: what it shows, one sentence.
        notes: how to read it, one sentence each.
        points: what it shows of the results.
        figure: the drawing.
        breaks: heights above its lower edge, points, at which it may be cut; top first.
    """

    name: str
    title: str
    notes: tuple[Text, ...]
    figure: Figure
    breaks: tuple[float, ...] = ()
    points: tuple[FigurePoint, ...] = ()


@contextmanager
def fixed_style() -> Iterator[None]:
    """Draw and write in our own style, whatever the user's settings of matplotlib are."""
    given: dict[Any, Any] = dict(mpl.rcParamsDefault.items())
    ours = {key: value for key, value in given.items() if not key.startswith("backend")}
    with mpl.rc_context(ours | _STYLE):
        yield


def figure_bytes(picture: Picture) -> dict[str, bytes]:
    """Write a figure in every form: suffix to content, without a date or a program's name."""
    return {form: _bytes(picture, form) for form in FORMS}


def versions() -> dict[str, str]:
    """Name the installed versions of what draws."""
    return {name: version(name) for name in DRAWN_WITH}


def _bytes(picture: Picture, form: str) -> bytes:
    stream = io.BytesIO()
    longest = float(max(picture.figure.get_size_inches()))
    picture.figure.savefig(
        stream, format=form, metadata=_METADATA[form], dpi=min(DPI, MOST_PIXELS // longest)
    )
    return stream.getvalue()
