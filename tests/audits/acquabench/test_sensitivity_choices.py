"""Headline quantities under other thresholds, exact match, and with a surface left out."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.estimands.rescoring import relabelled, rescored
from earned.audits.acquabench.estimands.units import Units
from earned.audits.acquabench.frozen import ModelAnalysis
from earned.audits.acquabench.score_row import ScoreRow
from earned.records.table import read_table
from earned.scores.hotpot import F1Parts, f1_value, reaches
from mini import run_mini
from score_tables import analysed, labelled, table, unit

PARTS = {
    # F1 1, but another order of words than the reference: no exact match
    "t": (False, 2, 2, 2),
    "E": (True, 2, 2, 2),
    "8": (False, 2, 2, 3),
    "6": (False, 3, 4, 6),
    "5": (False, 1, 2, 2),
    "0": (False, 0, 2, 2),
}
"""How close an answer came: exact match and the token counts of F1."""


def scored(
    qid: str, marks: str, surface: str = "retrieval", exposed: str = "011"
) -> list[ScoreRow]:
    """One unit whose three answers came as close as `marks` say, right from F1 0.8 on."""
    rows = []
    for row, mark in zip(unit(qid, "000", surface, exposed), marks, strict=True):
        em, *counts = PARTS[mark]
        parts = F1Parts(common=counts[0], predicted=counts[1], reference=counts[2])
        update = {f"f1_{name}": value for name, value in parts}
        update |= {"em": em, "f1": f1_value(parts), "success": em or reaches(parts)}
        rows.append(row.model_copy(update=update))
    return labelled(rows)


DIGITS = st.text("01", min_size=3, max_size=3)

UNITS = (
    scored("a", "08E"),
    scored("a", "06t", "tool"),
    scored("b", "8E0"),
    scored("b", "05t", "tool"),
    scored("c", "5E6"),
    scored("c", "0E0", "tool", exposed="000"),
    scored("d", "t88"),
    scored("d", "Et0", "tool"),
)


def headline(found: ModelAnalysis) -> dict[str, Any]:
    return {**found.effects, "net_rescue": found.residual.net_rescue}


def test_every_choice_is_there_and_one_is_the_headlines() -> None:
    variants = analysed(table(*UNITS)).sensitivity.variants
    assert {key: variant.label for key, variant in variants.items()} == {
        "f1_50": "F1 ≥ 0.5",
        "f1_60": "F1 ≥ 0.6",
        "f1_70": "F1 ≥ 0.7",
        "f1_80": "F1 ≥ 0.8",
        "f1_90": "F1 ≥ 0.9",
        "f1_100": "F1 ≥ 1.0",
        "exact": "exact match",
        "without_retrieval": "without retrieval",
        "without_tool": "without tool",
    }
    assert [key for key, variant in variants.items() if variant.chosen] == ["f1_80"]
    assert [v.choice for v in variants.values()] == [*["f1"] * 6, "exact", *["surface"] * 2]


def test_another_threshold_of_the_study_is_a_choice_of_its_own() -> None:
    variants = analysed(table(*UNITS), scoring={"f1_percent": 85}).sensitivity.variants
    assert [key for key, variant in variants.items() if variant.chosen] == ["f1_85"]
    assert variants["f1_85"].label == "F1 ≥ 0.85"
    assert len(variants) == 10


def test_one_surface_alone_is_not_left_out() -> None:
    variants = analysed(table(scored("a", "08E"), scored("b", "8E0"))).sensitivity.variants
    assert not [key for key in variants if key.startswith("without")]


@pytest.mark.parametrize(
    ("key", "gold_less_sham", "net", "failed"),
    [
        # GOLD − SHAM of a a' b b' c c' d d', then CLEAN failures
        ("f1_50", 0 + 0 + 1 + 0 + 0 + 1 + 0 + 1, 1, 4),
        ("f1_60", 0 + 0 + 1 - 1 + 0 + 1 + 0 + 1, -1 + 0 + 1, 5),
        ("f1_80", 0 - 1 + 1 - 1 + 1 + 1 + 0 + 1, -1 - 1 + 1 + 1, 5),
        ("f1_100", -1 - 1 + 1 - 1 + 1 + 1 + 0 + 1, -1 - 1 + 1 - 1 + 1 + 1, 6),
        ("exact", -1 + 0 + 1 + 0 + 1 + 1 + 0 + 0, -1 + 1 + 1 + 1 + 0 + 0, 7),
        ("without_tool", 0 + 1 + 1 + 0, 0 + 1, 2),
    ],
)
def test_successes_under_a_choice_counted_by_hand(
    key: str, gold_less_sham: int, net: int, failed: int
) -> None:
    effects = analysed(table(*UNITS)).sensitivity.variants[key].effects
    assert effects["delta_gs"].numerator == gold_less_sham
    assert (effects["net_rescue"].numerator, effects["net_rescue"].denominator) == (net, failed)


def test_detectors_follow_the_labels_of_the_choice() -> None:
    variants = analysed(table(*UNITS)).sensitivity.variants
    classes = {
        key: (found["coloc_vs_earned"].positives, found["coloc_vs_earned"].negatives,
              found["coloc_content_vs_sham"].negatives)
        for key, found in ((key, variant.detectors) for key, variant in variants.items())
    }  # fmt: skip
    assert set(variants["exact"].detectors) == {
        f"{score}_vs_{name}" for score in ("coloc", "coloc_content") for name in ("earned", "sham")
    }
    # attributable GOLD, earned CLEAN, successful exposed SHAM
    assert classes["f1_80"] == (2, 3, 4)
    assert classes["f1_50"] == (3, 4, 5)
    assert classes["exact"] == (2, 1, 1)
    assert classes["without_retrieval"] == (0, 1, 2)


@pytest.mark.parametrize("percent", [50, 80, 85])
def test_the_chosen_variant_is_the_headline_exactly(percent: int) -> None:
    found = analysed(table(*UNITS), scoring={"f1_percent": percent})
    variant = found.sensitivity.variants[f"f1_{percent}"]
    assert variant.effects == {name: headline(found)[name] for name in variant.effects}
    assert variant.detectors == {name: found.detectors[name] for name in variant.detectors}
    assert variant.verdicts == {name: judged.verdict for name, judged in found.verdicts.items()}


def test_what_moves_is_named_by_its_variant() -> None:
    units = [scored(f"q{n}", "08E" if n % 2 else "080") for n in range(12)]
    units += [scored(f"q{n}", "000", "tool") for n in range(12)]
    rules = [
        {
            "estimand": name,
            "statement": "it is above",
            "stronger": "it is the cause",
            "boundary": "this table",
        }
        for name in ("delta_gs", "delta_gc", "delta_sc")
    ]
    found = analysed(table(*units), verdicts=rules)
    assert found.verdicts["delta_gs"].verdict == "supported"
    # SHAM alone is an exact match; without retrieval nothing succeeds, and 0 is not above 0.
    assert found.sensitivity.moved == {
        "delta_gs": ("f1_90", "f1_100", "exact", "without_retrieval"),
        "delta_gc": ("f1_90", "f1_100", "exact", "without_retrieval"),
    }
    assert found.sensitivity.variants["exact"].verdicts["delta_gs"] == "unsupported"
    assert found.sensitivity.variants["without_tool"].verdicts["delta_gs"] == "supported"


def test_a_rule_keeps_its_own_bound_under_every_choice() -> None:
    units = [scored(f"q{n}", "080") for n in range(6)]
    rule = {
        "estimand": "delta_gs",
        "statement": "s",
        "stronger": "t",
        "boundary": "b",
        "above": 1.0,
    }
    variants = analysed(table(*units), verdicts=[rule]).sensitivity.variants
    assert variants["f1_80"].verdicts == {"delta_gs": "unresolved"}
    assert variants["exact"].verdicts == {"delta_gs": "unsupported"}


@given(
    st.lists(
        st.tuples(st.booleans(), st.integers(0, 9), st.integers(0, 9), st.integers(0, 9)),
        min_size=1,
        max_size=20,
    ),
    st.integers(1, 100),
)
def test_success_at_a_threshold_is_that_of_the_scorer(
    records: list[tuple[bool, int, int, int]], percent: int
) -> None:
    rows = [
        row.model_copy(
            update={"em": em, "f1_common": common, "f1_predicted": common + more,
                    "f1_reference": common + further}
        )
        for n, (em, common, more, further) in enumerate(records)
        for row in unit(f"q{n:02}", "000")
    ]  # fmt: skip
    found = rescored(Units.of(table(rows)), percent).flag("GOLD", "success").tolist()
    assert found == [
        em or reaches(F1Parts(common=c, predicted=c + m, reference=c + r), Fraction(percent, 100))
        for em, c, m, r in records
    ]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(DIGITS, DIGITS), min_size=1, max_size=12))
def test_labels_are_those_of_stage_scores(drawn: list[tuple[str, str]]) -> None:
    units = [unit(f"q{n:02}", hits, exposed=f"0{seen[1:]}") for n, (hits, seen) in enumerate(drawn)]
    recorded = Units.of(table(*units))
    success = {c: recorded.flag(c, "success") for c in CONDITIONS}
    blank = [[row.model_copy(update={"label": "missing", "placebo": False, "success": False})
              for row in rows] for rows in units]  # fmt: skip
    again = relabelled(Units.of(table(*blank)), success)
    for condition in CONDITIONS:
        assert again.arms[condition].equals(recorded.arms[condition])


def test_real_scores_decided_anew_at_their_threshold_are_the_recorded_ones(tmp_path: Path) -> None:
    folder = run_mini(tmp_path, models=("reader", "suggestible"), limit=8, until="scores")
    files = sorted((folder / "acquabench" / "scores").rglob("*.parquet"))
    tables = [read_table(path, ScoreRow) for path in files]
    assert len(tables) == 4
    for frame in tables:
        recorded = Units.of(frame).complete()
        again = rescored(recorded, 80)
        assert np.any(recorded.flag("GOLD", "success"))
        for condition in CONDITIONS:
            assert again.arms[condition].equals(recorded.arms[condition])


def test_without_any_success_there_is_a_reason_and_no_number() -> None:
    """Field case 36."""
    strict = analysed(table(*(scored(f"q{n}", "888") for n in range(4)))).sensitivity.variants
    exact = strict["exact"]
    assert exact.detectors["coloc_vs_earned"].auroc is None
    assert exact.detectors["coloc_vs_earned"].reason == "undefined: one class"
    assert exact.effects["delta_gs"].interval.zero_width
    assert strict["f1_80"].effects["net_rescue"].interval.reason == "undefined: empty denominator"
    assert strict["f1_80"].verdicts["net_rescue"] == "unresolved"


def test_a_frame_keeps_its_other_columns() -> None:
    recorded = Units.of(table(*UNITS))
    again = rescored(recorded, 50)
    moved = ["success", "label", "placebo"]
    for condition in CONDITIONS:
        before, after = recorded.arms[condition], again.arms[condition]
        assert after.schema == before.schema
        assert after.drop(moved).equals(before.drop(moved))
