"""What a further run of the same triplets changes: the engine's noise floor."""

from __future__ import annotations

from collections.abc import Mapping

from earned.audits.acquabench.estimands.units import Units
from earned.audits.acquabench.frozen import RepeatNoise


def repeat_noise(runs: Mapping[int, Units]) -> tuple[RepeatNoise, ...]:
    """Compare each further run with the first, on units complete in both."""
    return ()
