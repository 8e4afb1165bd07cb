"""Each control's outcome fails when one record is not what its behaviour makes it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from earned.audits.acquabench.controls import CONTROLS
from earned.audits.acquabench.frozen import ControlOutcome
from earned.audits.acquabench.score_row import ScoreRow
from score_tables import analyse, labelled, table, unit

QIDS = tuple("abcdefghijkl")
BOTH = {"GOLD": True, "SHAM": True}
COPIED = {"value_shown": BOTH, "supplied_match": BOTH}
REGIMES = ("D0", "D1", "D2", "style")
Units = list[list[ScoreRow]]


def _copier(n: int, qid: str, regime: str) -> list[ScoreRow]:
    """Every third question is shown no value; D2 may show the relation all the same."""
    if n % 3 == 0:
        return unit(qid, "000", exposed="011" if regime == "D2" else "000", regime=regime)
    hits = "000" if regime == "D1" and n % 2 else "010"
    return unit(qid, hits, regime=regime, **COPIED)


def _closed_book(n: int, qid: str, regime: str) -> list[ScoreRow]:
    return unit(qid, "000" if n % 2 else "111", exposed="000", regime=regime)


def _reader(n: int, qid: str, regime: str) -> list[ScoreRow]:
    return unit(qid, ("111", "010", "000")[n % 3], regime=regime)


def _suggestible(n: int, qid: str, regime: str) -> list[ScoreRow]:
    hits = "000" if regime == "D1" else "110" if n % 2 else "010"
    return unit(qid, hits, regime=regime, **COPIED)


BEHAVIOUR: dict[str, Callable[[int, str, str], list[ScoreRow]]] = {
    "copier": _copier,
    "closed_book": _closed_book,
    "reader": _reader,
    "suggestible": _suggestible,
}


def units_of(control: str, regime: str = "D0") -> Units:
    return [BEHAVIOUR[control](n, qid, regime) for n, qid in enumerate(QIDS)]


def outcome(control: str, units: Units) -> ControlOutcome:
    (found,) = analyse(table(*units), control).controls.values()
    return found


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


@pytest.mark.parametrize("regime", REGIMES)
@pytest.mark.parametrize("control", BEHAVIOUR)
def test_a_control_that_behaves_passes_in_every_regime(control: str, regime: str) -> None:
    found = outcome(control, units_of(control, regime))
    assert failed(found) == []
    assert found.passed


COPIES = "GOLD copies the values shown"
SCORES = "GOLD successes are the values shown"
TAMPERED = [
    ("copier", 1, 1, {"success": False}, SCORES),
    ("copier", 0, 1, {"success": True}, SCORES),
    ("copier", 1, 1, {"value_shown": False}, SCORES),
    ("copier", 1, 1, {"supplied_match": False}, COPIES),
    ("copier", 1, 0, {"success": True}, "CLEAN successes"),
    ("copier", 1, 2, {"success": True}, "SHAM successes"),
    ("copier", 1, 2, {"supplied_match": False}, "SHAM copies the values shown"),
    ("closed_book", 1, 1, {"success": True}, "delta_gc"),
    ("closed_book", 1, 2, {"success": True}, "delta_gs"),
    ("closed_book", 0, 0, {"success": False}, "delta_sc"),
    ("closed_book", 0, 1, {"exposed": True}, "GOLD exposures"),
    ("suggestible", 1, 1, {"supplied_match": False}, COPIES),
    ("suggestible", 1, 2, {"supplied_match": False}, "SHAM copies the values shown"),
    ("suggestible", 1, 1, {"success": False}, "exposed GOLD failures"),
    ("suggestible", 1, 1, {"value_shown": False}, "GOLD exposures show the value"),
    ("suggestible", 1, 2, {"value_shown": False}, "SHAM exposures show the value"),
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


@pytest.mark.parametrize("right", [4, 5, 7, 8])
def test_a_closed_book_that_is_not_right_on_half_the_questions_fails(right: int) -> None:
    units = [unit(q, "111" if n < right else "000", exposed="000") for n, q in enumerate(QIDS)]
    assert failed(outcome("closed_book", units)) == ["CLEAN successes"]


@pytest.mark.parametrize("shares", [(1,), (3,), (4, 4), (5, 3), (5, 2, 1)])
def test_a_closed_book_is_right_on_half_the_questions_of_each_surface_rounded_up(
    shares: tuple[int, ...],
) -> None:
    """A limit may differ between surfaces."""
    units = [
        unit(qid, "000" if n % 2 else "111", surface, exposed="000")
        for share, surface in zip(shares, ("retrieval", "tool", "memory"), strict=False)
        for n, qid in enumerate(QIDS[:share])
    ]
    assert failed(outcome("closed_book", units)) == []


@pytest.mark.parametrize("regime", ["D0", "D2", "style"])
def test_a_suggestible_without_an_effect_fails(regime: str) -> None:
    units = [unit(qid, "111", exposed="000", regime=regime) for qid in QIDS]
    assert failed(outcome("suggestible", units)) == ["lower bound of G-S"]


@pytest.mark.parametrize(("regime", "name"), [("D0", "GOLD values shown"), ("D2", None)])
def test_a_copier_must_be_shown_a_value_where_one_search_finds_it(
    regime: str, name: str | None
) -> None:
    """A check that holds of nothing shows nothing; D2 needs a second search."""
    units = [unit(qid, "000", exposed="000", regime=regime) for qid in QIDS]
    assert failed(outcome("copier", units)) == ([name] if name else [])


@pytest.mark.parametrize("control", ["copier", "suggestible"])
def test_an_alias_need_not_score_but_is_copied(control: str) -> None:
    """D1: the scorer compares with the canonical reference."""
    units = units_of(control, "D1")
    assert failed(outcome(control, changed(units, 1, 1, success=True))) == []
    assert failed(outcome(control, changed(units, 1, 1, supplied_match=False))) == [COPIES]


def test_a_model_is_no_control() -> None:
    assert analyse(table(*units_of("copier"))).controls == {}
