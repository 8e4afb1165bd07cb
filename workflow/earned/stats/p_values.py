"""Two-sided p-values that belong to percentile intervals."""

from __future__ import annotations

import numpy as np

from earned.stats.draws import Floats


def bootstrap_p_value(replicate_values: Floats, bound: float) -> float | None:
    """Invert the percentile interval: how far in the tail of the replicates a bound lies.

    p = min(1, 2 · min(#{θ* ≤ bound} + 1, #{θ* ≥ bound} + 1) / (B + 1)) over the B defined
    replicates; the added ones keep p above 0 (Davison and Hinkley, Bootstrap Methods and their
    Application, section 4.2). Where p < 1 − level, the percentile interval of that level excludes
    the bound; where the interval excludes it, p < 1 − level + 4/(B + 1).

    Args:
        replicate_values: shape (replicates,); NaN where the estimand is undefined.
        bound: the value under the null hypothesis.

    Returns:
        A value in (0, 1]; None where no replicate is defined.
    """
    defined = replicate_values[np.isfinite(replicate_values)]
    if not len(defined):
        return None
    tail = min(int((defined <= bound).sum()), int((defined >= bound).sum()))
    return min(1.0, 2 * (tail + 1) / (len(defined) + 1))
