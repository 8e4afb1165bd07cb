"""Effects without defective items, against values counted by hand."""

from __future__ import annotations

from typing import Any

import pytest

from earned.audits.acquabench.grading import ROW, answers, headlines
from earned.grader.draw import KeyRow
from earned.grader.graded import distinct_answers
from earned.grader.headline import Headline, side_by_side
from earned.grader.report import defective_items
from earned.grader.sheet import Ruling
from earned.records.table import schema_of
from judging import answer
from score_tables import table, unit

ESTIMANDS = ("delta_gc", "delta_gs", "net_rescue")


def parameters(**more: Any) -> dict[str, Any]:
    rules = [{"estimand": name, "statement": "s", "stronger": "t", "boundary": "b"}
             for name in ESTIMANDS]  # fmt: skip
    return {
        "models": {m: {"label": f"the {m}", "control": None} for m in ("toy", "other")},
        "surfaces": ["retrieval", "tool"],
        "analysis": {"replicates": 200},
        "verdicts": rules,
        **more,
    }


def frozen(verdict: str = "supported") -> dict[str, Any]:
    verdicts = {name: {"verdict": verdict} for name in ESTIMANDS}
    return {"analyses": {f"d0_{m}": {"verdicts": verdicts} for m in ("toy", "other")}}


SCORES = table(
    unit("q1", "010"), unit("q1", "010", surface="tool"),
    unit("q2", "011"),
    unit("q3", "110"),
    unit("q4", "001"),
    unit("q5", "000"), unit("q5", "01e", surface="tool"),
)  # fmt: skip


def effects(found: list[Headline]) -> dict[str, float | None]:
    return {one.estimand: one.interval.point for one in found}


def test_whole_population_by_hand() -> None:
    """Six complete units: GOLD right in 4, CLEAN in 1, SHAM in 2; five fail under CLEAN."""
    found = headlines([SCORES], parameters(), frozen(), frozenset())
    assert effects(found) == pytest.approx(
        {"delta_gc": 3 / 6, "delta_gs": 2 / 6, "net_rescue": 1 / 5}
    )
    assert {(one.units, one.qids) for one in found} == {(6, 5)}


def test_without_one_question_by_hand() -> None:
    """Without q1 four units are left: GOLD right in 2, CLEAN in 1, SHAM in 2."""
    found = headlines([SCORES], parameters(), frozen(), {"q1"})
    assert effects(found) == pytest.approx({"delta_gc": 1 / 4, "delta_gs": 0, "net_rescue": -1 / 3})
    assert {(one.units, one.qids) for one in found} == {(4, 4)}


def test_question_leaves_every_model_and_surface() -> None:
    other = table(unit("q1", "010", model="other"), unit("q2", "000", model="other"),
                  unit("q3", "000", model="other"))  # fmt: skip
    found = headlines([SCORES, other], parameters(), frozen(), {"q1"})
    assert {one.analysis: (one.units, one.qids) for one in found} == {
        "d0_toy": (4, 4),
        "d0_other": (2, 2),
    }


def test_verdict_moves_with_the_effect() -> None:
    scores = table(*(unit(f"q{n}", "010" if n < 3 else "001") for n in range(6)))
    whole = headlines([scores], parameters(), frozen(), frozenset())
    left = headlines([scores], parameters(), frozen(), {"q3", "q4", "q5"})
    (pair,) = [p for p in side_by_side("a", whole, left) if p.whole.estimand == "delta_gs"]
    assert (pair.whole.verdict, pair.sound.verdict) == ("unresolved", "supported")
    assert (pair.whole.interval.point, pair.sound.interval.point) == (0, 1)


def test_every_question_defective_leaves_no_effect() -> None:
    found = headlines([SCORES], parameters(), frozen(), {"q1", "q2", "q3", "q4", "q5"})
    assert {(one.units, one.qids, one.verdict) for one in found} == {(0, 0, "unresolved")}
    assert {one.interval.point for one in found} == {None}


def test_verdict_that_the_study_withheld_stays_withheld() -> None:
    found = headlines([SCORES], parameters(), frozen("not evaluated"), {"q1"})
    assert {one.verdict for one in found} == {"not evaluated"}


def test_one_row_rules_an_item_defective() -> None:
    rows = [KeyRow(row=name, answer=answer(qid, name, "exact"))
            for name, qid in (("a", "q1"), ("b", "q1"), ("c", "q2"))]  # fmt: skip
    said = [Ruling(row="a", verdict="right", item="ok", note=""),
            Ruling(row="b", verdict="", item="defective", note="two answers"),
            Ruling(row="c", verdict="right", item="", note="")]  # fmt: skip
    (item,) = defective_items(list(zip(rows, said, strict=True)))
    assert (item.qid, item.defective_rows, item.ok_rows) == ("q1", 1, 1)
    assert item.notes == ("two answers",)


def test_records_of_one_answer_are_gathered_over_arms_and_models() -> None:
    tables = [table(unit("q1", "000"), unit("q1", "000", surface="tool")),
              table(unit("q1", "00e", model="other", prediction={"SHAM": ""}))]  # fmt: skip
    found = distinct_answers("acquabench", answers(tables), {"q1": "Who?"})
    assert [(one.prediction, one.stratum, one.records) for one in found] == [
        ("", "blank", 1),
        ("p", "no_overlap", 8),
    ]
    assert found[0].arms == ("SHAM",)
    assert found[1].arms == ("CLEAN", "GOLD", "SHAM")
    assert found[1].models == ("other", "toy")
    assert set(schema_of(ROW)) == set(tables[0].columns)
