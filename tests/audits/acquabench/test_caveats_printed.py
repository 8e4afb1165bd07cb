"""What stands beside the results: caveats, and intervals that are no ordinary ones."""

from __future__ import annotations

from typing import Any

import pytest

from earned.audits.acquabench.caveats import caveats
from earned.audits.acquabench.plan import parameters
from earned.audits.acquabench.tables import run
from earned.config.study import StudyConfig
from earned.render.display import show_cell
from earned.render.note import shown_texts
from earned.tables.rendering import rendered_tables
from score_tables import analyse, table, unit


def notes(results: Any, name: str = "d0_main") -> tuple[str, ...]:
    table = next(one for one in run(results) if one.name == name)
    return shown_texts(table.notes, results)


def results(*units: Any, **more: Any) -> Any:
    return analyse(table(*units), **more).model_dump(mode="json")


def test_the_caveats_are_printed_under_the_main_table_in_every_form() -> None:
    found = results(unit("a", "010"), unit("b", "110"))
    assert set(caveats(coupled=True)) <= set(notes(found))
    files = rendered_tables(run(found), found)
    for name in ("d0_main.md", "d0_main.tex"):
        assert all(caveat in files[name] for caveat in found["caveats"]), name


@pytest.mark.parametrize(("coupled", "opens"), [(True, "Coupled: "), (False, "Uncoupled: ")])
def test_the_caveats_say_whether_arms_share_requests(coupled: bool, opens: str) -> None:
    study = StudyConfig.model_validate({"acquabench": {"coupling": coupled}})
    given = {"coupling": parameters(study, "analysis")["coupling"]}
    found = results(unit("a", "010"), unit("b", "110"), **given)
    assert [text for text in found["caveats"] if "oupled: " in text[:11]] == [
        text for text in caveats(coupled) if text.startswith(opens)
    ]


def test_an_interval_of_zero_width_is_named() -> None:
    found = results(unit("a", "010"), unit("b", "010"), unit("c", "010"))
    assert (
        "Interval of zero width: the toy G-C; the toy G-S; the toy S-C; the toy Net rescue."
        in notes(found)
    )
    varied = results(*(unit(q, "010" if q < "d" else "101") for q in "abcdefg"))
    assert not [note for note in notes(varied) if "zero width: the toy G-C" in note]


def test_a_missing_interval_is_named_with_its_reason() -> None:
    found = results(unit("a", "110"), unit("b", "110"))
    assert "No interval: the toy Net rescue (undefined: empty denominator)." in notes(found)


def test_a_detector_says_in_its_own_row_why_its_interval_is_no_ordinary_one() -> None:
    found = results(*(unit(q, "110") for q in "ab"), *(unit(q, "010") for q in "cdef"))
    assert not [note for note in notes(found, "detector") if "the toy" in note]
    made = next(one for one in run(found) if one.name == "detector")
    place = made.columns.index("Remark")
    remarks = {row.key: show_cell(row.cells[place], found) for row in made.rows}
    assert remarks["d0_toy.coloc_vs_sham"] == "no interval; undefined: one class"
    lost = found["analyses"]["d0_toy"]["detectors"]["coloc_vs_earned"]["interval"]
    assert lost["status"] == "undefined"
    assert remarks["d0_toy.coloc_vs_earned"] == f"no interval; {lost['reason']}"


def test_the_main_tables_say_the_level_and_what_the_letters_mean() -> None:
    found = results(unit("a", "010"), unit("b", "110"), analysis={"replicates": 200, "level": 0.9})
    (line,) = [note for note in notes(found) if note.startswith("Contrasts are ")]
    assert "with 90% qid-cluster percentile bootstrap intervals" in line
    assert "G-S is GOLD less SHAM" in line


def test_a_conditional_interval_is_named_with_its_reason() -> None:
    units = [unit(q, "010" if q == "a" else "110") for q in "abcd"]
    found = results(*units, analysis={"replicates": 200, "undefined_limit": 0.9})
    (line,) = [n for n in notes(found) if n.startswith("Interval conditional on being defined: ")]
    reason = found["analyses"]["d0_toy"]["residual"]["net_rescue"]["interval"]["reason"]
    assert line.endswith(f": the toy Net rescue ({reason}).")
