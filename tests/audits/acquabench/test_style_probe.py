"""The style gate: what it measures, when it fails, and that verdicts hang on it."""

from __future__ import annotations

from typing import Any

import pytest

from earned.audits.acquabench.analysis import run
from earned.audits.acquabench.estimands.style_probe import style_probe
from earned.audits.acquabench.frozen import Cases, FrozenResults
from earned.audits.acquabench.regimes.construction import Construction, StyleMatch
from score_tables import table, unit

GOOD: dict[str, Any] = {
    "boundary": 1,
    "sentences": 2,
    "longest_run": 3,
    "base_tokens": 40,
    "planted_tokens": {"GOLD": 10, "SHAM": 10},
    "coverage": {"GOLD": 0.5, "SHAM": 0.5},
    "base_match": True,
    "template_match": True,
}


def record(
    qid: str = "q1", regime: str = "style", accepted: bool = True, **changed: Any
) -> Construction:
    return Construction(
        qid=qid,
        regime=regime,
        author="rule",
        verifier="rule",
        question="Q?",
        reference="R",
        accepted=accepted,
        style=StyleMatch(**{**GOOD, **changed}) if accepted and regime == "style" else None,
    )


def test_without_a_style_control_there_is_no_probe() -> None:
    assert style_probe([]) is None
    assert style_probe([record(regime="D0")]) is None


def test_matched_pairs_pass() -> None:
    probe = style_probe(
        [record(), record("q2", longest_run=2, base_tokens=20), record(regime="D0")]
    )
    assert probe is not None
    assert (probe.passed, probe.faults, probe.pairs) == (True, (), 2)
    assert (probe.base_match.value, probe.template_match.value) == (1.0, 1.0)
    assert (probe.token_difference, probe.coverage_difference) == (0.0, 0.0)
    assert (probe.longest_run, probe.planted_to_base) == (3, 0.375)


def test_no_pair_does_not_pass() -> None:
    probe = style_probe([record(accepted=False)])
    assert probe is not None
    assert (probe.passed, probe.pairs, probe.base_match.value) == (False, 0, None)
    assert probe.faults == ("no question has a pair",)
    assert (probe.token_difference, probe.longest_run, probe.planted_to_base) == (None, None, None)


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"base_match": False}, "base texts match in 1 of 2 pairs"),
        ({"template_match": False}, "templates match in 1 of 2 pairs"),
        (
            {"planted_tokens": {"GOLD": 10, "SHAM": 13}},
            "the median difference in planted tokens is 1.5",
        ),
        (
            {"coverage": {"GOLD": 0.5, "SHAM": 0.25}},
            "the median difference in question coverage is 0.125",
        ),
    ],
)
def test_each_mismatch_fails_the_gate_by_name(changed: dict[str, Any], fault: str) -> None:
    probe = style_probe([record(), record("q2", **changed)])
    assert probe is not None
    assert (probe.passed, probe.faults) == (False, (fault,))


def test_one_odd_pair_of_three_leaves_the_medians_at_zero() -> None:
    odd = record("q3", planted_tokens={"GOLD": 9, "SHAM": 20})
    probe = style_probe([record(), record("q2"), odd])
    assert probe is not None
    assert probe.passed


def analysed(regime: str, construction: list[Construction]) -> FrozenResults:
    rows = [row for n in range(6) for row in unit(f"q{n}", "010", regime=regime)]
    given = {
        "models": {"toy": {"label": "toy", "control": None}},
        "surfaces": ["retrieval"],
        "analysis": {"replicates": 100},
        "verdicts": [{"estimand": "delta_gs", "statement": "s", "stronger": "t", "boundary": "b"}],
    }
    return run([table(rows)], construction, Cases(cases=()), [], {}, given)


@pytest.mark.parametrize(
    ("construction", "why"),
    [
        ([record(base_match=False)], "the style gate failed: base texts match in 0 of 1 pairs"),
        ([], "the style gate failed: it was not probed"),
    ],
)
def test_a_failed_gate_withholds_the_style_verdicts(
    construction: list[Construction], why: str
) -> None:
    judged = analysed("style", construction).analyses["style_toy"].verdicts["delta_gs"]
    assert (judged.verdict, judged.why) == ("not evaluated", why)


def test_a_passed_gate_leaves_them_as_they_are() -> None:
    results = analysed("style", [record()])
    assert results.style is not None
    assert results.style.passed
    assert results.analyses["style_toy"].verdicts["delta_gs"].verdict == "supported"


def test_a_failed_gate_touches_no_other_regime() -> None:
    judged = analysed("D0", [record(base_match=False)]).analyses["d0_toy"].verdicts["delta_gs"]
    assert judged.verdict == "supported"
