"""Which digits of a text are a published number. The one rule; writer and checker both go by it.

No published number is
- a name: a word with a letter or an underscore in it, such as D0, F1, Qwen2.5-14B, SHA-256,
  arXiv:2607.24054, a file or a key of the results;
- mathematics: in running text, the constants 0, 0.5 and 1, as in `an error scores 0` or `an AUROC
  of 0.5 is chance`, and a word of a formula, such as `3k`.
A percentage is always a number. Written-out numbers (`under five questions`, `two sources`) belong
to the definition of a method or a design; no setting changes them.
"""

from __future__ import annotations

import re

CONSTANTS = ("0", "0.5", "1")
_APART = re.compile(r"[\s=<>≥≤±×;|]+")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_NAME = re.compile(r"[^\W\d]")
_SHARE = re.compile(r"\d%")


def numerals(text: str, *, prose: bool = False) -> list[str]:
    """List the published numbers of a text, as they are written, without sign and unit.

    Args:
        text: without its markup.
        prose: whether it is running text, in which constants of mathematics are no number.
    """
    found = [number for word in _words(text) for number in _NUMBER.findall(word)]
    return [number for number in found if not (prose and number in CONSTANTS)]


def _words(text: str) -> list[str]:
    """Split into words, those that are names left out."""
    words = _APART.split(text)
    return [word for word in words if _SHARE.search(word) or not _NAME.search(word)]
