"""Stop strings, applied by us to whatever an engine returns."""

from __future__ import annotations

from collections.abc import Sequence


def cut_at_stop(text: str, stops: Sequence[str]) -> tuple[str, bool]:
    """Cut a text before the earliest stop string.

    Returns:
        The text up to the first of the stop strings, and whether one was found. Empty stop strings
        are passed over.
    """
    found = [at for stop in stops if stop and (at := text.find(stop)) >= 0]
    return (text[: min(found)], True) if found else (text, False)
