"""The draw: sizes, no answer twice, every stratum there, the same for the same plan."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from earned.grader.draw import draw
from earned.grader.graded import Answer
from earned.grader.plan import planned_strata
from earned.grader.strata import STRATA
from judging import answer

NAMES = [one.name for one in STRATA]
SHAS = st.text("0123456789abcdef", min_size=64, max_size=64)
POPULATIONS = st.lists(st.sampled_from(NAMES), min_size=1, max_size=80).map(
    lambda names: [answer(f"q{n % 9}", f"answer {n}", name) for n, name in enumerate(names)]
)


@given(POPULATIONS, st.integers(1, 20), SHAS)
def test_each_stratum_gives_what_was_planned(answers: list[Answer], each: int, sha: str) -> None:
    rows = draw(sha, planned_strata(answers, each), answers)
    found = Counter(row.answer.stratum for row in rows)
    has = Counter(one.stratum for one in answers)
    assert found == {name: min(each, count) for name, count in has.items()}


@given(POPULATIONS, st.integers(1, 20), SHAS)
def test_no_answer_and_no_row_comes_twice(answers: list[Answer], each: int, sha: str) -> None:
    rows = draw(sha, planned_strata(answers, each), answers)
    assert (
        len({row.row for row in rows}) == len({row.answer.answer_id for row in rows}) == len(rows)
    )
    assert [row.row for row in rows] == sorted(row.row for row in rows)


@given(POPULATIONS, st.integers(1, 20), SHAS, st.randoms())
def test_order_of_the_population_does_not_matter(
    answers: list[Answer], each: int, sha: str, random: Random
) -> None:
    shuffled = list(answers)
    random.shuffle(shuffled)
    strata = planned_strata(answers, each)
    assert draw(sha, strata, shuffled) == draw(sha, strata, answers)


@given(POPULATIONS, st.integers(1, 20), SHAS)
def test_larger_sample_of_one_hash_holds_the_smaller(
    answers: list[Answer], each: int, sha: str
) -> None:
    small = draw(sha, planned_strata(answers, each), answers)
    large = draw(sha, planned_strata(answers, each + 1), answers)
    assert {row.row for row in small} <= {row.row for row in large}


def test_another_hash_draws_others() -> None:
    answers = [answer(f"q{n}", "x", "exact") for n in range(200)]
    strata = planned_strata(answers, 20)
    drawn = [{row.answer.qid for row in draw(sha * 64, strata, answers)} for sha in "0123456789"]
    assert len({frozenset(qids) for qids in drawn}) == 10
    times = Counter(qid for qids in drawn for qid in qids)
    assert len(times) > 100  # 200 · (1 − 0.9¹⁰) = 130 expected
