"""The sheet tells nothing of arm, model, regime, surface or the machine's verdict."""

from __future__ import annotations

from itertools import permutations

import pytest

from earned.grader.draw import draw
from earned.grader.graded import Answer
from earned.grader.plan import planned_strata
from earned.grader.sheet import sheet_text
from earned.grader.strata import ACCEPTED, STRATA
from judging import answer

NAMES = [one.name for one in STRATA]
SHA = "c" * 64


def sheet_of(answers: list[Answer], each: int = 100) -> str:
    return sheet_text(draw(SHA, planned_strata(answers, each), answers))


def population() -> list[Answer]:
    return [answer(f"q{n}", f"answer {n}", NAMES[n % 6]) for n in range(60)]


def test_other_arms_and_models_give_the_same_sheet() -> None:
    other = [a.model_copy(update={"arms": ("B", "C"), "models": ("z",), "records": 9})
             for a in population()]  # fmt: skip
    assert sheet_of(other) == sheet_of(population())
    assert sheet_of(other, each=3) == sheet_of(population(), each=3)


@pytest.mark.parametrize("names", list(permutations(NAMES))[::97])
def test_other_verdicts_of_the_machine_give_the_same_sheet(names: tuple[str, ...]) -> None:
    """A census holds the same rows whatever the verdicts, so nothing else may move."""
    renamed = dict(zip(NAMES, names, strict=True))
    other = [
        a.model_copy(update={"stratum": renamed[a.stratum], "success": ACCEPTED[renamed[a.stratum]],
                             "em": renamed[a.stratum] == "exact"})
        for a in population()
    ]  # fmt: skip
    assert sheet_of(other) == sheet_of(population())


def test_order_and_name_of_a_row_do_not_follow_its_stratum() -> None:
    answers = [answer(f"q{n}", "x", NAMES[n // 200]) for n in range(1200)]
    rows = draw(SHA, planned_strata(answers, 200), answers)
    first = [row.answer.stratum for row in rows[:600]]
    for name in NAMES:
        assert 70 <= first.count(name) <= 130  # 100 expected, its standard deviation is 6.5
    letters = [row.row[0] for row in rows if row.answer.stratum == "exact"]
    assert len(set(letters)) == 16


def test_another_plan_names_the_rows_anew() -> None:
    answers = population()
    strata = planned_strata(answers, 100)
    names = [{row.row for row in draw(sha, strata, answers)} for sha in ("a" * 64, "b" * 64)]
    assert not names[0] & names[1]
