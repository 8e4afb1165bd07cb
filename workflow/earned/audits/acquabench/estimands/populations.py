"""Who was asked for, who was built, and who was left out."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from earned.audits.acquabench.config import PARENTS, REGIMES, Regime
from earned.audits.acquabench.frozen import AnswerLength, Population, Spread
from earned.audits.acquabench.regime_notes import ROLES, STRUCTURES
from earned.audits.acquabench.regimes.construction import Construction, GateScore

MODES = ("append", "standalone")
MOST_REASONS = 12
"""Above so many distinct reasons, rare details are pooled."""
RARE = 3
"""A detail with fewer items is rare."""


def populations(
    construction: Sequence[Construction], labels: Mapping[str, Sequence[str]], surfaces: int
) -> dict[str, Population]:
    """Summarize each regime's construction (AcquaBench, frozen populations).

    Args:
        construction: the records of all regimes, in any order.
        labels: regime to the labels of the models that ran in it, controls left out.
        surfaces: surfaces of the study.

    Returns:
        One entry for each regime that was built, in the order of the paper.
    """
    of = {r: [made for made in construction if made.regime == r] for r in REGIMES}
    return {
        r: _population(r, made, of, _support(labels.get(r), 1 if r == "style" else surfaces))
        for r, made in of.items()
        if made
    }


def _population(
    regime: Regime,
    made: Sequence[Construction],
    of: Mapping[Regime, Sequence[Construction]],
    support: str,
) -> Population:
    accepted, rejected = _accepted(made), [one for one in made if not one.accepted]
    above = PARENTS.get(regime)
    parent = len(_accepted(of[above])) if above else len(made)
    aliased = [one.aliases for one in made if one.aliases and one.aliases.reference_alias]
    return Population(
        regime=regime,
        structure=STRUCTURES[regime],
        role=ROLES[regime],
        parent=parent,
        parent_regime=above,
        templates=sum(bool(one.template) for one in made),
        alias_eligible=len(aliased) if regime == "D1" else None,
        paired=len(accepted),
        author=_names(one.author for one in made),
        verifier=_names(one.verifier for one in made),
        rejected=grouped_reasons(one.reason for one in rejected),
        accepted_answers=_answer_length(accepted),
        rejected_answers=_answer_length(rejected),
        modes=_modes(accepted) if regime == "D2" else {},
        gate=_gate(accepted) if regime == "D2" else {},
        support=f"{len(accepted)}/{parent} questions × {support}",
    )


def _accepted(made: Iterable[Construction]) -> list[Construction]:
    return [one for one in made if one.accepted]


def _names(given: Iterable[str]) -> str:
    return ", ".join(sorted(set(given)))


def _support(labels: Sequence[str] | None, surfaces: int) -> str:
    counted = f"{surfaces} surface{'' if surfaces == 1 else 's'}"
    if labels is None:
        return f"{counted}; not run"
    return f"{counted}; {', '.join(labels) or 'scripted controls only'}"


def grouped_reasons(reasons: Iterable[str]) -> dict[str, int]:
    """Count rejections by reason, sorted by reason.

    A reason reads `kind` or `kind: detail`. Where there are more than 12 distinct ones, details of
    fewer than three items are pooled as `kind: other`, or as `kind` where no detail is kept; the
    construction records keep each of them.
    """
    counts = Counter(reasons)
    if len(counts) > MOST_REASONS:
        kept = {r.partition(":")[0] for r, n in counts.items() if ":" in r and n >= RARE}
        pooled: Counter[str] = Counter()
        for reason, items in counts.items():
            pooled[_pooled(reason, items, kept)] += items
        counts = pooled
    return dict(sorted(counts.items()))


def _pooled(reason: str, items: int, kept: set[str]) -> str:
    kind, colon, _ = reason.partition(":")
    if not colon or items >= RARE:
        return reason
    return f"{kind}: other" if kind in kept else kind


def _answer_length(made: Sequence[Construction]) -> AnswerLength:
    answers = [one.reference for one in made]
    return AnswerLength(
        items=len(answers),
        words=_mean([len(answer.split()) for answer in answers]),
        chars=_mean([len(answer) for answer in answers]),
    )


def _mean(values: Sequence[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None


def _modes(accepted: Sequence[Construction]) -> dict[str, int]:
    found = [one.distribution.mode for one in accepted if one.distribution]
    return {mode: found.count(mode) for mode in MODES}  # type: ignore[arg-type]


def _gate(accepted: Sequence[Construction]) -> dict[str, Spread]:
    """Spread the scores that let the accepted items pass: those of the accepted mode."""
    passed: list[GateScore] = [
        score
        for one in accepted
        if one.distribution
        for score in one.distribution.tried
        if score.mode == one.distribution.mode
    ]
    return {
        "GOLD": _spread([score.gold for score in passed]),
        "SHAM": _spread([score.sham for score in passed]),
    }


def _spread(scores: Sequence[float]) -> Spread:
    return Spread(low=min(scores, default=None), high=max(scores, default=None), mean=_mean(scores))
