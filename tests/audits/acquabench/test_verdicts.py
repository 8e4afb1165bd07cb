"""Verdicts of headline claims: the rule decides, and it is hashed."""

from __future__ import annotations

import pytest

from earned.audits.acquabench.config import DEFAULT_RULES, VerdictRule
from earned.audits.acquabench.estimands.verdicts import judge
from earned.audits.acquabench.frozen import Effect
from earned.stats.intervals import Interval, no_interval

RULE = VerdictRule(
    estimand="delta_gs",
    statement="it rises",
    stronger="it is the cause",
    boundary="this table",
    above=0.1,
)


def effect(low: float, high: float, **more: object) -> Effect:
    interval = Interval.model_validate(
        {
            "point": 1 / 10,
            "low": low,
            "high": high,
            "level": 0.95,
            "replicates": 200,
            "undefined": 0,
            "status": "ok",
            "zero_width": low == high,
            **more,
        }
    )
    return Effect(numerator=1, denominator=10, value=1 / 10, units=10, qids=5, interval=interval)


@pytest.mark.parametrize(
    ("low", "high", "verdict", "why"),
    [
        (0.2, 0.4, "supported", "the whole interval lies above 0.1"),
        (0.0, 0.05, "unsupported", "the whole interval lies below 0.1"),
        (0.0, 0.4, "unresolved", "0.1 is in the interval"),
        (0.1, 0.4, "unresolved", "0.1 is in the interval"),
        (-0.4, 0.1, "unresolved", "0.1 is in the interval"),
        (0.2, 0.2, "supported", "the whole interval, of zero width, lies above 0.1"),
        (0.1, 0.1, "unresolved", "0.1 is in the interval, of zero width"),
        (0.0, 0.0, "unsupported", "the whole interval, of zero width, lies below 0.1"),
    ],
)
def test_the_interval_decides(low: float, high: float, verdict: str, why: str) -> None:
    judged = judge(RULE, {"delta_gs": effect(low, high)})
    assert (judged.verdict, judged.why) == (verdict, why)
    said = judged.statement, judged.stronger, judged.boundary
    assert said == ("it rises", "it is the cause", "this table")


def test_without_an_interval_a_claim_is_unresolved_for_its_reason() -> None:
    """Field case 36."""
    missing = no_interval(0.9, "fewer than two clusters")
    found = judge(
        RULE,
        {
            "delta_gs": Effect(
                numerator=9, denominator=10, value=0.9, units=2, qids=1, interval=missing
            )
        },
    )
    assert (found.verdict, found.why) == ("unresolved", "fewer than two clusters")


def test_a_diagnostic_interval_supports_nothing() -> None:
    """Field case 36."""
    missing = no_interval(0.9, "undefined in 50 of 200 replicates", replicates=200, undefined=50)
    shown = missing.model_copy(update={"conditional_low": 0.8, "conditional_high": 0.95})
    found = judge(
        RULE,
        {
            "delta_gs": Effect(
                numerator=9, denominator=10, value=0.9, units=2, qids=9, interval=shown
            )
        },
    )
    assert found.verdict == "unresolved"


def test_an_estimand_that_was_not_computed_is_not_evaluated() -> None:
    assert judge(RULE, {}).verdict == "not evaluated"


def test_the_hash_of_a_rule_changes_with_its_bound_alone_too() -> None:
    moved = RULE.model_copy(update={"above": 0.2})
    hashes = {judge(rule, {}).rule_sha256 for rule in (RULE, moved, *DEFAULT_RULES)}
    assert len(hashes) == 2 + len(DEFAULT_RULES)
    assert judge(RULE, {}).rule_sha256 == judge(RULE.model_copy(), {}).rule_sha256
