"""P-values of the headline claims, and Holm's adjustment over the family that they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from earned.audits.acquabench.config import VerdictRule
from earned.audits.acquabench.estimands.bootstrap import Bootstrap
from earned.audits.acquabench.estimands.ratios import ratios
from earned.audits.acquabench.estimands.units import Units
from earned.audits.acquabench.frozen import ModelAnalysis
from earned.stats.holm import holm

REGIMES = ("D0", "D1", "D2")
"""Regimes whose claims are headline claims; the style control tests the construction instead."""


def with_p_values(
    bootstrap: Bootstrap, complete: Units, rules: Iterable[VerdictRule], found: ModelAnalysis
) -> ModelAnalysis:
    """Test each claim of one analysis, two-sided, against its own rule's bound.

    Args:
        bootstrap: the study's bootstrap.
        complete: the units that the claims are about.
        rules: of the study's claims.
        found: their analysis; a claim that is not evaluated, or has no interval, gets no p-value.
    """
    parts = ratios(complete)
    verdicts = dict(found.verdicts)
    for rule in rules:
        judged = verdicts[rule.estimand]
        if judged.verdict != "not evaluated":
            p_value = bootstrap.p_value(complete, parts[rule.estimand], rule.above)
            verdicts[rule.estimand] = judged.model_copy(update={"p_value": p_value})
    return found.model_copy(update={"verdicts": verdicts})


def with_holm(analyses: Mapping[str, ModelAnalysis]) -> dict[str, ModelAnalysis]:
    """Adjust the p-values of the headline claims.

    The family holds every rule of every real model in D0, D1 and D2. A claim without a p-value
    was not tested and does not count; scripted controls and the style control stay outside, with
    their p-values as they are.
    """
    family = {
        (key, estimand): judged.p_value
        for key, found in analyses.items()
        if found.control is None and found.regime in REGIMES
        for estimand, judged in found.verdicts.items()
    }
    adjusted = holm(family)
    return {
        key: found.model_copy(
            update={
                "verdicts": {
                    estimand: judged.model_copy(update={"p_holm": adjusted.get((key, estimand))})
                    for estimand, judged in found.verdicts.items()
                }
            }
        )
        for key, found in analyses.items()
    }
