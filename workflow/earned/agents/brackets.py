"""Where the argument of `Action[argument]` ends."""

from __future__ import annotations

import re
from typing import NamedTuple

_BRACKET = re.compile(r"[\[\]]")
_LINE = re.compile(r"[^\n]*\S[^\n]*")
_MARKUP = " \t*`"


class Cut(NamedTuple):
    """An argument and the offset at which the text goes on after it."""

    argument: str
    end: int
    closed: bool


def cut_argument(text: str, start: int, limit: int) -> Cut:
    """Read the argument that an already opened bracket holds.

    The bracket that balances the opened one ends it: on its own line, or else before `limit`,
    where the next label begins. Without such a bracket the first line that is not blank is all.
    """
    line_end = text.find("\n", start)
    for end in (len(text) if line_end < 0 else line_end, limit):
        close = _balancing(text, start, end)
        if close is not None:
            return Cut(squeeze(text[start:close]), close + 1, True)
    line = _LINE.search(text, start, limit)
    if line is None:
        return Cut("", limit, False)
    return Cut(squeeze(line[0].strip(_MARKUP)), line.end(), False)


def squeeze(text: str) -> str:
    """Put a text on one line: each run of white space becomes one space."""
    return " ".join(text.split())


def _balancing(text: str, start: int, end: int) -> int | None:
    depth = 1
    for bracket in _BRACKET.finditer(text, start, end):
        depth += 1 if bracket[0] == "[" else -1
        if depth == 0:
            return bracket.start()
    return None
