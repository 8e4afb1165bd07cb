"""How wide a text is in Computer Modern, so that columns are given room without a TeX run.

Widths are those of `cmr10` in thousandths of the font size, rounded up within a group.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import NamedTuple

_GROUPS = {
    "ijl.,:;|'`!": 278, "ft/()[]-I": 390, " r?sceazJ\"": 460, "vxykgoqbdhnupS": 560,
    "0123456789$*_\\^": 510, "{}": 510, "ABCDEFGKLNOPQRTUVXYZ~": 785, "+=<>#&−×≥≤Δ": 840,
    "mw%": 840, "MW@": 1030, "–\u00a0": 500, "—…": 1000,
}  # fmt: skip
_WIDTHS = {char: width for group, width in _GROUPS.items() for char in group}
_UNKNOWN = 8 * 560
"""A character that is shown by its number, such as [U+4E2D]."""


class Size(NamedTuple):
    """A font size: points, distance of lines, and how much wider small type is cut."""

    points: float
    leading: float
    cut: float


SIZES = (Size(9, 11, 1.03), Size(8, 9.5, 1.06), Size(7, 8.5, 1.14))
"""From the largest that tables are set in to the smallest that is legible in print."""


def text_width(text: str, size: Size) -> float:
    """Estimate the width of one line of text, in points."""
    return _thousandths(text) / 1000 * size.points * size.cut


@lru_cache(maxsize=2**16)
def _thousandths(text: str) -> int:
    return sum(map(_width, text))


def _width(char: str) -> int:
    if char in _WIDTHS:
        return _WIDTHS[char]
    base = unicodedata.normalize("NFD", char)[0]
    if base in _WIDTHS:
        return _WIDTHS[base]
    return 785 if ord(base) < 0x400 else _UNKNOWN
