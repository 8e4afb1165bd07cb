"""What the intervals do and do not say; printed with the results."""

from __future__ import annotations

_ALWAYS = (
    "Intervals cover the drawing of questions only, given the frozen templates, decoys, prompts "
    "and decoding.",
    "Under a noisy engine a CLEAN failure is partly luck: both rescue rates contain regression to "
    "the mean, their difference does not.",
    "A repeat of CLEAN measures the noise of a score; that of a contrast is measured by repeating "
    "whole triplets under another repeat index.",
    "Surfaces are realizations of one intervention, not independent replications.",
    "Claims hold for the frozen eligible questions of their regime.",
)
_COUPLED = (
    "Coupled: arms share their requests up to the first differing observation. Contrasts stay "
    "unbiased, while rescue rates and attributable counts are lower than in uncoupled runs."
)
_APART = "Uncoupled: arms share no request, so their differences contain the engine's own noise."


def caveats(coupled: bool) -> tuple[str, ...]:
    """List them for a study whose arms share requests, or do not."""
    return (_ALWAYS[0], _COUPLED if coupled else _APART, *_ALWAYS[1:])
