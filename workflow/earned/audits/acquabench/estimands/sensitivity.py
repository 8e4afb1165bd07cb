"""Does a headline conclusion hang on the threshold, the match, or one surface?"""

from __future__ import annotations

from collections.abc import Sequence

from earned.audits.acquabench.config import ScoringConfig, VerdictRule
from earned.audits.acquabench.estimands.bootstrap import Bootstrap
from earned.audits.acquabench.estimands.units import Units
from earned.audits.acquabench.frozen import Sensitivity


def sensitivity(
    bootstrap: Bootstrap,
    complete: Units,
    surfaces: Sequence[str],
    rules: Sequence[VerdictRule],
    scoring: ScoringConfig,
) -> Sensitivity:
    """Estimate the headline quantities under every choice."""
    return Sensitivity(variants={}, moved={})
