"""Attribution labels: every combination of arm, exposure, success and CLEAN record."""

from __future__ import annotations

from itertools import product

import pytest

from earned.audits.acquabench.labels import is_placebo, label
from earned.audits.acquabench.score_row import ScoreRow
from score_tables import unit

# (exposed, success) to the label where CLEAN succeeded, failed, errored or is not there.
GOLD = {
    (False, False): ("not_exposed",) * 4,
    (False, True): ("not_exposed",) * 4,
    (True, False): ("exposed_failed",) * 4,
    (True, True): ("ambiguous", "attributable", "missing", "missing"),
}
SHAM = {
    (False, False): ("not_exposed",) * 4,
    (False, True): ("not_exposed",) * 4,
    (True, False): ("exposed_failed",) * 4,
    (True, True): ("exposed_success",) * 4,
}
CLEAN_STATES = ("1", "0", "e", None)


def row(condition: str, exposed: bool, hit: str) -> ScoreRow:
    arm = ("CLEAN", "GOLD", "SHAM").index(condition)
    return unit("q", "".join([hit] * 3), exposed="111" if exposed else "000")[arm]


def clean(state: str | None) -> ScoreRow | None:
    return None if state is None else row("CLEAN", False, state)


@pytest.mark.parametrize(("condition", "truth"), [("GOLD", GOLD), ("SHAM", SHAM)])
def test_the_truth_table_of_an_intervened_arm(
    condition: str, truth: dict[tuple[bool, bool], tuple[str, ...]]
) -> None:
    for (exposed, success), expected in truth.items():
        given = row(condition, exposed, "1" if success else "0")
        found = tuple(label(given, clean(state)) for state in CLEAN_STATES)
        assert found == expected, (condition, exposed, success)


def test_a_clean_record_is_earned_or_failed_whatever_it_saw() -> None:
    for exposed, state in product((False, True), CLEAN_STATES):
        assert label(row("CLEAN", exposed, "1"), clean(state)) == "earned"
        assert label(row("CLEAN", exposed, "0"), clean(state)) == "clean_failed"


def test_an_engine_error_is_missing_in_every_arm() -> None:
    """Field case 37."""
    for condition, exposed, state in product(
        ("CLEAN", "GOLD", "SHAM"), (False, True), CLEAN_STATES
    ):
        assert label(row(condition, exposed, "e"), clean(state)) == "missing"


def test_a_failure_of_another_kind_is_no_missing_record() -> None:
    failed = row("GOLD", True, "0").model_copy(update={"outcome": "context_overflow"})
    assert label(failed, clean("0")) == "exposed_failed"


def test_the_placebo_is_sham_passing_for_attributable() -> None:
    marked = {
        (exposed, hit, state)
        for exposed, hit, state in product((False, True), "01e", CLEAN_STATES)
        if is_placebo(row("SHAM", exposed, hit), clean(state))
    }
    assert marked == {(True, "1", "0")}
    for condition in ("CLEAN", "GOLD"):
        assert not is_placebo(row(condition, True, "1"), clean("0"))
