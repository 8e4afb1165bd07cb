"""Verdicts of the headline claims, by the rules of the configuration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from earned.audits.acquabench.config import VerdictRule
from earned.audits.acquabench.frozen import Effect, Judged, ModelAnalysis, Verdict
from earned.lineage.hashing import sha256_json
from earned.records.registration import Registration
from earned.registration.marks import mark


def judge(rule: VerdictRule, effects: Mapping[str, Effect]) -> Judged:
    """Apply one rule: supported if the whole interval lies above the rule's bound."""
    verdict, why = _decide(rule, effects.get(rule.estimand))
    return Judged(
        estimand=rule.estimand,
        verdict=verdict,
        why=why,
        statement=rule.statement,
        stronger=rule.stronger,
        boundary=rule.boundary,
        rule_sha256=sha256_json(rule.model_dump(mode="json")),
        registration="not registered",
    )


def with_marks(
    analyses: Mapping[str, ModelAnalysis], registrations: Sequence[Registration]
) -> dict[str, ModelAnalysis]:
    """Mark every verdict with when its rule was fixed; verdicts stay as they are."""

    def marked(judged: Judged) -> Judged:
        found = mark(judged.estimand, judged.rule_sha256, registrations)
        return judged.model_copy(update={"registration": found})

    return {
        key: found.model_copy(
            update={"verdicts": {name: marked(judged) for name, judged in found.verdicts.items()}}
        )
        for key, found in analyses.items()
    }


def _decide(rule: VerdictRule, effect: Effect | None) -> tuple[Verdict, str]:
    if effect is None:
        return "not evaluated", "the estimand was not computed"
    interval = effect.interval
    if interval.low is None or interval.high is None:
        return "unresolved", interval.reason
    width = ", of zero width," if interval.zero_width else ""
    if interval.low > rule.above:
        return "supported", f"the whole interval{width} lies above {rule.above:g}"
    if interval.high < rule.above:
        return "unsupported", f"the whole interval{width} lies below {rule.above:g}"
    return "unresolved", f"{rule.above:g} is in the interval{width.rstrip(',')}"
