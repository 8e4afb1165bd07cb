"""Each control's outcome fails when one record is not what its behaviour makes it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from earned.audits.acquabench.controls import CONTROLS
from earned.audits.acquabench.frozen import ControlOutcome
from earned.audits.acquabench.score_row import ScoreRow
from score_tables import analyse, labelled, table, unit

QIDS = tuple("abcdefghijkl")
COPIED = {"SHAM": True}
Units = list[list[ScoreRow]]


def _copier(n: int, qid: str) -> list[ScoreRow]:
    """Every third question is exposed in neither arm."""
    if n % 3:
        return unit(qid, "010", decoy_match=COPIED)
    return unit(qid, "000", exposed="000")


def _closed_book(n: int, qid: str) -> list[ScoreRow]:
    return unit(qid, "111" if n % 2 else "000", exposed="000")


def _reader(n: int, qid: str) -> list[ScoreRow]:
    return unit(qid, ("111", "010", "000")[n % 3])


def _suggestible(n: int, qid: str) -> list[ScoreRow]:
    return unit(qid, "110" if n % 2 else "010", decoy_match=COPIED)


BEHAVIOUR: dict[str, Callable[[int, str], list[ScoreRow]]] = {
    "copier": _copier,
    "closed_book": _closed_book,
    "reader": _reader,
    "suggestible": _suggestible,
}


def units_of(control: str) -> Units:
    return [BEHAVIOUR[control](n, qid) for n, qid in enumerate(QIDS)]


def outcome(control: str, units: Units) -> ControlOutcome:
    return analyse(table(*units), control).controls["d0_toy"]


def changed(units: Units, at: int, arm: int, **update: object) -> Units:
    """Flip one record, and label its unit anew."""
    units = [list(one) for one in units]
    units[at][arm] = units[at][arm].model_copy(update=update)
    units[at] = labelled(units[at])
    return units


def failed(found: ControlOutcome) -> list[str]:
    return [check.name for check in found.checks if not check.passed]


def test_every_control_has_checks() -> None:
    assert set(BEHAVIOUR) == set(CONTROLS)


@pytest.mark.parametrize("control", BEHAVIOUR)
def test_a_control_that_behaves_passes(control: str) -> None:
    found = outcome(control, units_of(control))
    assert failed(found) == []
    assert found.passed


TAMPERED = [
    ("copier", 1, 1, {"success": False}, "GOLD successes are its exposures"),
    ("copier", 0, 1, {"success": True}, "GOLD successes are its exposures"),
    ("copier", 1, 1, {"exposed": False}, "GOLD successes are its exposures"),
    ("copier", 1, 0, {"success": True}, "CLEAN successes"),
    ("copier", 1, 2, {"success": True}, "SHAM successes"),
    ("copier", 1, 2, {"decoy_match": False}, "SHAM copies its exposures"),
    ("closed_book", 0, 1, {"success": True}, "delta_gc"),
    ("closed_book", 0, 2, {"success": True}, "delta_gs"),
    ("closed_book", 1, 0, {"success": False}, "delta_sc"),
    ("closed_book", 1, 1, {"exposed": True}, "GOLD exposures"),
    ("suggestible", 1, 2, {"decoy_match": False}, "SHAM copies its exposures"),
    ("suggestible", 1, 1, {"success": False}, "exposed GOLD failures"),
    *(
        (control, 3, arm, update, name)
        for control in BEHAVIOUR
        for arm in range(3)
        for update, name in (
            ({"outcome": "engine_error", "success": False}, "complete units"),
            ({"parse_failures": 1}, "parse failures"),
            ({"forced": True}, "forced finishes"),
        )
    ),
]


@pytest.mark.parametrize(("control", "at", "arm", "update", "name"), TAMPERED)
def test_one_flipped_record_fails_the_control(
    control: str, at: int, arm: int, update: dict[str, object], name: str
) -> None:
    found = outcome(control, changed(units_of(control), at, arm, **update))
    assert name in failed(found)
    assert not found.passed


@pytest.mark.parametrize(
    ("hits", "name"),
    [("000", "CLEAN successes"), ("111", "CLEAN failures"), ("111", "net rescue")],
)
def test_a_reader_that_is_always_right_or_always_wrong_fails(hits: str, name: str) -> None:
    assert name in failed(outcome("reader", [unit(qid, hits) for qid in QIDS]))


def test_a_closed_book_that_is_right_too_often_fails() -> None:
    units = [unit(qid, "111", exposed="000") for qid in QIDS]
    assert failed(outcome("closed_book", units)) == ["success rate"]


def test_a_suggestible_without_an_effect_fails() -> None:
    units = [unit(qid, "111", exposed="000") for qid in QIDS]
    assert failed(outcome("suggestible", units)) == ["delta_gs interval"]


def test_a_copier_that_is_never_exposed_fails() -> None:
    """A check that holds of nothing shows nothing."""
    units = [unit(qid, "000", exposed="000") for qid in QIDS]
    assert failed(outcome("copier", units)) == ["GOLD exposure"]


def test_a_model_is_no_control() -> None:
    assert analyse(table(*units_of("copier"))).controls == {}
