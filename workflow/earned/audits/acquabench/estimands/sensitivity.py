"""Does a headline conclusion hang on the threshold, the match, or one surface?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from earned.audits.acquabench.config import ScoringConfig, VerdictRule
from earned.audits.acquabench.estimands.bootstrap import Bootstrap
from earned.audits.acquabench.estimands.detectors import detectors
from earned.audits.acquabench.estimands.effects import headline_effects
from earned.audits.acquabench.estimands.rescoring import rescored
from earned.audits.acquabench.estimands.units import Units
from earned.audits.acquabench.estimands.verdicts import judge
from earned.audits.acquabench.frozen import Choice, Sensitivity, Variant
from earned.audits.acquabench.names import COLOC_SCORES

F1_PERCENTS = (50, 60, 70, 80, 90, 100)


def sensitivity(
    bootstrap: Bootstrap,
    complete: Units,
    surfaces: Sequence[str],
    rules: Sequence[VerdictRule],
    scoring: ScoringConfig,
) -> Sensitivity:
    """Estimate the headline quantities under every choice.

    Args:
        bootstrap: the study's bootstrap.
        complete: units without an engine error.
        surfaces: those that the model ran on; with one alone none can be left out.
        rules: of the study's headline claims.
        scoring: the study's own threshold, a choice of its own where it is none of ours.

    Returns:
        Variants whose labels and verdicts follow from their own successes; `moved` has every
        estimand that they judge, with no variant where the conclusion holds throughout.
    """
    variants = {
        key: _variant(bootstrap, units, rules, choice, label, key == _f1_key(scoring.f1_percent))
        for key, choice, label, units in _choices(complete, surfaces, scoring.f1_percent)
    }
    chosen = variants[_f1_key(scoring.f1_percent)].verdicts
    return Sensitivity(
        variants=variants,
        moved={
            estimand: tuple(k for k, v in variants.items() if v.verdicts[estimand] != verdict)
            for estimand, verdict in chosen.items()
        },
    )


def _choices(
    complete: Units, surfaces: Sequence[str], own: int
) -> Iterator[tuple[str, Choice, str, Units]]:
    """Give each choice's key, kind, label and units; the study's own keeps the recorded scores."""
    for percent in sorted({*F1_PERCENTS, own}):
        units = complete if percent == own else rescored(complete, percent)
        yield _f1_key(percent), "f1", f"F1 ≥ {percent / 100}", units
    yield "exact", "exact", "exact match", rescored(complete, None)
    for surface in surfaces if len(surfaces) > 1 else ():
        units = complete.without_surface(surface)
        yield f"without_{surface}", "surface", f"without {surface}", units


def _f1_key(percent: int) -> str:
    return f"f1_{percent}"


def _variant(
    bootstrap: Bootstrap,
    units: Units,
    rules: Sequence[VerdictRule],
    choice: Choice,
    label: str,
    chosen: bool,
) -> Variant:
    effects = headline_effects(bootstrap, units)
    return Variant(
        choice=choice,
        label=label,
        chosen=chosen,
        effects=effects,
        detectors=detectors(bootstrap, units, COLOC_SCORES),
        verdicts={r.estimand: judge(r, effects).verdict for r in rules if r.estimand in effects},
    )
