"""Models of one family against each other, on the units that both have."""

from __future__ import annotations

from collections.abc import Mapping

from earned.audits.acquabench.estimands.bootstrap import Bootstrap
from earned.audits.acquabench.estimands.units import Units
from earned.audits.acquabench.frozen import ModelContrast
from earned.audits.acquabench.params import AnalysisParams


def model_contrasts(
    bootstrap: Bootstrap, complete: Mapping[tuple[str, str], Units], config: AnalysisParams
) -> dict[str, ModelContrast]:
    """Contrast every later model of a family with every earlier one, regime by regime.

    Args:
        bootstrap: the study's bootstrap.
        complete: (regime, model) to its complete units.
        config: names the models, in order, and their families.
    """
    return {}
