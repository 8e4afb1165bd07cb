"""The one tokenization that retrieval and coloc share."""

from __future__ import annotations

import re

_TOKEN = re.compile(r"[a-z0-9]+")


def alphanumeric_tokens(text: str) -> list[str]:
    """Split into lowercase runs of ASCII letters and digits, in order, repeats kept."""
    return _TOKEN.findall(text.lower())
