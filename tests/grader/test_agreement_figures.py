"""Agreement, its intervals and kappa, against values worked out by hand or elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.grader.agreement import (
    Judged,
    combined,
    kappa,
    net_error,
    population_cells,
    tally,
    weighted_agreement,
)
from earned.grader.population import agreement
from earned.grader.strata import NEAR_MISS, STRATA, stratum_of
from earned.stats.intervals import Interval
from earned.stats.wilson import wilson_interval
from judging import answer

NAMES = [one.name for one in STRATA]


def rows(stratum: str, verdicts: str, **more: object) -> list[Judged]:
    """Rows of a stratum; `r`, `w`, `u` and `.` are right, wrong, unsure and blank."""
    words = {"r": "right", "w": "wrong", "u": "unsure", ".": ""}
    given = {"item": ("toy", "q"), "arms": ("A",), "models": ("m",), **more}
    return [Judged(stratum, words[v], **given) for v in verdicts]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("agreed", "of", "low", "high"),
    [
        (10, 10, 0.7225, 1.0),  # 10 / (10 + 1.959964²)
        (0, 10, 0.0, 0.2775),
        (81, 263, 0.2553, 0.3662),  # this and the next: Newcombe 1998, table I
        (15, 148, 0.0624, 0.1605),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_against_published_values(agreed: int, of: int, low: float, high: float) -> None:
    found = tally(rows("exact", "r" * agreed + "w" * (of - agreed))).agreement
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


def test_tally_counts_each_kind_once() -> None:
    found = tally(rows("exact", "rrrw.") + rows("no_overlap", "wwru"))
    assert found.rows == 9
    assert (found.judged, found.unsure, found.blank) == (7, 1, 1)
    assert (found.both_right, found.both_wrong) == (3, 2)
    assert (found.machine_right_human_wrong, found.machine_wrong_human_right) == (1, 1)
    assert found.agreement.point == 5 / 7


def test_kappa_of_a_table_worked_by_hand() -> None:
    # 50 cases: observed 35/50, chance (25·30 + 25·20)/2500 = 0.5, so (0.7 − 0.5)/0.5
    cells = {(True, True): 20.0, (True, False): 5.0, (False, True): 10.0, (False, False): 15.0}
    assert kappa(cells) == pytest.approx(0.4)


@pytest.mark.parametrize("cells", [{}, {(True, True): 7.0}, {(False, False): 1.0}])
def test_kappa_is_not_defined_where_chance_alone_agrees(
    cells: dict[tuple[bool, bool], float],
) -> None:
    assert kappa(cells) is None


def test_strata_are_weighted_by_their_distinct_answers() -> None:
    rates = rates_of(exact=(9, 10), no_overlap=(5, 10))
    found = weighted_agreement({"exact": 300, "no_overlap": 100}, rates)
    assert found.point == pytest.approx(0.75 * 0.9 + 0.25 * 0.5)
    one, other = rates["exact"], rates["no_overlap"]
    assert one.low is not None
    assert other.low is not None
    below = ((0.75 * (0.9 - one.low)) ** 2 + (0.25 * (0.5 - other.low)) ** 2) ** 0.5
    assert found.low == pytest.approx(found.point - below)


def test_one_stratum_alone_has_its_wilson_interval() -> None:
    found = weighted_agreement({"exact": 12}, rates_of(exact=(9, 10)))
    alone = wilson_interval(9, 10)
    assert (found.low, found.high) == pytest.approx((alone.low, alone.high))


def test_net_error_adds_wrong_acceptances_and_takes_wrong_rejections_away() -> None:
    rates = rates_of(exact=(8, 10), no_overlap=(9, 10))
    found = net_error({"exact": 50, "no_overlap": 50}, rates)
    assert found.point == pytest.approx(0.5 * 0.2 - 0.5 * 0.1)
    assert found.low is not None
    assert found.high is not None
    assert found.low < found.point < found.high


def test_stratum_with_answers_and_no_verdict_leaves_the_population_open() -> None:
    rates = rates_of(exact=(9, 10), overlap=(0, 0))
    found = weighted_agreement({"exact": 300, "overlap": 1}, rates)
    assert found.low is None
    assert found.reason == "no answer of stratum overlap was judged"
    assert not population_cells({"exact": 300, "overlap": 1}, rates)
    assert weighted_agreement({"exact": 300, "overlap": 0}, rates).point == pytest.approx(0.9)


def test_population_table_is_the_strata_at_their_sizes() -> None:
    cells = population_cells({"exact": 300, "no_overlap": 100},
                             rates_of(exact=(9, 10), no_overlap=(5, 10)))  # fmt: skip
    assert cells == pytest.approx({(True, True): 270, (True, False): 30,
                                   (False, True): 50, (False, False): 50})  # fmt: skip


def test_arm_without_a_judged_answer_of_a_stratum_borrows_its_rate() -> None:
    answers = [answer(f"q{n}", "x", "exact", arms=("A",)) for n in range(3)]
    answers += [answer(f"q{n}", "y", "exact", arms=("B",)) for n in range(2)]
    answers += [answer("q9", "z", "no_overlap", arms=("B",))]
    seen = rows("exact", "rw", arms=("A",)) + rows("no_overlap", "w", arms=("B",))
    found = {one.name: one for one in agreement(answers, seen).arms}
    assert found["A"].borrowed == 0
    assert found["B"].borrowed == pytest.approx(2 / 3)
    assert found["B"].weighted.point == pytest.approx((2 / 3) * 0.5 + (1 / 3) * 1)
    assert found["B"].net_error.point == pytest.approx((2 / 3) * 0.5)


def test_grader_that_errs_in_one_arm_alone_shows_between_the_arms() -> None:
    answers = [answer(f"a{n}", "x", "no_overlap", arms=("A",)) for n in range(40)]
    answers += [answer(f"b{n}", "x", "no_overlap", arms=("B",)) for n in range(40)]
    seen = rows("no_overlap", "w" * 40, arms=("A",)) + rows("no_overlap", "r" * 20 + "w" * 20,
                                                            arms=("B",))  # fmt: skip
    (found,) = agreement(answers, seen).between_arms
    assert (found.first, found.second) == ("A", "B")
    assert found.difference.point == pytest.approx(0.5)
    assert found.difference.low is not None
    assert found.difference.low > 0.3


def rates_of(**counts: tuple[int, int]) -> dict[str, Interval]:
    return {name: wilson_interval(*pair) for name, pair in counts.items()}


@given(
    st.lists(
        st.tuples(st.integers(1, 500), st.integers(0, 30), st.integers(0, 30)),
        min_size=1, max_size=6,
    )
)  # fmt: skip
def test_weighted_agreement_lies_in_its_interval(parts: Sequence[tuple[int, int, int]]) -> None:
    sizes = {name: size for name, (size, _, _) in zip(NAMES, parts, strict=False)}
    rates = {name: wilson_interval(right, right + wrong + 1)
             for name, (_, right, wrong) in zip(NAMES, parts, strict=False)}  # fmt: skip
    for found, least in ((weighted_agreement(sizes, rates), 0), (net_error(sizes, rates), -1)):
        assert found.low is not None
        assert found.point is not None
        assert found.high is not None
        assert least <= found.low <= found.point <= found.high <= 1


def test_nothing_combined_has_no_interval() -> None:
    assert combined([], 0, 1).low is None


@pytest.mark.parametrize(
    ("success", "em", "f1", "blank", "stratum"),
    [
        (True, True, 1.0, False, "exact"),
        (True, False, 0.8, False, "f1_only"),
        (False, False, 0.799, False, "near_miss"),
        (False, False, NEAR_MISS, False, "near_miss"),
        (False, False, 0.499, False, "overlap"),
        (False, False, 0.0, False, "no_overlap"),
        (False, False, 0.0, True, "blank"),
        (True, True, 0.0, True, "exact"),
    ],
)
def test_stratum_of_an_answer(
    success: bool, em: bool, f1: float, blank: bool, stratum: str
) -> None:
    assert stratum_of(success, em, f1, blank=blank) == stratum
