"""What a further run of the same triplets changes: the engine's noise floor."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.estimands.effects import plain_rate
from earned.audits.acquabench.estimands.ratios import Parts, ratios
from earned.audits.acquabench.estimands.units import Units, on_common_units
from earned.audits.acquabench.frozen import RepeatedContrast, RepeatNoise
from earned.audits.acquabench.names import CONTRASTS
from earned.stats.ratio import ratio

REPEATED = (*CONTRASTS, "net_rescue")


def repeat_noise(runs: Mapping[int, Units]) -> tuple[RepeatNoise, ...]:
    """Compare each further run with the first, on units complete in both.

    Args:
        runs: repeat index to the units of that run.
    """
    first, *later = sorted(runs)
    return tuple(_compared(n, *on_common_units(runs[first].complete(), runs[n].complete()))
                 for n in later)  # fmt: skip


def _compared(repeat: int, first: Units, again: Units) -> RepeatNoise:
    one, other = ratios(first), ratios(again)
    return RepeatNoise(
        repeat=repeat,
        units=len(first),
        flips={
            c: plain_rate(first.flag(c, "success") != again.flag(c, "success")) for c in CONDITIONS
        },
        contrasts={name: _contrast(one[name], other[name]) for name in REPEATED},
    )


def _contrast(first: Parts, again: Parts) -> RepeatedContrast:
    """Compare; a unit that counts in one run alone, as net rescue's may, has changed."""
    one, other = ratio(*first), ratio(*again)
    changed = (first[0] != again[0]) | (first[1] != again[1])
    return RepeatedContrast(
        first=one,
        again=other,
        difference=None if one is None or other is None else other - one,
        changed=plain_rate(np.asarray(changed, dtype=np.bool_), first[1] | again[1]),
    )
