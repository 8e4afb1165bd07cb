"""The tokens that artifacts are built and gated with: frozen, and kept apart from the scorer's.

Equal to `earned.scores.tokens` today, and a test says so; apart for the reason given in
`earned.population.normal_form`.
"""

from __future__ import annotations

import re

_TOKEN = re.compile(r"[a-z0-9]+")


def alphanumeric_tokens(text: str) -> list[str]:
    """Split into lowercase runs of ASCII letters and digits, in order, repeats kept."""
    return _TOKEN.findall(text.lower())
