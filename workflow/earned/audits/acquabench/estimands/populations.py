"""Who was asked for, who was built, and who was left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from earned.audits.acquabench.frozen import Population
from earned.audits.acquabench.regimes.construction import Construction


def populations(
    construction: Sequence[Construction], labels: Mapping[str, Sequence[str]], surfaces: int
) -> dict[str, Population]:
    """Summarize each regime's construction.

    Args:
        construction: the records of all regimes.
        labels: regime to the labels of the models that ran in it, controls left out.
        surfaces: surfaces of the study.
    """
    return {}
