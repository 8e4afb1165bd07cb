"""Text that fits: measured in the bundled font, broken into lines, with no glyph missing."""

from __future__ import annotations

from functools import cache

from matplotlib.font_manager import FontProperties, findfont
from matplotlib.ft2font import FT2Font
from matplotlib.textpath import TextToPath

from earned.render.escape import one_line

FAMILY = "DejaVu Sans"
POINTS = 72.0


def plain(text: str) -> str:
    """Give one line in which every character has a glyph; another one is shown by its number."""
    words = " ".join(one_line(text).split())
    return "".join(c if _has_glyph(c) else f"U+{ord(c):04X}" for c in words)


def width_of(text: str, size: float, bold: bool = False) -> float:
    """Measure one line of text.

    Args:
        text: what to measure.
        size: font size, points.
        bold: whether it is set in bold.

    Returns:
        Its width, inches.
    """
    font = FontProperties(family=FAMILY, weight="bold" if bold else "normal", size=size)
    width, _, _ = TextToPath().get_text_width_height_descent(text, font, ismath=False)
    return float(width) / POINTS


def wrapped(text: str, room: float, size: float, bold: bool = False) -> tuple[str, ...]:
    """Break text into lines no wider than `room` inches, at spaces where there are any."""
    lines = [""]
    for word in plain(text).split(" "):
        joined = f"{lines[-1]} {word}".lstrip()
        if width_of(joined, size, bold) <= room:
            lines[-1] = joined
        else:
            broken = _broken(word, room, size, bold)
            lines = [*lines, *broken] if lines[-1] else broken
    return tuple(lines)


def _broken(word: str, room: float, size: float, bold: bool) -> list[str]:
    lines = [""]
    for character in word:
        if lines[-1] and width_of(lines[-1] + character, size, bold) > room:
            lines.append("")
        lines[-1] += character
    return lines


def _has_glyph(character: str) -> bool:
    return _font().get_char_index(ord(character)) != 0


@cache
def _font() -> FT2Font:
    return FT2Font(findfont(FontProperties(family=FAMILY)))
