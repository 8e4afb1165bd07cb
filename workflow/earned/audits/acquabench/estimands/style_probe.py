"""The style control's own checks, GOLD against SHAM."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import median

from earned.audits.acquabench.frozen import Rate, StyleProbe
from earned.audits.acquabench.regimes.construction import Construction, StyleMatch

REGIME = "style"


def style_probe(construction: Sequence[Construction]) -> StyleProbe | None:
    """Gate the style control (AcquaBench, Style-Controlled D0 Validation).

    The gate passes where every pair has one base text and one template, and the medians of the
    absolute differences in planted tokens and in question coverage are 0.

    Args:
        construction: records of all regimes.

    Returns:
        The probe over the accepted records; None where the study has no style control.
    """
    asked = [record for record in construction if record.regime == REGIME]
    if not asked:
        return None
    matches = [record.style for record in asked if record.accepted and record.style]
    base_match = _rate([match.base_match for match in matches])
    template_match = _rate([match.template_match for match in matches])
    tokens = _median(matches, lambda match: _difference(match.planted_tokens))
    coverage = _median(matches, lambda match: _difference(match.coverage))
    faults = tuple(_faults(len(matches), base_match, template_match, tokens, coverage))
    return StyleProbe(
        pairs=len(matches),
        base_match=base_match,
        template_match=template_match,
        token_difference=tokens,
        coverage_difference=coverage,
        longest_run=max((match.longest_run for match in matches), default=None),
        planted_to_base=_median([m for m in matches if m.base_tokens], _planted_to_base),
        passed=not faults,
        faults=faults,
    )


def _rate(hits: Sequence[bool]) -> Rate:
    value = sum(hits) / len(hits) if hits else None
    return Rate(numerator=sum(hits), denominator=len(hits), value=value)


def _median(matches: Sequence[StyleMatch], of: Callable[[StyleMatch], float]) -> float | None:
    return float(median(map(of, matches))) if matches else None


def _difference(values: Mapping[str, float]) -> float:
    return abs(values["GOLD"] - values["SHAM"])


def _planted_to_base(match: StyleMatch) -> float:
    """Divide the planted sentence by its base, in tokens, as GOLD fills it."""
    return match.planted_tokens["GOLD"] / match.base_tokens


def _faults(
    pairs: int, base: Rate, template: Rate, tokens: float | None, coverage: float | None
) -> list[str]:
    if not pairs:
        return ["no question has a pair"]
    found = {
        f"base texts match in {base.numerator} of {pairs} pairs": base.numerator < pairs,
        f"templates match in {template.numerator} of {pairs} pairs": template.numerator < pairs,
        f"the median difference in planted tokens is {tokens:g}": bool(tokens),
        f"the median difference in question coverage is {coverage:g}": bool(coverage),
    }
    return [fault for fault, present in found.items() if present]
