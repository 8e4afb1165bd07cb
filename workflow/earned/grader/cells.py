"""Cells of a sheet that a spreadsheet program neither runs nor rewrites.

A cell that begins like a formula would be run, and an answer such as `1986`, `007`, `3-4`, `1,000`,
`July 4, 1776` or `true` would come back as a number, a date or a truth value in the program's own
writing. A leading apostrophe keeps either as text.
"""

from __future__ import annotations

import re

GUARD = "'"
LONGEST_VALUE = 40
"""Characters of the longest text that a spreadsheet could take for a number or a date."""
_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "#", GUARD)
_DIGIT = re.compile(r"\d")
_WORDS = frozenset({"true", "false"})


def guarded(text: str) -> str:
    """Put an apostrophe before what a spreadsheet would not leave as it is."""
    return GUARD + text if _needs_guard(text) else text


def unguarded(text: str) -> str:
    """Take the apostrophe off that `guarded` put there."""
    bare = text.removeprefix(GUARD)
    return bare if text == guarded(bare) else text


def same_cell(found: str, text: str) -> bool:
    """Tell whether a cell that came back holds a text, guarded or not.

    Whoever types into a guarded cell takes its apostrophe off, and programs write the ends of lines
    inside a cell in their own way.
    """
    return newlines(found) in (newlines(guarded(text)), newlines(text))


def _needs_guard(text: str) -> bool:
    bare = text.strip()
    return (
        text.startswith(_STARTS)
        or bare.startswith(_STARTS)
        or (len(bare) <= LONGEST_VALUE and _DIGIT.search(bare) is not None)
        or bare.lower() in _WORDS
    )


def newlines(text: str) -> str:
    """Write every end of line as a newline."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
