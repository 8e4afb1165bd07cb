"""How much of a source's text an agent is shown.

It stands apart from the evidence store, and imports nothing, because artifacts that are gated on
what is displayed must not be rebuilt when a score or the ranking is corrected.
"""

from __future__ import annotations

DISPLAY_LIMIT = 1800
CUT_MARKER = " [...] "


def display_text(text: str, limit: int = DISPLAY_LIMIT) -> str:
    """Cut a text to `limit` characters: 60 % from its start, the rest from its end.

    The marker that stands for the part left out is not counted.
    """
    if len(text) <= limit:
        return text
    head = limit * 3 // 5
    return text[:head] + CUT_MARKER + text[len(text) - (limit - head) :]
