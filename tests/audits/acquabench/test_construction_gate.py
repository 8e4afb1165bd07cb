"""D2's gate: the construction score of a planted source, and what passes."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring import member
from earned.audits.acquabench.params import GateParams
from earned.audits.acquabench.regimes.gate import construction_score, largest_score, passes
from earned.lineage.code import OURS
from earned.records.artifact import Arm, Planted
from earned.scores.coloc import coloc

WORDS = st.lists(st.sampled_from(["the", "Ann", "ann's", "Key-0a", "é", "4", "of"]), max_size=6)
TEXTS = WORDS.map(" ".join) | st.text(max_size=20)
QUESTION = "Where did Ann Ost live?"


@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_the_construction_score_is_the_scorers_coloc(
    question: str, value: str, title: str, text: str
) -> None:
    """A second definition, so that a corrected scorer rebuilds no artifact."""
    share = coloc(question, value, [(title, text)]).coloc
    exact = Fraction(share.numerator, share.denominator) if share.denominator else Fraction(0)
    assert construction_score(question, value, f"{title} {text}") == exact


def test_no_scorer_stands_behind_the_artifacts() -> None:
    modules = OURS.closure(("earned.audits.acquabench.artifacts", "earned.artifacts.__main__"))
    assert "earned.audits.acquabench.regimes.gate" in modules
    assert [name for name in modules if name.startswith("earned.scores")] == []


@pytest.mark.parametrize(
    ("value", "displayed", "score"),
    [
        ("Sele", "Ann Ost Key-0a means Sele.", Fraction(2, 5)),
        ("Sele Sele Bay", "Ann Sele", Fraction(1, 5) * Fraction(2, 3)),
        ("Sele", "Where did Ann Ost live", Fraction(0)),
        ("Sele", "", Fraction(0)),
        ("---", "Where did Ann Ost live", Fraction(0)),
    ],
)
def test_the_score_is_the_product_of_both_shares(
    value: str, displayed: str, score: Fraction
) -> None:
    assert construction_score(QUESTION, value, displayed) == score


def arm(*texts: str) -> Arm:
    planted = tuple(
        Planted(source_id=f"q1#{n}", position=n, sentence=text, text=text)
        for n, text in enumerate(texts)
    )
    return Arm(value="Sele", planted=planted)


def test_the_sources_are_scored_one_by_one_with_their_titles() -> None:
    one = member("q1", "Sele", QUESTION, (("Ann Ost", "x"), ("Vale", "x"))).item
    assert largest_score(one, arm("She lived.", "Sele."), 1800) == 0
    assert largest_score(one, arm("Sele.", "Sele did live."), 1800) == Fraction(2, 5)


def test_only_what_is_displayed_counts() -> None:
    one = member("q1", "Sele", QUESTION, (("Vale", "x"),)).item
    text = "Ann Ost. " + "x" * 100 + " Sele " + "x" * 100
    assert largest_score(one, arm(text), 1800) == Fraction(2, 5)
    assert largest_score(one, arm(text), 100) == 0


@pytest.mark.parametrize(
    ("score", "percent", "passed"),
    [
        (Fraction(1, 4), 25, True),
        (Fraction(1, 4) + Fraction(1, 10**20), 25, False),
        (Fraction(7, 25), 28, True),
        (Fraction(29, 100), 29, True),
        (Fraction(1), 100, True),
        (Fraction(0), 0, True),
    ],
)
def test_the_gate_is_compared_exactly_and_equality_passes(
    score: Fraction, percent: int, passed: bool
) -> None:
    gate = GateParams(percent=percent, display_chars=1800)
    assert passes([Fraction(0), score], gate) is passed
