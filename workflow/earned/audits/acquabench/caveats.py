"""What the intervals do and do not say; printed with the results."""

from __future__ import annotations

_DRAWING = (
    "Intervals cover the drawing of questions only, given the frozen templates, decoys, prompts "
    "and decoding."
)
_COUPLED = (
    "Coupled: arms share their requests up to the first differing observation, so a unit that saw "
    "no planted source adds exactly 0 to a contrast. Contrasts stay unbiased, while rescue rates "
    "and attributable counts are lower than in uncoupled runs."
)
_APART = "Uncoupled: arms share no request, so their differences contain the engine's own noise."
_ALWAYS = (
    "Under a noisy engine a CLEAN failure is partly luck: both rescue rates contain regression to "
    "the mean, their difference does not.",
    "A repeat of CLEAN measures the noise of a score; that of a contrast is measured by repeating "
    "whole triplets under another repeat index.",
    "A difference in net rescue between two models compares different units, those that each model "
    "fails under CLEAN; it is also given on the units that both fail.",
    "Every interval and p-value stands for itself. The headline claims, which are those of every "
    "rule for every real model in D0, D1 and D2, are one family, and Holm's adjusted p-values "
    "stand beside them; controls and the style control are outside it.",
    "With a few dozen questions percentile intervals are somewhat too short, those of AUROC most; "
    "the command earned coverage measures it.",
    "Surfaces are realizations of one intervention, not independent replications.",
    "Regimes are never pooled: claims hold for the frozen eligible questions of their regime.",
)


def caveats(coupled: bool) -> tuple[str, ...]:
    """List them for a study whose arms share requests, or do not."""
    return (_DRAWING, _COUPLED if coupled else _APART, *_ALWAYS)
