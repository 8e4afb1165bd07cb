"""The style control's own checks, GOLD against SHAM."""

from __future__ import annotations

from collections.abc import Sequence

from earned.audits.acquabench.frozen import StyleProbe
from earned.audits.acquabench.regimes.construction import Construction


def style_probe(construction: Sequence[Construction]) -> StyleProbe | None:
    """Gate the style control; None where the study has none."""
    return None
