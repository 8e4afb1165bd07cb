"""Stage figures of AcquaBench: which numbers of the frozen results are drawn in which figure.

The plan of a study reads the names, so nothing that draws is imported with this package.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from earned.audits.acquabench.frozen import FrozenResults

if TYPE_CHECKING:
    from earned.render.figures import Picture

RESULTS = FrozenResults
FIGURES = ("contrasts", "score_distributions", "by_surface", "sensitivity")


def run(results: Mapping[str, Any]) -> list[Picture]:
    """Draw every figure, for whatever models the results hold."""
    from earned.audits.acquabench.figures.by_surface import by_surface
    from earned.audits.acquabench.figures.contrasts import contrasts
    from earned.audits.acquabench.figures.score_distributions import score_distributions
    from earned.audits.acquabench.figures.sensitivity import sensitivity

    analyses = results["analyses"]
    return [
        contrasts(analyses),
        score_distributions(analyses),
        by_surface(analyses),
        sensitivity(analyses),
    ]
