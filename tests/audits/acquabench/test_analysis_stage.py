"""Stage analysis on tables small enough to count by hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from earned.audits.acquabench.frozen import FrozenResults, ModelAnalysis
from earned.audits.acquabench.score_row import ScoreRow
from earned.errors import UserError
from score_tables import analyse, analysed, table, unit

HITS = st.text("01", min_size=3, max_size=3)
UNITS = st.dictionaries(
    st.tuples(st.sampled_from("abcde"), st.sampled_from(["retrieval", "tool"])),
    st.tuples(HITS, HITS),
    min_size=1,
)
Drawn = dict[tuple[str, str], tuple[str, str]]

TOY = table(
    unit("a", "010", coloc={"GOLD": 0.9}),
    unit("a", "010", "tool", coloc={"GOLD": 0.6}),
    unit("b", "110", coloc={"CLEAN": 0.5}),
    unit("b", "011", "tool", coloc={"GOLD": 0.5, "SHAM": 0.5}),
    unit("c", "000"),
    unit("c", "010", "tool", exposed="000"),
    unit("d", "101", coloc={"CLEAN": 0.7, "SHAM": 0.4}),
    unit("d", "111", "tool", coloc={"CLEAN": 0.2, "SHAM": 0.9}),
)


def points(found: ModelAnalysis) -> dict[str, float | None]:
    """Every point estimate of a contrast or rate."""
    return {
        **{name: effect.value for name, effect in found.effects.items()},
        **{c: arm.success.value for c, arm in found.arms.items()},
        "net_rescue": found.residual.net_rescue.value,
        "rescue_gold": found.residual.rescue_gold.value,
        "cleaned": found.residual.cleaned_gold.value,
        **{name: detector.auroc for name, detector in found.detectors.items()},
    }


def numbers(value: Any) -> Iterator[float]:
    """All numbers of a JSON document."""
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from numbers(inner)
    elif isinstance(value, float):
        yield value


def drawn_rows(drawn: Drawn, swap: bool = False) -> list[list[ScoreRow]]:
    turn = [0, 2, 1] if swap else [0, 1, 2]
    return [
        unit(q, "".join(hits[i] for i in turn), s, "".join(seen[i] for i in turn))
        for (q, s), (hits, seen) in drawn.items()
    ]


def test_rates_contrasts_and_rescue_counted_by_hand() -> None:
    found = analysed(TOY)
    assert (found.units, found.complete_units, found.qids) == (8, 8, 4)
    successes = {c: (arm.success.numerator, arm.success.value) for c, arm in found.arms.items()}
    assert successes == {"CLEAN": (3, 3 / 8), "GOLD": (6, 6 / 8), "SHAM": (3, 3 / 8)}
    assert {name: effect.value for name, effect in found.effects.items()} == {
        "delta_gc": 3 / 8,
        "delta_gs": 3 / 8,
        "delta_sc": 0.0,
    }
    left = found.residual
    assert (left.clean_failed, left.rescue_gold.numerator, left.rescue_sham.numerator) == (5, 4, 1)
    assert left.net_rescue.value == 3 / 5
    assert (left.attributable, left.placebo, left.cleaned_gold.numerator) == (3, 1, 3)
    assert found.arms["GOLD"].labels == {
        "ambiguous": 2,
        "attributable": 3,
        "exposed_failed": 2,
        "not_exposed": 1,
    }


def test_detectors_counted_by_hand() -> None:
    found = analysed(TOY)
    earned, sham = found.detectors["coloc_vs_earned"], found.detectors["coloc_vs_sham"]
    # Attributable .9 .6 .5 against earned .5 .7 .2 and against successful exposed SHAM .5 .4 .9.
    assert (earned.auroc, earned.positives, earned.negatives) == (6.5 / 9, 3, 3)
    assert (sham.auroc, sham.positives, sham.negatives) == (6 / 9, 3, 3)
    assert (earned.positive_qids, earned.descriptive) == (2, True)
    quartiles = found.distributions["coloc"]["attributable"]
    assert (quartiles.n, quartiles.q1, quartiles.median, quartiles.q3) == (3, 0.55, 0.6, 0.75)


def test_surfaces_counted_by_hand() -> None:
    retrieval, tool = analysed(TOY).by_surface.values()
    assert (retrieval.units, retrieval.delta_gc, retrieval.delta_gs) == (4, 0.0, 1 / 4)
    assert (tool.units, tool.delta_gc, tool.delta_gs) == (4, 3 / 4, 1 / 2)
    assert (retrieval.net_rescue, tool.net_rescue) == (1 / 2, 2 / 3)
    assert [(s.attributable, s.placebo) for s in (retrieval, tool)] == [(1, 0), (2, 1)]


def test_every_estimand_of_a_surface_is_that_of_its_units_alone() -> None:
    for surface, part in analysed(TOY).by_surface.items():
        alone = analysed(TOY.filter(pl.col("surface") == surface))
        for name in ("rescue_gold", "rescue_sham", "cleaned_gold"):
            whole, here = getattr(alone.residual, name), getattr(part, name)
            assert (here.numerator, here.denominator) == (whole.numerator, whole.denominator)
        assert part.distributions == alone.distributions
        for name, separation in part.separations.items():
            assert dict(separation) == alone.detectors[name].model_dump(exclude={"interval"})


def test_engine_errors_leave_complete_triplets_and_score_zero_as_run() -> None:
    """Field case 37."""
    found = analysed(table(unit("a", "010"), unit("b", "1e1"), unit("c", "110"), unit("d", "000")))
    gold, clean = found.arms["GOLD"], found.arms["CLEAN"]
    assert (found.units, found.complete_units) == (4, 3)
    assert (gold.success.numerator, gold.success.denominator) == (2, 3)
    assert (gold.as_run.numerator, gold.as_run.denominator) == (2, 4)
    assert (clean.success.numerator, clean.success.denominator) == (1, 3)
    assert (clean.as_run.numerator, clean.as_run.denominator) == (2, 4)
    assert (gold.outcomes["engine_error"], clean.outcomes["engine_error"]) == (1, 0)
    assert sum(gold.outcomes.values()) == 4
    assert found.by_surface["retrieval"].engine_errors == {"CLEAN": 0, "GOLD": 1, "SHAM": 0}


@pytest.mark.parametrize(
    ("scores", "reason", "of"),
    [
        (table(unit("a", "010"), unit("b", "110")), "undefined: one class",
         lambda m: m.detectors["coloc_vs_sham"].reason),
        (table(unit("a", "010"), unit("a", "110", "tool")), "fewer than two clusters",
         lambda m: m.effects["delta_gs"].interval.reason),
        (table(unit("a", "011"), unit("a", "111", "tool")), "fewer than two clusters",
         lambda m: m.detectors["coloc_vs_sham"].interval.reason),
        (table(unit("a", "110"), unit("b", "110")), "undefined: empty denominator",
         lambda m: m.residual.net_rescue.interval.reason),
        (table(unit("a", "e10"), unit("b", "1e1")), "fewer than two clusters",
         lambda m: m.effects["delta_gc"].interval.reason),
        (table(*(unit(q, "010" if q == "a" else "110") for q in "abcd")),
         "undefined: empty denominator in ", lambda m: m.residual.net_rescue.interval.reason),
    ],
)  # fmt: skip
def test_what_cannot_be_estimated_has_a_reason(
    scores: Any, reason: str, of: Callable[[ModelAnalysis], str]
) -> None:
    """Field cases 35 and 36."""
    results = analyse(scores)
    assert of(results.analyses["d0_toy"]).startswith(reason)
    text = json.dumps(results.model_dump(mode="json"), allow_nan=False)
    assert FrozenResults.model_validate_json(text) == results


def test_one_class_has_no_auroc_and_ties_have_one_half() -> None:
    """Field case 35."""
    found = analysed(table(unit("a", "010"), unit("b", "110"), unit("c", "100")))
    assert found.detectors["coloc_vs_sham"].auroc is None
    assert found.detectors["coloc_vs_earned"].auroc == 0.5


def test_too_many_undefined_replicates_leave_only_a_diagnostic_interval() -> None:
    """Field case 36."""
    scores = table(*(unit(q, "010" if q == "a" else "110") for q in "abcd"))
    net = analysed(scores).residual.net_rescue.interval
    assert (net.point, net.low, net.high) == (1.0, None, None)
    assert (net.conditional_low, net.conditional_high) == (1.0, 1.0)
    assert net.undefined > 0.05 * net.replicates
    found = analysed(scores, analysis={"replicates": 200, "undefined_limit": 0.9})
    assert found.residual.net_rescue.interval.status == "conditional"


@pytest.mark.parametrize(
    ("positives", "descriptive"), [("abcd", True), ("abcde", False)], ids=["four", "five"]
)
def test_under_five_qids_a_detector_is_descriptive(positives: str, descriptive: bool) -> None:
    """Field case 36."""
    units = [unit(q, "010" if q in positives else "110") for q in "abcdef"]
    twice = [unit(q, "010", "tool") for q in positives]
    detector = analysed(table(*units, *twice)).detectors["coloc_vs_earned"]
    assert (detector.positive_qids, detector.descriptive) == (len(positives), descriptive)


@settings(deadline=None, max_examples=10)
@given(UNITS, st.randoms())
def test_the_order_of_rows_and_surfaces_changes_nothing(drawn: Drawn, random: Any) -> None:
    scores = table(*drawn_rows(drawn))
    order = list(range(scores.height))
    random.shuffle(order)
    assert analyse(scores[order]) == analyse(scores)


@settings(deadline=None, max_examples=10)
@given(UNITS, st.permutations("abcde"))
def test_new_names_for_qids_change_no_point_estimate(drawn: Drawn, names: list[str]) -> None:
    renamed = {(names["abcde".index(q)], s): hits for (q, s), hits in drawn.items()}
    assert points(analysed(table(*drawn_rows(renamed)))) == points(
        analysed(table(*drawn_rows(drawn)))
    )


@settings(deadline=None, max_examples=10)
@given(UNITS)
def test_swapping_gold_and_sham_turns_the_sign_of_their_contrast(drawn: Drawn) -> None:
    found = analysed(table(*drawn_rows(drawn))).effects
    turned = analysed(table(*drawn_rows(drawn, swap=True))).effects
    assert turned["delta_gs"].value == -(found["delta_gs"].value or 0.0)
    assert turned["delta_gc"].value == found["delta_sc"].value
    low, high = turned["delta_gs"].interval.low, found["delta_gs"].interval.high
    assert low == pytest.approx(None if high is None else -high)


@settings(deadline=None, max_examples=10)
@given(UNITS)
def test_gold_against_sham_is_the_difference_of_both_against_clean(drawn: Drawn) -> None:
    units = analysed(table(*drawn_rows(drawn)))
    counts = {name: (e.value or 0.0) * e.units for name, e in units.effects.items()}
    assert counts["delta_gs"] == pytest.approx(counts["delta_gc"] - counts["delta_sc"])


@settings(deadline=None, max_examples=10)
@given(UNITS)
def test_no_number_of_the_results_is_nan_or_infinite(drawn: Drawn) -> None:
    """Field case 36."""
    dumped = analyse(table(*drawn_rows(drawn))).model_dump(mode="json")
    assert all(value - value == 0 for value in numbers(dumped))


@pytest.mark.parametrize(
    ("rows", "named"),
    [
        (unit("a", "010")[:2], "condition SHAM"),
        (unit("a", "010")[1:], "condition GOLD"),
        ([*unit("a", "010"), *unit("b", "010")[:1]], "condition GOLD"),
        ([*unit("a", "010"), *unit("a", "010")], "condition CLEAN"),
        ([*unit("a", "010")[:2], unit("a", "010", "tool")[2]], "condition SHAM"),
        ([*unit("a", "010"), unit("a", "010")[0].model_copy(update={"condition": "ORIGINAL"})],
         "unknown condition ORIGINAL"),
    ],
)  # fmt: skip
def test_a_unit_without_each_condition_once_is_an_error(rows: list[ScoreRow], named: str) -> None:
    """Field case 39."""
    with pytest.raises(UserError, match=named):
        analysed(table(rows))


def test_models_are_never_pooled() -> None:
    scores = table(unit("a", "010"), unit("b", "110"), unit("a", "000", model="other"))
    results = analyse(scores)
    assert list(results.analyses) == ["d0_other", "d0_toy"]
    assert results.analyses["d0_other"].arms["GOLD"].success.denominator == 1
    assert results.analyses["d0_toy"].arms["GOLD"].success.denominator == 2


def test_a_model_that_the_study_does_not_name_is_refused() -> None:
    with pytest.raises(UserError, match="model toy is not in the study"):
        analyse(TOY, models={"other": {"label": "other", "control": None}})
